"""Fused against apart: simulated cycles of chains around matrix products, with one fusion switched off at a time.

    python benchmarks/fusion.py [PART OF A NAME ...] [--machine tpuv3]

Every line compiles a function twice, with everything on and with one fusion off, and prints cycles (timing only,
bfloat16) and numbers of kernels. Fusions that cost something are chosen by estimates, so no ratio should be below 1.
"""

import argparse
from collections.abc import Callable
from dataclasses import dataclass
from tempfile import TemporaryDirectory

import torch
import torch._inductor.config
import torch.nn.functional as F
from npusim.scheduler import simulator

Function = Callable[..., torch.Tensor]


@dataclass(frozen=True)
class Case:
    """A chain, the shapes of its inputs (int8 where named so), and the fusion that is switched off."""

    name: str
    off: str
    function: Function
    shapes: tuple[tuple[int, ...], ...]
    codes: tuple[int, ...] = ()

    def inputs(self) -> list[torch.Tensor]:
        """Random inputs on the device."""
        return [self._input(number, shape).to("npu") for number, shape in enumerate(self.shapes)]

    def _input(self, number: int, shape: tuple[int, ...]) -> torch.Tensor:
        if number in self.codes:
            return torch.randint(-127, 128, shape, dtype=torch.int8)
        return torch.randn(shape).to(torch.bfloat16) / 8


def norm_block(x: torch.Tensor, w: torch.Tensor, residual: torch.Tensor, gain: torch.Tensor) -> torch.Tensor:
    return F.layer_norm(F.linear(x, w) + residual, (w.shape[0],), gain)


def softmax(x: torch.Tensor, w: torch.Tensor) -> torch.Tensor:
    return torch.softmax(F.linear(x, w), -1)


def largest(x: torch.Tensor, w: torch.Tensor) -> torch.Tensor:
    return F.linear(x, w).amax(-1)


def gated(x: torch.Tensor, w: torch.Tensor, v: torch.Tensor, out: torch.Tensor) -> torch.Tensor:
    return F.linear(F.silu(F.linear(x, w)) * F.linear(x, v), out)


def dequantized(x: torch.Tensor, w: torch.Tensor, scale: torch.Tensor) -> torch.Tensor:
    return F.linear(x, w.to(x.dtype) * scale)


def normalized(x: torch.Tensor, w: torch.Tensor) -> torch.Tensor:
    return F.linear(F.layer_norm(x, (w.shape[1],)), w)


def activated(x: torch.Tensor, w: torch.Tensor, b: torch.Tensor) -> torch.Tensor:
    return F.gelu(F.linear(x, w, b))


def cases() -> list[Case]:
    """What is measured; shapes of a transformer layer."""
    found = []
    for m, k, n in [(512, 768, 768), (2048, 768, 768), (128, 1024, 4096), (2048, 2048, 2048), (1, 4096, 4096)]:
        shape = f"{m}x{k}x{n}"
        found.append(Case(f"linear, residual, layer norm {shape}", "reduction_epilogue", norm_block,
                          ((m, k), (n, k), (m, n), (n,))))  # fmt: skip
        found.append(Case(f"linear, softmax {shape}", "reduction_epilogue", softmax, ((m, k), (n, k))))
        found.append(Case(f"linear, row maximum {shape}", "reduction_epilogue", largest, ((m, k), (n, k))))
    for m, k, n in [(512, 768, 3072), (2048, 1024, 4096), (64, 4096, 11008), (1, 4096, 11008)]:
        shape = f"{m}x{k}x{n}"
        found.append(Case(f"gated feed-forward {shape}", "shared_operand", gated, ((m, k), (n, k), (n, k), (k, n))))
        found.append(Case(f"linear, gelu {shape}", "epilogue", activated, ((m, k), (n, k), (n,))))
        found.append(Case(f"int8 weights {shape}", "prologue", dequantized, ((m, k), (n, k), (n, 1)), codes=(1,)))
        found.append(Case(f"layer norm, linear {shape}", "prologue", normalized, ((m, k), (n, k))))
    return found


def measure(case: Case, machine: str, *, off: bool) -> tuple[int, int]:
    """(cycles, kernels) of one call."""
    torch._dynamo.reset()
    inputs = case.inputs()
    switch = torch.npu.fusion(**{case.off: not off})
    with switch, TemporaryDirectory() as folder, simulator(machine, "timing", folder) as simulation, torch.no_grad():
        torch.compile(case.function, dynamic=False, fullgraph=True)(*inputs)
        torch.npu.synchronize()
        kernels = simulation.report().to_dict()["kernels"]
    return sum(kernel["cycles"] for kernel in kernels), sum(kernel["launches"] for kernel in kernels)


def main() -> None:
    """Prints the table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("names", nargs="*", help="only chains with one of these in their name")
    parser.add_argument("--machine", default="tpuv3")
    options = parser.parse_args()
    torch._inductor.config.force_disable_caches = True
    print(f"{'chain':44} {'switched off':20} {'fused':>12} {'apart':>12}  ratio  kernels")
    for case in cases():
        if options.names and not any(part in case.name for part in options.names):
            continue
        (fused, few), (apart, many) = (measure(case, options.machine, off=off) for off in (False, True))
        print(f"{case.name:44} {case.off:20} {fused:12,} {apart:12,}  {apart / fused:5.2f}  {few} / {many}", flush=True)


if __name__ == "__main__":
    main()
