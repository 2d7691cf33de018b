"""Whether kernels are verified: part of the keys of the compile caches. Imports no torch."""

from collections import Counter
from collections.abc import Callable
from types import TracebackType

from npusim.simulator.system.environment import is_on
from npusim.simulator.system.listeners import Listeners

_chosen: bool | None = None
_of_operators = False
_active: list["verify"] = []


def verifies() -> bool:
    """Whether code compiled now is verified as it runs: what `torch.npu.verify` chose, else ``NPUSIM_VERIFY``."""
    return is_on("VERIFY") if _chosen is None else _chosen


def verifies_operators() -> bool:
    """Whether operators are compared too: what `torch.npu.verify` chose."""
    return bool(_chosen) and _of_operators


def state() -> tuple[bool, bool]:
    """The part of the compile state."""
    return verifies(), verifies_operators()


_listeners: Listeners[tuple[bool, bool]] = Listeners(state)


def on_change(listener: Callable[[tuple[bool, bool]], None]) -> None:
    """Calls `listener` with the new state whenever it changes."""
    _listeners.add(listener)


class verify:
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
        self._before = _chosen, _of_operators
        _choose(bool(enabled), operators)
        _active.append(self)

    def __enter__(self) -> "verify":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        _choose(*self._before)
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


def _choose(enabled: bool | None, operators: bool) -> None:
    global _chosen, _of_operators
    with _listeners.hear():
        _chosen, _of_operators = enabled, operators
