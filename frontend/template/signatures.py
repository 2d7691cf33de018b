"""What a kernel is made from, as a key in which the names of buffers do not matter: equal layers of a model have nodes
of equal signatures, and what was found out about the first is known of the others (`remembered`).

A signature holds, for nodes in the order of their kernel:

- of a loop node: its body (loops, index expressions, operations with their constants) and its ranges;
- of a template: its class, all its attributes, the arguments of its `render`, and its prologues;
- of every buffer: dtype, device, sizes, strides, offset, the memory that it shares or changes, whether Inductor has
  removed or renamed it, and of buffers made by the nodes, which nodes read them and whether others do;
- the order of the names of the buffers that the nodes make, by which stores are sorted;
- the name of the kernel's function.

What is remembered belongs to one graph, for which the machine, the mapping strategy, tuned tables and all other parts
of the compile state are the same. Nodes with anything that is not known to be described in full have no signature:
symbolic sizes, computed indices (messages about them name the model's lines), templates from outside of npusim.
"""

import dataclasses
import enum
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from copy import copy
from functools import partial
from types import BuiltinFunctionType, FunctionType
from typing import Any, TypeVar
from weakref import WeakKeyDictionary

import sympy
import torch
from npusim.frontend.codegen.graph.buffers import memory_of
from npusim.frontend.codegen.graph.metadata import function_name
from npusim.frontend.inductor.api import MemoryUsageType, SchedulerNode, V, ir
from npusim.frontend.template.fused_work import all_producers
from npusim.frontend.template.template import MLIRTemplate, MLIRTemplateBuffer, template_ops

ResultT = TypeVar("ResultT")

_OWN_TEMPLATES = "npusim.mlir_templates."
_SET_BY_RENDER = ("output_node", "own_node", "fused_nodes", "operator")
_BY_VALUE = (
    str,
    bytes,
    bool,
    int,
    float,
    complex,
    type(None),
    torch.dtype,
    torch.device,
    torch.memory_format,
    type,
    BuiltinFunctionType,
)


class _NoSignature(Exception):
    """Something that a kernel may depend on is not described."""


@dataclasses.dataclass(frozen=True)
class Signature:
    """Of nodes that share a kernel.

    Attributes:
        key: equal for nodes whose kernels are equal.
        buffers: the names behind the buffers' numbers in the key.
    """

    key: Hashable
    buffers: tuple[str, ...]

    def renamed(self, names: Iterable[str], other: "Signature") -> list[str]:
        """The buffers of nodes with an equal signature that stand where these do."""
        return [other.buffers[self.buffers.index(name)] for name in names]

    def is_named_in(self, text: str) -> bool:
        """Whether a text has the name of a buffer, and therefore does not suit other nodes of this signature."""
        return any(name in text for name in self.buffers)


# -- what is remembered


class _Memory:
    """Of one graph: results by signature, and descriptions of single nodes and buffers by their names."""

    def __init__(self) -> None:
        self.results: dict[Hashable, Any] = {}
        self.bodies: dict[str, tuple[Any, _Described]] = {}
        self.interned: dict[Hashable, int] = {}

    def intern(self, described: Hashable) -> int:
        """A number that stands for a description."""
        return self.interned.setdefault(described, len(self.interned))


_memories: WeakKeyDictionary[Any, _Memory] = WeakKeyDictionary()
"""By the graph's scheduler."""


def remembered(
    kind: str,
    signature: Signature | None,
    compute: Callable[[], ResultT],
    errors: tuple[type[Exception], ...] = (),
) -> ResultT:
    """The result of `compute()`, computed once for nodes of equal signatures.

    Args:
        kind: of the result, with all that it depends on besides the nodes; a key.
        signature: of the nodes; None: nothing is remembered.
        errors: remembered as well, unless they name a buffer.
    """
    if signature is None:
        return compute()
    results = _memory().results
    key = kind, signature.key
    if key not in results:
        try:
            results[key] = False, compute()
        except errors as error:
            if signature.is_named_in(str(error)):
                raise
            results[key] = True, copy(error)  # without the frames that it came through
            raise
    failed, result = results[key]
    if failed:
        raise copy(result)
    return result  # type: ignore[no-any-return]


def _memory() -> _Memory:
    return _memories.setdefault(V.graph.scheduler, _Memory())


# -- signatures


