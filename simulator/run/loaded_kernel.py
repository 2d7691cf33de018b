"""A kernel that is ready to be launched in a simulation."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from npusim.simulator.functional import FunctionalKernel
from npusim.simulator.ir.kernel import KernelModule
from npusim.simulator.run.core_choice import CoreChoice
from npusim.simulator.timing import TimingKernel


@dataclass(frozen=True, eq=False)
class LoadedKernel:
    """A kernel with what a simulation's mode needs of it.

    Attributes:
        name: what reports call it.
        kernel: the verified kernel.
        meta: where it came from, for the report.
        functional: its values, None in mode timing and for combined programs.
        timing: its time, None in mode functional.
        file: its text below the run's folder.
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
        """Whether a launch leaves values in the tensors: in mode timing only kernels whose time depends on data do, and
        those that steer others.
        """
        return self.functional is not None or (self.timing is not None and self.timing.combined)
