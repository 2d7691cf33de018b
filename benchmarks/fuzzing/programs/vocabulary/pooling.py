"""Pooling: largest, average, adaptive."""

from fuzzing.programs.builder import Builder
from fuzzing.programs.vocabulary.convolutions import image
from fuzzing.programs.vocabulary.registry import operator


def _options(builder: Builder, size: int) -> str:
    stride, padding = builder.rng.choice((1, 2, 3)), builder.rng.randrange(size // 2 + 1)
    return f", stride={stride}, padding={padding}, ceil_mode={builder.chance(0.3)}"


@operator("pooling", 2)
def largest(builder: Builder) -> None:
    dims = builder.rng.choice((1, 2, 2, 3))
    value = image(builder, dims)
    size = builder.rng.choice((1, 2, 3))
    extra = _options(builder, size)
    extra += f", dilation={builder.rng.choice((1, 1, 2))}"
    builder.emit(f"F.max_pool{dims}d({value}, {size}{extra if builder.chance(0.7) else ''})", [(value, None)])


@operator("pooling", 2)
def average(builder: Builder) -> None:
    dims = builder.rng.choice((1, 2, 2, 3))
    value = image(builder, dims)
    size = builder.rng.choice((1, 2, 3))
    extra = _options(builder, size) + f", count_include_pad={builder.chance(0.5)}"
    builder.emit(f"F.avg_pool{dims}d({value}, {size}{extra if builder.chance(0.7) else ''})")


@operator("pooling", 2)
def adaptive(builder: Builder) -> None:
    dims = builder.rng.choice((1, 2, 2, 3))
    value = image(builder, dims)
    sizes = tuple(builder.rng.choice((1, 2, 3, 5)) for _ in range(dims))
    kind = builder.rng.choice(("avg", "max"))
    builder.emit(
        f"F.adaptive_{kind}_pool{dims}d({value}, {sizes if dims > 1 else sizes[0]})",
        [(value, None)] if kind == "max" else [],
    )


@operator("pooling")
def with_indices(builder: Builder) -> None:
    value = image(builder, 2)
    if builder.chance(0.5):
        builder.emit_all(f"F.max_pool2d({value}, 2, return_indices=True)", 2, [(value, None)])
        return
    if builder.chance(0.5):
        builder.emit(f"F.lp_pool2d({value}.abs() + 0.1, 2.0, 2)")
        return
    builder.emit(f"F.max_unpool2d(*F.max_pool2d({value}, 2, return_indices=True), 2)", [(value, None)])
