"""Attention as one kernel and in its unfused form: simulated cycles, and time to compute the values.

    python benchmarks/attention.py [--machine tpuv3] [--values]

The bound is what the arrays need when nothing waits: both products, each with whole folds of the array (a head of 64
elements fills half of a 128 x 128 array, and loads as many weights), or what memory needs to move the tensors once,
whichever is longer. With `--values`, values are computed too and their host time is divided by
that of torch's own operator on one thread.
"""

import argparse
from collections.abc import Callable
from dataclasses import dataclass
from math import ceil

import torch
from npusim.simulator.machine import Machine, load_machine
from npusim.simulator.timing.cost.contraction import fold_cycles
from stopwatch import fastest_seconds
from torch.nn.attention import SDPBackend, sdpa_kernel
from torch.nn.functional import scaled_dot_product_attention


@dataclass(frozen=True)
class Shape:
    """Batch, heads, queries, head width; keys; whether causal; dtype."""

    batch: int
    heads: int
    queries: int
    width: int
    keys: int
    causal: bool = False
    dtype: torch.dtype = torch.float32

    def tensors(self) -> list[torch.Tensor]:
        """Query, key, value."""
        lengths = (self.queries, self.keys, self.keys)
        return [torch.randn(self.batch, self.heads, n, self.width).to(self.dtype) for n in lengths]

    def __str__(self) -> str:
        kind = " causal" if self.causal else ""
        return f"{self.batch}x{self.heads}x{self.queries}x{self.width}, {self.keys} keys, {str(self.dtype)[6:]}{kind}"


SHAPES = [
    Shape(1, 12, 512, 64, 512),
    Shape(1, 12, 2048, 64, 2048),
    Shape(1, 12, 2048, 64, 2048, dtype=torch.bfloat16),
    Shape(1, 12, 2048, 64, 2048, causal=True),
    Shape(1, 12, 2048, 128, 2048, dtype=torch.bfloat16),
    Shape(1, 32, 1, 128, 10240, dtype=torch.bfloat16),
    Shape(64, 12, 32, 64, 32, dtype=torch.bfloat16),
    Shape(8, 16, 197, 64, 197, dtype=torch.bfloat16),
    Shape(8, 32, 1, 128, 1024, dtype=torch.bfloat16),
]


def bound_cycles(shape: Shape, machine: Machine) -> float:
    """Cycles of the arrays for both products, causal halves left out, or of memory, whichever are more."""
    heads, share = shape.batch * shape.heads, 0.5 if shape.causal else 1
    products = ((shape.keys, shape.width), (shape.width, shape.keys))
    arrays = sum(_product_cycles(shape, held, reduced, machine) for held, reduced in products)
    elements = 2 * heads * shape.width * (shape.queries + shape.keys)
    memory = (elements * shape.dtype.itemsize + 4 * heads * shape.queries) / machine.memory_bytes_per_cycle
    return max(heads * arrays / machine.systolic_arrays * share, memory)


def _product_cycles(shape: Shape, columns: int, reduced: int, machine: Machine) -> float:
    """Of one head, on one array, when either operand may be the stationary one."""
    rate = machine.systolic_rows_per_cycle[{torch.float32: "f32", torch.bfloat16: "bf16"}[shape.dtype]]
    return min(
        ceil(reduced / machine.systolic_rows)
        * ceil(held / machine.systolic_columns)
        * fold_cycles(streamed, reduced, machine, rate)
        for streamed, held in ((shape.queries, columns), (columns, shape.queries))
    )


def compiled(shape: Shape) -> Callable[..., torch.Tensor]:
    """Attention, compiled anew."""
    torch._dynamo.reset()
    return torch.compile(lambda q, k, v: scaled_dot_product_attention(q, k, v, is_causal=shape.causal), dynamic=False)


def cycles_of(shape: Shape, backend: SDPBackend, machine: str) -> int:
    """Simulated cycles of one call."""
    tensors = [tensor.to("npu") for tensor in shape.tensors()]
    with torch.npu.simulator(machine=machine, mode="timing") as simulation, sdpa_kernel(backend):
        compiled(shape)(*tensors)
        return int(simulation.report().cycles)


def values_ratio(shape: Shape) -> float:
    """Time of our values divided by that of torch's operator, both on one thread."""
    tensors = shape.tensors()
    moved = [tensor.to("npu") for tensor in tensors]
    torch.set_num_threads(1)
    theirs = fastest_seconds(lambda: scaled_dot_product_attention(*tensors, is_causal=shape.causal))
    with torch.npu.simulator(machine="tpuv3", mode="functional"):
        function = compiled(shape)
        return fastest_seconds(lambda: function(*moved)) / theirs


def main() -> None:
    """Prints one line per shape."""
    parser = argparse.ArgumentParser(description="Attention: one kernel against the unfused form")
    parser.add_argument("--values", action="store_true", help="also compare the time to compute values with torch")
    parser.add_argument("--machine", default="tpuv3", help="a machine of npusim")
    options = parser.parse_args()
    print(f"{'shape':<42} {'one kernel':>11} {'unfused':>11} {'ratio':>6} {'of the bound':>19}")
    with torch.no_grad():
        for shape in SHAPES:
            one, several = (
                cycles_of(shape, form, options.machine) for form in (SDPBackend.OVERRIDEABLE, SDPBackend.MATH)
            )
            share = 100 * bound_cycles(shape, load_machine(options.machine)) / one
            values = f"   values {values_ratio(shape):.2f} x torch's time" if options.values else ""
            print(f"{shape!s:<42} {one:>11,} {several:>11,} {several / one:>6.2f} {share:>17.0f} %{values}", flush=True)


if __name__ == "__main__":
    main()
