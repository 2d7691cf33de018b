"""Updates in place of values and of views of them."""

from fuzzing.programs.builder import FLOATS, INTEGERS, Builder, Reject, Value
from fuzzing.programs.vocabulary.registry import operator

_DTYPES = (*FLOATS, *FLOATS, "int32", "int64", "uint8")


def _target(builder: Builder) -> Value:
    """Something to change: in programs with gradients a copy or a buffer, else anything that is no expanded view."""
    if builder.is_differentiable and builder.chance(0.6):
        return _buffer(builder)
    value = builder.value(_DTYPES, (1, 4), where=lambda v: v.tensor.numel() > 0)
    if builder.is_differentiable or builder.chance(0.4):
        return builder.emit(f"{value}.clone()")
    return value


def _buffer(builder: Builder) -> Value:
    """A buffer or a computed input of the program, or a view of one; else a new buffer, like a value or with a value
    added.
    """
    known = [v for v in builder.values.values() if builder.is_input_memory(v, is_changeable=True)]
    found = [v for v in known if v.dtype in _DTYPES and 1 <= v.ndim <= 4 and v.tensor.numel() > 0]
    if found and builder.chance(0.7):
        return builder.rng.choice(found)
    value = builder.value(FLOATS, (1, 4), where=lambda v: v.tensor.numel() > 0)
    made = builder.input(value.dtype, value.shape, is_buffer=True)
    if builder.chance(0.7):
        builder.emit(f"{value} * {made}" if builder.chance(0.5) else f"{value} + {made}.sin()")
    return made


def _view(builder: Builder, value: Value) -> tuple[str, tuple[int, ...]]:
    """Text of a view of a value, and its shape."""
    choices = [
        "{0}",
        "{0}[1:]",
        "{0}[::2]",
        "{0}[0]",
        "{0}[..., 0]",
        "{0}[..., 1:]",
        "{0}[:, ::2]",
        "{0}.t()",
        "{0}.t()[0]",
        "{0}.mT",
        "{0}.transpose(0, -1)[1:]",
        "{0}.view(-1)",
        "{0}.view(-1)[::3]",
        "{0}.diagonal()",
        "{0}.select(-1, 0)",
        "{0}.unsqueeze(0)",
        "{0}.narrow(0, 0, 1)",
    ]
    text = builder.rng.choice(choices).format(value)
    try:
        shape = tuple(eval(text, {str(value): value.tensor}).shape)
    except (RuntimeError, IndexError) as refusal:
        raise Reject from refusal
    return text, shape


@operator("inplace", 4)
def arithmetic(builder: Builder) -> None:
    value = _target(builder)
    view, shape = _view(builder, value)
    operand = builder.input(value.dtype, [1 if builder.chance(0.2) else n for n in shape])
    scalar = int(builder.literal(1, 2, 3)) if value.dtype in INTEGERS else builder.literal()
    text = builder.rng.choice(
        (
            "{0}.add_({1})",
            "{0}.mul_({1})",
            "{0}.sub_({1})",
            "{0}.add_({2})",
            "{0}.mul_({2})",
            "{0}.copy_({1})",
            "{0}.fill_({2})",
            "{0}.zero_()",
            "{0}.neg_()",
            "{0}.abs_()",
            "{0}.clamp_(-1, 2)",
            "{0}.masked_fill_({1} > 0, {2})",
            "{0}.add_({1}, alpha=2)",
            "{0}.maximum({1})",
            "{0}.addcmul_({1}, {1})",
            "{0}.lerp_({1}, 0.25)",
        )
    )
    builder.mutate(text.format(view, operand, scalar), value)


@operator("inplace", 2)
def functions(builder: Builder) -> None:
    value = _target(builder)
    if value.dtype not in FLOATS:
        raise Reject
    view, _ = _view(builder, value)
    name = builder.rng.choice(
        ("relu_", "sigmoid_", "tanh_", "exp_", "sin_", "square_", "erf_", "floor_", "sign_", "cos_")
    )
    builder.mutate(f"{view}.{name}()", value)


