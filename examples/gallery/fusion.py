"""What is fusion worth? Two models with all fusions, without those into products, and without any.

python examples/gallery/fusion.py
"""

from typing import Any

import torch
from study import arguments, picture, timed

MODELS = {
    "BERT-base, 8 x 128 tokens": ("bert:base", {"batch": 8, "seq": 128, "dtype": "bfloat16"}),
    "ResNet-50, 1 picture": ("resnet:50", {"batch": 1}),
}
FUSIONS = {"all fusions": {}, "none into products": {"epilogue": False, "prologue": False}, "none": {"all": False}}


def main() -> None:
    given = arguments(__doc__)
    found: dict[str, list[Any]] = {}
    for title, (model, options) in MODELS.items():
        for name, fusions in FUSIONS.items():
            with torch.npu.fusion(**fusions):
                report = timed(model, "tpuv3", **options).to_dict()
            found.setdefault(title, []).append(report)
            print(title, name, report["launches"], "launches", report["dram_bytes"], "bytes", report["time_ns"], "ns")
    with picture(given, "fusion", 2) as (left, right):
        for number, (title, reports) in enumerate(found.items()):
            places = [place + 0.36 * (number - 0.5) for place in range(len(FUSIONS))]
            left.bar(places, [report["time_ns"] / 1e6 for report in reports], 0.34, label=title)
            right.bar(places, [report["dram_bytes"] / 2**20 for report in reports], 0.34)
        left.set(title="tpuv3", ylabel="time, ms")
        left.legend()
        right.set(ylabel="DRAM traffic, MiB")
        for axes in (left, right):
            axes.set_xticks(range(len(FUSIONS)), list(FUSIONS), fontsize=8)


if __name__ == "__main__":
    main()
