"""A kernel that is loaded in a simulation."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from npusim.simulator.functional import FunctionalKernel
from npusim.simulator.ir.kernel import KernelModule
from npusim.simulator.report.origin import Origin
from npusim.simulator.run.times.core_choice import CoreChoice
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


class Submission(NamedTuple):
    """A launch that the engine simulates.

    Attributes:
        loaded: its kernel.
        origin: what of the program it belongs to.
        sizes: its symbolic sizes.
        addresses: simulated address of each tensor.
        cores: how many cores share its loops.
    """

    loaded: LoadedKernel
    origin: Origin
    sizes: Sequence[int]
    addresses: Sequence[int]
    cores: int
