"""Memory-bound operators of 4 MB float32: values against eager torch, and pointwise kernels against the DRAM roofline.

    python benchmarks/memory_bound.py [NAME ...] [--only values|timing]

Values: every operator is compiled for the device and called in turns with eager torch on one thread; the best of many
turns counts for both, in processor time. A call includes everything a user waits for: guards, the allocation of the
result, the launch. Timing: pointwise kernels on tpuv3 at 16 MB and 64 MB per tensor, as a fraction of the bandwidth.
"""

import argparse
import math
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import torch
from torch.nn import functional as nn

ELEMENTS = 2**20
SIDE = 1024
VALUES_TARGET, ROOFLINE_TARGET = 2.0, 0.85
TURN_SECONDS, FEWEST_TURNS = 0.8, 7


@dataclass(frozen=True)
class Operator:
    """A function of tensors and what makes its inputs."""

    name: str
    function: Callable[..., Any]
    inputs: Callable[[], tuple[torch.Tensor, ...]]


def _square(count: int = 1) -> Callable[[], tuple[torch.Tensor, ...]]:
    return lambda: tuple(torch.randn(SIDE, SIDE) for _ in range(count))


def _shaped(*shapes: Sequence[int]) -> Callable[[], tuple[torch.Tensor, ...]]:
    return lambda: tuple(torch.randn(shape) for shape in shapes)


def _with_indices(extent: int, shape: Sequence[int]) -> Callable[[], tuple[torch.Tensor, ...]]:
    return lambda: (torch.randn(SIDE, SIDE), torch.randint(extent, shape))


def _norm_inputs() -> tuple[torch.Tensor, ...]:
    return torch.randn(16, 64, 32, 32), torch.randn(64), torch.rand(64) + 0.5, torch.randn(64), torch.randn(64)


IMAGE = _shaped((4, 16, 128, 128))
ROW = _shaped((SIDE, SIDE), (SIDE,))


def operators() -> list[Operator]:
    """What is measured; the largest tensor of each has about a million elements."""
    return [
        Operator("copy", torch.clone, _square()),
        Operator("transpose", lambda x: x.t().contiguous(), _square()),
        Operator("permute 4-D", lambda x: x.permute(0, 2, 3, 1).contiguous(), IMAGE),
        Operator("add", torch.add, _square(2)),
        Operator("mul, broadcast row", torch.mul, ROW),
        Operator("where", lambda x, y: torch.where(x > 0, x, y), _square(2)),
        Operator("relu", torch.relu, _square()),
        Operator("gelu", nn.gelu, _square()),
        Operator("exp", torch.exp, _square()),
        Operator("sigmoid", torch.sigmoid, _square()),
        Operator("to bfloat16", lambda x: x.to(torch.bfloat16), _square()),
        Operator("dropout", lambda x: nn.dropout(x, 0.5, True), _square()),
        Operator("sum, dim 1", lambda x: x.sum(1), _square()),
        Operator("mean, dim 0", lambda x: x.mean(0), _square()),
        Operator("max of all", torch.max, _square()),
        Operator("argmax, dim 1", lambda x: x.argmax(1), _square()),
        Operator("var, dim 1", lambda x: x.var(1), _square()),
        Operator("softmax", lambda x: torch.softmax(x, 1), _square()),
        Operator("log_softmax", lambda x: torch.log_softmax(x, 1), _square()),
        Operator("layer_norm", lambda x, w: nn.layer_norm(x, [SIDE], w, w), ROW),
        Operator("batch_norm, eval", lambda x, m, v, w, b: nn.batch_norm(x, m, v, w, b), _norm_inputs),
        Operator("cat, dim 1", lambda x, y: torch.cat([x, y], 1), _shaped((SIDE, 512), (SIDE, 512))),
        Operator("pad, constant", lambda x: nn.pad(x, (3, 5, 2, 7)), _square()),
        Operator("roll", lambda x: torch.roll(x, (100, 37), (0, 1)), _square()),
        Operator("flip", lambda x: torch.flip(x, (1,)), _square()),
        Operator("repeat", lambda x: x.repeat(2, 2), _shaped((512, 512))),
        Operator("index_select", lambda x, i: x.index_select(0, i), _with_indices(SIDE, (SIDE,))),
        Operator("gather", lambda x, i: torch.gather(x, 1, i), _with_indices(SIDE, (SIDE, SIDE))),
        Operator("embedding", lambda x, i: nn.embedding(i, x), _with_indices(SIDE, (8, 128))),
        Operator(
            "scatter_add",
            lambda x, i: torch.zeros_like(x).scatter_add(1, i, x),
            _with_indices(SIDE, (SIDE, SIDE)),
        ),
        Operator("cumsum", lambda x: x.cumsum(1), _square()),
        Operator("max_pool2d", lambda x: nn.max_pool2d(x, 3, 2, 1), IMAGE),
        Operator("avg_pool2d", lambda x: nn.avg_pool2d(x, 2), IMAGE),
        Operator("interpolate, nearest", lambda x: nn.interpolate(x, scale_factor=2.0), _shaped((4, 16, 64, 64))),
        Operator(
            "interpolate, bilinear",
            lambda x: nn.interpolate(x, scale_factor=2.0, mode="bilinear"),
            _shaped((4, 16, 64, 64)),
        ),
    ]


