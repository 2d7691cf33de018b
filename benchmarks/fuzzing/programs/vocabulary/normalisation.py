"""Batch, layer, group, instance and root mean square normalisation."""

from fuzzing.programs.builder import Builder, Reject
from fuzzing.programs.vocabulary.registry import operator

_DTYPES = ("float32", "float64", "bfloat16", "float16")


@operator("normalisation", 3)
def layer(builder: Builder) -> None:
    value = builder.value(_DTYPES, (1, 4))
    count = builder.rng.randint(1, min(value.ndim, 2))
    shape = value.shape[value.ndim - count :]
    size = f"{value}.shape[-{count}:]" if builder.is_dynamic else str(shape)
    weight = str(builder.input(value.dtype, shape)) if builder.chance(0.6) else "None"
    bias = str(builder.input(value.dtype, shape)) if weight != "None" and builder.chance(0.7) else "None"
    name, bias = builder.rng.choice((("layer_norm", f", {bias}"), ("rms_norm", "")))
    builder.emit(f"F.{name}({value}, {size}, {weight}{bias}, eps={builder.literal(1e-5, 1e-3, 0.1)})")


@operator("normalisation", 2)
def batch(builder: Builder) -> None:
    value = builder.value(_DTYPES, (2, 5))
    channels = value.shape[1]
    # Plain ones: with a weight of stride 2 PyTorch's own compiled batch_norm gives wrong gradients.
    mean, var = (builder.input(value.dtype, (channels,), low, 2.0, plain=True) for low in (-2.0, 0.5))
    weight, bias = (builder.input(value.dtype, (channels,), plain=True) for _ in range(2))
    text = builder.rng.choice(
        (
            "F.batch_norm({0}, {1}, {2}, {3}, {4})",
            "F.batch_norm({0}, None, None, {3}, {4}, training=True)",
            "F.batch_norm({0}, {1}, {2})",
            "F.batch_norm({0}, None, None, training=True, eps=0.01)",
        )
    )
    builder.emit(text.format(value, mean, var, weight, bias))


@operator("normalisation", 2)
def group(builder: Builder) -> None:
    value = builder.value(_DTYPES, (2, 5))
    channels = value.shape[1]
    groups = builder.rng.choice([g for g in (1, 2, 3, 4, channels) if g and channels % g == 0] or [1])
    if builder.is_differentiable and value.tensor.numel() == value.shape[0] * groups:
        raise Reject  # of one element each: PyTorch's own decomposition of the gradient adds what should cancel exactly
    weight, bias = builder.input(value.dtype, (channels,)), builder.input(value.dtype, (channels,))
    extra = f", {weight}, {bias}" if builder.chance(0.6) else ""
    builder.emit(f"F.group_norm({value}, {groups}{extra})")


@operator("normalisation")
def instance(builder: Builder) -> None:
    value = builder.value(_DTYPES, (3, 5))
    builder.emit(
        builder.rng.choice(
            (f"F.instance_norm({value})", f"F.instance_norm({value}, eps=0.01)", f"F.local_response_norm({value}, 3)")
        )
    )
