"""FlexAttention (`torch.nn.attention.flex_attention`): lowerings of its higher-order operators."""

import math
from collections.abc import Sequence
from typing import Any

import torch
from npusim.frontend import register_lowering
from npusim.frontend.inductor.api import V, build_subgraph_buffer, create_placeholder, ir
from npusim.frontend.inductor.api import lowering as inductor
from npusim.mlir_templates.attention.flash.text import Attention
from npusim.mlir_templates.attention.flex.backward import MLIRFlexBackwardTemplate
from npusim.mlir_templates.attention.flex.forward import MLIRFlexAttentionTemplate
from npusim.mlir_templates.attention.flex.problem import (
    GRADIENT,
    PLACE,
    SCORE,
    BlockLists,
    FlexAttention,
    Function,
    check_block_size,
)
from npusim.mlir_templates.attention.layouts import empty, like_query
from npusim.mlir_templates.attention.scoring import Scoring
from npusim.simulator.errors import UnsupportedError

aten = torch.ops.aten
_DTYPES = (torch.float32, torch.float16, torch.bfloat16)
_WHOLE = 1 << 30
"""The size of a block when there is no mask."""


@register_lowering(torch.ops.higher_order.flex_attention)
def lower_flex_attention(
    query: Any,
    key: Any,
    value: Any,
    subgraph: Any,
    block_mask: tuple[Any, ...],
    scale: float,
    kernel_options: dict[str, Any],
    score_mod_other_buffers: Sequence[Any] = (),
    mask_mod_other_buffers: Sequence[Any] = (),
) -> Any:
    """Output, logsumexp in powers of two, and a placeholder for the largest scores."""
    if kernel_options.get("OUTPUT_MAX"):
        raise UnsupportedError("flex_attention does not return the largest scores on the device; ask for lse only")
    _check(query, key, value)
    key, value = (_of_all_sequences(x, query) for x in (key, value))
    captured = [_realized(x) for x in (*score_mod_other_buffers, *mask_mod_other_buffers)]
    of_score, of_mask = captured[: len(score_mod_other_buffers)], captured[len(score_mod_other_buffers) :]
    flex = FlexAttention(
        _attention(query, key, value, scale),
        _function(subgraph, [SCORE, *PLACE], of_score, query),
        _function(block_mask[-1], list(PLACE), of_mask, query),
        blocks=_blocks(block_mask, "kv"),
        captured=[x for x in captured if isinstance(x, ir.IRNode)],
    )
    size = [*query.get_size()[:-1], value.get_size()[-1]]
    logsumexp = empty(size[:-1], torch.float32, query.get_device())
    template = MLIRFlexAttentionTemplate([query, key, value], like_query(query, size), logsumexp, flex)
    return template.generate().output_node(), logsumexp, empty([0], torch.float32, query.get_device())


@register_lowering(torch.ops.higher_order.flex_attention_backward)
def lower_flex_attention_backward(
    query: Any,
    key: Any,
    value: Any,
    out: Any,
    logsumexp: Any,
    grad_out: Any,
    grad_logsumexp: Any,
    fw_graph: Any,
    joint_graph: Any,
    block_mask: tuple[Any, ...],
    scale: float,
    kernel_options: dict[str, Any],
    score_mod_other_buffers: Sequence[Any] = (),
    mask_mod_other_buffers: Sequence[Any] = (),
) -> Any:
    """Gradients of query, key, value, and none of the buffers that the functions load from."""
    shared = [key.get_size()[0], value.get_size()[0]]
    key, value = (_of_all_sequences(x, query) for x in (key, value))
    captured = [_realized(x) for x in (*score_mod_other_buffers, *mask_mod_other_buffers)]
    of_score, of_mask = captured[: len(score_mod_other_buffers)], captured[len(score_mod_other_buffers) :]
    joint_graph.graph_module.graph.eliminate_dead_code()
    functions = (
        _function(fw_graph, [SCORE, *PLACE], of_score, query),
        _function(block_mask[-1], list(PLACE), of_mask, query),
        _function(joint_graph, [SCORE, *PLACE, GRADIENT], of_score, query),
    )
    described, nodes = _attention(query, key, value, scale), [x for x in captured if isinstance(x, ir.IRNode)]
    wide = [inductor.to_dtype(x, torch.float32) for x in (grad_out, out)]
    rows = inductor.lowerings[aten.sum.dim_IntList](inductor.mul(*wide), [-1], False)
    if grad_logsumexp is not None:
        rows = inductor.sub(rows, inductor.mul(grad_logsumexp, 1 / math.log(2)))
    inputs = [query, key, value, grad_out, inductor.mul(logsumexp, math.log(2)), rows]
    value_gradient = empty(list(value.get_size()), value.get_dtype(), value.get_device())
    of_queries = FlexAttention(described, *functions, _blocks(block_mask, "kv"), nodes)
    of_keys = FlexAttention(described, *functions, _blocks(block_mask, "q"), nodes)
    layouts = [like_query(x, list(x.get_size())) for x in (query, key)]
    grad_query = MLIRFlexBackwardTemplate(inputs, layouts[0], of_queries).generate().output_node()
    grad_key = MLIRFlexBackwardTemplate(inputs, layouts[1], of_keys, value_gradient).generate().output_node()
    grads = [_summed(x, count) for x, count in zip((grad_key, value_gradient), shared, strict=True)]
    return grad_query, *grads, tuple(None for _ in score_mod_other_buffers)