def further_operators() -> list[Operator]:
    """Measured as well, outside of the mean: they do more than move data."""
    return [
        Operator("sort", lambda x: torch.sort(x, 1), _square()),
        Operator("topk 8", lambda x: torch.topk(x, 8, 1), _square()),
        Operator("median", lambda x: torch.median(x, 1), _square()),
        Operator("cummax", lambda x: torch.cummax(x, 1), _square()),
        Operator("cumsum, dim 0", lambda x: x.cumsum(0), _square()),
        Operator("cumsum, 1-D", lambda x: x.cumsum(0), _shaped((ELEMENTS,))),
        Operator("logcumsumexp", lambda x: torch.logcumsumexp(x, 1), _square()),
        Operator("pad, reflect", lambda x: nn.pad(x, (3, 5, 2, 7), "reflect"), IMAGE),
        Operator("stack", lambda x, y: torch.stack([x, y], 2), _shaped((SIDE, 512), (SIDE, 512))),
        Operator("prod, dim 1", lambda x: x.prod(1), _square()),
        Operator("slice", lambda x: x[1:, 3:-2].contiguous(), _square()),
        Operator("unfold", lambda x: x.unfold(1, 4, 4).contiguous(), _square()),
    ]


def best_of_turns(*calls: Callable[[], Any]) -> list[float]:
    """Smallest CPU time of each call in milliseconds; they take turns, so that all meet the same noise."""
    best = [float("inf")] * len(calls)
    begin, turns = time.perf_counter(), 0
    while turns < FEWEST_TURNS or time.perf_counter() - begin < TURN_SECONDS:
        for i, call in enumerate(calls):
            start = time.thread_time_ns()
            call()
            best[i] = min(best[i], (time.thread_time_ns() - start) / 1e6)
        turns += 1
    return best


def measure(operator: Operator) -> tuple[float, float]:
    """Milliseconds of the device's values and of eager torch."""
    inputs = operator.inputs()
    moved = [x.to("npu") for x in inputs]
    torch._dynamo.reset()
    compiled = torch.compile(operator.function, dynamic=False, fullgraph=True)
    with torch.no_grad():
        compiled(*moved)
        ours, theirs = best_of_turns(lambda: compiled(*moved), lambda: operator.function(*inputs))
    return ours, theirs


def show_values(chosen: Sequence[Operator]) -> None:
    """Print a line per operator and the geometric mean."""
    print(f"{'values, one thread':24} {'npusim ms':>10} {'torch ms':>10} {'ratio':>7}")
    ratios = []
    with torch.npu.simulator(mode="functional"):
        for operator in chosen:
            ours, theirs = measure(operator)
            ratios.append(ours / theirs)
            print(f"{operator.name:24} {ours:10.3f} {theirs:10.3f} {ratios[-1]:7.2f}", flush=True)
    if ratios:
        mean = math.exp(sum(map(math.log, ratios)) / len(ratios))
        print(f"{f'geometric mean of {len(ratios)}':46} {mean:7.2f}   target <= {VALUES_TARGET}\n")


# -- time on the machine ----------------------------------------------------------------------------------------------


POINTWISE: dict[str, tuple[Callable[..., torch.Tensor], int]] = {
    "copy": (torch.clone, 1),
    "relu": (torch.relu, 1),
    "add": (torch.add, 2),
    "gelu": (nn.gelu, 1),
    "a*b+c": (lambda a, b, c: a * b + c, 3),
}


def roofline_fraction(function: Callable[..., torch.Tensor], count: int, megabytes: int) -> float:
    """Time at the machine's bandwidth over simulated time, of one kernel on tensors of some size."""
    inputs = [torch.empty(megabytes * 2**18, device="npu") for _ in range(count)]
    torch._dynamo.reset()
    with torch.npu.simulator(machine="tpuv3", mode="timing") as simulation, torch.no_grad():
        torch.compile(function, dynamic=False, fullgraph=True)(*inputs)
        (kernel,) = simulation.report().to_dict()["kernels"]
    return float(kernel["roofline_fraction"])


def show_timing() -> None:
    """Print the fraction of the DRAM roofline for every kernel and size."""
    sizes = (4, 16, 64)
    print(f"{'tpuv3, DRAM roofline':24} " + " ".join(f"{f'{m} MB':>8}" for m in sizes))
    for name, (function, count) in POINTWISE.items():
        fractions = [roofline_fraction(function, count, megabytes) for megabytes in sizes]
        print(f"{name:24} " + " ".join(f"{f:8.1%}" for f in fractions), flush=True)
    print(f"target from 16 MB on: {ROOFLINE_TARGET:.0%}")


def main() -> None:
    """Print the tables that the command line asks for."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("names", nargs="*", help="operators (parts of their names); all of them by default")
    parser.add_argument("--only", choices=["values", "timing"])
    options = parser.parse_args()
    torch.set_num_threads(1)
    if options.only != "timing":
        for group in (operators(), further_operators()):
            wanted = [o for o in group if not options.names or any(n in o.name for n in options.names)]
            show_values(wanted)
    if options.only != "values":
        show_timing()


if __name__ == "__main__":
    main()
