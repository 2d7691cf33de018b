"""Casts between all dtypes, and factories."""

from fuzzing.programs.builder import FLOATS, INTEGERS, Builder
from fuzzing.programs.vocabulary.registry import operator

_ALL = (*FLOATS, *INTEGERS, "bool")
_RANGE = {"int8": 127, "uint8": 255, "int16": 32767}


@operator("casts", 4)
def cast(builder: Builder) -> None:
    value, to = builder.value(_ALL), builder.rng.choice(_ALL)
    text = str(value)
    if to in INTEGERS and value.is_float:
        # A value that the dtype does not hold becomes anything; uint8 holds no negative one.
        text = f"{text}.abs()" if to == "uint8" else text
        text = f"{text}.clamp(max=100)" if to in ("int8", "uint8") else text
    builder.emit(builder.rng.choice((f"{text}.to(torch.{to})", f"{text}.type(torch.{to})")))


@operator("casts", 2)
def there_and_back(builder: Builder) -> None:
    """A conversion and its reverse, of which not every number comes back, and what may look through both."""
    value = builder.value((*FLOATS, *INTEGERS), dims=(1, 4))
    to = builder.rng.choice([name for name in _ALL if name != value.dtype])
    text = f"{value}.clamp(0, 100)" if to in _RANGE and value.is_float else str(value)
    back = builder.emit(f"{builder.emit(f'{text}.to(torch.{to})')}.to(torch.{value.dtype})")
    text = builder.rng.choice(
        ("{}.cumsum(0)", "{}.cummax(-1).values", "{}.amax(0)", "{}.sum(-1)", "{} * {}", "{}.flip(0)", "{}.reshape(-1)")
    )
    builder.emit(text.format(back, back))


@operator("casts")
def through(builder: Builder) -> None:
    value = builder.value(("float32", "float64"))
    to = builder.rng.choice(("bfloat16", "float16", "float64", "float32"))
    builder.emit(
        builder.rng.choice(
            (
                # Multiples of a quarter, which every dtype holds: worlds in float64 do not see roundings within a line.
                f"((({value}.clamp(-8, 8) * 4).round() / 4).to(torch.{to}) * 2).to(torch.float32)",
                f"{value}.to(torch.{to}).sum(0)",
                f"{value}.to(torch.{to}) + 1",
                f"torch.sum({value}, 0, dtype=torch.float64)",
            )
        )
    )


@operator("casts")
def factories(builder: Builder) -> None:
    value = builder.value(dims=(1, 4))
    n = builder.size(value, 0)
    dtype = builder.rng.choice(("float32", "int64", "int32", "float64"))
    text = builder.rng.choice(
        (
            f"torch.arange({n}, device={value}.device, dtype=torch.{dtype})",
            f"torch.full_like({value}, 1.5)",
            f"torch.ones_like({value}, dtype=torch.{dtype})",
            f"torch.zeros({n}, 3, device={value}.device)",
            f"torch.linspace(0, 1, {n}, device={value}.device)",
            f"{value}.new_full(({n}, 2), 0.5)",
            f"torch.eye({n}, device={value}.device)",
            f"torch.tril(torch.ones({n}, {n}, device={value}.device, dtype=torch.bool))",
            f"torch.arange({n}, device={value}.device) % 3",
            f"{value}.new_zeros({n})",
            f"torch.empty_like({value}).fill_(2)",
        )
    )
    builder.emit(text)


@operator("casts")
def mixed(builder: Builder) -> None:
    """Type promotion: operands of two dtypes."""
    value = builder.value(_ALL)
    other = builder.like(value, _ALL)
    builder.emit(
        builder.rng.choice(
            (
                "{0} + {1}",
                "{0} * {1}",
                "torch.maximum({0}, {1})",
                "torch.where({0} > 1, {0}, {1})",
                "{0} > {1}",
                "torch.stack(torch.broadcast_tensors({0}, {1}))",
                "torch.add({0}, {1})",
            )
        ).format(value, other)
    )