@operator("inplace", 2)
def assignment(builder: Builder) -> None:
    value = _target(builder)
    view, shape = _view(builder, value)
    if "[" not in view[len(str(value)) :]:
        raise Reject
    found = [v for v in builder.values.values() if v.shape == shape and v.dtype == value.dtype]
    source = str(builder.rng.choice(found)) if found and builder.chance(0.7) else str(builder.input(value.dtype, shape))
    source = builder.rng.choice((source, source, "1", f"{source} * 2"))
    if not view.endswith("]"):
        raise Reject
    builder.mutate(builder.rng.choice((f"{view} = {source}", f"{view} += {source}", f"{view} *= 2")), value)


@operator("inplace", 2)
def scatters(builder: Builder) -> None:
    value = _target(builder)
    count = builder.rng.choice((1, 2, 3, 7))
    indices = builder.input("int64", (count,), 0, value.shape[0])
    source = builder.input(value.dtype, (count, *value.shape[1:]))
    text = builder.rng.choice(
        (
            "{0}.index_add_(0, {1}, {2})",
            "{0}.index_put_(({1},), {2}, accumulate=True)",
            "{0}.index_fill_(0, {1}, 2)",
            "{0}[{1}] = 3",
            "{0}.scatter_add_(0, {1}.reshape(-1, *(1,) * ({0}.ndim - 1)).expand({2}.shape), {2})",
        )
    )
    builder.mutate(text.format(value, indices, source), value)


@operator("inplace", 3)
def overlapping(builder: Builder) -> None:
    """Reads of the memory that is written, through other views."""
    value = _target(builder)
    text = builder.rng.choice(
        (
            "{0}.add_({0}.flip(0))",
            "{0}.copy_({0}.clone().roll(1, 0))",
            "{0}.copy_(torch.roll({0}, 1, -1))",
            "{0}.copy_(torch.cat([{0}[1:], {0}[:1]]))",
            "{0}.add_({0}.sum(0))",
            "{0}.mul_({0}.mean())",
            "{0}.sub_({0}.amax(-1, keepdim=True))",
            "{0}.masked_fill_({0}.flip(0) > 0, 2)",
            "{0}[0] = {0}[-1]",
            "{0}[::2] = {0}[::2].flip(0)",
            "{0}[..., 1:] = {0}[..., :-1].clone()",
            "{0}[..., :-1].copy_({0}[..., 1:] + 1)",
            "{0}[1:] = {0}[:-1].clone()",
            "{0}[:-1] = {0}[1:] * 2",
            "{0}[1:].add_({0}[:-1].clone())",
            "{0}[1:].sub_({0}[0].clone())",
            "{0}.mT.copy_({0}.mT.flip(-1))",
        )
    )
    builder.mutate(text.format(value), value)


@operator("inplace", 2)
def permuted(builder: Builder) -> None:
    """Writes of a value into itself at given rows, each of which is written once."""
    value = _target(builder)
    rows = builder.input("int64", (value.shape[0],), 0, value.shape[0], distinct=True, plain=True)
    text = builder.rng.choice(
        (
            "{0}[{1}] = {0}.clone()",
            "{0}[{1}] = {0} * 2",
            "{0}.index_copy_(0, {1}, {0}.clone())",
            "{0}.index_add_(0, {1}, {0}.clone())",
            "{0}.index_put_(({1}[1:],), {0}[:-1].clone())",
            "{0}.index_put_(({1}[1:],), {0}[1:].clone(), accumulate=True)",
            "{0}.scatter_(0, {1}.reshape(-1, *(1,) * ({0}.ndim - 1)).expand({0}.shape), {0}.clone())",
        )
    )
    builder.mutate(text.format(value, rows), value, ties=((rows, None),))
