"""Views and copies that only move elements."""

from fuzzing.programs.builder import FLOATS, INTEGERS, Builder, Reject, Value
from fuzzing.programs.vocabulary.registry import operator

ALL = (*FLOATS, *INTEGERS, "bool")


def any_value(builder: Builder, least: int = 0, **options) -> Value:  # type: ignore[no-untyped-def]
    return builder.value(
        (*FLOATS, *FLOATS, *INTEGERS, "bool") if builder.chance(0.4) else FLOATS, (least, 5), **options
    )


@operator("views", 3)
def permute(builder: Builder) -> None:
    value = any_value(builder, 2)
    order = builder.rng.sample(range(value.ndim), value.ndim)
    text = f"{value}.permute({', '.join(map(str, order))})"
    if builder.chance(0.4):
        one, two = builder.rng.sample(range(value.ndim), 2)
        text = builder.rng.choice(
            (f"{value}.transpose({one}, {two})", f"{value}.mT", f"torch.movedim({value}, {one}, {two})")
        )
    builder.emit(text)


@operator("views", 3)
def reshape(builder: Builder) -> None:
    value = any_value(builder, 1)
    if builder.chance(0.3):
        builder.emit(f"{value}.reshape({_split(builder, value)})")
        return
    keep = builder.rng.randrange(value.ndim)
    lead = [builder.size(value, d) for d in range(keep)]
    name = builder.rng.choice(("reshape", "reshape", "view"))
    text = builder.rng.choice(
        (f"{value}.{name}({', '.join([*lead, '-1'])})", f"{value}.flatten({keep})", f"{value}.reshape(-1)")
    )
    builder.emit(text)


def _split(builder: Builder, value: Value) -> str:
    """Sizes with one dimension split into two factors."""
    places = [(d, f) for d in range(value.ndim) for f in (2, 3, 4, 5, 8) if value.shape[d] and value.shape[d] % f == 0]
    if not places:
        raise Reject
    dim, factor = builder.rng.choice(places)
    sizes = [builder.size(value, d) for d in range(value.ndim)]
    sizes[dim : dim + 1] = (
        [f"{sizes[dim]} // {factor}", str(factor)]
        if builder.chance(0.5)
        else [str(factor), f"{sizes[dim]} // {factor}"]
    )
    return ", ".join(sizes)


@operator("views", 3)
def slices(builder: Builder) -> None:
    value = any_value(builder, 1)
    parts = [_index(builder, n) for n in value.shape[: builder.rng.randint(1, value.ndim)]]
    if builder.chance(0.15):
        parts.insert(0, "...")
        parts = parts[: value.ndim + 1]
    builder.emit(f"{value}[{', '.join(parts)}]")


