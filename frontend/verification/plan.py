"""What is compared after each launch of a graph, made while its code is generated, and the text that asks for it."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from npusim.frontend.authoring.errors import defined_at, is_of_npusim
from npusim.frontend.inductor.api import V
from npusim.frontend.lowering.table import lowering_of
from npusim.frontend.verification.buffers import Buffers, Held
from npusim.frontend.verification.dataflow import Dataflow, NoSlice, Slice, Value
from npusim.frontend.verification.recording import record_of

IMPORT = "from npusim.frontend.verification.runs import begin as npusim_begin_verification"
_RUN = "npusim_verification"
_plans: dict[int, "Plan"] = {}


@dataclass
class Step:
    """A launch.

    Attributes:
        kernel: its name.
        meta: the kernel's metadata.
        authors: where the lowerings and templates of the kernel stand that are not npusim's.
        results: the values that are compared, in the order in which the generated module hands them over.
        given: values that are known from what other devices or the host computed, likewise.
        part: how the results are computed on the CPU, or why they cannot be; None if there are none, because an
            operator's later launch completes them.
        unchecked: launches before it whose results are parts of operators.
    """

    kernel: str
    meta: Mapping[str, Any]
    authors: list[str]
    results: list[Value]
    given: list[Value]
    part: Slice | str | None = None
    unchecked: list["Step"] = field(default_factory=list)


class Plan:
    """Of one graph.

    Attributes:
        module: the graph that was lowered.
        inputs: its placeholders, in the order of the generated module's arguments.
        steps: its launches, in order.
    """

    def __init__(self, graph: Any) -> None:
        self.module = graph.module
        self._graph = graph
        nodes = graph.module.graph.nodes
        self.inputs = [node for node in nodes if node.op == "placeholder"]
        self.flow = Dataflow(nodes)
        self.steps: list[Step] = []
        self.number = len(_plans)
        self._known = {Value(node, 0) for node in self.inputs}
        self._unchecked: list[Step] = []
        _plans[self.number] = self

    @cached_property
    def _buffers(self) -> Buffers:
        return Buffers(record_of(self._graph), self.flow, self._graph.scheduler)

    def begin_line(self) -> str:
        """The line of the generated module that a run of the graph begins with."""
        return f"{_RUN} = npusim_begin_verification({self.number}, {_tuple(self._graph.graph_input_names)})"

    def line_after(
        self,
        kernel: str,
        meta: Mapping[str, Any],
        nodes: Sequence[Any],
        call_args: Sequence[Any],
        shape: Callable[..., str],
    ) -> str:
        """The line of the generated module that compares a launch's results.

        Args:
            nodes: the scheduler's nodes that the kernel is made of.
            call_args: the kernel's arguments; only what is among them was written.
            shape: gives the text of sizes.
        """
        names = [name for name in call_args if isinstance(name, str)]
        written = {n: v for n, v in self._buffers.written_by(nodes).items() if n in names}
        read = {n: self._buffers.value_read(n) for n in names if n not in written}
        given = {n: v for n, v in read.items() if v is not None and v not in self._known}
        step = Step(kernel, meta, _authors(nodes), list(written.values()), list(given.values()))
        self._add(step)
        held = self._buffers.held
        texts = [_tuple(_text(name, held[name], shape) for name in group) for group in (written, given)]
        return f"{_RUN}.check({len(self.steps) - 1}, {', '.join(texts)})"

    def _add(self, step: Step) -> None:
        self._known.update(step.given)
        try:
            step.part = self.flow.slice_for(step.results, self._known) if step.results else None
        except NoSlice as reason:
            step.part = str(reason)
        if step.part is None:
            self._unchecked.append(step)
        else:
            step.unchecked = [each for each in self._unchecked if set(each.meta["ops"]) & set(step.meta["ops"])]
        self._known.update(step.results)
        self.steps.append(step)

    @cached_property
    def last_uses(self) -> dict[Value, int]:
        """The last step that starts from a value."""
        slices = [(number, step.part) for number, step in enumerate(self.steps) if isinstance(step.part, Slice)]
        return {leaf: number for number, part in slices for leaf in part.leaves}


def plan_of(number: int) -> Plan:
    return _plans[number]


def plan_for(graph: Any) -> Plan:
    """The plan of a `GraphLowering`, made when it is first asked for."""
    if not hasattr(graph, "_npusim_plan"):
        graph._npusim_plan = Plan(graph)
    plan: Plan = graph._npusim_plan
    return plan


def _text(name: str, held: Held, shape: Callable[..., str]) -> str:
    if held.layout is None:
        return name
    size, stride = shape(held.layout.size), shape(held.layout.stride)
    return f"reinterpret_tensor({name}, {size}, {stride}, {V.graph.wrapper_code.codegen_sizevar(held.layout.offset)})"


def _tuple(texts: Any) -> str:
    return f"({''.join(f'{text}, ' for text in texts)})"


def _authors(nodes: Sequence[Any]) -> list[str]:
    """`lowering of mylib::mine at file, line 3` of what users wrote."""
    origins = [origin for node in nodes for origin in node.node.get_origins()]
    lowerings = {origin.target: lowering_of(origin.target) for origin in origins}
    found = [f"lowering of {key}, {defined_at(made)}" for key, made in lowerings.items() if made is not None]
    templates = [getattr(node.node, "template", None) for node in nodes]
    authors = [t.author for t in templates if t is not None and not is_of_npusim(t.author)]
    return list(dict.fromkeys([*found, *(f"template {a.__name__}, {defined_at(a)}" for a in authors)]))
