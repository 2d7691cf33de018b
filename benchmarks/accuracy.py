"""Cycles of the model against cycles measured on silicon, one line per row of `benchmarks/tpuv3_measured.csv`.

    python benchmarks/accuracy.py [workload ...]

Every workload is compiled for the device and timed on tpuv3. The error is (model - silicon) / silicon; PyTorchSim's
own, published with the measurements, stands beside it. LayerNorm and softmax made several passes over memory on the
silicon, so they are summed apart. A row whose operator the device does not have yet is listed with the reason.
"""

import csv
import sys
from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import torch
from npusim.simulator.errors import NpuSimError

ROWS = Path(__file__).with_name("tpuv3_measured.csv")
APART = ("layernorm", "softmax")


@dataclass(frozen=True)
class Row:
    """One measurement: a workload, its shape in words, cycles on the silicon, PyTorchSim's error in percent."""

    workload: str
    shape: str
    cycles: int
    pytorchsim_percent: float


@dataclass(frozen=True)
class Outcome:
    """What the model gave for a row: cycles and kernels, or why there is nothing.

    `passes` is bytes moved over DRAM / bytes of the first input, `silicon_passes` the same of what the measured time
    would move at the nominal bandwidth.
    """

    row: Row
    cycles: int | None = None
    kernels: int = 0
    limiters: str = ""
    passes: float = 0
    silicon_passes: float = 0
    reason: str = ""

    @property
    def percent(self) -> float | None:
        """The model's error."""
        return None if self.cycles is None else 100 * (self.cycles / self.row.cycles - 1)


def read_rows() -> list[Row]:
    """The rows of the data file, comments left out."""
    lines = [line for line in ROWS.read_text().splitlines() if line and not line.startswith("#")]
    table = csv.DictReader(lines)
    return [
        Row(row["workload"], row["shape"], int(row["cycles"]), float(row["pytorchsim_error_percent"])) for row in table
    ]


def gemm(shape: str) -> tuple[Callable[..., Any], list[torch.Tensor]]:
    m, n, k = (int(size) for size in shape.split("x"))
    return torch.mm, [torch.empty(m, k), torch.empty(k, n)]


def convolution(shape: str) -> tuple[Callable[..., Any], list[torch.Tensor]]:
    words = shape.split()
    batch, size = int(words[0][1:]), int(words[1].split("x")[0])
    channels, filters = (int(number) for number in words[2].split("->"))
    kernel, stride, padding = (int(word[1:]) for word in words[3:6])

    def call(x: torch.Tensor, weight: torch.Tensor, bias: torch.Tensor) -> torch.Tensor:
        return torch.nn.functional.conv2d(x, weight, bias, stride=stride, padding=padding)

    image = torch.empty(batch, channels, size, size).to(memory_format=torch.channels_last)
    return call, [image, torch.empty(filters, channels, kernel, kernel), torch.empty(filters)]


def layernorm(shape: str) -> tuple[Callable[..., Any], list[torch.Tensor]]:
    rows, columns = (int(size) for size in shape.split("x"))

    def call(x: torch.Tensor, weight: torch.Tensor, bias: torch.Tensor) -> torch.Tensor:
        return torch.nn.functional.layer_norm(x, [columns], weight, bias)

    return call, [torch.empty(rows, columns), torch.empty(columns), torch.empty(columns)]


def softmax(shape: str) -> tuple[Callable[..., Any], list[torch.Tensor]]:
    rows, columns = (int(size) for size in shape.split()[0].split("x"))
    return (lambda x: torch.softmax(x, 1)), [torch.empty(rows, columns)]


def attention(shape: str) -> tuple[Callable[..., Any], list[torch.Tensor]]:
    heads, length, depth = (int(word.lstrip("hseqd")) for word in shape.split()[:3])

    def call(query: torch.Tensor, key: torch.Tensor, value: torch.Tensor) -> torch.Tensor:
        scores = torch.softmax(torch.matmul(query, key.transpose(1, 2)) / depth**0.5, -1)
        return torch.matmul(scores, value)

    return call, [torch.empty(heads, length, depth) for _ in range(3)]


WORKLOADS = {"gemm": gemm, "conv": convolution, "layernorm": layernorm, "softmax": softmax, "attention": attention}


