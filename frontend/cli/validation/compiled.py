"""Points that are PyTorch programs: compiled for the device and timed, without values."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from npusim.scheduler import MappingStrategy
from npusim.simulator.machine import Machine
from npusim.simulator.report.report import Report

Function = Callable[..., Any]


def timed(
    function: Function,
    inputs: list[Any],
    machine: str | Machine,
    mapping: str | Mapping[str, Any] | None = None,
    fusions: AbstractContextManager[None] | None = None,
) -> Report:
    """The report of one call of a compiled function.

    Args:
        function: of tensors.
        inputs: tensors of the host; their values do not matter.
        machine: it, or its name.
        mapping: a strategy, or entries as in a mapping file.
        fusions: the context in which it is compiled.
    """
    import torch

    strategy = mapping if mapping is None or isinstance(mapping, str) else _of_entries(mapping)
    torch._dynamo.reset()
    with TemporaryDirectory(prefix="npusim-validate-") as folder, fusions or nullcontext():
        opened = torch.npu.simulator(machine=machine, mode="timing", dump_dir=folder, mapping=strategy)
        with opened as simulation, torch.no_grad():
            torch.compile(function, dynamic=False, fullgraph=True)(*(tensor.to("npu") for tensor in inputs))
            report: Report = simulation.report()
    return report


def _of_entries(entries: Mapping[str, Any]) -> MappingStrategy:
    return MappingStrategy("external", file=Path("validation"), entries=entries)


def limiters(report: Report) -> str:
    """The number of kernels and their limiters."""
    kernels = f"{report.launches} kernel{'s' if report.launches != 1 else ''}"
    return f"{kernels}, limited by {', '.join(kernel.statistics['limiter'] for kernel in report.kernels)}"