def signature_of(
    nodes: Sequence[Any], producers: Mapping[str, Any] | None = None, beside: Hashable = ()
) -> Signature | None:
    """The signature of SchedulerNodes that share a kernel; None without one.

    Args:
        nodes: in the order that the kernel gets them.
        producers: prologues; by default those of the templates among the nodes.
        beside: what else the result depends on.
    """
    if producers is None:
        producers = all_producers([node.node for node in nodes if isinstance(node.node, MLIRTemplateBuffer)])
    try:
        return _Group(nodes, producers).signature(beside)
    except _NoSignature:
        return None


@dataclasses.dataclass(frozen=True)
class _Described:
    """A description with numbers for buffers, and the buffers."""

    number: int
    buffers: tuple[str, ...]


def _is_buffer(name: str) -> bool:
    """Whether a buffer of the graph has this name; inputs of the graph that are sizes or generators are none."""
    return isinstance(V.graph.try_get_buffer(name), (ir.TensorBox, ir.Buffer))


class _Describer:
    """Describes values; buffers are numbered in the order in which they are met."""

    def __init__(self) -> None:
        self.numbers: dict[str, int] = {}
        self.symbols = V.graph.sizevars.shape_env.var_to_range

    def buffer(self, name: str) -> tuple[str, int]:
        """The number of a buffer."""
        return "buffer", self.numbers.setdefault(name, len(self.numbers))

    def value(self, value: Any) -> Hashable:
        """A hashable that is equal for equal values only."""
        if isinstance(value, str) and _is_buffer(value):
            return self.buffer(value)
        if isinstance(value, _BY_VALUE):
            return type(value), repr(value) if isinstance(value, (float, complex)) else value
        if isinstance(value, sympy.Basic):
            return self._expression(value)
        if isinstance(value, (list, tuple)):
            return type(value), tuple(map(self.value, value))
        if isinstance(value, Mapping):
            return type(value), tuple((self.value(key), self.value(each)) for key, each in value.items())
        if isinstance(value, (enum.Enum, torch._ops.OpOverload)):
            return type(value), str(value)
        if isinstance(value, torch.fx.Node):
            return "node", value.name
        if isinstance(value, (FunctionType, partial)):
            return self._function(value)
        return self._node(value)

    def _expression(self, expression: Any) -> Hashable:
        if any(symbol in self.symbols for symbol in expression.free_symbols):
            raise _NoSignature
        return type(expression), expression

    def _function(self, function: Any) -> Hashable:
        if isinstance(function, partial):
            return partial, self.value([function.func, function.args, function.keywords])
        cells = [cell.cell_contents for cell in function.__closure__ or ()]
        given = [cells, function.__defaults__, function.__kwdefaults__]
        return function.__module__, function.__qualname__, function.__code__, self.value(given)

    def _node(self, value: Any) -> Hashable:
        """IR nodes, layouts and objects that are made of their fields."""
        if isinstance(value, ir.MutableBox):
            return self.value(value.data)
        if isinstance(value, ir.ReinterpretView):
            return "view", self.layout(value.layout), self.value(value.data)
        if isinstance(value, ir.Buffer):
            return self.buffer(value.get_name())
        if isinstance(value, ir.Layout):
            return self.layout(value)
        if dataclasses.is_dataclass(value) and not isinstance(value, (type, ir.IRNode)):
            return type(value), tuple(self.value(getattr(value, field.name)) for field in dataclasses.fields(value))
        raise _NoSignature

    def layout(self, layout: Any) -> Hashable:
        """A layout: its device, dtype, sizes, strides and offset; of a view or an in-place change, its target."""
        if isinstance(layout, ir.MutationLayoutSHOULDREMOVE):
            return "change", self.value(layout.target), self.layout(layout.real_layout())
        if isinstance(layout, ir.NonOwningLayout):
            return "inside", self.value(layout.view)
        if isinstance(layout, ir.NoneLayout):  # of what stands for an in-place change: `memory_of` has the rest
            return ir.NoneLayout, layout.device
        if type(layout) not in (ir.FixedLayout, ir.FlexibleLayout):
            raise _NoSignature
        numbers = [layout.size, layout.stride, layout.offset]
        return type(layout), layout.device, layout.dtype, self.value(numbers)

    def body(self, node: Any) -> Hashable:
        """The loop body of a SchedulerNode."""
        if not isinstance(node.node, ir.ComputedBuffer):
            raise _NoSignature
        body = node._body
        if body.indirect_vars or body.memory_usage[MemoryUsageType.CHECK_BOUNDS]:
            raise _NoSignature
        blocks = [body.root_block, *body.subblocks.values()]
        graphs = tuple(tuple(map(self._operation, block.graph.nodes)) for block in blocks)
        loops = [body.var_ranges, body.iter_vars, body.reduce_vars, body.sizes, body.indexing_exprs]
        return graphs, tuple(body.subblocks), self.value([loops, node.get_ranges(), type(node.node.data)])

    def _operation(self, node: torch.fx.Node) -> Hashable:
        """A node of a loop body; its own names are no buffers', though they may be spelled like one."""
        return node.op, node.name, node.target, self.value(node.args), self.value(node.kwargs)

    def template(self, buffer: MLIRTemplateBuffer) -> Hashable:
        """A template and what it is called with."""
        template: MLIRTemplate = buffer.template
        if not type(template).__module__.startswith(_OWN_TEMPLATES):
            raise _NoSignature
        attributes = {name: value for name, value in vars(template).items() if name not in _SET_BY_RENDER}
        outputs = [each.get_name() for each in buffer.get_outputs()]
        return type(template), self.value([attributes, buffer.render_arguments, list(buffer.producers), outputs])


