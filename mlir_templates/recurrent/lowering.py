"""Lowerings of recurrent layers and of their gradients."""

from collections.abc import Mapping, Sequence
from typing import Any

import torch
from npusim.frontend import register_lowering
from npusim.frontend.inductor.api import V
from npusim.frontend.inductor.api import lowering as inductor
from npusim.frontend.inductor.progressions import is_zero
from npusim.frontend.template.inputs import row_major_layout
from npusim.mlir_templates.recurrent.backward import MLIRRecurrentBackwardTemplate
from npusim.mlir_templates.recurrent.forward import MLIRRecurrentTemplate
from npusim.mlir_templates.recurrent.problem import Layer


@register_lowering("npusim::recurrent")
def lower_recurrent(
    kind: str, gates: Any, weight: Any, bias: Any, hidden: Any, cell: Any, lengths: Any, reverse: bool, keeps: bool
) -> tuple[Any, ...]:
    """All steps of a layer."""
    steps, batch, _ = gates.get_size()
    width = int(V.graph.sizevars.guard_int(weight.get_size()[1]))
    dtype = gates.get_dtype()
    zeros, states = _apart(H0=hidden, C0=cell)
    layer = Layer(kind, steps, batch, width, dtype, reverse, keeps, bias is not None, lengths is not None, zeros)
    count, kept = layer.kind.gates, layer.kind.kept if keeps else 0
    inputs = {
        "X": inductor.view(gates, [steps, batch, count, width]),
        "W": inductor.view(weight, [count, width, width]),
        **states,
        **({"BIAS": bias} if layer.has_bias else {}),
        **({"LENGTHS": lengths} if layer.has_lengths else {}),
    }
    sizes = {"HN": [batch, width]}
    sizes |= {"CN": [batch, width]} if layer.kind.has_cell else {}
    sizes |= {"C": [steps + 1, batch, width]} if layer.kind.has_cell and keeps else {}
    sizes |= {"A": [steps, batch, kept, width]} if kept else {}
    others = {name: _empty(gates, size) for name, size in sizes.items()}
    layout = row_major_layout(gates.get_device(), dtype, [steps, batch, width])
    outputs = MLIRRecurrentTemplate(layer, inputs, layout, others).generate().output_node()
    return outputs, *(_result(others, name, gates) for name in ("HN", "CN", "C", "A"))


@register_lowering("npusim::recurrent_backward")
def lower_recurrent_backward(
    kind: str,
    weight: Any,
    outputs: Any,
    cells: Any,
    kept: Any,
    grad_outputs: Any,
    grad_last: Any,
    grad_cell: Any,
    lengths: Any,
    reverse: bool,
) -> tuple[Any, ...]:
    """The gradients of the gates, of the first states, and of the last gate's part from the hidden state."""
    steps, batch, _ = outputs.get_size()
    width = int(V.graph.sizevars.guard_int(weight.get_size()[1]))
    zeros, states = _apart(GH=grad_last, GC=grad_cell)
    dtype, has_lengths = outputs.get_dtype(), lengths is not None
    layer = Layer(kind, steps, batch, width, dtype, reverse, has_lengths=has_lengths, zeros=zeros)
    inputs = {
        "W": inductor.view(weight, [layer.kind.gates, width, width]),
        "GY": grad_outputs,
        **states,
        **({"C": cells} if layer.kind.has_cell else {"Y": outputs}),
        **({"A": kept} if layer.kind.kept else {}),
        **({"LENGTHS": lengths} if layer.has_lengths else {}),
    }
    sizes = {"GH0": [batch, width]}
    sizes |= {"GC0": [batch, width]} if layer.kind.has_cell else {}
    sizes |= {"GN": [steps, batch, width]} if layer.kind.has_own_gate else {}
    others = {name: _empty(outputs, size) for name, size in sizes.items()}
    layout = row_major_layout(outputs.get_device(), layer.dtype, [steps, batch, layer.kind.gates, width])
    of_gates = MLIRRecurrentBackwardTemplate(layer, inputs, layout, others).generate().output_node()
    flat = inductor.view(of_gates, [steps, batch, layer.kind.gates * width])
    return flat, *(_result(others, name, outputs) for name in ("GH0", "GC0", "GN"))


def _apart(**states: Any) -> tuple[frozenset[str], dict[str, Any]]:
    """The names of those that are zero, and the others; None is neither."""
    given = {name: state for name, state in states.items() if state is not None}
    zeros = frozenset(name for name, state in given.items() if is_zero(state))
    return zeros, {name: state for name, state in given.items() if name not in zeros}


def _result(made: Mapping[str, Any], name: str, like: Any) -> Any:
    """A further result; an empty tensor where the kind of layer does not have it."""
    return made[name] if name in made else _empty(like, [0])


def _empty(like: Any, size: Sequence[Any]) -> Any:
    """A buffer for a further result."""
    dtype: torch.dtype = like.get_dtype()
    return inductor.empty_strided(list(size), None, dtype=dtype, device=like.get_device())