def _index(builder: Builder, n: int) -> str:
    low, high = builder.rng.randint(0, max(n // 2, 0)), builder.rng.randint(0, max(n // 3, 0))
    choices = [
        ":",
        f"{low}:",
        f":{-high}" if high else ":",
        f"{low}::2",
        "::3",
        "None, :",
        f"{low}:{n - high}:{builder.rng.choice((1, 2, 3))}",
    ]
    if n:
        choices += [str(low if low < n else 0), "-1"]
    return builder.rng.choice(choices)


@operator("views")
def narrow_and_select(builder: Builder) -> None:
    value = any_value(builder, 1, where=lambda v: v.tensor.numel() > 0)
    dim = builder.dim(value)
    n = value.shape[dim]
    start = builder.rng.randrange(n)
    length = builder.rng.randint(1, n - start)
    text = builder.rng.choice(
        (
            f"torch.narrow({value}, {dim}, {start}, {length})",
            f"{value}.select({dim}, {start})",
            f"torch.unbind({value}, {dim})[{start}]",
        )
    )
    builder.emit(text)


@operator("views", 2)
def expand(builder: Builder) -> None:
    value = any_value(builder)
    dims = [builder.rng.choice((n, 2, 3, 7)) if n == 1 else -1 for n in value.shape]
    lead = [builder.rng.choice((1, 2, 3))] if builder.chance(0.5) else []
    if not lead and -1 in dims and all(d == -1 for d in dims):
        builder.emit(f"{value}.unsqueeze({builder.rng.randrange(value.ndim + 1)})")
        return
    builder.emit(f"{value}.expand({', '.join(map(str, [*lead, *dims])) or '3'})")


@operator("views")
def squeeze(builder: Builder) -> None:
    value = any_value(builder)
    dim = builder.rng.randrange(value.ndim + 1)
    builder.emit(
        builder.rng.choice((f"{value}.squeeze()", f"{value}.unsqueeze({dim})", f"{value}.unsqueeze({-1 - dim})"))
    )


@operator("views", 2)
def flip_and_roll(builder: Builder) -> None:
    value = any_value(builder, 1)
    one, two, by = builder.dim(value), builder.dim(value), builder.rng.choice((1, 2, -1, 5))
    text = builder.rng.choice(
        (
            f"torch.flip({value}, ({one},))",
            f"torch.roll({value}, {by}, {one})",
            f"torch.roll({value}, ({by}, 1), ({one}, {two}))",
            f"{value}.flip(0)",
            f"torch.rot90({value}, {by}, (0, -1))",
            f"torch.roll({value}, {by})",
        )
    )
    builder.emit(text)


@operator("views")
def unfold(builder: Builder) -> None:
    value = any_value(builder, 1, where=lambda v: max(v.shape, default=0) > 1)
    dim = max(range(value.ndim), key=lambda d: value.shape[d])
    size = builder.rng.randint(1, min(value.shape[dim], 5))
    builder.emit(f"{value}.unfold({dim}, {size}, {builder.rng.choice((1, 2, size))})")


@operator("views")
def as_strided(builder: Builder) -> None:
    value = any_value(builder, 1, where=lambda v: v.tensor.numel() > 3 and v.tensor.is_contiguous())
    n = value.tensor.numel()
    text = builder.rng.choice(
        (
            f"torch.as_strided({value}, ({n // 2}, 2), (1, 1))",
            f"torch.as_strided({value}, ({n // 3}, 2), (3, 1))",
            f"torch.as_strided({value}, (2, {n // 2}), (1, 2))",
            f"torch.as_strided({value}, (3,), (1,), {value.tensor.storage_offset() + 1})",
        )
    )
    builder.emit(text)


@operator("views")
def diagonal(builder: Builder) -> None:
    value = any_value(builder, 2)
    offset = builder.rng.choice((0, 1, -1, 2))
    one, two = builder.rng.sample(range(value.ndim), 2)
    text = builder.rng.choice(
        (
            f"torch.diagonal({value}, {offset}, {one}, {two})",
            f"torch.tril({value}, {offset})",
            f"torch.triu({value}, {offset})",
            f"torch.diag_embed({value}, {offset})",
            f"{value}.diagonal({offset}, -2, -1)",
        )
    )
    builder.emit(text)


@operator("views", 2)
def contiguous(builder: Builder) -> None:
    value = any_value(builder)
    text = builder.rng.choice(
        (
            "{0}.contiguous()",
            "{0}.clone()",
            "{0}.t().contiguous()",
            "{0}.mT.contiguous()",
            "torch.ravel({0})",
            "{0}.permute(1, 0).clone(memory_format=torch.contiguous_format)",
            "{0}.clone(memory_format=torch.preserve_format)",
            "{0}.contiguous(memory_format=torch.channels_last)",
            "{0}.detach()",
        )
    )
    builder.emit(text.format(value))


@operator("views")
def repeat(builder: Builder) -> None:
    value = any_value(builder, 1, where=lambda v: v.tensor.numel() < 2000)
    times = [builder.rng.choice((1, 1, 2, 3)) for _ in value.shape]
    text = builder.rng.choice(
        (
            f"{value}.repeat({', '.join(map(str, times))})",
            f"torch.tile({value}, (2,))",
            f"torch.repeat_interleave({value}, {times[0] + 1}, {builder.dim(value)})",
        )
    )
    builder.emit(text)


@operator("views")
def slice_scatter(builder: Builder) -> None:
    value = any_value(builder, 1, where=lambda v: v.tensor.numel() > 0)
    dim = builder.dim(value)
    index = builder.rng.randrange(value.shape[dim])
    text = builder.rng.choice(
        (
            f"torch.select_scatter({value}, {value}.select({dim}, 0), {dim}, {index})",
            f"torch.slice_scatter({value}, {value}.narrow({dim}, 0, 1), {dim}, {index}, {index + 1})",
            f"torch.diagonal_scatter({value}, {value}.diagonal() * 2)",
        )
    )
    builder.emit(text)


@operator("views")
def pixels(builder: Builder) -> None:
    value = builder.value(("float32",), (4, 4))
    text = builder.rng.choice(
        (
            f"F.pixel_shuffle({value}, 2)",
            f"F.pixel_unshuffle({value}, 2)",
            f"F.channel_shuffle({value}, 2)",
            f"F.interpolate({value}, scale_factor=2, mode='nearest')",
            f"F.interpolate({value}, size=(5, 7), mode='bilinear', align_corners={builder.chance(0.5)})",
        )
    )
    builder.emit(text)
