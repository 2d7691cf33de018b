"""A recurrent layer in one direction as an operator, with its gradient.

    npusim::recurrent(kind, gates, weight, bias, hidden, cell, lengths, reverse, keeps)
        -> (outputs, last, last_cell, cells, kept)

- gates (T, B, G * H): the gates' parts from the input, biases included;
- weight (G * H, H): of the hidden state;
- bias (H), or None: of the last gate's part from the hidden state (GRU), which no sum may contain beforehand;
- hidden (B, H), cell (B, H) or None: the first states;
- outputs (T, B, H), last (B, H), last_cell (B, H);
- lengths (B) of int64, or None: the steps of each sequence, at others its states stay as they are;
- cells (T + 1, B, H) and kept (T, B, kept, H), in the order of the steps: for the backward, if `keeps`.

    npusim::recurrent_backward(
        kind, weight, outputs, cells, kept, grad_outputs, grad_hidden, grad_cell, lengths, reverse
    ) -> (grad_gates, grad_hidden, grad_cell, own)

- grad_gates (T, B, G * H), and the gradients of the first states (B, H);
- own (T, B, H): the gradient of the last gate's part from the hidden state, where it is not that of the part from the
  input.

What a kind does not have is an empty tensor. Other devices compute the functions of `reference`, which the kernels are
compared with.
"""

from typing import Any

import torch
from npusim.frontend.eager.own_operators import register_eager_kernel
from npusim.mlir_templates.recurrent.kinds import KINDS
from npusim.mlir_templates.recurrent.reference import Five, Four, layer_backward, layer_forward
from torch import Tensor

recurrent = torch.library.custom_op("npusim::recurrent", layer_forward, mutates_args=())
recurrent_backward = torch.library.custom_op("npusim::recurrent_backward", layer_backward, mutates_args=())


@recurrent.register_fake
def _(kind: str, gates: Tensor, weight: Tensor, *rest: Any) -> Five:
    (steps, batch, _), width, keeps = gates.shape, weight.shape[1], rest[-1]
    has_cell = KINDS[kind].has_cell
    return (
        gates.new_empty(steps, batch, width),
        gates.new_empty(batch, width),
        gates.new_empty((batch, width) if has_cell else (0,)),
        gates.new_empty((steps + 1, batch, width) if keeps and has_cell else (0,)),
        gates.new_empty((steps, batch, KINDS[kind].kept, width) if keeps and KINDS[kind].kept else (0,)),
    )


@recurrent_backward.register_fake
def _(kind: str, weight: Tensor, outputs: Tensor, *rest: Any) -> Four:
    steps, batch, width = outputs.shape
    return (
        outputs.new_empty(steps, batch, KINDS[kind].gates * width),
        outputs.new_empty(batch, width),
        outputs.new_empty((batch, width) if KINDS[kind].has_cell else (0,)),
        outputs.new_empty((steps, batch, width) if KINDS[kind].has_own_gate else (0,)),
    )


def _keep(ctx: Any, inputs: tuple[Any, ...], output: Five) -> None:
    ctx.kind, *given, lengths, ctx.reverse, _ = inputs
    outputs, _, _, cells, kept = output
    ctx.mark_non_differentiable(cells, kept)
    ctx.save_for_backward(*given, lengths, outputs, cells, kept)


def _backward(ctx: Any, of_outputs: Tensor, of_last: Tensor, of_cell: Tensor, *_: Any) -> tuple[Tensor | None, ...]:
    *given, lengths, outputs, cells, kept = ctx.saved_tensors
    _, weight, bias, hidden, _ = given
    has_cell = KINDS[ctx.kind].has_cell
    if torch.is_grad_enabled():
        grads = [of_outputs, of_last, of_cell][: 2 + has_cell]
        return None, *_differentiable_gradients(ctx, given, lengths, grads), None, None, None
    of_gates, of_hidden, of_first_cell, own = torch.ops.npusim.recurrent_backward(
        ctx.kind,
        weight,
        outputs,
        cells,
        kept,
        of_outputs,
        of_last,
        of_cell if has_cell else None,
        lengths,
        ctx.reverse,
    )
    split = of_gates.shape[2] - outputs.shape[2]
    parts = [of_gates[..., :split], own] if KINDS[ctx.kind].has_own_gate else [of_gates]
    first, rest = hidden.unsqueeze(0), outputs[1:] if ctx.reverse else outputs[:-1]
    before = torch.cat([rest, first] if ctx.reverse else [first, rest]).flatten(0, 1)
    of_weight = torch.cat([part.flatten(0, 1).t() @ before for part in parts])
    of_bias = own.sum((0, 1)) if bias is not None else None
    of_first_cell = of_first_cell if has_cell else None
    return None, of_gates, of_weight, of_bias, of_hidden, of_first_cell, None, None, None


def _differentiable_gradients(
    ctx: Any, given: list[Tensor | None], lengths: Tensor | None, grads: list[Tensor]
) -> list[Tensor | None]:
    """Gradients of the given tensors that have gradients themselves (`create_graph`): those of a cell for each step."""
    own: list[Any] = [None if x is None else x.view_as(x) for x in given]  # without what one has to do with another
    gates, weight, bias, hidden, cell = own
    results = layer_forward(ctx.kind, gates, weight, bias, hidden, cell, lengths, ctx.reverse, False)
    wanted = [x for x in own if x is not None and x.requires_grad]
    found = iter(torch.autograd.grad(results[: len(grads)], wanted, grads, create_graph=True))
    return [None if x is None or not x.requires_grad else next(found) for x in own]


recurrent.register_autograd(_backward, setup_context=_keep)
for _operator in (torch.ops.npusim.recurrent.default, torch.ops.npusim.recurrent_backward.default):
    register_eager_kernel(_operator)
