"""Matrix products on a simulated machine: cycles, array utilisation, DRAM bandwidth and roofline fraction.

    python benchmarks/gemm.py [--machine tpuv3] [--mapping default] [--only gemv]

Everything is compiled from torch and timed without values. `arrays` is multiply-accumulates / (cycles x peak), `DRAM`
the bytes that had to be moved once / (cycles x peak), `roofline` the larger of the two; the launch's cycles count too.
`target` is what the line has to reach, on tpuv3 with the default mapping.
"""

import argparse
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import torch
from npusim.simulator.machine import Machine, load_machine


@dataclass(frozen=True)
class Case:
    """One line: a function of tensors of these shapes and dtype, its multiply-accumulates, and its target."""

    name: str
    function: Callable[..., torch.Tensor]
    shapes: Sequence[tuple[int, ...]]
    macs: int
    dtype: torch.dtype = torch.bfloat16
    resource: str = "arrays"
    target: float | None = None

    def tensors(self) -> list[torch.Tensor]:
        """Inputs on the device; their values do not matter."""
        return [torch.empty(shape, dtype=self.dtype, device="npu") for shape in self.shapes]


def matmul(m: int, n: int, k: int, target: float | None = None, dtype: torch.dtype = torch.bfloat16) -> Case:
    """M x K by K x N."""
    short = str(dtype)[6:]
    return Case(f"gemm {m}x{n}x{k} {short}", torch.matmul, [(m, k), (k, n)], m * n * k, dtype, "arrays", target)


def batched(b: int, m: int, n: int, k: int) -> Case:
    """B products of M x K by K x N."""
    return Case(f"bmm {b}x{m}x{n}x{k} f32", torch.bmm, [(b, m, k), (b, k, n)], b * m * n * k, torch.float32)


def gemv(
    name: str, function: Callable[..., torch.Tensor], shapes: Sequence[tuple[int, ...]], **options: object
) -> Case:
    """A product that reads one large matrix."""
    macs = max(torch.Size(shape).numel() for shape in shapes)
    return Case(f"gemv {name}", function, shapes, macs, resource="DRAM", **options)  # type: ignore[arg-type]


def cases() -> list[Case]:
    """All lines."""
    linear, side = torch.nn.functional.linear, 4096
    vectors = [
        gemv("1x4096x4096 bf16", torch.matmul, [(1, side), (side, side)], target=0.85),
        gemv("1x4096x4096 f32", torch.matmul, [(1, side), (side, side)], target=0.85, dtype=torch.float32),
        gemv("linear 1x4096x4096 bf16", linear, [(1, side), (side, side)], target=0.85),
        gemv("linear rank 1 4096x4096 bf16", linear, [(side,), (side, side)]),
        gemv("linear rank 3 1x1x4096x11008 bf16", linear, [(1, 1, side), (11008, side)]),
        gemv("mv 4096x4096 bf16", torch.mv, [(side, side), (side,)]),
        gemv("mv 4096x4096 f32", torch.mv, [(side, side), (side,)], dtype=torch.float32),
        gemv("vecmat 4096x4096 bf16", torch.matmul, [(side,), (side, side)]),
        gemv("Nx1 4096x4096 bf16", torch.matmul, [(side, side), (side, 1)]),
        gemv("dot 4M f32", torch.dot, [(1 << 22,), (1 << 22,)], dtype=torch.float32),
        gemv("ger 4096x4096 f32", torch.outer, [(side,), (side,)], dtype=torch.float32),
        *(gemv(f"{m}x4096x4096 bf16", torch.matmul, [(m, side), (side, side)]) for m in (2, 4, 8, 16)),
        *(gemv(f"linear {m}x4096x11008 bf16", linear, [(m, side), (11008, side)]) for m in (4, 16)),
        *(gemv(f"4096x{n}x4096 bf16", torch.matmul, [(side, side), (side, n)]) for n in (2, 8, 16)),
    ]
    products = [
        matmul(1024, 1024, 1024, 0.80),
        matmul(2048, 2048, 2048, 0.90),
        matmul(4096, 11008, 4096, 0.92),
        matmul(4096, 4096, 11008, 0.92),
        matmul(256, 256, 256, dtype=torch.float32),
        matmul(512, 512, 512, dtype=torch.float32),
        matmul(1024, 1024, 1024, dtype=torch.float32),
        matmul(2048, 2048, 2048, dtype=torch.float32),
        matmul(64, 64, 65536),
        matmul(128, 128, 16384),
        matmul(256, 512, 16384),
        batched(1, 32, 16, 64),
        batched(2, 256, 128, 256),
        batched(12, 512, 512, 64),
        batched(16, 512, 512, 64),
    ]
    large = [matmul(16384, 16384, 16384)]
    return [*products, *vectors, *large]


def measured(case: Case, machine: Machine, mapping: str) -> tuple[int, float, float, float, int]:
    """Cycles, shares of the arrays' and the DRAM's peak, roofline fraction, kernels."""
    torch._dynamo.reset()
    inputs = case.tensors()
    with torch.npu.simulator(machine=machine, mode="timing", mapping=mapping) as simulation, torch.no_grad():
        result = torch.compile(case.function, dynamic=False)(*inputs)
        report = simulation.report()
    cycles = report.cycles or 1
    moved = sum(tensor.numel() * tensor.element_size() for tensor in [*inputs, result])
    dram = moved / machine.memory_bytes_per_cycle / cycles
    rows_per_cycle = machine.systolic_rows_per_cycle
    rate = next((rows_per_cycle[key] for key, d in _TYPES.items() if d == case.dtype and key in rows_per_cycle), 1)
    peak = machine.cores * machine.systolic_arrays * machine.systolic_rows * machine.systolic_columns * rate
    arrays = case.macs / peak / cycles
    return cycles, arrays, dram, max(arrays, dram), len(report.kernels)


_TYPES = {"f32": torch.float32, "bf16": torch.bfloat16, "f16": torch.float16, "i8": torch.int8}


def main() -> None:
    """Prints one line per case."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--machine", default="tpuv3")
    parser.add_argument("--only", default="", help="lines whose name holds this text")
    parser.add_argument("--mapping", default="default", help="default, autotune or a JSON file")
    options = parser.parse_args()
    machine = load_machine(options.machine)
    print(f"{'product':<38} {'cycles':>12} {'arrays':>7} {'DRAM':>7} {'roofline':>9} {'target':>13} {'kernels':>8}")
    for case in cases():
        if options.only not in case.name:
            continue
        cycles, arrays, dram, bound, kernels = measured(case, machine, options.mapping)
        reached = arrays if case.resource == "arrays" else dram
        target = "" if case.target is None else f"{case.target:.0%} {'reached' if reached >= case.target else 'MISSED'}"
        print(
            f"{case.name:<38} {cycles:>12,} {arrays:>7.1%} {dram:>7.1%} {bound:>9.1%} {target:>13} {kernels:>8}",
            flush=True,
        )


if __name__ == "__main__":
    main()
