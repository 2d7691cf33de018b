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
    query, key, value, sizes = _heads(builder)
    dropped = builder.rng.choice((0, 0, 1, 2)) if sizes[0] == 1 else 0
    if dropped == 2 and sizes[1] > 1:
        dropped = 1
    query, key, value = (builder.emit(f"{x}{'[0]' * dropped}") if dropped else x for x in (query, key, value))
    scores = f"{query} @ {key}.mT"
    for change in builder.rng.choices((_scaled, _with_bias, _filled), k=builder.rng.choice((1, 2, 2, 3))):
        scores = change(builder, f"({scores})", sizes[dropped:], query)
    weights = f"torch.softmax({builder.emit(scores)}, dim=-1)"
    if builder.chance(0.3):
        weights = f"{weights}.float().to(torch.{query.dtype})"
    builder.emit(f"{weights} @ {value}")


def _scaled(builder: Builder, scores: str, sizes: tuple[int, ...], query: Value) -> str:
    return f"{scores} * {builder.literal(0.5, 0.25)}" if builder.chance(0.6) else f"{scores} / {builder.literal(2, 4)}"


def _with_bias(builder: Builder, scores: str, sizes: tuple[int, ...], query: Value) -> str:
    shape = builder.rng.choice((sizes, sizes[-2:], sizes[-1:], (*(1 for _ in sizes[:-1]), sizes[-1])))
    return f"{scores} {builder.rng.choice('+-')} {builder.input(query.dtype, shape)}"


def _filled(builder: Builder, scores: str, sizes: tuple[int, ...], query: Value) -> str:
    """Something is hidden, never all of a row."""
    rows, keys = sizes[-2:]
    mask = f"torch.ones({rows}, {keys}, dtype=torch.bool, device={query}.device).triu(1)"
    if builder.chance(0.5):
        hidden = builder.input("bool", builder.rng.choice(((rows, keys), sizes)))
        mask = f"{hidden} & (torch.arange({keys}, device={hidden}.device) > 0)"
    fill = builder.rng.choice(("float('-inf')", "-10000.0", "-3.0", f"torch.finfo(torch.{query.dtype}).min"))
    if builder.chance(0.3):
        return f"torch.where({mask}, {fill}, {scores})"
    return f"{scores}.masked_fill({mask}, {fill})"


@operator("attention")
def split_heads(builder: Builder) -> None:
    value = builder.value(_DTYPES, (3, 3), where=lambda v: v.shape[-1] % 2 == 0 and v.tensor.numel() > 0)
    batch, rows, width = value.shape
    half = builder.emit(f"{value}.view({batch}, {rows}, 2, {width // 2}).transpose(1, 2)")
    builder.emit(
        f"F.scaled_dot_product_attention({half}, {half}, {half}).transpose(1, 2).reshape({batch}, {rows}, {width})"
    )