class _Group:
    """The nodes of one kernel; first come their own buffers' numbers, then those of what these depend on."""

    def __init__(self, nodes: Sequence[Any], producers: Mapping[str, Any]) -> None:
        self.nodes = [*producers.values(), *nodes]
        self.producers = tuple(producers)
        self.describer = _Describer()
        self.memory = _memory()
        operations = (name for node in self.nodes for name in node.get_operation_names())
        self.positions = {name: position for position, name in enumerate(operations)}

    def signature(self, beside: Hashable) -> Signature:
        """What equal kernels have in common, `beside` included (`Signature`)."""
        described = [self._numbers(self._node(node)) for node in self.nodes]
        computed = tuple(map(self.describer.buffer, self.producers))
        buffers: list[Hashable] = []
        names = self.describer.numbers  # grows while buffers are described that these lie in
        while len(buffers) < len(names):
            buffers.append(self._buffer(list(names)[len(buffers)]))
        made = [number for name, number in names.items() if self._is_made(name)]
        order = tuple(sorted(made, key=list(names).__getitem__))
        function = function_name(template_ops(self.nodes))
        return Signature((tuple(described), computed, tuple(buffers), order, function, beside), tuple(names))

    def _numbers(self, described: _Described) -> Hashable:
        return described.number, tuple(map(self.describer.buffer, described.buffers))

    def _node(self, node: Any) -> _Described:
        """The description of a node, kept until Inductor replaces its body."""
        if not isinstance(node, SchedulerNode):
            raise _NoSignature
        is_template = isinstance(node.node, MLIRTemplateBuffer)
        made_of = (*node.node.producers,) if is_template else node._body
        kept = self.memory.bodies.get(node.get_name())
        if kept is not None and (kept[0] == made_of if is_template else kept[0] is made_of):
            return kept[1]
        describer = _Describer()
        text = describer.template(node.node) if is_template else describer.body(node)
        described = _Described(self.memory.intern(text), tuple(describer.numbers))
        self.memory.bodies[node.get_name()] = made_of, described
        return described

    def _buffer(self, name: str) -> Hashable:
        graph, scheduler = V.graph, V.graph.scheduler
        buffer: Any = graph.get_buffer(name)
        return (
            self.describer.layout(buffer.layout if isinstance(buffer, ir.Buffer) else buffer.get_layout()),
            self.describer.value(memory_of(name)),
            (name in graph.graph_inputs, name in graph.constants),
            (name in scheduler.mutation_renames, name in scheduler.mutation_real_name),
            (name in graph.removed_buffers, name in graph.inplaced_to_remove),
            self._readers(scheduler.name_to_buf[name]) if self._is_made(name) else (),
        )

    def _is_made(self, name: str) -> bool:
        """Whether one of the nodes makes a buffer."""
        known = V.graph.scheduler.name_to_buf.get(name)
        return known is not None and known.defining_op_name() in self.positions

    def _readers(self, buffer: Any) -> Hashable:
        """Which of the nodes read a buffer that one of them makes, and whether others do (-1)."""
        return frozenset((self.positions.get(user.get_name(), -1), user.is_weak) for user in buffer.users)
