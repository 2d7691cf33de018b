"""Scaled dot-product attention: its lowerings, forward and backward.

PyTorch calls one operator for it on custom devices (`_scaled_dot_product_fused_attention_overrideable`), and Inductor's
patterns find attention that is written out. It becomes one kernel (`flash.forward`), or products and a softmax
(`unfused`) where that kernel does not fit: f64, tensors without elements, gradients of a bias. Under
`torch.nn.attention.sdpa_kernel(SDPBackend.MATH)` PyTorch decomposes the operator before lowering.
"""

import math
from dataclasses import replace
from typing import Any

import sympy
import torch
from npusim.frontend import lower, register_implementation, register_lowering
from npusim.frontend.inductor.api import V, ir
from npusim.frontend.inductor.api import lowering as inductor
from npusim.frontend.template.inputs import strided_inputs
from npusim.mlir_templates.attention.flash.backward import MLIRFlashBackwardTemplate
from npusim.mlir_templates.attention.flash.forward import MLIRFlashAttentionTemplate, problem_of
from npusim.mlir_templates.attention.flash.gradients import MLIRFlashGradientsTemplate
from npusim.mlir_templates.attention.flash.problem import Problem
from npusim.mlir_templates.attention.flash.text import Attention, head_repeats
from npusim.mlir_templates.attention.flash.tiling import (
    FlashBackwardOfKeysSpace,
    FlashBackwardSpace,
    FlashGradientsSpace,
    FlashSpace,
)
from npusim.mlir_templates.attention.layouts import as_traced, empty, empty_of, of_gradients, with_shared_in_memory
from npusim.mlir_templates.attention.scoring import Scoring
from npusim.mlir_templates.attention.unfused import attend, attend_backward
from npusim.simulator.machine import Machine

aten = torch.ops.aten

_FLASH_DTYPES = {torch.float32, torch.float16, torch.bfloat16}
LARGEST_WIDTH = 1024


def _scale(query: Any, scale: float | None) -> float:
    if scale is not None:
        return float(scale)
    return 1.0 / math.sqrt(max(V.graph.sizevars.guard_int(query.get_size()[-1]), 1))


def _cannot_flash(machine: Machine, query: Any, key: Any, value: Any, bias: Any, scoring: Scoring) -> str:
    """Why the flash kernel does not accept these tensors; head sizes become constants of the kernel."""
    reason = _is_no_head(query, key, value)
    return reason or _has_no_tiles(machine, _attention(query, key, value, bias, scoring), query, FlashSpace)


def _has_no_tiles(machine: Machine, attention: Attention, query: Any, *spaces: type[FlashSpace]) -> str:
    problem = problem_of(attention, query)
    has_tiles = all(space(problem, machine).has_fitting() for space in spaces)
    return "" if has_tiles else f"no tiles of it fit the scratchpad of machine {machine.name}"


def _is_no_head(query: Any, key: Any, value: Any) -> str:
    """Why the tensors are not those of attention in one kernel, on any machine."""
    if {x.get_dtype() for x in (query, key, value)} - _FLASH_DTYPES:
        return "the one kernel computes f32, f16 and bf16 only"
    if len(query.get_size()) != 4:
        return "the one kernel takes tensors of four dimensions"
    known = V.graph.sizevars.statically_known_equals
    if any(known(size, 0) for x in (query, key, value) for size in x.get_size()):
        return "a tensor has no elements"
    widths = [int(V.graph.sizevars.guard_int(x.get_size()[-1])) for x in (query, value)]
    return "" if max(widths) <= LARGEST_WIDTH else f"a head is wider than {LARGEST_WIDTH}"


def _cannot_flash_backward(machine: Machine, grad_out: Any, query: Any, key: Any, value: Any, *rest: Any) -> str:
    bias, _, _, scoring, with_bias = rest
    reason = "the bias needs a gradient" if with_bias else _is_no_head(query, key, value)
    spaces = FlashBackwardSpace, FlashBackwardOfKeysSpace
    return reason or _has_no_tiles(machine, _attention(query, key, value, bias, scoring), query, *spaces)


