"""Fused against apart: simulated cycles of chains around matrix products, convolutions and attention, with fusions
switched off one by one.

    python benchmarks/fusion.py [PART OF A NAME ...] [--machine tpuv3] [--dtype bf16]

Every line compiles a function with everything on, then with every fusion off that was applied or considered, then with
all of them off, and prints cycles (timing only) and how many times as long the others take. What is fused is chosen by
cycles, so no ratio should be below 1; those below 0.99 are marked and make the exit code 1.
"""

import argparse
import sys
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from tempfile import TemporaryDirectory

import torch
import torch._inductor.config
import torch.nn.functional as F
from npusim.scheduler import simulator

Function = Callable[..., torch.Tensor | tuple[torch.Tensor, ...]]
DTYPES = {"bf16": torch.bfloat16, "f16": torch.float16, "f32": torch.float32}
LEAST_RATIO = 0.99


@dataclass(frozen=True)
class Case:
    """A chain and the shapes of its inputs (int8 where named so)."""

    name: str
    function: Function
    shapes: tuple[tuple[int, ...], ...]
    codes: tuple[int, ...] = ()

    def inputs(self, dtype: torch.dtype) -> list[torch.Tensor]:
        """Random inputs on the device."""
        return [self._input(number, shape, dtype).to("npu") for number, shape in enumerate(self.shapes)]

    def _input(self, number: int, shape: tuple[int, ...], dtype: torch.dtype) -> torch.Tensor:
        if number in self.codes:
            return torch.randint(-127, 128, shape, dtype=torch.int8)
        return torch.randn(shape).to(dtype) / 8


def attention(q: torch.Tensor, k: torch.Tensor, v: torch.Tensor) -> torch.Tensor:
    return torch.softmax(q @ k.mT / 8, -1) @ v


def statistics(x: torch.Tensor, w: torch.Tensor) -> tuple[torch.Tensor, ...]:
    return torch.var_mean(F.linear(x, w), -1)


def residual(x: torch.Tensor, w: torch.Tensor, r: torch.Tensor) -> torch.Tensor:
    return r.add_(F.linear(x, w))


def rectified(x: torch.Tensor, w: torch.Tensor, scale: torch.Tensor) -> torch.Tensor:
    return F.linear(torch.relu(x * scale), w)


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


