"""Whether kernels are verified: part of the keys of the compile caches. Imports no torch."""

from collections import Counter
from dataclasses import dataclass
from types import TracebackType

from npusim.frontend.settings.setting import Choice, Setting
from npusim.simulator.system.environment import is_on

_active: list["verify"] = []


@dataclass(frozen=True)
class Verification:
    """Whether code compiled now is verified as it runs, and whether operators are compared too."""

    kernels: bool
    operators: bool = False


verification: Setting[Verification] = Setting(lambda: Verification(is_on("VERIFY")))
"""What `torch.npu.verify` chose, else ``NPUSIM_VERIFY``."""


class verify(Choice[Verification]):
    """Switch verification on or off; as a context manager, until its end (docs/debugging.md).

    Compiled functions exist once for each state: the first call under verification compiles anew.

    Args:
        operators: besides kernels, each operator that the program calls is compared: compiled alone, with the
            operands that eager PyTorch has for it, and its gradients, when a compiled function runs first.

    Attributes:
        compared: launches whose results were compared so far.
        by_float64: those of them that float64 had to decide.
        parts: launches whose results are parts of an operator's, which are compared with its last launch.
        operators: operators that were compared so far; equal calls count once.
        not_compared: launches and operators that were not compared, by the reason.
    """

    def __init__(self, enabled: bool = True, *, operators: bool = False) -> None:
        self.compared = self.by_float64 = self.parts = self.operators = 0
        self.not_compared: Counter[str] = Counter()
        super().__init__(verification, Verification(bool(enabled), bool(enabled) and operators))
        _active.append(self)

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        super().__exit__(kind, error, traceback)
        _active.remove(self)


def count_compared(by_float64: bool) -> None:
    """Counts a launch that was found right."""
    for each in _active:
        each.compared += 1
        each.by_float64 += by_float64


def count_part() -> None:
    """Counts a launch that computes a part of an operator's result."""
    for each in _active:
        each.parts += 1


def count_operator() -> None:
    """Counts an operator that was found right."""
    for each in _active:
        each.operators += 1


def count_not_compared(reason: str) -> None:
    """Counts a launch or an operator that could not be compared."""
    for each in _active:
        each.not_compared[reason] += 1
