"""Pointwise operators of one, two and three operands, over their dtypes, with arguments brought into their domains."""

from fuzzing.programs.builder import FLOATS, INTEGERS, Builder, Reject, Value
from fuzzing.programs.vocabulary.registry import operator

_ANY = [
    "abs", "atan", "asinh", "cos", "deg2rad", "erf", "erfc", "exp", "exp2", "expm1", "floor", "ceil", "frac", "neg",
    "positive", "rad2deg", "round", "sigmoid", "sign", "sgn", "signbit", "sin", "sinc", "sinh", "cosh", "square",
    "tanh", "trunc", "isfinite", "isnan", "isinf", "isposinf", "isneginf", "logical_not", "nan_to_num",
    "special.i0", "special.i0e", "special.i1", "special.i1e", "special.ndtr", "special.erfcx", "special.bessel_j0",
    "special.bessel_j1", "special.modified_bessel_i0", "special.modified_bessel_i1", "special.spherical_bessel_j0",
    "special.airy_ai", "special.log_ndtr",
]  # fmt: skip
_POSITIVE = [
    "log", "log10", "log1p", "log2", "sqrt", "rsqrt", "reciprocal", "digamma", "lgamma", "special.entr",
    "special.bessel_y0", "special.bessel_y1", "special.modified_bessel_k0", "special.modified_bessel_k1",
    "special.scaled_modified_bessel_k0",
]  # fmt: skip
_UNIT = ["acos", "asin", "atanh", "erfinv"]
_PROBABILITY = ["logit", "special.ndtri"]
_ACTIVATIONS = [
    "F.relu({0})",
    "F.relu6({0})",
    "F.elu({0}, alpha={s})",
    "F.selu({0})",
    "F.celu({0}, alpha=0.7)",
    "F.gelu({0})",
    "F.gelu({0}, approximate='tanh')",
    "F.silu({0})",
    "F.mish({0})",
    "F.hardtanh({0}, -0.5, 1.5)",
    "F.hardswish({0})",
    "F.hardsigmoid({0})",
    "F.leaky_relu({0}, 0.1)",
    "F.softplus({0}, beta=2)",
    "F.softsign({0})",
    "F.tanhshrink({0})",
    "F.softshrink({0}, 0.3)",
    "F.hardshrink({0}, 0.4)",
    "F.logsigmoid({0})",
    "F.threshold({0}, 0.2, -1.0)",
    "F.rrelu({0}, 0.1, 0.3, training=False)",
    "torch.clamp({0}, -0.7, 0.9)",
    "torch.clamp({0}, min=-0.3)",
    "torch.clamp({0}, max=0.6)",
    "torch.nan_to_num({0}, nan=0.5)",
    "torch.special.polygamma(1, {0}.abs() + 1)",
    "torch.pow({0}, 2)",
    "torch.pow({0}, 3)",
    "torch.pow({0}.abs() + 0.5, {s})",
    "torch.pow(2.0, {0})",
    "{0}.abs().add(0.1).pow(0.5)",
]
_ARITHMETIC = ["add", "sub", "mul", "maximum", "minimum"]
_COMPARISONS = ["eq", "ne", "lt", "le", "gt", "ge"]
_BINARY = [
    *_ARITHMETIC, "fmax", "fmin", "atan2", "hypot", "copysign", "logaddexp", "logaddexp2", *_COMPARISONS,
    "true_divide", "logical_and", "logical_or", "logical_xor", "rsub",
]  # fmt: skip
_DIVISIONS = [
    "torch.div({0}, {1})",
    "torch.div({0}, {1}, rounding_mode='floor')",
    "torch.div({0}, {1}, rounding_mode='trunc')",
    "torch.floor_divide({0}, {1})",
    "torch.remainder({0}, {1})",
    "torch.fmod({0}, {1})",
]
_INTEGER_BINARY = [
    *_ARITHMETIC, "bitwise_and", "bitwise_or", "bitwise_xor", *_COMPARISONS, "logical_and", "gcd", "fmax", "fmin",
]  # fmt: skip


