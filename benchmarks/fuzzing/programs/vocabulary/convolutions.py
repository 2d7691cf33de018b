"""Convolutions in one to three dimensions: strides, padding, dilation, groups, transposed."""

from fuzzing.programs.builder import Builder, Value
from fuzzing.programs.vocabulary.registry import operator

_DTYPES = ("float32", "float64", "bfloat16", "float16")


def image(builder: Builder, dims: int, channels: int | None = None) -> Value:
    """A value with batch, channels and `dims` sizes; usually a new input."""

    def fits(value: Value) -> bool:
        return all(0 < n <= 70 for n in value.shape) and (channels is None or value.shape[1] == channels)

    found = [v for v in builder.values.values() if v.ndim == dims + 2 and v.dtype in _DTYPES and fits(v)]
    if found and builder.chance(0.6):
        return builder.rng.choice(found)
    sizes = {1: (1, 2, 5, 17, 33), 2: (1, 3, 5, 8, 9), 3: (2, 3, 4, 5)}[dims]
    shape = (
        builder.rng.choice((1, 2, 3)),
        channels or builder.rng.choice((1, 2, 3, 4, 6, 8)),
        *(builder.rng.choice(sizes) for _ in range(dims)),
    )
    return builder.input(builder.dtype(_DTYPES), shape, distinct=True)


def _per_dim(builder: Builder, dims: int, *choices: int) -> str:
    if builder.chance(0.5):
        return str(builder.rng.choice(choices))
    return f"({', '.join(str(builder.rng.choice(choices)) for _ in range(dims))},)"


@operator("convolutions", 4)
def convolution(builder: Builder) -> None:
    dims = builder.rng.choice((1, 2, 2, 2, 3))
    value = image(builder, dims)
    channels = value.shape[1]
    groups = builder.rng.choice([g for g in (1, 1, 2, 3, channels) if channels % g == 0])
    out = groups * builder.rng.choice((1, 2, 3, 5))
    kernel = [builder.rng.choice((1, 2, 3)) for _ in range(dims)]
    weight = builder.input(value.dtype, (out, channels // groups, *kernel), -1.0, 1.0)
    bias = str(builder.input(value.dtype, (out,))) if builder.chance(0.6) else "None"
    stride, padding = _per_dim(builder, dims, 1, 1, 2, 3), _per_dim(builder, dims, 0, 1, 2)
    dilation = _per_dim(builder, dims, 1, 1, 2)
    options = f"stride={stride}, padding={padding}, dilation={dilation}, groups={groups}"
    if builder.chance(0.1):
        options = f"padding='same', groups={groups}"
    builder.emit(f"F.conv{dims}d({value}, {weight}, {bias}, {options})")


@operator("convolutions", 2)
def transposed(builder: Builder) -> None:
    dims = builder.rng.choice((1, 2, 2, 3))
    value = image(builder, dims)
    channels = value.shape[1]
    groups = builder.rng.choice([g for g in (1, 1, 2, channels) if channels % g == 0])
    kernel = [builder.rng.choice((1, 2, 3)) for _ in range(dims)]
    out = builder.rng.choice((1, 2, 3))
    weight = builder.input(value.dtype, (channels, out, *kernel), -1.0, 1.0)
    bias = str(builder.input(value.dtype, (out * groups,))) if builder.chance(0.5) else "None"
    stride = builder.rng.choice((1, 2, 3))
    extra = f", output_padding={builder.rng.randrange(stride)}" if builder.chance(0.3) else ""
    options = f"stride={stride}, padding={builder.rng.choice((0, 1))}{extra}, groups={groups}"
    dilation = builder.rng.choice((1, 1, 2))
    builder.emit(f"F.conv_transpose{dims}d({value}, {weight}, {bias}, {options}, dilation={dilation})")


@operator("convolutions", 2)
def windows(builder: Builder) -> None:
    value = image(builder, 2)
    text = builder.rng.choice(
        (
            "F.unfold({0}, (2, 2), padding=1)",
            "F.unfold({0}, 3, padding=2, stride=2)",
            "F.pad({0}, (1, 2, 0, 1))",
            "F.pad({0}, (1, 0, 1, 1), mode='reflect')",
            "F.pad({0}, (1, 1, 1, 1), mode='replicate')",
            "F.pad({0}, (0, 1, 1, 0), mode='circular')",
            "F.interpolate({0}, scale_factor=2, mode='bilinear')",
            "F.fold(F.unfold({0}, 2), {0}.shape[2:], 2)",
        )
    )
    builder.emit(text.format(value))


@operator("convolutions", 2)
def block(builder: Builder) -> None:
    value = image(builder, 2)
    weight = builder.input(value.dtype, (value.shape[1], value.shape[1], 3, 3), -0.5, 0.5)
    text = builder.rng.choice(
        (
            "F.relu(F.conv2d({0}, {1}, padding=1)) + {0}",
            "F.max_pool2d(F.conv2d({0}, {1}, padding=1), 2)",
            "F.conv2d(F.silu({0}), {1}, padding=1).mean((2, 3))",
            "F.conv2d({0}.contiguous(memory_format=torch.channels_last), {1}, padding=1)",
        )
    )
    builder.emit(text.format(value, weight))
