"""Concatenation, stacking, splitting, padding."""

from fuzzing.programs.builder import FLOATS, INTEGERS, Builder, Value
from fuzzing.programs.vocabulary.registry import operator

_ALL = (*FLOATS, *FLOATS, *INTEGERS, "bool")


def _partners(builder: Builder, value: Value, dim: int, *, same: bool) -> list[Value]:
    """Values of the same dtype and of sizes that differ at most along a dimension (not even there: `same`)."""

    def fits(other: Value) -> bool:
        if other.ndim != value.ndim or other.dtype != value.dtype:
            return False
        return all(
            a == b or (d == dim and not same) for d, (a, b) in enumerate(zip(other.shape, value.shape, strict=True))
        )

    found = [v for v in builder.values.values() if fits(v)]
    chosen = [builder.rng.choice(found) for _ in range(builder.rng.randint(1, 3))]
    if builder.chance(0.4):
        shape = list(value.shape)
        if not same:
            shape[dim] = builder.rng.choice(builder.sizes)
        chosen.append(builder.input(value.dtype, shape))
    return chosen


@operator("joining", 4)
def cat(builder: Builder) -> None:
    value = builder.value(_ALL, (1, 4))
    dim = builder.rng.randrange(value.ndim)
    parts = ", ".join(map(str, [value, *_partners(builder, value, dim, same=False)]))
    builder.emit(f"torch.cat([{parts}], {dim if builder.chance(0.6) else dim - value.ndim})")


@operator("joining", 2)
def stack(builder: Builder) -> None:
    value = builder.value(_ALL, (0, 3))
    parts = ", ".join(map(str, [value, *_partners(builder, value, 0, same=True)]))
    name = builder.rng.choice(("stack", "stack", "hstack", "vstack", "dstack", "column_stack"))
    builder.emit(
        f"torch.stack([{parts}], {builder.rng.randint(0, value.ndim)})"
        if name == "stack"
        else f"torch.{name}([{parts}])"
    )


@operator("joining", 3)
def split(builder: Builder) -> None:
    value = builder.value(_ALL, (1, 4), where=lambda v: max(v.shape) > 1)
    dim = max(range(value.ndim), key=lambda d: value.shape[d])
    n = value.shape[dim]
    cut = builder.rng.randint(1, n - 1)
    text = builder.rng.choice(
        (
            f"torch.chunk({value}, 2, {dim})",
            f"torch.split({value}, ({cut}, {n - cut}), {dim})",
            f"torch.tensor_split({value}, 2, {dim})",
        )
    )
    if builder.is_dynamic and "split(" in text and "tensor" not in text:
        text = f"torch.chunk({value}, 2, {dim})"
    builder.emit_all(text, 2)


@operator("joining", 2)
def pad(builder: Builder) -> None:
    value = builder.value(_ALL, (1, 4))
    amounts = [builder.rng.choice((0, 1, 2, 3, -1)) for _ in range(2 * builder.rng.randint(1, min(value.ndim, 3)))]
    fill = f", value={builder.literal(0, 1, 2)}" if builder.chance(0.5) else ""
    builder.emit(f"F.pad({value}, {tuple(amounts)}{fill})")


@operator("joining")
def meshes(builder: Builder) -> None:
    value = builder.value(FLOATS, (1, 1))
    other = builder.value(FLOATS, (1, 1))
    text = builder.rng.choice(
        (
            f"torch.meshgrid({value}, {other}, indexing='ij')[0] * 2",
            f"torch.cartesian_prod({value}, {value})",
            f"torch.block_diag({value}, {value})",
            f"torch.atleast_3d({value})",
            f"torch.vander({value}, 3)",
            f"torch.broadcast_tensors({value}, {other}[:1])[0]",
        )
    )
    builder.emit(text)


@operator("joining")
def glu_and_friends(builder: Builder) -> None:
    value = builder.value(FLOATS, (1, 4), where=lambda v: v.shape[-1] % 2 == 0 and v.shape[-1] > 0)
    text = builder.rng.choice(
        (
            f"F.glu({value})",
            f"torch.cat([-{value}[..., 1::2], {value}[..., ::2]], -1)",
            f"torch.stack([{value}[..., ::2], {value}[..., 1::2]], -1).flatten(-2)",
            f"{value}.unflatten(-1, (2, -1)).sum(-2)",
        )
    )
    builder.emit(text)
