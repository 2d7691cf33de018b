"""Replaces the copies of what repeats in a graph by calls of one region.

A region is a subgraph behind PyTorch's operator `invoke_subgraph`: Inductor lowers, schedules and writes it once, as a
function of the generated module. Copies are equal up to their operands: what a node reads outside of its copy. Whatever
a copy's own nodes are read for outside is an output.
"""

import itertools
import operator
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

import torch
from npusim.frontend.backend.memory.views import looks_at, memory_of
from npusim.frontend.backend.regions.copies import invoke_subgraph
from npusim.frontend.backend.regions.nodes import (
    can_be_in_region,
    has_fixed_sizes,
    is_parameter,
    kind,
)
from npusim.frontend.backend.regions.repeats import Repeat, find_repeats
from npusim.frontend.codegen.graph.metadata import COPIES, module_path
from npusim.frontend.inductor.core_api import tree_leaves
from torch.fx.node import map_arg

aten = torch.ops.aten
Nodes = Sequence[torch.fx.Node]

MIN_COPIES = 3
MIN_NODES = 6
"""Of a region: shorter ones cost more than they save."""
MIN_SAVED = 60
"""Nodes that a repeat must leave out."""
MIN_SHARE = 0.5
"""Of a graph that its regions must save: less does not pay for the fusions across their ends."""


def outline_repeats(gm: torch.fx.GraphModule) -> int:
    """Replaces what occurs MIN_COPIES times in a graph or more by calls of regions; returns the number of regions.

    Graphs whose sizes are symbols are left as they are.
    """
    if not has_fixed_sizes(gm.graph):
        return 0
    nodes = [node for node in gm.graph.nodes if node.op != "output" and not is_parameter(node)]
    repeats = find_repeats([kind(node) for node in nodes], MIN_COPIES, MIN_SAVED)
    regions = [copies for repeat in repeats for copies in _regions(nodes, repeat)]
    if sum(len(copies[0]) * (len(copies) - 1) for copies in regions) < len(nodes) * MIN_SHARE:
        return 0
    for number, copies in enumerate(regions):
        _outline(gm, f"region_{number}", copies)
    if regions:
        gm.graph.lint()
        gm.recompile()
    return len(regions)


def _regions(nodes: Nodes, repeat: Repeat) -> Iterator[list[Nodes]]:
    """The copies of every region that a repeat is made of: its period without what cannot be in one."""
    start = _best_start(nodes, repeat)
    periods = range(start, repeat.stop - repeat.period + 1, repeat.period)
    fits = [can_be_in_region(node) for node in nodes[start : start + repeat.period]]
    for suits, members in itertools.groupby(range(repeat.period), key=fits.__getitem__):
        offsets = list(members)
        if suits and len(offsets) >= MIN_NODES:
            copies = [nodes[first + offsets[0] : first + offsets[-1] + 1] for first in periods]
            for run in _equal_runs(copies):
                if len(run) >= MIN_COPIES and _is_of_tensors(run[0]) and not _is_update(run[0]):
                    yield run


def _best_start(nodes: Nodes, repeat: Repeat) -> int:
    """Where the first copy begins: where a module does whose path tells the copies apart, such as `layers.3`; without
    one, where there is room for the most copies. Of several places, where the fewest bytes are stored that are read
    later.
    """
    bytes_at = _bytes_between(nodes, repeat)
    # Looked at in the second period: the first may begin with what is no part of a copy, and only looks like it.
    second = range(repeat.start + repeat.period, repeat.start + 2 * repeat.period)
    starts = [index for index in second if _begins_module(nodes, index, repeat.period)]
    spare = (repeat.stop - repeat.start) % repeat.period
    starts = starts or list(second[: spare + 1])
    return min(starts, key=lambda index: bytes_at[index - repeat.start]) - repeat.period


