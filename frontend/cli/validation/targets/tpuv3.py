"""One TPUv3 core: cycles of float32 workloads, measured on silicon and published with PyTorchSim (MICRO'25)."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from npusim.frontend.cli.validation.compiled import limiters, timed
from npusim.frontend.cli.validation.target import Fields, Measurement, Point, Target
from npusim.simulator.machine import load_machine

if TYPE_CHECKING:
    from npusim.simulator.report.report import Report
    from torch import Tensor

_MACHINE = "tpuv3"
_PASSES = ("layernorm", "softmax")
_Case = tuple[Callable[..., Any], "list[Tensor]"]


def _gemm(shape: str) -> _Case:
    import torch

    m, n, k = (int(size) for size in shape.split("x"))
    return torch.mm, [torch.empty(m, k), torch.empty(k, n)]


def _convolution(shape: str) -> _Case:
    import torch

    words = shape.split()
    batch, size = int(words[0][1:]), int(words[1].split("x")[0])
    channels, filters = (int(number) for number in words[2].split("->"))
    kernel, stride, padding = (int(word[1:]) for word in words[3:6])

    def call(x: Tensor, weight: Tensor, bias: Tensor) -> Tensor:
        return torch.nn.functional.conv2d(x, weight, bias, stride=stride, padding=padding)

    image = torch.empty(batch, channels, size, size).to(memory_format=torch.channels_last)
    return call, [image, torch.empty(filters, channels, kernel, kernel), torch.empty(filters)]


def _layernorm(shape: str) -> _Case:
    import torch

    rows, columns = (int(size) for size in shape.split("x"))

    def call(x: Tensor, weight: Tensor, bias: Tensor) -> Tensor:
        return torch.nn.functional.layer_norm(x, [columns], weight, bias)

    return call, [torch.empty(rows, columns), torch.empty(columns), torch.empty(columns)]


def _softmax(shape: str) -> _Case:
    import torch

    rows, columns = (int(size) for size in shape.split()[0].split("x"))
    return (lambda x: torch.softmax(x, 1)), [torch.empty(rows, columns)]


def _attention(shape: str) -> _Case:
    import torch

    heads, length, depth = (int(word.lstrip("hseqd")) for word in shape.split()[:3])

    def call(query: Tensor, key: Tensor, value: Tensor) -> Tensor:
        scores = torch.softmax(torch.matmul(query, key.transpose(1, 2)) / depth**0.5, -1)
        return torch.matmul(scores, value)

    return call, [torch.empty(heads, length, depth) for _ in range(3)]


_WORKLOADS = {
    "gemm": _gemm,
    "conv": _convolution,
    "layernorm": _layernorm,
    "softmax": _softmax,
    "attention": _attention,
}


def _read(fields: Fields) -> Point:
    workload, shape = fields["workload"], fields["shape"]
    if workload not in _WORKLOADS:
        raise ValueError(f"no workload {workload}; there are {', '.join(_WORKLOADS)}")
    return Point(
        name=f"{workload} {shape}",
        reference=int(fields["cycles"]),
        fields=fields,
        group="layer norm and softmax" if workload in _PASSES else "products, convolutions, attention",
        used_for="launch overhead, DMA depth" if workload == "softmax" else "",
        others={"PyTorchSim": float(fields["pytorchsim_error_percent"])},
    )


_APART = {
    "attention": {"attention": False, "prologue": False, "reduction_epilogue": False},
    **{workload: {"pointwise": False, "horizontal": False} for workload in _PASSES},
}
"""Fusions that are off for workloads that were measured as several kernels: attention's softmax, a row's reductions."""


def _as_measured(workload: str) -> AbstractContextManager[None] | None:
    import torch

    if workload not in _APART:
        return None
    fused: AbstractContextManager[None] = torch.npu.fusion(**_APART[workload])
    return fused


def _measure(point: Point) -> Measurement:
    workload = point.fields["workload"]
    function, inputs = _WORKLOADS[workload](point.fields["shape"])
    report = timed(function, inputs, _MACHINE, fusions=_as_measured(workload))
    passes = _passes(point, inputs[0], report) if workload in _PASSES else ""
    return Measurement(report.cycles, report.statistics["roofline_cycles"], limiters(report) + passes)


def _passes(point: Point, tensor: Tensor, report: Report) -> str:
    """A note on the passes over the tensor, for rows where the silicon ran another program than the model."""
    tensor_bytes = tensor.numel() * tensor.element_size()
    ours = report.statistics["dram_bytes"] / tensor_bytes
    silicon = point.reference * load_machine(_MACHINE).memory_bytes_per_cycle / tensor_bytes
    return f"; {ours:.1f} passes over the tensor, silicon's time is {silicon:.1f}"


TARGET = Target(
    title="TPUv3, one core: float32 workloads measured on silicon, published with PyTorchSim (MICRO'25)",
    machine=_MACHINE,
    unit="cycles",
    reference="silicon",
    file=Path(__file__).with_suffix(".csv"),
    read=_read,
    measure=_measure,
    notes=(
        "Layer norm, softmax and attention are several kernels here, as on the silicon; npusim's default fuses them.",
        "The roofline is that of our kernels: their arithmetic and bytes at the peak.",
    ),
)