def _in_domain(builder: Builder, value: Value, kind: str) -> str:
    """Text of a value between 0.1 and more, between -1 and 1, or between 0 and 1; itself where it is already there."""
    low, high = (float(f(value.exact)) if value.exact.numel() else 0.5 for f in (_least, _most))
    if kind == "positive":
        return str(value) if low > 0.05 else f"({value}.abs() + {builder.literal(0.25, 0.5, 1.5)})"
    if kind == "unit":
        return str(value) if low > -0.98 and high < 0.98 else f"(torch.tanh({value}) * 0.9)"
    return str(value) if low > 0.02 and high < 0.98 else f"(torch.sigmoid({value}) * 0.9 + 0.05)"


def _least(exact):  # type: ignore[no-untyped-def]
    return exact.min()


def _most(exact):  # type: ignore[no-untyped-def]
    return exact.max()


@operator("pointwise", 4)
def unary(builder: Builder) -> None:
    value = builder.value()
    kind, names = builder.rng.choice(
        (("any", _ANY), ("any", _ANY), ("positive", _POSITIVE), ("unit", _UNIT), ("probability", _PROBABILITY))
    )
    text, name = str(value) if kind == "any" else _in_domain(builder, value, kind), builder.rng.choice(names)
    if name.startswith("special.bessel") and value.exact.numel() and float(value.exact.abs().max()) > 3:
        text = f"torch.clamp({text}, -4.5, 4.5)"  # PyTorch's are off by up to 9e-7 beyond 5
    builder.emit(f"torch.{name}({text})")


@operator("pointwise", 3)
def activation(builder: Builder) -> None:
    value = builder.value()
    builder.emit(builder.rng.choice(_ACTIVATIONS).format(value, s=builder.literal(0.5, 1.3, 2.5)))


@operator("pointwise", 5)
def binary(builder: Builder) -> None:
    value = builder.value()
    other = builder.like(value, FLOATS if builder.chance(0.15) else None)
    first, second = (value, other) if builder.chance(0.7) else (other, value)
    builder.emit(f"torch.{builder.rng.choice(_BINARY)}({first}, {second})")


@operator("pointwise", 2)
def with_scalar(builder: Builder) -> None:
    value, scalar = builder.value((*FLOATS, *INTEGERS)), builder.literal()
    if value.dtype in INTEGERS:
        scalar = int(builder.literal(1, 2, 3, -1, 5))
    text = builder.rng.choice(
        (
            "{0} + {1}",
            "{0} * {1}",
            "{1} - {0}",
            "{0} - {1}",
            "{0} / {1}",
            "{0} > {1}",
            "{0} <= {1}",
            "torch.add({0}, {0}, alpha={1})",
        )
    )
    builder.emit(text.format(value, scalar))


@operator("pointwise", 2)
def division(builder: Builder) -> None:
    value = builder.value()
    divisor = _in_domain(builder, builder.like(value), "positive")
    builder.emit(builder.rng.choice(_DIVISIONS).format(value, divisor))


@operator("pointwise")
def power(builder: Builder) -> None:
    value = builder.value()
    base = _in_domain(builder, value, "positive")
    name = builder.rng.choice(("pow", "float_power", "xlogy", "special.xlog1py"))
    other = builder.like(value)
    builder.emit(f"torch.{name}({other}, {base})" if "xlog" in name else f"torch.{name}({base}, {other})")


@operator("pointwise", 2)
def ternary(builder: Builder) -> None:
    value = builder.value()
    one, two = builder.like(value), builder.like(value)
    text = builder.rng.choice(
        (
            "torch.where({0} > {1}, {0}, {2})",
            "torch.where({1} < 0, {0}, {s})",
            "torch.lerp({0}, {1}, {2})",
            "torch.lerp({0}, {1}, 0.3)",
            "torch.addcmul({0}, {1}, {2}, value={s})",
            "torch.addcdiv({0}, {1}, {2}.abs() + 0.5, value={s})",
            "torch.clamp({0}, {1}, {2})",
            "torch.clamp({0}, max={1})",
            "torch.where({0}.isnan(), {1}, {2})",
            "{0} * {1} + {2}",
            "({0} - {1}) * {2}",
        )
    )
    builder.emit(text.format(value, one, two, s=builder.literal()))


@operator("pointwise", 2)
def integer_binary(builder: Builder) -> None:
    value = builder.value(INTEGERS)
    other = builder.like(value, INTEGERS if builder.chance(0.3) else None)
    builder.emit(f"torch.{builder.rng.choice(_INTEGER_BINARY)}({value}, {other})")


