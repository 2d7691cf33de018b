"""Scaled dot-product attention: masks, causal, grouped queries; and attention written out."""

from fuzzing.programs.builder import Builder, Reject, Value
from fuzzing.programs.vocabulary.registry import operator

_DTYPES = ("float32", "bfloat16", "float16")


def _heads(builder: Builder) -> tuple[Value, Value, Value, tuple[int, ...]]:
    dtype = builder.dtype(_DTYPES)
    batch, heads = builder.rng.choice((1, 2, 3)), builder.rng.choice((1, 2, 4))
    rows, keys = builder.rng.choice((1, 5, 7, 16, 33)), builder.rng.choice((1, 4, 7, 17, 33, 65))
    width = builder.rng.choice((4, 8, 16, 7))
    shape = (batch, heads, rows, width)
    found = [v for v in builder.values.values() if v.shape == shape and v.dtype == dtype]
    query = builder.rng.choice(found) if found else builder.input(dtype, shape)
    return (
        query,
        builder.input(dtype, (batch, heads, keys, width)),
        builder.input(dtype, (batch, heads, keys, width)),
        (batch, heads, rows, keys),
    )


@operator("attention", 4)
def attention(builder: Builder) -> None:
    query, key, value, (batch, heads, rows, keys) = _heads(builder)
    if builder.is_differentiable and keys == 1:
        raise Reject  # its gradients are differences that cancel exactly, but for rounding inside of the operator
    extra = builder.rng.choice(("", "", ", is_causal=True", ", scale=0.3", ", mask", ", mask", ", bool"))
    if extra == ", mask":
        shape = builder.rng.choice(((rows, keys), (batch, 1, rows, keys), (1, heads, rows, keys), (batch, 1, 1, keys)))
        extra = f", attn_mask={builder.input(query.dtype, shape)}"
    elif extra == ", bool":
        mask = builder.input("bool", (rows, keys))
        extra = f", attn_mask={mask} | (torch.arange({keys}, device={mask}.device) == 0)"
    builder.emit(f"F.scaled_dot_product_attention({query}, {key}, {value}{extra})")


@operator("attention", 2)
def grouped(builder: Builder) -> None:
    dtype = builder.dtype(_DTYPES)
    rows, keys, width, groups = (
        builder.rng.choice((1, 7, 16)),
        builder.rng.choice((5, 17)),
        builder.rng.choice((4, 8)),
        builder.rng.choice((1, 2)),
    )
    query = builder.input(dtype, (2, groups * 2, rows, width))
    key, value = (builder.input(dtype, (2, groups, keys, width)) for _ in range(2))
    causal = ", is_causal=True" if builder.chance(0.4) else ""
    builder.emit(f"F.scaled_dot_product_attention({query}, {key}, {value}{causal}, enable_gqa=True)")


@operator("attention", 2)
def written_out(builder: Builder) -> None:
    query, key, value, (_, _, rows, keys) = _heads(builder)
    scores = builder.emit(f"({query} @ {key}.mT) * {builder.literal(0.5, 0.25)}")
    if builder.chance(0.5):
        mask = f"torch.ones({rows}, {keys}, dtype=torch.bool, device={query}.device).triu(1)"
        builder.emit(f"{scores}.masked_fill({mask}, float('-inf')).softmax(-1) @ {value}")
        return
    builder.emit(f"torch.softmax({scores}, dim=-1) @ {value}")


@operator("attention")
def split_heads(builder: Builder) -> None:
    value = builder.value(_DTYPES, (3, 3), where=lambda v: v.shape[-1] % 2 == 0 and v.tensor.numel() > 0)
    batch, rows, width = value.shape
    half = builder.emit(f"{value}.view({batch}, {rows}, 2, {width // 2}).transpose(1, 2)")
    builder.emit(
        f"F.scaled_dot_product_attention({half}, {half}, {half}).transpose(1, 2).reshape({batch}, {rows}, {width})"
    )