def _attention(query: Any, key: Any, value: Any, bias: Any, scoring: Scoring) -> Attention:
    width, value_width = (int(V.graph.sizevars.guard_int(x.get_size()[-1])) for x in (query, value))
    batch, heads, queries, _ = query.get_size()
    _, key_heads, keys, _ = key.get_size()
    return Attention(batch, heads, key_heads, queries, keys, width, value_width, scoring, bias)


def _bias_of_rank_4(bias: Any, keys: Any) -> Any:
    """The bias as a buffer or a strided view with four dimensions; broadcast dimensions keep size 1."""
    sizes = bias.get_size()
    view = inductor.view(bias, [1] * (4 - len(sizes)) + list(sizes)) if len(sizes) < 4 else bias
    known = V.graph.sizevars.statically_known_equals
    if all(known(size, 1) for size in view.get_size()[-2:]):
        view = inductor.expand(view, [*view.get_size()[:-1], keys])
    (node,) = strided_inputs([view])
    return _without_copies(node)


def _without_copies(node: Any) -> Any:
    """The bias with size 1 where an expansion repeats it."""
    layout = node.get_layout()
    known = V.graph.sizevars.statically_known_equals
    repeated = [axis < 3 and known(stride, 0) for axis, stride in enumerate(layout.stride)]
    if not any(repeated):
        return node
    sizes = [sympy.S.One if once else size for once, size in zip(repeated, layout.size, strict=True)]
    narrow = ir.FixedLayout(layout.device, layout.dtype, sizes, layout.stride, layout.offset)
    data = node.data if isinstance(node, ir.ReinterpretView) else ir.StorageBox(node)
    return ir.ReinterpretView(data=data, layout=narrow)


_ATTENTION = aten._scaled_dot_product_fused_attention_overrideable
inductor.add_layout_constraint(_ATTENTION.default, with_shared_in_memory)
inductor.add_layout_constraint(aten._scaled_dot_product_fused_attention_overrideable_backward.default, of_gradients)


def _with_kept(nodes: list[Any], scoring: Scoring) -> Scoring:
    """The scoring, with the weights that dropout keeps as another operand, if there are any."""
    if scoring.dropout is None:
        return scoring
    (kept,) = strided_inputs([scoring.dropout.kept])
    nodes.append(kept)
    return replace(scoring, dropout=replace(scoring.dropout, kept=kept))


@register_implementation("attention", "flash", priority=10, when=_cannot_flash)
@register_implementation("attention_with_dropout", "flash", priority=10, when=_cannot_flash)
def _flash(query: Any, key: Any, value: Any, bias: Any, scoring: Scoring) -> tuple[Any, Any]:
    nodes = [query, key, value]
    if bias is not None:
        bias = _bias_of_rank_4(bias, key.get_size()[2])
        nodes.append(bias)
    scoring = _with_kept(nodes, scoring)
    size = [*query.get_size()[:-1], value.get_size()[-1]]
    logsumexp = empty(size[:-1], torch.float32, query.get_device())
    described = _attention(query, key, value, bias, scoring)
    template = MLIRFlashAttentionTemplate(nodes, as_traced(0, query, size), logsumexp, described)
    return template.generate().output_node(), logsumexp


@register_lowering(aten._scaled_dot_product_fused_attention_overrideable.default)
def lower_attention(
    query: Any,
    key: Any,
    value: Any,
    attn_bias: Any = None,
    dropout_p: float = 0.0,
    is_causal: bool = False,
    return_debug_mask: bool = False,
    *,
    scale: float | None = None,
) -> Any:
    """Lowering of the forward: output and logsumexp; the other seven results are placeholders.

    Dropout is decomposed before (`attention.dropout`); Inductor's own lowering raises the error where it was not.
    """
    if dropout_p:
        return None
    scoring = Scoring(_scale(query, scale), is_causal)
    output, logsumexp = forward_of(query, key, value, attn_bias, scoring)
    return (
        output,
        logsumexp,
        None,
        None,
        query.get_size()[-2],
        key.get_size()[-2],
        _no_seed(query),
        _no_seed(query),
        None,
    )