def _begins_module(nodes: Nodes, index: int, period: int) -> bool:
    """Whether the node is the first of its copy's module."""
    own, next_copy = module_path(nodes[index]).split("."), module_path(nodes[index + period]).split(".")
    same = next((level for level, names in enumerate(zip(own, next_copy, strict=False)) if names[0] != names[1]), None)
    if same is None:
        return False
    before = next((path for node in reversed(nodes[:index]) if (path := module_path(node))), "").split(".")
    return before[: same + 1] != own[: same + 1]


def _bytes_between(nodes: Nodes, repeat: Repeat) -> list[int]:
    """How much of what the first two periods compute is read behind each place in them."""
    position = {node: index for index, node in enumerate(nodes)}
    first, last = repeat.start, repeat.start + 2 * repeat.period
    found = [0] * (last - first)
    for index in range(first, last):
        if looks_at(nodes[index]) is None:
            final = max((position.get(user, index) for user in _readers(nodes[index])), default=index)
            for place in range(index + 1, min(final, last - 1) + 1):
                found[place - first] += _bytes(nodes[index])
    return found


def _readers(node: torch.fx.Node) -> Iterator[torch.fx.Node]:
    """The nodes that read a value, also through views of it."""
    for user in node.users:
        if looks_at(user) is None:
            yield user
        else:
            yield from _readers(user)


def _bytes(node: torch.fx.Node) -> int:
    values = tree_leaves(node.meta.get("val"))
    return sum(value.numel() * value.element_size() for value in values if isinstance(value, torch.Tensor))


@dataclass(frozen=True)
class _Wiring:
    """How a copy is connected, in positions of its nodes.

    Attributes:
        reads: for every argument of every node the position of what it reads in the copy, None for an operand.
        outputs: positions of the nodes that are read outside, where they are no views, or that such views look at.
    """

    reads: tuple[tuple[int | None, ...], ...]
    outputs: tuple[int, ...]


def _equal_runs(copies: Iterable[Nodes]) -> Iterator[list[Nodes]]:
    """Neighbouring copies that are connected equally."""
    return (list(run) for _, run in itertools.groupby(copies, key=_wiring))


def _wiring(copy: Nodes) -> _Wiring:
    position = {node: index for index, node in enumerate(copy)}
    reads = tuple(tuple(position.get(source) for source in _arguments(node)) for node in copy)
    sources = (memory_of(node) for node in copy if any(user not in position for user in node.users))
    return _Wiring(reads, tuple(sorted({position[source] for source in sources if source in position})))


def _is_of_tensors(copy: Nodes) -> bool:
    """Whether there are operands and outputs, and all are tensors, rather than the several results of an operator."""
    operands = [source for node in copy for source in _arguments(node) if source not in copy]
    outputs = [copy[position] for position in _wiring(copy).outputs]
    are_tensors = all(isinstance(node.meta.get("val"), torch.Tensor) for node in (*operands, *outputs))
    return bool(operands) and bool(outputs) and are_tensors


def _is_update(copy: Nodes) -> bool:
    """Whether most of what a copy computes replaces inputs of the graph, as an optimizer's step does: in a region it
    would be stored twice, since a region's outputs have memory of their own.
    """
    outputs = [copy[position] for position in _wiring(copy).outputs]
    copied = [reader.args[1] for node in outputs for reader in _readers(node) if reader.target is aten.copy_.default]
    return 2 * sum(map(_bytes, copied)) > sum(map(_bytes, outputs))


def _arguments(node: torch.fx.Node) -> list[torch.fx.Node]:
    """The nodes among a node's arguments, as often as they occur."""
    found: list[torch.fx.Node] = []
    map_arg((node.args, node.kwargs), found.append)
    return found


def _outline(gm: torch.fx.GraphModule, name: str, copies: Sequence[Nodes]) -> None:
    wiring, operands = _wiring(copies[0]), _operands(copies)
    gm.add_submodule(name, _region(copies, wiring, operands))
    for copy in copies:
        given = [_arguments(copy[position])[argument] for position, argument in operands.values()]
        _call(gm.graph, name, copy, wiring, given)


