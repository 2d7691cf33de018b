"""The operators of ``npusim run OP``: one entry each. torch is imported when a case is built."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from npusim.frontend.cli import low_precision
from npusim.frontend.cli.operator_inputs import Function, Inputs, Request
from npusim.frontend.cli.options import did_you_mean
from npusim.simulator.errors import OptionError, ShapeError

if TYPE_CHECKING:
    from torch import Tensor

#: Dtypes of operators that need floating point.
FLOATING = ("f32", "bf16", "f16", "f64")
#: (inputs factory, request) -> (function, inputs).
Build = Callable[[Inputs, Request], tuple[Function, list["Tensor"]]]


@dataclass(frozen=True)
class Case:
    """A function and its inputs, on the CPU."""

    function: Function
    inputs: list[Tensor]


@dataclass(frozen=True)
class Operator:
    """One entry of the registry.

    Attributes:
        name: what is typed.
        summary: one line of help.
        axes: what each number of ``--shape`` means; empty when any shape of at least one dimension will do.
        least: how many of the axes must be given; the operator says what the others are then.
        cancels: values of both signs are summed, so the error grows with their number while the result does not.
        default_shape: used without ``--shape``.
        build: (inputs factory, request) -> (function, inputs).
        dtypes: short names of what it takes, the default first; empty for all, with f32 the default.
        takes_dim: whether ``--dim`` means something.
    """

    name: str
    summary: str
    axes: tuple[str, ...]
    default_shape: tuple[int, ...]
    build: Build
    dtypes: tuple[str, ...] = ()
    takes_dim: bool = False
    least: int = 0
    cancels: bool = False

    @property
    def default_dtype(self) -> str:
        """Used without ``--dtype``."""
        return self.dtypes[0] if self.dtypes else "f32"

    @property
    def shape_help(self) -> str:
        """``M,K[,N]``, or ``any shape``."""
        required = self.least or len(self.axes)
        optional = "".join(f"[,{axis}]" for axis in self.axes[required:])
        return (",".join(self.axes[:required]) + optional) or "any shape"


def find_operator(name: str) -> Operator:
    """The operator of this name; ``OptionError`` lists them all."""
    if name not in OPERATORS:
        raise OptionError(
            f"there is no operator {name!r}{did_you_mean(name, OPERATORS)}; there are {', '.join(OPERATORS)}, "
            f"or give a script (npusim run script.py)"
        )
    return OPERATORS[name]


def build_case(operator: Operator, request: Request, *, values: bool = True) -> Case:
    """The function and inputs of a request; ``ShapeError`` or ``OptionError`` when they do not fit the operator.

    ``values=False`` leaves floating-point inputs without values, on the device.
    """
    _check(operator, request)
    function, inputs = operator.build(Inputs(request.dtype, request.seed, values), request)
    return Case(function, inputs)


def _check(operator: Operator, request: Request) -> None:
    if operator.axes and not (operator.least or len(operator.axes)) <= len(request.shape) <= len(operator.axes):
        raise ShapeError(
            f"{operator.name} takes --shape {operator.shape_help}, such as "
            f"{','.join(map(str, operator.default_shape))}, not {','.join(map(str, request.shape))}"
        )
    if operator.dtypes and request.dtype not in operator.dtypes:
        kind = "a floating-point --dtype" if operator.dtypes == FLOATING else "--dtype"
        raise OptionError(f"{operator.name} needs {kind} ({', '.join(operator.dtypes)}), not {request.dtype}")
    if request.dim is not None and not operator.takes_dim:
        raise OptionError(f"{operator.name} has no --dim")
    for dim in request.dim or ():
        if not -len(request.shape) <= dim < len(request.shape):
            raise ShapeError(f"--dim {dim} is outside the {len(request.shape)} dimensions of --shape")


def _one_dim(request: Request, name: str) -> int:
    dims = (-1,) if request.dim is None else request.dim
    if len(dims) != 1:
        raise OptionError(f"{name} takes one --dim, not {','.join(map(str, dims))}")
    return dims[0]


def _unary(name: str) -> Build:
    def build(make: Inputs, request: Request) -> tuple[Function, list[Tensor]]:
        return getattr(make.torch.nn.functional, name), [make.make(*request.shape)]

    return build


def _add(make: Inputs, request: Request) -> tuple[Function, list[Tensor]]:
    return make.torch.add, [make.make(*request.shape), make.make(*request.shape)]


def _matmul(make: Inputs, request: Request) -> tuple[Function, list[Tensor]]:
    m, k, n = low_precision.matrix_sizes(request)
    return make.torch.matmul, [make.make(m, k), make.weight(k, k, n)]


def _addmm(make: Inputs, request: Request) -> tuple[Function, list[Tensor]]:
    m, k, n = low_precision.matrix_sizes(request)
    return make.torch.addmm, [make.make(n), make.make(m, k), make.weight(k, k, n)]


def _attention(make: Inputs, request: Request) -> tuple[Function, list[Tensor]]:
    batch, heads, queries, width, keys = (*request.shape, request.shape[2])[:5]
    inputs = [make.make(batch, heads, length, width) for length in (queries, keys, keys)]
    return make.torch.nn.functional.scaled_dot_product_attention, inputs


def _softmax(make: Inputs, request: Request) -> tuple[Function, list[Tensor]]:
    dim = _one_dim(request, "softmax")
    return lambda x: make.torch.softmax(x, dim), [make.make(*request.shape)]


def _layernorm(make: Inputs, request: Request) -> tuple[Function, list[Tensor]]:
    size = request.shape[-1:]
    layer_norm = make.torch.nn.functional.layer_norm
    inputs = [make.make(*request.shape), make.make(*size), make.make(*size)]
    return lambda x, weight, bias: layer_norm(x, size, weight, bias), inputs


def _sum(make: Inputs, request: Request) -> tuple[Function, list[Tensor]]:
    return lambda x: make.torch.sum(x, request.dim), [make.make(*request.shape)]


def _max(make: Inputs, request: Request) -> tuple[Function, list[Tensor]]:
    dims = tuple(range(len(request.shape))) if request.dim is None else request.dim
    return lambda x: make.torch.amax(x, dims), [make.make(*request.shape)]


def _transpose(make: Inputs, request: Request) -> tuple[Function, list[Tensor]]:
    rank = len(request.shape)
    order = tuple(reversed(range(rank))) if request.dim is None else tuple(dim % rank for dim in request.dim)
    if sorted(order) != list(range(rank)):
        raise ShapeError(f"transpose takes --dim with every dimension once, such as {','.join(map(str, range(rank)))}")
    return lambda x: x.permute(order).contiguous(), [make.make(*request.shape)]


def _conv(make: Inputs, request: Request) -> tuple[Function, list[Tensor]]:
    batch, channels, filters, size, *rest = request.shape
    kernel, stride, padding, groups = (*rest, *(3, 1, 1, 1)[len(rest) :])
    _check_convolution(request.shape, channels, filters, size, (kernel, stride, padding, groups))
    conv2d = make.torch.nn.functional.conv2d
    inputs = [
        make.make(batch, channels, size, size),
        make.weight(channels // groups * kernel**2, filters, channels // groups, kernel, kernel),
        make.make(filters),
    ]
    return lambda x, weight, bias: conv2d(x, weight, bias, stride, padding, 1, groups), inputs


def _check_convolution(
    shape: Sequence[int], channels: int, filters: int, size: int, steps: tuple[int, int, int, int]
) -> None:
    kernel, stride, padding, groups = steps
    given = ",".join(map(str, shape))
    if min(kernel, stride, groups) < 1 or padding < 0:
        raise ShapeError(
            f"conv takes a kernel, stride and groups of at least 1 and a padding of at least 0, not {given}"
        )
    if channels % groups or filters % groups:
        raise ShapeError(f"conv takes numbers of channels that {groups} groups divide, not {given}")
    if size + 2 * padding < kernel:
        raise ShapeError(
            f"conv takes a kernel that is not larger than the padded image of {size + 2 * padding}, not {given}"
        )


def _foobar(make: Inputs, request: Request) -> tuple[Function, list[Tensor]]:
    return make.torch._foobar, [make.make(*request.shape)]


def _mlp(make: Inputs, request: Request) -> tuple[Function, list[Tensor]]:
    batch, features, hidden, out = (*request.shape, *OPERATORS["mlp"].default_shape[len(request.shape) :])
    linear, relu = make.torch.nn.functional.linear, make.torch.nn.functional.relu
    inputs = [
        make.make(batch, features),
        make.weight(features, hidden, features),
        make.make(hidden),
        make.weight(hidden, out, hidden),
        make.make(out),
    ]
    return lambda x, w1, b1, w2, b2: linear(relu(linear(x, w1, b1)), w2, b2), inputs


def _product(name: str, summary: str, build: Build, dtypes: tuple[str, ...] = (), rows: int = 512) -> Operator:
    return Operator(name, summary, ("M", "K", "N"), (rows, 512, 512), build, dtypes, least=2)


_ENTRIES: Sequence[Operator] = (
    _product("matmul", "x[M,K] @ w[K,N] (N: M)", _matmul),
    _product("addmm", "bias[N] + x[M,K] @ w[K,N]", _addmm),
    _product("int_mm", "x[M,K] @ w[K,N] of int8 in int32 (N: M)", low_precision.int_mm, ("i8", "u8")),
    _product(
        "scaled_mm",
        "x[M,K] @ w[K,N] of float8, scales per row and column, in bf16 (N: M)",
        low_precision.scaled_mm,
        ("f8e4m3", "f8e5m2"),
    ),
    _product(
        "weight_int8",
        "x[M,K] @ w[K,N] with int8 weights, a scale per column (N: M)",
        low_precision.weight_int8,
        ("bf16", "f16", "f32"),
        rows=64,
    ),
    _product(
        "weight_int4",
        "x[M,K] @ w[K,N] with packed int4 weights, scales and zeros per 32 of K (N: M)",
        low_precision.weight_int4,
        ("bf16", "f16", "f32"),
        rows=64,
    ),
    Operator(
        "attention",
        "scaled dot-product attention (KEYS: S)",
        ("B", "H", "S", "D", "KEYS"),
        (1, 12, 512, 64),
        _attention,
        dtypes=FLOATING,
        least=4,
    ),
    Operator("add", "x + y", (), (512, 512), _add),
    Operator("relu", "max(x, 0)", (), (512, 512), _unary("relu")),
    Operator("gelu", "x * Phi(x), exact", (), (512, 512), _unary("gelu"), dtypes=FLOATING),
    Operator("softmax", "along --dim (last)", (), (256, 512), _softmax, dtypes=FLOATING, takes_dim=True),
    Operator("layernorm", "over the last dimension, with weight and bias", (), (512, 768), _layernorm, dtypes=FLOATING),
    Operator("sum", "over --dim (all)", (), (512, 512), _sum, takes_dim=True, cancels=True),
    Operator("max", "largest values over --dim (all)", (), (128, 768), _max, takes_dim=True),
    Operator("transpose", "copy, dimensions in the order --dim (reversed)", (), (640, 256), _transpose, takes_dim=True),
    Operator(
        "conv",
        "2-D convolution of images of HW x HW with bias (K 3, STRIDE 1, PADDING 1, GROUPS 1)",
        ("B", "CIN", "COUT", "HW", "K", "STRIDE", "PADDING", "GROUPS"),
        (2, 64, 64, 28, 3, 1, 1, 1),
        _conv,
        dtypes=FLOATING,
        least=4,
    ),
    Operator("foobar", "copy, by the example template", (), (512, 768), _foobar),
    Operator(
        "mlp",
        "linear, relu, linear (256-512-256)",
        ("BATCH", "IN", "HIDDEN", "OUT"),
        (64, 256, 512, 256),
        _mlp,
        dtypes=FLOATING,
        least=1,
    ),
)
OPERATORS: dict[str, Operator] = {operator.name: operator for operator in _ENTRIES}
