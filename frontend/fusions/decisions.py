"""What was fused and what was not, with the reasons, noted where it is decided."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from npusim.frontend.codegen.graph.metadata import origin_ops, short_ops
from npusim.frontend.fusions.fused_operators import fused_operators
from npusim.frontend.fusions.switches import FOREACH, SIBLING

NOT_ASKED = "Inductor never offered the pair"


@dataclass(frozen=True)
class Decision:
    """One answer about two (groups of) nodes.

    Attributes:
        fusion: a name of `switches.FUSIONS`; `inductor` for what Inductor's scheduler ruled out itself.
        first, second: operation names; what `first` computes is read by `second`, or both read the same.
        fused: the answer.
        why: a sentence; for a fusion the gain, where that was estimated or simulated.
    """

    fusion: str
    first: frozenset[str]
    second: frozenset[str]
    fused: bool
    why: str


class Decisions:
    """The decisions of one graph."""

    def __init__(self) -> None:
        self._by_second: dict[str, list[Decision]] = {}
        self._order: dict[Decision, int] = {}
        self._made: dict[tuple[frozenset[str], frozenset[str], str], Decision] = {}

    def accept(self, fusion: str, first: Any, second: Any, why: str = "") -> None:
        """Notes that two (fused) scheduler nodes share a kernel."""
        self._note(fusion, first, second, True, why)

    def refuse(self, fusion: str, first: Any, second: Any, why: str) -> None:
        """Notes that two (fused) scheduler nodes do not share a kernel."""
        self._note(fusion, first, second, False, why)

    def _note(self, fusion: str, first: Any, second: Any, fused: bool, why: str) -> None:
        names = frozenset(first.get_operation_names()), frozenset(second.get_operation_names())
        decision = Decision(fusion, *names, fused, why)
        self._made[(*names, fusion)] = decision
        self._order.setdefault(decision, len(self._order))
        for name in names[1]:
            self._by_second.setdefault(name, []).append(decision)

    def between(self, first: Iterable[str], second: Iterable[str]) -> Decision | None:
        """The refusal that keeps these two groups apart.

        A refusal of two templates comes first, in either direction; then npusim's first refusal, of which later ones
        are consequences; then Inductor's last.
        """
        producers, readers = set(first), set(second)
        siblings = [d for d in self._about(producers) if d.fusion == SIBLING and d.first & readers]
        about = [d for d in self._about(readers) if d.first & producers]
        ours = [d for d in about if d.fusion != INDUCTOR]
        return next(iter([*siblings, *ours, *about[::-1]]), None)

    def _about(self, names: Iterable[str]) -> list[Decision]:
        """Refusals of nodes with these names, in the order in which they were decided."""
        found = {id(d): d for name in names for d in self._by_second.get(name, ()) if not d.fused}
        return sorted(found.values(), key=self._order.__getitem__)

    def inside(self, members: Iterable[str]) -> list[Decision]:
        """Fusions among operations that ended up in one kernel, in the order in which they were decided."""
        names = set(members)
        return [d for d in self._made.values() if d.fused and d.first <= names and d.second <= names]


INDUCTOR = "inductor"


# -- for the report


def explain(decisions: Decisions, group: Sequence[Any], producers: Sequence[Any], scheduler: Any) -> dict[str, Any]:
    """The part of a kernel's metadata about the nodes fused into it, and why its readers were not.

    Args:
        group: SchedulerNodes that the kernel is made of.
        producers: those that became prologues.
    """
    nodes = [*producers, *group]
    members = {n.get_name() for n in nodes}
    fused = [*fused_operators(nodes), *(_fused(d, scheduler) for d in decisions.inside(members))]
    apart = [_apart(decisions, members, other) for other in _readers(group, members, scheduler)]
    return {"fusions": fused, "not_fused": apart}


def described_list(nodes: Sequence[Any], tensors: int) -> dict[str, str]:
    """The fusion of the kernels for the tensors of a list; `nodes` are those of the first."""
    return {"fusion": FOREACH, "first": _describe(nodes), "second": f"{tensors - 1} more tensors", "why": ""}


def _fused(decision: Decision, scheduler: Any) -> dict[str, str]:
    first, second = (_title(sorted(names), scheduler) for names in (decision.first, decision.second))
    return {"fusion": decision.fusion, "first": first, "second": second, "why": decision.why}


def _apart(decisions: Decisions, members: set[str], other: Any) -> dict[str, str]:
    found = decisions.between(members, sorted(other.get_operation_names()))
    fusion, why = (found.fusion, found.why) if found is not None else (INDUCTOR, NOT_ASKED)
    return {"fusion": fusion, "reader": _describe(list(other.get_nodes())), "why": why}


def _readers(group: Sequence[Any], members: set[str], scheduler: Any) -> Iterator[Any]:
    """The kernels that read this one's results, in the order of the program; prologues are part of their readers."""
    seen: dict[str, Any] = {}
    for node in group:
        for output in node.get_outputs():
            for user in output.users:
                name = user.node.get_name() if hasattr(user.node, "get_name") else None
                reader = scheduler.name_to_fused_node.get(name)
                if reader is not None and not user.is_weak and name not in members and not _gone(reader):
                    seen.setdefault(reader.get_name(), reader)
    yield from seen.values()


def _gone(node: Any) -> bool:
    return node.is_extern() and not node.is_template()


def _title(names: Sequence[str], scheduler: Any) -> str:
    return _describe([scheduler.name_to_node[name] for name in names if name in scheduler.name_to_node])


def _describe(nodes: Sequence[Any]) -> str:
    """`op3+op4 (gemm, add_relu)`: nodes of Inductor, their templates, and the operators of the others."""
    names = "+".join(n.get_name() for n in nodes)
    templates = [getattr(n.node, "template", None) for n in nodes]
    loops = [n for n, template in zip(nodes, templates, strict=True) if template is None]
    parts = [*(t.name for t in templates if t is not None), *([short_ops(origin_ops(loops))] if loops else [])]
    return f"{names} ({', '.join(parts)})"
