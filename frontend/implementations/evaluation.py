"""Simulated cycles of one operator, computed by one of its implementations, and of what may be fused with it.

A graph with these nodes is lowered and its kernels are generated as for the program, with the mappings of the strategy
in force; each is simulated, timing only, and nothing is run. An implementation that cannot fuse its surroundings pays
for the kernels that it leaves over.
"""

import operator as operators
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

import torch
from npusim.frontend.implementations.calls import hint
from npusim.frontend.implementations.surroundings import surroundings
from npusim.frontend.inductor.api import GraphLowering, V
from npusim.frontend.inductor.core_api import tree_leaves, tree_map
from npusim.frontend.inductor.tracing_api import FakeTensorMode, ShapeEnv
from npusim.frontend.mapping.autotune import BUDGET_CYCLES
from npusim.frontend.mapping.candidate_cycles import remembered_cycles
from npusim.scheduler import current_machine
from npusim.simulator.errors import UnsupportedError
from torch.fx import Graph, GraphModule, Node


@dataclass
class Evaluation:
    """An implementation while it is tried.

    Attributes:
        cycles: of its kernels so far, simulated.
        estimated: of those of them that have an estimate.
    """

    operator: str
    name: str
    cycles: int = 0
    estimated: float = 0.0


_running: Evaluation | None = None


def running() -> Evaluation | None:
    """The evaluation for which code is generated now, if any."""
    return _running


def note_kernel(text: str, call_args: Sequence[Any], meta: dict[str, Any]) -> None:
    """Simulates a kernel of the evaluation that is running; called for every kernel that is generated.

    Raises:
        UnsupportedError: there is too much to simulate.
    """
    if _running is None:
        return
    _running.estimated += (meta.get("mapping") or {}).get("estimated_cycles", 0)
    if _running.estimated > BUDGET_CYCLES:
        raise UnsupportedError("too long to simulate")
    _running.cycles += remembered_cycles(text, call_args, current_machine())


def evaluate(node: Node, operator: str, name: str) -> int:
    """Cycles of a traced graph's node with an implementation of an operator that it calls, and of its surroundings;
    hints for symbolic sizes.

    Raises:
        UnsupportedError: they depend on values, or are too many to simulate.
        ScratchpadOverflowError: no tiles fit.
    """
    sizes = ShapeEnv()
    with FakeTensorMode(shape_env=sizes) as mode:
        module, inputs = _cut_out(surroundings(node))
    lowering = GraphLowering(module, inputs, shape_env=sizes, is_inference=True, name="evaluation")
    with _evaluating(Evaluation(operator, name)) as evaluation, V.set_fake_mode(mode), V.set_graph_handler(lowering):
        lowering.run(*inputs)
        lowering.codegen()
    return evaluation.cycles


@contextmanager
def _evaluating(evaluation: Evaluation) -> Iterator[Evaluation]:
    global _running
    before, _running = _running, evaluation
    try:
        yield evaluation
    finally:
        _running = before


def _cut_out(nodes: Sequence[Node]) -> tuple[GraphModule, list[torch.Tensor]]:
    """A graph with these nodes, and its inputs; for the fake mode in force."""
    graph = Graph()
    inputs: list[torch.Tensor] = []
    copies: dict[Node, Any] = {}

    def given(value: Any) -> Any:
        if not isinstance(value, Node):
            return hint(value) if isinstance(value, torch.SymInt) else value
        if value not in copies:
            copies[value] = _input(graph, inputs, value.meta["val"])
        return copies[value]

    for node in nodes:
        args, kwargs = tree_map(given, (node.args, node.kwargs), is_leaf=lambda value: isinstance(value, Node))
        call = graph.call_function(node.target, args, kwargs)  # type: ignore[arg-type]
        fakes = tree_map(lambda value: value.meta["val"] if isinstance(value, Node) else value, (args, kwargs))
        call.meta["val"] = node.target(*fakes[0], **fakes[1])  # type: ignore[operator]
        copies[node] = call
    read_outside = [node for node in nodes if not node.users or any(user not in copies for user in node.users)]
    graph.output(tuple(part for node in read_outside for part in _results(graph, copies[node])))
    return GraphModule({}, graph), inputs


def _input(graph: Graph, inputs: list[torch.Tensor], value: Any) -> Any:
    """A placeholder for a tensor, a number for a symbolic size."""
    if not isinstance(value, torch.Tensor):
        return hint(value)
    sizes, strides = ([hint(number) for number in numbers] for numbers in (value.shape, value.stride()))
    made = graph.placeholder(f"input{len(inputs)}")
    made.meta["val"] = torch.empty_strided(sizes, strides, dtype=value.dtype, device=value.device)
    inputs.append(made.meta["val"])
    return made


def _results(graph: Graph, call: Node) -> Iterator[Node]:
    value = call.meta["val"]
    if isinstance(value, torch.Tensor):
        yield call
        return
    for position, each in enumerate(tree_leaves(value)):
        if isinstance(each, torch.Tensor):
            part = graph.call_function(operators.getitem, (call, position))
            part.meta["val"] = each
            yield part
