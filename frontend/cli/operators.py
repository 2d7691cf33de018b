"""The operators of ``npusim run OP``, which operator packages register. torch is imported when a case is built."""

from __future__ import annotations

import functools
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from npusim.frontend.cli.operator_inputs import Function, Inputs, Request
from npusim.frontend.cli.options import did_you_mean, parse_dtype, parse_shape
from npusim.frontend.packages import COMMANDS, load_packages
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
        name: as typed on the command line.
        summary: one line of help.
        axes: name of each number of ``--shape``; empty when any shape of at least one dimension will do.
        least: how many of the axes must be given; the operator has defaults for the others.
        cancels: values of both signs are summed, so the error grows with their number while the result does not.
        default_shape: used without ``--shape``.
        build: (inputs factory, request) -> (function, inputs).
        dtypes: short names of its dtypes, the default first; empty for all, with f32 the default.
        takes_dim: whether ``--dim`` means something.
        on_cpu: computes the reference from the inputs; None: the function itself on the CPU.
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
    on_cpu: Function | None = None

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


_registered: dict[str, Operator] = {}
_errors: list[str] = []


def register_operators(*operators: Operator) -> None:
    """Called by the modules that the entry points `npusim.commands` name: ``npusim run`` has these operators."""
    _registered.update((operator.name, operator) for operator in operators)


@functools.cache
def operators() -> Mapping[str, Operator]:
    """Every operator by its name, operators of one family together."""
    _errors.extend(map(str, load_packages(COMMANDS)))
    return _registered


def find_operator(name: str) -> Operator:
    """The operator of this name; ``OptionError`` lists them all, and the packages that could not be imported."""
    known = operators()
    if name not in known:
        message = (
            f"there is no operator {name!r}{did_you_mean(name, known)}; there are {', '.join(known)}, "
            f"or give a script (npusim run script.py)"
        )
        raise OptionError("\n".join([message, *_errors]))
    return known[name]


def requested(operator: Operator, shape: str | None, dtype: str | None) -> Request:
    """The request of a shape and a dtype as they are written; the operator's own where they are not."""
    sizes = operator.default_shape if shape is None else parse_shape(shape)
    return Request(sizes, operator.default_dtype if dtype is None else parse_dtype(dtype))


def build_case(operator: Operator, request: Request, *, values: bool = True) -> Case:
    """The function and inputs of a request; ``ShapeError`` or ``OptionError`` when they do not fit the operator.

    ``values=False`` leaves floating-point inputs without values, on the device.
    """
    check_request(operator, request)
    function, inputs = operator.build(Inputs(request.dtype, request.seed, values), request)
    return Case(function, inputs)


def check_request(operator: Operator, request: Request) -> None:
    """Refuses a request that does not fit the operator; errors as `build_case`."""
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
