"""The kernels of a case on a machine, as text, and their cycles."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from unittest import mock

import torch
import torch._functorch.config
import torch._inductor.config
from npusim.scheduler import simulator

from golden.case import Case

MACHINES = ("small8x8", "tpuv3")

_HASH = re.compile(r"_[0-9a-f]{8}(_\d+)?$")


@dataclass(frozen=True)
class Launch:
    """One launch: what its kernel is called, without the hash of its text, and its cycles."""

    kernel: str
    cycles: int


@dataclass(frozen=True)
class Recording:
    """What a case does on a machine.

    Attributes:
        text: its kernels in the order of their first launches, each behind a line that says what it is.
        launches: in their order.
        cycles: of all launches together.
    """

    text: str
    launches: tuple[Launch, ...]
    cycles: int


def record(case: Case, machine: str, device: torch.device, folder: Path) -> Recording:
    """Compiles and runs a case, timing only unless it needs values.

    What other programs of the process have compiled, and which memory they hold, makes no difference.
    """
    torch._dynamo.reset()
    torch.manual_seed(0)
    mode = "both" if case.values else "timing"
    with _compiled_anew(), simulator(machine, mode, folder) as simulation, case.within():
        case.run(device)
        report = simulation.report()
    kernels = {kernel.name: kernel for kernel in report.kernels}
    launched = list(dict.fromkeys(launch.kernel for launch in report.launch_list))
    texts = [_described(kernels[name], simulation.run_dir) for name in launched]
    launches = [Launch(_HASH.sub("", launch.kernel), launch.cycles) for launch in report.launch_list]
    return Recording("// -----\n\n".join(texts), tuple(launches), report.cycles)


def _described(kernel: Any, run_dir: Path) -> str:
    template = f", template {kernel.meta['template']}" if kernel.meta.get("template") else ""
    fusions = sorted({fusion["fusion"] for fusion in kernel.meta.get("fusions", ())})
    fused = f", fusions {' '.join(fusions)}" if fusions else ""
    strategy = (kernel.meta.get("mapping") or {}).get("strategy")
    mapped = f", mapping {strategy}" if strategy else ""
    return f"// {_HASH.sub('', kernel.name)}: {kernel.meta['kind']}{template}{fused}{mapped}\n{_text(kernel, run_dir)}"


def _text(kernel: Any, run_dir: Path) -> str:
    return (run_dir / kernel.file).read_text(encoding="utf-8")


@contextmanager
def _compiled_anew() -> Iterator[None]:
    """Nothing comes from Inductor's caches on the disk, whose keys do not hold the simulator's sources; and Dynamo does
    not empty the processor's caches to measure its guards, which takes longer than most cases.
    """
    with (
        mock.patch("torch._dynamo.guards.profile_guard_manager", return_value=0.0),
        torch._inductor.config.patch(fx_graph_cache=False),
        torch._functorch.config.patch(enable_autograd_cache=False),
    ):
        yield
