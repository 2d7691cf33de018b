"""The implementations of every operator, by name."""

import difflib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

from npusim.frontend.authoring.errors import author_context, is_of_npusim, refuse_result
from npusim.frontend.implementations.forcing import forced, forced_here
from npusim.simulator.errors import OptionError
from npusim.simulator.machine import Machine

Condition = Callable[..., str | None]
"""The machine and the arguments of a call to a sentence that says why not; None or an empty one where nothing does."""
_SENTENCE = "a sentence that says why the call cannot be computed, or None"
FunctionT = TypeVar("FunctionT", bound=Callable[..., Any])


@dataclass(frozen=True)
class Implementation:
    """One way to compute an operator.

    Attributes:
        operator: `gemm`, or `mylib::linear`.
        name: unique among the operator's.
        function: a lowering: nodes of Inductor to the result's.
        priority: of those that can compute a call, the default is the one with the highest.
        when: what it can compute.
        pays: where it is meant to be the default; forcing and autotuning do not ask.
    """

    operator: str
    name: str
    function: Callable[..., Any]
    priority: int = 0
    when: Condition | None = None
    pays: Condition | None = None

    def cannot(self, machine: Machine, args: Sequence[Any], kwargs: Mapping[str, Any]) -> str:
        """Why it cannot compute a call; empty if it can."""
        return self._asked(self.when, machine, args, kwargs)

    def should_not(self, machine: Machine, args: Sequence[Any], kwargs: Mapping[str, Any]) -> str:
        """Why it is not the default for a call that it can compute; empty if it may be."""
        return self._asked(self.pays, machine, args, kwargs)

    def _asked(
        self, condition: Condition | None, machine: Machine, args: Sequence[Any], kwargs: Mapping[str, Any]
    ) -> str:
        if condition is None:
            return ""
        doing = f"the condition of implementation {self.name} of {self.operator}"
        with author_context(doing, condition, _SENTENCE):
            try:
                why = condition(machine, *args, **kwargs)
            except TypeError as error:
                if "truth value of Relational" not in str(error):
                    raise
                return "a size that its condition compares is symbolic"
        if not isinstance(why, str | None):
            raise refuse_result(doing, condition, repr(why), _SENTENCE)
        return why or ""


_operators: dict[str, dict[str, Implementation]] = {}


def register_implementation(
    operator: str,
    name: str,
    *,
    priority: int = 0,
    when: Condition | None = None,
    pays: Condition | None = None,
) -> Callable[[FunctionT], FunctionT]:
    """Makes the decorated function one of the implementations of an operator.

    Args:
        operator: whatever calls `lower(operator, ...)`: npusim's are listed in docs/implementations.md.
        name: by which it is forced and reported; registered again, the later function wins.
        priority: the highest of those that can compute a call is its default; of equals, the first registered.
        when: gets the machine and the operator's arguments (tensors as nodes with `get_size()`, `get_stride()`,
            `get_dtype()`) and returns why the implementation cannot compute them, a sentence, or None.
        pays: the same, for what it could compute but should not without being asked.

    The function gets the operator's arguments and returns its result as lowerings do.
    """
    if not name.replace("_", "").replace("-", "").isalnum():
        raise OptionError(f"implementation {name!r} of {operator}: a name has letters, digits, - and _ only")

    def decorate(function: FunctionT) -> FunctionT:
        made = Implementation(operator, name, function, priority, when, pays)
        _operators.setdefault(operator, {})[name] = made
        return function

    return decorate


def implementations_of(operator: str) -> Mapping[str, Implementation]:
    """The implementations of an operator by name; empty when it has none."""
    return _operators.get(operator, {})


def check_names(wanted: Mapping[str, str], source: str) -> None:
    """Raises an OptionError for operators and implementations that do not exist."""
    for operator, name in wanted.items():
        if operator not in _operators:
            raise OptionError(
                f"{source}: no operator with several implementations is called {_among(operator, _operators)}"
            )
        if name not in _operators[operator]:
            raise OptionError(f"{source}: {operator} has no implementation {_among(name, _operators[operator])}")


def check_forced(nodes: Iterable[Any]) -> None:
    """Raises an OptionError if a name that is forced for a graph of traced nodes does not exist."""
    check_names(forced(), "forced implementation")
    for node in nodes:
        check_names(forced_here(node), "forced implementation")


def user_implementations() -> Iterator[tuple[str, Any]]:
    """What users registered, with names, for the keys of caches."""
    for operator, known in _operators.items():
        for each in known.values():
            for role, thing in (("", each.function), ("when", each.when), ("pays", each.pays)):
                if thing is not None and not is_of_npusim(thing):
                    yield f"implementation[{operator}/{each.name}/{each.priority}]{role}", thing


def _among(name: str, names: Iterable[str]) -> str:
    close = difflib.get_close_matches(name, list(names), n=1, cutoff=0.5)
    hint = f" (did you mean {close[0]}?)" if close else ""
    return f"{name!r}{hint}; there are: {', '.join(sorted(names))}"
