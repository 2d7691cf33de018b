"""A kernel that is loaded in a simulation."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from npusim.simulator.functional import FunctionalKernel
from npusim.simulator.ir.kernel import KernelModule
from npusim.simulator.run.core_choice import CoreChoice
from npusim.simulator.timing import TimingKernel


@dataclass(frozen=True, eq=False)
class LoadedKernel:
    """A kernel with the programs that a simulation's mode needs.

    Attributes:
        name: its name in reports.
        kernel: the verified kernel.
        meta: its origin, for the report.
        functional: its functional program; None in mode timing and for combined programs.
        timing: its timing program; None in mode functional.
        file: path of its text in the run folder.
        cores: on machines with several cores, programs for some of them only.
    """

    name: str
    kernel: KernelModule
    meta: Mapping[str, Any] = field(repr=False)
    functional: FunctionalKernel | None
    timing: TimingKernel | None
    file: str
    cores: CoreChoice | None = None

    @property
    def computes_values(self) -> bool:
        """Whether a launch computes values: in mode timing only if the kernel's or another kernel's time needs them."""
        return self.functional is not None or (self.timing is not None and self.timing.combined)
