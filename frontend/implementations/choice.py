"""Which of an operator's implementations computes a call: the forced one, the tuned table's, the fastest of those that
were simulated, else the one with the highest priority.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from npusim.frontend.authoring.errors import author_context, is_of_npusim, operator_name
from npusim.frontend.authoring.results import call_of_author
from npusim.frontend.implementations.calls import call_text, fused_call_text
from npusim.frontend.implementations.evaluation import evaluate, running
from npusim.frontend.implementations.forcing import forced_at
from npusim.frontend.implementations.record import keep_choice
from npusim.frontend.implementations.registry import Implementation, check_names, implementations_of
from npusim.frontend.inductor.api import V
from npusim.scheduler import current_machine, current_strategy
from npusim.simulator.errors import NpuSimError, OptionError, ScratchpadOverflowError, UnsupportedError, causes

_RESULT = "what the operator's other implementations return"


@dataclass(frozen=True)
class Candidate:
    """An implementation as it stands to a call.

    Attributes:
        why_not: why it cannot compute the call; empty when it can.
        remark: why it is not the default, or could not be simulated.
        cycles: simulated, with what may be fused with the operator; None where nothing was.
    """

    implementation: Implementation
    why_not: str
    remark: str = ""
    cycles: int | None = None

    def to_meta(self) -> dict[str, Any]:
        """Its entry in reports."""
        return {
            "implementation": self.implementation.name,
            "priority": self.implementation.priority,
            "eligible": not self.why_not,
            "why": self.why_not or self.remark,
            "cycles": self.cycles,
        }


@dataclass(frozen=True)
class Choice:
    """The implementation of a call.

    Attributes:
        by: `priority`, `forced`, `autotune` or `table`, with details.
        candidates: all of the operator, in the order in which they are considered.
    """

    chosen: Implementation
    by: str
    candidates: Sequence[Candidate]

    def to_meta(self, call: str) -> dict[str, Any]:
        """Its entry in reports."""
        return {
            "operator": self.chosen.operator,
            "call": call,
            "chosen": self.chosen.name,
            "by": self.by,
            "candidates": [each.to_meta() for each in self.candidates],
        }


def lower(operator: str, *args: Any, **kwargs: Any) -> Any:
    """The result of an operator, computed by one of its implementations.

    Args:
        operator: of `register_implementation`.
        args: its arguments, as every implementation takes them.
        kwargs: the same of those given by name.

    Raises:
        OptionError: the forced implementation does not exist, or cannot compute the call.
        UnsupportedError: none can.
    """
    node = V.graph.current_node
    choice = _choose(operator, node, args, kwargs)
    if running() is None:
        keep_choice(node, operator, choice.to_meta(_call(node)))
    chosen = choice.chosen
    if operator == operator_name(node.target) and not is_of_npusim(chosen.function):
        return call_of_author(chosen.function, node.target, args, kwargs)
    with author_context(f"implementation {chosen.name} of {operator}", chosen.function, _RESULT, node.target):
        return chosen.function(*args, **kwargs)


def _choose(operator: str, node: Any, args: Sequence[Any], kwargs: Mapping[str, Any]) -> Choice:
    machine, known = current_machine(), implementations_of(operator)
    ranked = sorted(known.values(), key=lambda each: -each.priority)
    candidates = [Candidate(each, each.cannot(machine, args, kwargs)) for each in ranked]
    evaluation, wanted = running(), forced_at(node)
    name = evaluation.name if evaluation is not None and evaluation.operator == operator else wanted.get(operator)
    if name is not None:
        return _forced(operator, name, node, candidates)
    eligible = [each for each in candidates if not each.why_not]
    if not eligible:
        raise UnsupportedError(
            f"no implementation of {operator} can compute {call_text(node)}: "
            + "; ".join(f"{each.implementation.name}: {each.why_not}" for each in candidates)
        )
    default, remarks = _default(eligible, args, kwargs)
    candidates = [replace(each, remark=remarks.get(each.implementation.name, "")) for each in candidates]
    found = None if evaluation is not None or len(candidates) < 2 else _tabled(operator, node, candidates)
    if found is None and evaluation is None and len(eligible) > 1 and current_strategy().kind == "autotune":
        found = _tuned(operator, node, default, candidates)
    return found or Choice(default, f"priority {default.priority}", candidates)


def _forced(operator: str, name: str, node: Any, candidates: Sequence[Candidate]) -> Choice:
    check_names({operator: name}, "forced implementation")
    candidate = next(each for each in candidates if each.implementation.name == name)
    if candidate.why_not:
        raise OptionError(
            f"implementation {name!r} of {operator} is forced, but cannot compute {call_text(node)}: "
            f"{candidate.why_not}"
        )
    return Choice(candidate.implementation, "forced", candidates)


def _default(
    eligible: Sequence[Candidate], args: Sequence[Any], kwargs: Mapping[str, Any]
) -> tuple[Implementation, dict[str, str]]:
    """The first that may be the default, or else the first; and why those before it may not."""
    remarks: dict[str, str] = {}
    for candidate in eligible:
        each = candidate.implementation
        remark = each.should_not(current_machine(), args, kwargs)
        if not remark:
            return each, remarks
        remarks[each.name] = remark
    return eligible[0].implementation, remarks


def _call(node: Any) -> str:
    """The call as reports and tables have it: with its surroundings where these have a part in the choice."""
    return call_text(node) if current_strategy().kind == "default" else fused_call_text(node)


def _tabled(operator: str, node: Any, candidates: Sequence[Candidate]) -> Choice | None:
    """What the tuned table in force says; None when it says nothing."""
    table = current_strategy().table
    calls = [_call(node)]
    if current_strategy().kind != "autotune":
        calls.append(call_text(node))  # of the operator alone: nothing better is going to be found
    rows = (None if table is None else table.row(current_machine(), operator, call) for call in calls)
    row = next(filter(None, rows), None)
    if table is None or row is None:
        return None
    place = f"{table.file} row {row.number}"
    name = row.chosen
    check_names({operator: name}, place)
    candidate = next(each for each in candidates if each.implementation.name == name)
    if candidate.why_not:
        raise OptionError(
            f"{place}: implementation {name!r} of {operator} cannot compute {row.call}: {candidate.why_not}; "
            "remove the row, or correct it"
        )
    cycles = {each["implementation"]: each["cycles"] for each in row.candidates}
    known = [replace(each, cycles=cycles.get(each.implementation.name)) for each in candidates]
    return Choice(candidate.implementation, f"table: {place}", known)


_known_cycles: dict[tuple[Implementation, str, str, str], tuple[int | None, str]] = {}


def _tuned(operator: str, node: Any, default: Implementation, candidates: Sequence[Candidate]) -> Choice:
    """The fastest; the default where not all were simulated that could be, or of equals."""
    tried = [_tried(operator, node, each) if not each.why_not else each for each in candidates]
    simulated = [each for each in tried if each.cycles is not None]
    if not any(each.implementation is default for each in simulated):
        return Choice(default, f"priority {default.priority}, not tuned", tried)
    best = min(simulated, key=lambda each: (each.cycles, each.implementation is not default))
    return Choice(best.implementation, "autotune", tried)


def _refusal(error: BaseException) -> NpuSimError:
    """What says that a candidate cannot be simulated, which Inductor may have wrapped; raises other errors."""
    for cause in causes(error):
        if isinstance(cause, (UnsupportedError, ScratchpadOverflowError)):
            return cause
    raise error


def _tried(operator: str, node: Any, candidate: Candidate) -> Candidate:
    key = (candidate.implementation, _call(node), current_machine().digest, current_strategy().digest)
    if key not in _known_cycles:
        try:
            _known_cycles[key] = evaluate(node, operator, candidate.implementation.name), ""
        except Exception as error:
            _known_cycles[key] = None, f"not simulated: {_refusal(error)}"
    cycles, remark = _known_cycles[key]
    return replace(candidate, cycles=cycles, remark=remark or candidate.remark)
