"""Functions of operators, such as FlexAttention's masks and regions that are compiled once."""

from collections.abc import Callable
from typing import Any

from npusim.frontend.inductor.api import ir
from npusim.frontend.inductor.devices import DEVICE_TYPE
from npusim.frontend.inductor.patching import around


@around
def naming_current_node(run_node: Callable[[Any, Any], Any], graph: Any, node: Any) -> Any:
    """Wraps the method that lowers one node of such a function: `V.graph.current_node` is that node, not the operator
    whose function it belongs to.
    """
    graph.current_node = node
    return run_node(graph, node)


@around
def returning_shared_memory(create: Callable[..., list[Any]], cls: Any, subgraph: Any, *operands: Any) -> list[Any]:
    """Wraps `InvokeSubgraph.create`: a result that lies in an operand's memory, or in another result's, is a view of
    that one outside as well.

    As a buffer of its own it would be read after the other's memory had been given to another value. The forward pass
    of a region returns what it saves for the backward pass, of its inputs and of its results too; a backward pass
    returns one gradient for each of several operands that were added.
    """
    results = create(cls, subgraph, *operands)
    calls = [x.inputs[0] for x in results if isinstance(x, ir.MultiOutput)]
    if not calls or calls[0].get_device().type != DEVICE_TYPE:
        return results
    graph = subgraph.graph
    given = dict(zip(graph.graph_input_names, calls[0].inputs, strict=True))
    tensors = {name: x for name, x in given.items() if not isinstance(x, ir.ShapeAsConstantBuffer)}
    homes = {name: _home(x) for name, x in tensors.items() if name not in graph.mutated_inputs}
    for each in results:
        if isinstance(each, ir.MultiOutput):  # a tensor that begins where its layout does
            each.layout = ir.FixedLayout(each.get_device(), each.get_dtype(), each.get_size(), each.get_stride())
    memory = [None if isinstance(x, _WITHOUT_MEMORY) else x for x in graph.graph_outputs]
    for inside, result in sorted(zip(memory, results, strict=True), key=lambda pair: _offset(pair[0])):
        if inside is not None and inside.get_name() not in homes:
            homes[inside.get_name()] = (result, -_offset(inside))
    return [
        result if inside is None or homes[inside.get_name()][0] is result else _view(inside, *homes[inside.get_name()])
        for inside, result in zip(memory, results, strict=True)
    ]


_WITHOUT_MEMORY = (ir.ShapeAsConstantBuffer, ir.NoneAsConstantBuffer)


def _offset(inside: Any) -> Any:
    return 0 if inside is None else inside.get_layout().offset


def _home(operand: Any) -> tuple[Any, Any]:
    """What a subgraph's operand lies in, and at which offset."""
    storage, layout = ir.as_storage_and_layout(operand)
    return storage, layout.offset


def _view(inside: Any, home: Any, offset: Any) -> Any:
    """A subgraph's result as a view of what it lies in outside, whose first element is at `offset` of it."""
    layout = inside.get_layout()
    moved = ir.FixedLayout(
        layout.device, layout.dtype, layout.size, layout.stride, layout.offset + offset, layout.is_pinned
    )
    return ir.ReinterpretView(data=home if isinstance(home, ir.StorageBox) else ir.StorageBox(home), layout=moved)
