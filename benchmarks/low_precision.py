"""Products of narrow operands: simulated cycles and bytes against bfloat16, and time to compute the values.

    python benchmarks/low_precision.py [--values]

The first table is a product of full tiles, where the arrays' rate for a type counts; the others are a few rows times a
large weight (decode), where the bytes of the weight count. With `--values`, values are computed and their host time is
divided by that of torch's own operator on one thread.
"""

import argparse
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import torch
from stopwatch import fastest_seconds
from torch.nn.functional import linear

Tensors = tuple[torch.Tensor, ...]
BF16, E4M3 = torch.bfloat16, torch.float8_e4m3fn
SIZE, WIDTH, GROUP = 4096, 4096, 128


@dataclass(frozen=True)
class Case:
    """A function of tensors that `make` makes."""

    name: str
    function: Callable[..., torch.Tensor]
    make: Callable[[], Tensors]


# -- functions


def requantised(x: torch.Tensor, weight: torch.Tensor, scale: torch.Tensor) -> torch.Tensor:
    """int8 in, int8 out."""
    return torch.round(torch._int_mm(x, weight).float() * scale).clamp(-128, 127).to(torch.int8)


def scaled(x: torch.Tensor, weight: torch.Tensor, scale: torch.Tensor) -> torch.Tensor:
    """float8 in, bfloat16 out; the weight is column-major."""
    return torch._scaled_mm(x, weight, scale_a=scale, scale_b=scale, out_dtype=BF16)


def int8_linear(x: torch.Tensor, weight: torch.Tensor, scale: torch.Tensor) -> torch.Tensor:
    """Weights of int8, a scale per group of K."""
    n, k = weight.shape
    return linear(x, (weight.reshape(n, scale.shape[1], -1).to(x.dtype) * scale[:, :, None]).reshape(n, k))


def int4_linear(x: torch.Tensor, packed: torch.Tensor, scale: torch.Tensor) -> torch.Tensor:
    """Two weights of 4 bits per byte, a scale per group of K."""
    n, groups = scale.shape
    numbers = torch.stack([packed & 15, packed >> 4], -1).to(torch.int8) - 8
    return linear(x, (numbers.reshape(n, groups, -1).to(x.dtype) * scale[:, :, None]).reshape(n, -1))


# -- inputs


def integers(*shape: int, dtype: torch.dtype = torch.int8) -> torch.Tensor:
    """All values of a dtype of 8 bits."""
    info = torch.iinfo(dtype)
    return torch.randint(info.min, info.max + 1, shape).to(dtype)


def floats(*shape: int, dtype: torch.dtype = BF16) -> torch.Tensor:
    """Normal values."""
    return torch.randn(shape).to(dtype)


def square(size: int) -> list[Case]:
    """Products of full tiles; bfloat16 first."""
    return [
        Case("bf16 -> bf16", torch.mm, lambda: (floats(size, size), floats(size, size))),
        Case("i8 -> i32", torch._int_mm, lambda: (integers(size, size), integers(size, size))),
        Case("i8 -> i8", requantised, lambda: (integers(size, size), integers(size, size), torch.rand(size) / 1e4)),
        Case(
            "f8 -> bf16",
            scaled,
            lambda: (floats(size, size, dtype=E4M3), floats(size, size, dtype=E4M3).t(), torch.tensor(0.5)),
        ),
    ]


def decode(rows: int, size: int) -> list[Case]:
    """A few rows times a weight of size x size; bfloat16 first."""
    groups = size // GROUP
    return [
        Case("bf16 weights", linear, lambda: (floats(rows, size), floats(size, size))),
        Case("i8 weights", int8_linear, lambda: (floats(rows, size), integers(size, size), floats(size, groups))),
        Case(
            "i4 weights",
            int4_linear,
            lambda: (floats(rows, size), integers(size, size // 2, dtype=torch.uint8), floats(size, groups)),
        ),
    ]


# -- measurements


def compiled(case: Case) -> Callable[..., torch.Tensor]:
    """The function, compiled anew."""
    torch._dynamo.reset()
    function: Callable[..., torch.Tensor] = torch.compile(case.function, dynamic=False)
    return function


def simulated(case: Case, machine: str) -> tuple[int, int]:
    """Cycles and DRAM bytes of one call."""
    tensors = [tensor.to("npu") for tensor in case.make()]
    with torch.npu.simulator(machine=machine, mode="timing") as simulation:
        compiled(case)(*tensors)
        report: Any = simulation.report()
        return int(report.cycles), sum(int(kernel.statistics["dram_bytes"]) for kernel in report.kernels)


def values_ratio(case: Case) -> float:
    """Time of our values divided by that of torch's operators, both on one thread."""
    tensors = case.make()
    moved = [tensor.to("npu") for tensor in tensors]
    torch.set_num_threads(1)
    theirs = fastest_seconds(lambda: case.function(*tensors), repetitions=1)
    with torch.npu.simulator(machine="tpuv3", mode="functional"):
        function = compiled(case)
        return fastest_seconds(lambda: function(*moved)) / theirs


def print_table(title: str, cases: list[Case], machine: str) -> None:
    """Cycles and bytes, and the first case's cycles divided by each."""
    print(f"\n{title} on {machine}\n  {'':<14} {'cycles':>11} {'faster':>7} {'MiB':>8}")
    first = 0
    for case in cases:
        cycles, moved = simulated(case, machine)
        first = first or cycles
        print(f"  {case.name:<14} {cycles:>11,} {first / cycles:>7.2f} {moved / 2**20:>8.1f}", flush=True)


def main() -> None:
    """Prints the tables."""
    parser = argparse.ArgumentParser(description="Products of narrow operands against bfloat16")
    parser.add_argument("--values", action="store_true", help="compare the time to compute values with torch instead")
    options = parser.parse_args()
    with torch.no_grad():
        if options.values:
            for case in [*square(512), *decode(8, 1024)]:
                print(f"{case.name:<14} {values_ratio(case):.2f} x torch's time on one thread", flush=True)
            return
        for machine in ("tpuv6e", "tpuv3"):
            print_table(f"{SIZE} x {SIZE} x {SIZE}", square(SIZE), machine)
            for rows in (1, 64):
                print_table(f"{rows} x {WIDTH} x {WIDTH}", decode(rows, WIDTH), machine)


if __name__ == "__main__":
    main()