@operator("pointwise")
def integer_unary(builder: Builder) -> None:
    value = builder.value(INTEGERS)
    text = builder.rng.choice(
        (
            "torch.abs({0})",
            "torch.neg({0})",
            "torch.bitwise_not({0})",
            "torch.sign({0})",
            "torch.square({0})",
            "torch.clamp({0}, -3, 7)",
            "torch.clamp({0}, min=2)",
            "torch.sin({0})",
            "torch.sigmoid({0})",
            "torch.exp({0} % 4)",
            "torch.pow({0}, 2)",
            "{0} // 3",
            "{0} % 5",
            "torch.div({0}, 3, rounding_mode='trunc')",
            "torch.fmod({0}, 3)",
            "torch.remainder({0}, -4)",
            "{0} << 1",
            "{0} >> 2",
            "torch.bitwise_left_shift({0}, 2)",
            "torch.sqrt({0}.abs())",
            "{0} == 2",
            "torch.logical_not({0})",
            "{0} & 6",
            "{0} | 1",
            "{0} ^ 3",
            "torch.floor_divide({0}, -3)",
            "{0} / 4",
        )
    )
    builder.emit(text.format(value))


@operator("pointwise")
def integer_division(builder: Builder) -> None:
    value = builder.value(INTEGERS)
    divisor = builder.input(value.dtype, value.shape, 1, 9)
    builder.emit(builder.rng.choice(_DIVISIONS).format(value, divisor))


@operator("pointwise")
def boolean(builder: Builder) -> None:
    value = builder.value(("bool",))
    other = builder.like(value)
    text = builder.rng.choice(
        (
            "{0} & {1}",
            "{0} | {1}",
            "{0} ^ {1}",
            "~{0}",
            "torch.logical_xor({0}, {1})",
            "{0} == {1}",
            "{0} > {1}",
            "torch.where({0}, {1}, ~{1})",
            "{0}.sum()",
            "{0} * 3",
            "{0} + {1}",
        )
    )
    builder.emit(text.format(value, other))


@operator("pointwise")
def where(builder: Builder) -> None:
    value = builder.value((*FLOATS, *INTEGERS))
    mask = builder.like(value, ("bool",))
    other = builder.like(value)
    text = builder.rng.choice(
        (
            "torch.where({1}, {0}, {2})",
            "{0}.masked_fill({1}, 2)",
            "torch.where({1}, 0, {0})",
            "{0} * {1}",
            "torch.where({1}, {0}, 0.5)",
        )
    )
    builder.emit(text.format(value, mask, other))


@operator("pointwise")
def complex_numbers(builder: Builder) -> None:
    value = builder.value(("complex64",), fresh=0.3)
    other = builder.like(value)
    text = builder.rng.choice(
        (
            "{0} * {1}",
            "{0} + {1}",
            "{0}.abs()",
            "{0}.real",
            "{0}.imag",
            "{0}.conj()",
            "torch.exp({0} * 0.5)",
            "torch.view_as_real({0})",
            "{0}.sum()",
            "{0}.angle()",
            "{0} / ({1} + 5)",
            "{0}.t()",
            "{0} - {1}.conj()",
            "torch.view_as_real({0}.conj().resolve_conj())",
        )
    )
    builder.emit(text.format(value, other))


@operator("pointwise")
def polynomial(builder: Builder) -> None:
    value = builder.value(("float32", "float64"))
    name = builder.rng.choice(
        ("chebyshev_polynomial_t", "hermite_polynomial_he", "laguerre_polynomial_l", "legendre_polynomial_p")
    )
    builder.emit(f"torch.special.{name}({_in_domain(builder, value, 'unit')}, {builder.rng.randrange(5)})")


@operator("pointwise")
def zeta_and_gamma(builder: Builder) -> None:
    value = builder.value(("float32", "float64"))
    base = _in_domain(builder, value, "positive")
    text = builder.rng.choice(
        (
            "torch.special.zeta({0} + 1.5, {0})",
            "torch.special.gammainc({0}, {0} + 0.5)",
            "torch.special.gammaincc({0} + 0.5, {0})",
            "torch.mvlgamma({0} + 1.0, 2)",
            "torch.ldexp({0}, torch.tensor(2, device={0}.device))",
        )
    )
    if base != str(value):
        raise Reject
    builder.emit(text.format(value))
