"""What the cost models lose: cycles of the default mapping against the best of the simulated candidates.

    python benchmarks/mapping.py [--machine tpuv3] [--candidates 16] [--only gemm] [--show]

Every case is compiled with `autotune`, timing only, and the candidates that it simulated are read from the report.
`regret` is default / best - 1, `estimate` the cost model's cycles plus the launch's over the simulated ones, for the
default; `compile` the seconds of the whole compilation, trials included (the second run finds them on disk).
"""

import argparse
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import torch
from npusim.simulator.machine import Machine, load_machine
from torch.nn.functional import conv2d, gelu, linear, relu, scaled_dot_product_attention
from torch.sparse import to_sparse_semi_structured


@dataclass(frozen=True)
class Case:
    """A function of tensors of these shapes, of one dtype or each of its own; `packs_last`: the last is 2:4 weights."""

    name: str
    function: Callable[..., torch.Tensor]
    shapes: Sequence[tuple[int, ...]]
    dtype: torch.dtype | Sequence[torch.dtype] = torch.bfloat16
    packs_last: bool = False

    def tensors(self) -> list[torch.Tensor]:
        """The inputs, on the device."""
        dtypes = [self.dtype] * len(self.shapes) if isinstance(self.dtype, torch.dtype) else self.dtype
        made = [torch.empty(shape, dtype=dtype, device="npu") for shape, dtype in zip(self.shapes, dtypes, strict=True)]
        if self.packs_last:
            rows, columns = self.shapes[-1]
            kept = torch.tensor([0.0, 0.0, 1.0, 1.0], dtype=made[-1].dtype).repeat(rows, columns // 4)
            made[-1] = to_sparse_semi_structured(kept.to("npu"))
        return made


def _gemm(m: int, n: int, k: int, dtype: torch.dtype = torch.bfloat16) -> Case:
    return Case(f"gemm {m}x{n}x{k} {str(dtype)[6:]}", torch.matmul, [(m, k), (k, n)], dtype)


def _conv(batch: int, channels: int, filters: int, size: int, kernel: int, stride: int = 1) -> Case:
    def call(x: torch.Tensor, w: torch.Tensor) -> torch.Tensor:
        return conv2d(x, w, None, stride, kernel // 2)

    shapes = [(batch, channels, size, size), (filters, channels, kernel, kernel)]
    return Case(f"conv {batch}x{channels}->{filters} {size} k{kernel} s{stride}", call, shapes, torch.float32)


def _narrow(size: int) -> Case:
    def call(x: torch.Tensor, w: torch.Tensor) -> torch.Tensor:
        return (torch._int_mm(x, w) >> 8).to(torch.int8)

    return Case(f"gemm {size}^3 int8 in int8", call, [(size, size)] * 2, torch.int8)


def _compressed(m: int, n: int, k: int) -> Case:
    return Case(f"gemm {m}x{n}x{k} 2:4 weights", linear, [(m, k), (n, k)], packs_last=True)


def _dequantised(m: int, n: int, k: int) -> Case:
    def call(x: torch.Tensor, w: torch.Tensor, scale: torch.Tensor) -> torch.Tensor:
        return x @ (w.to(torch.bfloat16) * scale)

    dtypes = torch.bfloat16, torch.int8, torch.bfloat16
    return Case(f"gemm {m}x{n}x{k} int8 weights", call, [(m, k), (k, n), (n,)], dtypes)


def _attention(heads: int, queries: int, keys: int, width: int) -> Case:
    shapes = [(1, heads, queries, width), (1, heads, keys, width), (1, heads, keys, width)]
    return Case(f"attention {heads}x{queries}x{keys}x{width}", scaled_dot_product_attention, shapes)


CASES = [
    *(_gemm(n, n, n) for n in (256, 512, 1024, 2048)),
    *(_gemm(n, n, n, torch.float32) for n in (256, 512, 1024, 2048)),
    _gemm(1, 4096, 4096),
    _gemm(8, 4096, 4096),
    _gemm(64, 4096, 4096),
    _gemm(4096, 64, 4096),
    _gemm(4096, 4096, 64),
    _gemm(128, 128, 16384),
    _gemm(129, 1000, 777),
    _gemm(2048, 768, 3072),
    Case("bmm 12x512x512x64", torch.bmm, [(12, 512, 64), (12, 64, 512)], torch.float32),
    Case("bmm 64x128x128x64", torch.bmm, [(64, 128, 64), (64, 64, 128)]),
    *(_narrow(size) for size in (512, 1024, 2048)),
    *(_compressed(*sizes) for sizes in ((16, 256, 512), (256, 1024, 1024))),
    *(_dequantised(*sizes) for sizes in ((16, 4096, 1024), (512, 1024, 1024))),
    Case("gemm 512x3072x768 gelu", lambda x, w: gelu(x @ w), [(512, 768), (768, 3072)]),
    Case("gemm 512x768x768 residual", lambda x, w, y: x @ w + y, [(512, 768), (768, 768), (512, 768)]),
    Case("gemm 512x768x768 of relu", lambda x, w: relu(x) @ w, [(512, 768), (768, 768)]),
    _conv(1, 64, 64, 56, 3),
    _conv(8, 128, 128, 28, 3),
    _conv(8, 256, 1024, 14, 1),
    _conv(1, 3, 64, 224, 7, 2),
    _attention(12, 512, 512, 64),
    _attention(8, 1024, 1024, 128),
]


def tuned(case: Case, machine: Machine, candidates: int) -> tuple[list[dict[str, Any]], float]:
    """The mapping blocks of the case's kernels, and the seconds of the compilation and its launch."""
    torch._dynamo.reset()
    inputs = case.tensors()
    start = time.perf_counter()
    with torch.npu.simulator(machine=machine, mode="timing", mapping=f"autotune:{candidates}") as simulation:
        torch.compile(case.function, dynamic=False)(*inputs)
        report = simulation.report().to_dict()
    return [k["mapping"] for k in report["kernels"] if k["mapping"]], time.perf_counter() - start


def main() -> None:
    """Prints one line per kernel."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--machine", default="tpuv3")
    parser.add_argument("--candidates", type=int, default=16)
    parser.add_argument("--only", default="", help="cases whose name holds this text")
    parser.add_argument("--show", action="store_true", help="print the candidates")
    options = parser.parse_args()
    machine = load_machine(options.machine)
    print(f"{'kernel':<34} {'default':>12} {'best':>12} {'regret':>7} {'estimate':>9} {'simulated':>10} {'compile':>9}")
    regrets = []
    with torch.no_grad():
        for case in (case for case in CASES if options.only in case.name):
            blocks, seconds = tuned(case, machine, options.candidates)
            for block in blocks:
                trials = block["candidates"]
                if not trials:
                    print(f"{case.name:<34} {block['note']}")
                    continue
                cycles = [trial["simulated_cycles"] for trial in trials]
                regrets.append(cycles[0] / min(cycles) - 1)
                ratio = (trials[0]["estimated_cycles"] + machine.kernel_launch_cycles) / cycles[0]
                print(
                    f"{case.name:<34} {cycles[0]:>12,} {min(cycles):>12,} {regrets[-1]:>7.1%} {ratio:>8.2f}x "
                    f"{len(cycles):>10} {seconds:>7.2f} s",
                    flush=True,
                )
                for trial in trials if options.show else ():
                    values = " ".join(f"{key}={value}" for key, value in trial["mapping"].items())
                    print(f"    {trial['simulated_cycles']:>12,} {trial['estimated_cycles']:>12,}  {values}")
    if regrets:
        print(f"mean regret {sum(regrets) / len(regrets):.1%}, largest {max(regrets):.1%}")


if __name__ == "__main__":
    main()