def _check(query: Any, key: Any, value: Any) -> None:
    dtypes = {x.get_dtype() for x in (query, key, value)}
    if dtypes - set(_DTYPES):
        raise UnsupportedError("flex_attention computes f32, f16 and bf16 on the device; convert queries and keys")


def _attention(query: Any, key: Any, value: Any, scale: float) -> Attention:
    batch, heads, queries, width = query.get_size()
    _, key_heads, keys, value_width = value.get_size()
    width, value_width = (int(V.graph.sizevars.guard_int(size)) for size in (width, value_width))
    return Attention(batch, heads, key_heads, queries, keys, width, value_width, Scoring(scale))


def _of_all_sequences(x: Any, query: Any) -> Any:
    """Keys or values, which all sequences of a batch may share."""
    return inductor.expand(x, [query.get_size()[0], *x.get_size()[1:]])


def _summed(grad: Any, sequences: Any) -> Any:
    """The gradient of keys or values that all sequences share."""
    if V.graph.sizevars.statically_known_equals(grad.get_size()[0], sequences):
        return grad
    wide = inductor.lowerings[aten.sum.dim_IntList](inductor.to_dtype(grad, torch.float32), [0], True)
    return inductor.to_dtype(wide, grad.get_dtype())


def _realized(x: Any) -> Any:
    """A buffer that a function loads from; numbers stay."""
    return ir.TensorBox(ir.ExternKernel.realize_input(x)) if isinstance(x, ir.IRNode) else x


def _function(subgraph: Any, names: Sequence[str], captured: Sequence[Any], query: Any) -> Function:
    """The first result of a graph of scalars as a function of Inductor's `ops`."""
    dtypes = [torch.float32 if name in (SCORE, GRADIENT) else torch.int32 for name in names]
    device = query.get_device()
    given = [create_placeholder(name, dtype, device) for name, dtype in zip(names, dtypes, strict=True)]
    results = build_subgraph_buffer([*given, *captured], subgraph)
    first, *others = results if isinstance(results, (list, tuple)) else [results]
    if any(other is not None for other in others[len(names) - 1 :]):
        raise UnsupportedError(
            "flex_attention has no gradients for tensors that score_mod loads from; detach them, or add them "
            "to scores with scaled_dot_product_attention(..., attn_mask=...)"
        )
    data = first.data
    load = data.make_loader() if isinstance(data, ir.InputBuffer) else data.inner_fn
    return lambda: load(())


def _blocks(block_mask: tuple[Any, ...], looped: str) -> BlockLists | None:
    """The lists of blocks that a kernel loops over: of keys (`kv`) or of queries (`q`)."""
    *lists, queries, keys, _ = block_mask
    queries, keys = (int(V.graph.sizevars.guard_int(size)) for size in (queries, keys))
    if queries == keys == _WHOLE:
        return None
    queries, keys = check_block_size(queries, True), check_block_size(keys, False)
    names = ("kv", "kv", "kv", "kv", "q", "q", "q", "q")
    found = [x for name, x in zip(names, lists[2:10], strict=True) if name == looped]
    kinds = {"partial": (found[0], found[1])}
    if found[2] is not None:
        kinds["full"] = (found[2], found[3])
    rows, columns = (queries, keys) if looped == "kv" else (keys, queries)
    return BlockLists(rows, columns, kinds)