def forward_of(query: Any, key: Any, value: Any, bias: Any, scoring: Scoring) -> tuple[Any, Any]:
    """Output and logsumexp of an attention."""
    folded, bias, scoring = _folded(query, key, bias, scoring)
    operator = "attention" if scoring.dropout is None else "attention_with_dropout"
    output, logsumexp = lower(operator, folded, key, value, bias, scoring)
    if folded is not query:
        sizes = query.get_size()[:-1]
        output = inductor.view(output, [*sizes, value.get_size()[-1]])
        logsumexp = inductor.view(logsumexp, list(sizes))
    return output, logsumexp


def _folded(query: Any, key: Any, bias: Any, scoring: Scoring) -> tuple[Any, Any, Scoring]:
    """Queries, bias and scoring where the single queries of the heads that share a key head are the rows of one head:
    keys and values are then read once for all of them. Causal ones see their position only in their own head.
    """
    batch, heads, queries, width = query.get_size()
    own = key.get_size()[1]
    known = V.graph.sizevars.statically_known_equals
    if scoring.is_causal or not known(queries, 1) or known(heads, own) or known(heads, 0):
        return query, bias, scoring
    rows = head_repeats(heads, own)
    if bias is not None:
        sizes = [sympy.S.One] * (4 - len(bias.get_size())) + list(bias.get_size())
        of_heads = [1, 1] if known(sizes[1], 1) else [own, rows]
        bias = inductor.view(bias, [sizes[0], *of_heads, sizes[3]])
    if scoring.dropout is not None:
        kept = inductor.view(scoring.dropout.kept, [batch, own, rows, key.get_size()[2]])
        scoring = replace(scoring, dropout=replace(scoring.dropout, kept=kept))
    return inductor.view(query, [batch, own, rows, width]), bias, scoring


def _no_seed(query: Any) -> Any:
    """A placeholder for the random seed and offset of dropout, neither written nor read."""
    return inductor.view(empty([1], torch.int64, query.get_device()), [])


@register_implementation("attention", "products")
@register_implementation("attention_with_dropout", "products")
def _unfused(query: Any, key: Any, value: Any, bias: Any, scoring: Scoring) -> tuple[Any, Any]:
    key, value = (_repeated(x, query) for x in (key, value))
    return attend(query, key, value, bias, scoring)


def _repeated(x: Any, query: Any) -> Any:
    """Keys or values, repeated so that every query head has a head."""
    batch, heads, length, width = x.get_size()
    repeats = head_repeats(query.get_size()[1], heads)
    if repeats == 1:
        return x
    shared = inductor.expand(inductor.view(x, [batch, heads, 1, length, width]), [batch, heads, repeats, length, width])
    return inductor.view(shared, [batch, heads * repeats, length, width])


def _summed(grad: Any, like: Any) -> Any:
    """Gradient of keys or values, summed over the query heads that share them."""
    batch, heads, length, width = grad.get_size()
    own = like.get_size()[1]
    repeats = head_repeats(heads, own)
    if repeats == 1:
        return grad
    wide = inductor.to_dtype(grad, torch.promote_types(grad.get_dtype(), torch.float32))
    split = inductor.view(wide, [batch, own, repeats, length, width])
    return inductor.to_dtype(inductor.lowerings[aten.sum.dim_IntList](split, [2], False), like.get_dtype())


@register_lowering(aten._scaled_dot_product_fused_attention_overrideable_backward.default)
def lower_attention_backward(
    grad_out: Any,
    query: Any,
    key: Any,
    value: Any,
    attn_bias: Any,
    grad_input_mask: list[bool],
    out: Any,
    logsumexp: Any,
    cum_seq_q: Any,
    cum_seq_k: Any,
    max_q: Any,
    max_k: Any,
    dropout_p: float,
    is_causal: bool,
    philox_seed: Any,
    philox_offset: Any,
    *,
    scale: float | None = None,
) -> Any:
    """Lowering of the backward: gradients of query, key, value and bias. Dropout as in the forward."""
    if dropout_p:
        return None
    with_bias = bool(grad_input_mask[3]) and attn_bias is not None
    tensors = (grad_out, query, key, value, attn_bias, out, logsumexp)
    return lower("attention_backward", *tensors, Scoring(_scale(query, scale), is_causal), with_bias)


