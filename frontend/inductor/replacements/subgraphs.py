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
def returning_operands(create: Callable[..., list[Any]], cls: Any, subgraph: Any, *operands: Any) -> list[Any]:
    """Wraps `InvokeSubgraph.create`: a result that is an operand, or a view of one, is that operand outside as well.

    As a buffer of its own it would be read after the operand's memory had been given to another value: the forward
    pass of `torch.compiler.nested_compile_region` returns what it saves of its inputs.
    """
    results = create(cls, subgraph, *operands)
    calls = [x.inputs[0] for x in results if isinstance(x, ir.MultiOutput)]
    if not calls or calls[0].get_device().type != DEVICE_TYPE:
        return results
    graph = subgraph.graph
    given = dict(zip(graph.graph_input_names, calls[0].inputs, strict=True))
    kept = {name: x for name, x in given.items() if name not in graph.mutated_inputs}
    return [_outside(inside, kept) or x for inside, x in zip(graph.graph_outputs, results, strict=True)]


def _outside(result: Any, operands: dict[str, Any]) -> Any:
    """The operand, or the view of it, that a subgraph's result is; None for what the subgraph computes."""
    if isinstance(result, (ir.ShapeAsConstantBuffer, ir.NoneAsConstantBuffer)) or result.get_name() not in operands:
        return None
    storage, layout = ir.as_storage_and_layout(operands[result.get_name()])
    inside = result.get_layout()
    moved = ir.FixedLayout(
        inside.device, inside.dtype, inside.size, inside.stride, layout.offset + inside.offset, inside.is_pinned
    )
    return ir.ReinterpretView(data=storage, layout=moved)