_Sources = tuple[torch.fx.Node, ...]
"""What stands at one place in each copy."""


def _operands(copies: Sequence[Nodes]) -> dict[_Sources, tuple[int, int]]:
    """What a region reads, each once, and where: the position of a node that reads it, and which of its arguments."""
    found: dict[_Sources, tuple[int, int]] = {}
    for position, members in enumerate(zip(*copies, strict=True)):
        for argument, sources in enumerate(zip(*map(_arguments, members), strict=True)):
            if sources[0] not in copies[0]:
                found.setdefault(sources, (position, argument))
    return found


def _region(copies: Sequence[Nodes], wiring: _Wiring, operands: Iterable[_Sources]) -> torch.fx.GraphModule:
    """The subgraph of the first copy, which knows where the others come from."""
    graph = torch.fx.Graph()
    made: dict[torch.fx.Node, torch.fx.Node] = {}
    slots: dict[_Sources, torch.fx.Node] = {}
    for operand in operands:
        slots[operand] = graph.placeholder(f"operand_{len(slots)}")
        slots[operand].meta["val"] = operand[0].meta["val"]
    for members in zip(*copies, strict=True):
        columns = iter(list(zip(*map(_arguments, members), strict=True)))

        def source(_: torch.fx.Node, columns: Iterator[_Sources] = columns) -> torch.fx.Node:
            column = next(columns)
            return made[column[0]] if column[0] in made else slots[column]

        made[members[0]] = graph.node_copy(members[0], source)
        made[members[0]].meta = {**members[0].meta, COPIES: [module_path(member) for member in members]}
    outputs = [copies[0][position] for position in wiring.outputs]
    result = graph.output(tuple(made[node] for node in outputs))
    result.meta["user_visible_output_idxs"] = list(range(len(outputs)))
    result.meta["original_output_strides"] = [node.meta["val"].stride() for node in outputs]
    return torch.fx.GraphModule({}, graph)


def _call(graph: torch.fx.Graph, name: str, copy: Nodes, wiring: _Wiring, operands: Nodes) -> None:
    """Calls a region in place of a copy."""
    members = frozenset(copy)
    outputs = [copy[position] for position in wiring.outputs]
    made: dict[torch.fx.Node, torch.fx.Node] = {}
    with graph.inserting_after(copy[-1]):
        region = graph.get_attr(name)
    with graph.inserting_after(region):
        call = graph.call_function(invoke_subgraph, (region, name, *operands))
    call.meta["val"] = tuple(node.meta["val"] for node in outputs)
    end = call
    for index, node in enumerate(outputs):
        with graph.inserting_after(end):
            end = made[node] = graph.call_function(operator.getitem, (call, index))
        end.meta = dict(node.meta)
    for node in copy:
        # Views are made anew outside: a region's outputs have memory of their own.
        if node not in made and any(user not in members for user in node.users):
            end = _view_outside(graph, node, members, made, end)
    for node in copy:
        if node in made:
            node.replace_all_uses_with(made[node], delete_user_cb=lambda user: user not in members)
    for node in reversed(copy):
        graph.erase_node(node)


def _view_outside(
    graph: torch.fx.Graph,
    node: torch.fx.Node,
    members: frozenset[torch.fx.Node],
    made: dict[torch.fx.Node, torch.fx.Node],
    end: torch.fx.Node,
) -> torch.fx.Node:
    """Makes a view that a copy has behind node `end`, with those that it looks through; returns the last one made."""
    source = looks_at(node)
    assert source is not None
    if source in members and source not in made:
        end = _view_outside(graph, source, members, made, end)
    with graph.inserting_after(end):
        made[node] = graph.node_copy(node, lambda each: made.get(each, each))
    made[node].meta = dict(node.meta)
    return made[node]