@register_implementation("attention_backward", "products")
@register_implementation("attention_with_dropout_backward", "products")
def _unfused_backward(
    grad_out: Any, query: Any, key: Any, value: Any, bias: Any, out: Any, logsumexp: Any, *options: Any
) -> tuple[Any, ...]:
    keys, values = (_repeated(x, query) for x in (key, value))
    grads = attend_backward(grad_out, query, keys, values, bias, out, logsumexp, *options)
    return grads[0], _summed(grads[1], key), _summed(grads[2], value), grads[3]


def _cannot_keep_sums(
    machine: Machine, grad_out: Any, query: Any, key: Any, value: Any, bias: Any, out: Any, lse: Any, *options: Any
) -> str:
    """Why the gradients are not one kernel, which keeps the sums of all keys of a head in the scratchpad."""
    scoring, with_bias = options
    reason = "the bias needs a gradient" if with_bias else _is_no_head(query, key, value)
    if reason:
        return reason
    problem = problem_of(_attention(query, key, value, bias, scoring), query)
    if not problem.is_static:
        return "sizes are symbolic"
    space = FlashGradientsSpace(problem, machine)
    if not space.has_fitting():
        return "the sums of all keys of a head do not fit the scratchpad"
    if problem.heads // problem.repeats >= machine.cores:
        return ""
    one, two = space.estimate_cycles(space.default()), _cycles_of_two_kernels(problem, machine)
    return (
        ""
        if one <= two
        else f"{one:,.0f} cycles are estimated with fewer key heads than cores, {two:,.0f} for two kernels"
    )


def _cycles_of_two_kernels(problem: Problem, machine: Machine) -> float:
    """Estimated cycles of `flash`, the second launch included."""
    spaces = FlashBackwardSpace(problem, machine), FlashBackwardOfKeysSpace(problem, machine)
    return machine.kernel_launch_cycles + sum(space.estimate_cycles(space.default()) for space in spaces)


@register_implementation("attention_backward", "flash_one_kernel", priority=20, when=_cannot_keep_sums)
@register_implementation("attention_with_dropout_backward", "flash_one_kernel", priority=20, when=_cannot_keep_sums)
def _flash_gradients(*arguments: Any) -> tuple[Any, ...]:
    nodes, described = _backward_operands(*arguments)
    _, query, key, value, *_ = arguments
    layout, *others = _gradient_layouts(query, key, value)
    of_keys = [empty_of(other) for other in others]
    template = MLIRFlashGradientsTemplate(nodes, layout, described, of_keys)
    return template.generate().output_node(), *of_keys, None


@register_implementation("attention_backward", "flash", priority=10, when=_cannot_flash_backward)
@register_implementation("attention_with_dropout_backward", "flash", priority=10, when=_cannot_flash_backward)
def _flash_backward(*arguments: Any) -> tuple[Any, ...]:
    nodes, described = _backward_operands(*arguments)
    _, query, key, value, *_ = arguments
    layouts = _gradient_layouts(query, key, value)
    value_gradient = empty_of(layouts[2])
    grad_query = MLIRFlashBackwardTemplate(nodes, layouts[0], described).generate().output_node()
    grad_key = MLIRFlashBackwardTemplate(nodes, layouts[1], described, value_gradient).generate().output_node()
    return grad_query, grad_key, value_gradient, None


def _gradient_layouts(*tensors: Any) -> list[ir.FixedLayout]:
    """The layouts of the gradients of queries, keys and values."""
    return [as_traced(number, x, list(x.get_size())) for number, x in enumerate(tensors)]


def _backward_operands(
    grad_out: Any,
    query: Any,
    key: Any,
    value: Any,
    bias: Any,
    out: Any,
    logsumexp: Any,
    scoring: Scoring,
    with_bias: bool,
) -> tuple[list[Any], Attention]:
    """The operands of the backward kernels, with the row sums of gradient times output, and the description."""
    wide = [inductor.to_dtype(x, torch.float32) for x in (grad_out, out)]
    dot = inductor.lowerings[aten.sum.dim_IntList](inductor.mul(*wide), [-1], False)
    nodes = [query, key, value, grad_out, logsumexp, dot]
    if bias is not None:
        bias = _bias_of_rank_4(bias, key.get_size()[2])
        nodes.append(bias)
    scoring = _with_kept(nodes, scoring)
    return nodes, _attention(query, key, value, bias, scoring)
