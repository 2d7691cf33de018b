"""What is fusion worth? BERT with all fusions, without those into products, and without any.

python examples/gallery/fusion.py
"""

import torch
from study import arguments, picture, timed

FUSIONS = {"all fusions": {}, "none into products": {"epilogue": False, "prologue": False}, "none": {"all": False}}


def main() -> None:
    given = arguments(__doc__)
    found = {}
    for name, fusions in FUSIONS.items():
        with torch.npu.fusion(**fusions):
            report = timed("bert:base", "tpuv3", batch=8, seq=128, dtype="bfloat16").to_dict()
        found[name] = report
        print(name, report["launches"], "launches", report["dram_bytes"], "bytes", report["time_ns"], "ns")
    with picture(given, "fusion", 2) as (left, right):
        left.bar(list(found), [report["time_ns"] / 1e6 for report in found.values()], 0.6)
        left.set(title="BERT-base on tpuv3, 8 x 128 tokens", ylabel="time, ms")
        right.bar(list(found), [report["dram_bytes"] / 2**20 for report in found.values()], 0.6)
        right.set(ylabel="DRAM traffic, MiB")
        for axes in (left, right):
            axes.tick_params(axis="x", labelsize=8)


if __name__ == "__main__":
    main()
