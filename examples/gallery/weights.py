"""Weights of an LLM in bf16, int8 and fp8: when are narrow weights faster?

python examples/gallery/weights.py

Weights are kept with a scale for each row and become bf16 on their tile; activations and sums stay as they are.
"""

from typing import Any

import torch
from study import arguments, picture, timed
from torch import Tensor, nn

DTYPES = {"bf16": None, "int8": torch.int8, "fp8 (e4m3)": torch.float8_e4m3fn}
BATCHES = (1, 16, 64)


class NarrowLinear(nn.Module):
    """A linear layer whose weight is kept in a narrow type, with a scale for each row."""

    def __init__(self, linear: nn.Linear, dtype: torch.dtype) -> None:
        super().__init__()
        whole = linear.weight
        self.weight = nn.Parameter(torch.empty_like(whole, dtype=dtype), requires_grad=False)
        self.scale = nn.Parameter(torch.empty_like(whole[:, :1]), requires_grad=False)

    def forward(self, x: Tensor) -> Tensor:
        return nn.functional.linear(x, self.weight.to(x.dtype) * self.scale)


def narrow(model: nn.Module, dtype: torch.dtype | None) -> None:
    """Replaces the linear layers of a model, but not the one that makes logits."""
    linears = [(name, each) for name, each in model.named_modules() if isinstance(each, nn.Linear)]
    for name, linear in linears if dtype else ():
        if "lm_head" not in name:
            parent, _, own = name.rpartition(".")
            setattr(model.get_submodule(parent), own, NarrowLinear(linear, dtype))


def main() -> None:
    given = arguments(__doc__)
    found: dict[tuple[str, int], Any] = {}
    for name, dtype in DTYPES.items():
        for batch in BATCHES:
            options = {"batch": batch, "seq": 512, "task": "decode", "dtype": "bfloat16"}
            report = timed("llama:1b", "tpuv6e", lambda model, dtype=dtype: narrow(model, dtype), **options).to_dict()
            found[name, batch] = report
            print(name, batch, report["dram_bytes"], "bytes", report["time_ns"], "ns,", report["limiter"])
    with picture(given, "weights", 2) as (left, right):
        for number, name in enumerate(DTYPES):
            places = [place + 0.26 * (number - 1) for place in range(len(BATCHES))]
            rates = [batch / found[name, batch]["time_ns"] * 1e9 for batch in BATCHES]
            left.bar(places, [found[name, batch]["time_ns"] / 1e6 for batch in BATCHES], 0.24, label=name)
            right.plot(BATCHES, rates, marker="o", label=name)
        left.set(title="Llama 1B on tpuv6e", xlabel="sequences", ylabel="time of a token, ms")
        left.set_xticks(range(len(BATCHES)), map(str, BATCHES))
        right.legend()
        right.set(xlabel="sequences", ylabel="tokens per second", xticks=BATCHES, ylim=0)


if __name__ == "__main__":
    main()