def pre_activated(x: torch.Tensor, w: torch.Tensor, mean: torch.Tensor, var: torch.Tensor) -> torch.Tensor:
    return F.conv2d(torch.relu(F.batch_norm(x, mean, var)), w, padding=w.shape[-1] // 2)


def dequantized_image(x: torch.Tensor, w: torch.Tensor, scale: torch.Tensor) -> torch.Tensor:
    return F.conv2d(x.to(w.dtype) * scale, w, padding=w.shape[-1] // 2)


def dequantized_filters(x: torch.Tensor, w: torch.Tensor, scale: torch.Tensor) -> torch.Tensor:
    return F.conv2d(x, w.to(x.dtype) * scale, padding=w.shape[-1] // 2)


def convolutions() -> list[Case]:
    """What is measured of convolutions: batch x channels x height -> filters, kernel."""
    found = []
    for b, c, h, f, k in [(16, 256, 28, 128, 1), (32, 256, 14, 256, 3), (8, 64, 56, 64, 3), (1, 512, 7, 512, 3)]:
        shape, operands = f"{b}x{c}x{h}x{h} -> {f}, {k}x{k}", ((b, c, h, h), (f, c, k, k))
        found.append(Case(f"batch norm, relu, conv {shape}", pre_activated, (*operands, (c,), (c,))))
        found.append(Case(f"int8 image, conv {shape}", dequantized_image, (*operands, (c, 1, 1)), codes=(0,)))
        found.append(Case(f"int8 filters, conv {shape}", dequantized_filters, (*operands, (f, 1, 1, 1)), codes=(1,)))
    return found


def cached(
    q: torch.Tensor, k: torch.Tensor, v: torch.Tensor, k_scale: torch.Tensor, v_scale: torch.Tensor
) -> torch.Tensor:
    return F.scaled_dot_product_attention(q, k.to(q.dtype) * k_scale, v.to(q.dtype) * v_scale)


def biased(q: torch.Tensor, k: torch.Tensor, v: torch.Tensor, bias: torch.Tensor) -> torch.Tensor:
    return F.scaled_dot_product_attention(q + bias, k + bias, v + bias)


def attentions() -> list[Case]:
    """What is measured of attention in one kernel."""
    found = []
    for queries, keys in [(1, 2048), (1, 10240), (512, 512)]:
        shape = ((1, 8, queries, 128), (1, 8, keys, 128), (1, 8, keys, 128))
        scales = {"head": (1, 8, 1, 1), "token": (1, 8, keys, 1)}
        for each, scale in scales.items():
            name = f"int8 cache, scale per {each} 8x{queries}x{keys}x128"
            found.append(Case(name, cached, (*shape, scale, scale), codes=(1, 2)))
        found.append(Case(f"biases, attention 8x{queries}x{keys}x128", biased, (*shape, (8, 1, 128))))
    return found


def cases() -> list[Case]:
    """What is measured; shapes of a transformer layer, and of convolutional networks."""
    found = [Case(f"attention 12x{length}x64", attention, ((12, length, 64),) * 3) for length in (512, 2048)]
    for m, k, n in [(512, 768, 768), (2048, 768, 768), (128, 1024, 4096), (2048, 2048, 2048), (1, 4096, 4096)]:
        shape, weight = f"{m}x{k}x{n}", ((m, k), (n, k))
        found.append(Case(f"linear, residual, layer norm {shape}", norm_block, (*weight, (m, n), (n,))))
        found.append(Case(f"linear, softmax {shape}", softmax, weight))
        found.append(Case(f"linear, row maximum {shape}", largest, weight))
        found.append(Case(f"linear, variance and mean {shape}", statistics, weight))
        found.append(Case(f"linear, residual in place {shape}", residual, (*weight, (m, n))))
    for m, k, n in [(512, 768, 3072), (2048, 1024, 4096), (64, 4096, 11008), (1, 4096, 11008)]:
        shape, weight = f"{m}x{k}x{n}", ((m, k), (n, k))
        found.append(Case(f"gated feed-forward {shape}", gated, (*weight, (n, k), (k, n))))
        found.append(Case(f"linear, gelu {shape}", activated, (*weight, (n,))))
        found.append(Case(f"int8 weights {shape}", dequantized, (*weight, (n, 1)), codes=(1,)))
        found.append(Case(f"layer norm, linear {shape}", normalized, weight))
        found.append(Case(f"scale, relu, linear {shape}", rectified, (*weight, (k,))))
    return [*found, *convolutions(), *attentions()]


@dataclass(frozen=True)
class Measured:
    """One call: cycles, launched kernels, and the fusions that were applied or considered."""

    cycles: int
    launches: int
    fusions: frozenset[str]


def measure(case: Case, dtype: torch.dtype, machine: str, off: Iterable[str] = ()) -> Measured:
    """One call with some fusions switched off."""
    torch._dynamo.reset()
    inputs = case.inputs(dtype)
    switch = torch.npu.fusion(**dict.fromkeys(off, False))
    with switch, TemporaryDirectory() as folder, simulator(machine, "timing", folder) as simulation, torch.no_grad():
        torch.compile(case.function, dynamic=False, fullgraph=True)(*inputs)
        torch.npu.synchronize()
        kernels = simulation.report().to_dict()["kernels"]
    told = [entry["fusion"] for kernel in kernels for entry in (*kernel["fusions"], *kernel["not_fused"])]
    return Measured(sum(k["cycles"] for k in kernels), sum(k["launches"] for k in kernels), frozenset(told))


def line(case: Case, dtype: torch.dtype, machine: str) -> float:
    """Measures and prints one chain; the smallest ratio."""
    fused = measure(case, dtype, machine)
    names = [name for name in torch.npu.fusions() if name in fused.fusions]
    variants = {name: measure(case, dtype, machine, [name]) for name in names}
    variants["all"] = measure(case, dtype, machine, torch.npu.fusions())
    ratios = {name: apart.cycles / fused.cycles for name, apart in variants.items()}
    shown = "  ".join(f"{name} {ratios[name]:.2f} ({apart.launches})" for name, apart in variants.items())
    mark = "  SLOWER FUSED" if min(ratios.values()) < LEAST_RATIO else ""
    print(f"{case.name:44} {fused.cycles:12,} ({fused.launches})  {shown}{mark}", flush=True)
    return min(ratios.values())


def main() -> int:
    """Prints the table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("names", nargs="*", help="only chains with one of these in their name")
    parser.add_argument("--machine", default="tpuv3")
    parser.add_argument("--dtype", choices=DTYPES, default="bf16")
    options = parser.parse_args()
    torch._inductor.config.force_disable_caches = True
    print(f"{'chain':44} {'fused':>12} (kernels)  switched off, times as long (kernels)")
    chosen = [c for c in cases() if not options.names or any(part in c.name for part in options.names)]
    ratios = [line(case, DTYPES[options.dtype], options.machine) for case in chosen]
    slower = sum(ratio < LEAST_RATIO for ratio in ratios)
    print(f"{len(ratios)} chains, {slower} slower fused; smallest ratio {min(ratios, default=1.0):.3f}")
    return int(slower > 0)


if __name__ == "__main__":
    sys.exit(main())