def same_kernels(row: Row) -> AbstractContextManager[None]:
    """The attention row is unfused, as its name says: the softmax between the products is a kernel of its own."""
    if row.workload != "attention":
        return nullcontext()
    fused: AbstractContextManager[None] = torch.npu.fusion(prologue=False, reduction_epilogue=False)
    return fused


def measure(row: Row) -> Outcome:
    """Compiles the row's workload and times one call."""
    function, inputs = WORKLOADS[row.workload](row.shape)
    torch._dynamo.reset()
    try:
        with torch.npu.simulator(machine="tpuv3", mode="timing") as simulation, torch.no_grad(), same_kernels(row):
            torch.compile(function, dynamic=False, fullgraph=True)(*(tensor.to("npu") for tensor in inputs))
            report = simulation.report()
    except Exception as error:
        reason = find_reason(error)
        if reason is None:
            raise
        return Outcome(row, reason=reason)
    limiters = ", ".join(kernel.statistics["limiter"] for kernel in report.kernels)
    tensor_bytes = inputs[0].numel() * inputs[0].element_size()
    silicon_bytes = row.cycles * simulation.machine.memory_bytes_per_cycle
    return Outcome(
        row=row,
        cycles=report.cycles,
        kernels=report.launches,
        limiters=limiters,
        passes=report.statistics["dram_bytes"] / tensor_bytes,
        silicon_passes=silicon_bytes / tensor_bytes,
    )


def find_reason(error: BaseException) -> str | None:
    """First line of the `NpuSimError` an exception was raised from, None when there is none."""
    while error is not None and not isinstance(error, NpuSimError):
        error = getattr(error, "inner_exception", None) or error.__cause__ or error.__context__
    return None if error is None else str(error).splitlines()[0]


def show(outcome: Outcome) -> None:
    """Prints one line."""
    row = outcome.row
    start = f"{row.workload:<10} {row.shape:<46} {row.cycles:>9,}"
    if outcome.percent is None:
        print(f"{start} {'-':>9}  not available: {outcome.reason}")
        return
    kernels = f"{outcome.kernels} kernel{'s' if outcome.kernels != 1 else ''}"
    errors = f"{outcome.percent:>+7.1f} % {row.pytorchsim_percent:>+11.0f} %"
    print(f"{start} {outcome.cycles:>9,} {errors}   {kernels}, limited by {outcome.limiters}{passes_of(outcome)}")


def passes_of(outcome: Outcome) -> str:
    """Passes over the tensor, for the rows where the silicon ran another program than the model."""
    if outcome.row.workload not in APART:
        return ""
    return f"; {outcome.passes:.1f} passes over the tensor, silicon's time is {outcome.silicon_passes:.1f}"


def show_mean(title: str, outcomes: list[Outcome]) -> None:
    """Prints the mean absolute errors of some rows, ours and PyTorchSim's."""
    timed = [outcome for outcome in outcomes if outcome.percent is not None]
    if timed:
        ours = sum(abs(outcome.percent or 0) for outcome in timed) / len(timed)
        theirs = sum(abs(outcome.row.pytorchsim_percent) for outcome in timed) / len(timed)
        print(f"mean absolute error, {title} ({len(timed)} rows): {ours:.1f} %, PyTorchSim {theirs:.1f} %")


def main() -> None:
    """Times the rows of the named workloads, all by default."""
    wanted = sys.argv[1:] or list(WORKLOADS)
    if unknown := sorted(set(wanted) - set(WORKLOADS)):
        sys.exit(f"no workload {', '.join(unknown)}; there are {', '.join(WORKLOADS)}")
    print(f"{'workload':<10} {'shape':<46} {'silicon':>9} {'model':>9} {'error':>9} {'PyTorchSim':>13}")
    outcomes = []
    for row in read_rows():
        if row.workload in wanted:
            outcomes.append(measure(row))
            show(outcomes[-1])
    show_mean("matrix products, convolution, attention", [o for o in outcomes if o.row.workload not in APART])
    show_mean("layer norm and softmax", [o for o in outcomes if o.row.workload in APART])


if __name__ == "__main__":
    main()
