"""What the arguments of an operator may be, checked when it is called and when a program that calls it is traced."""

import functools
import inspect
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeVar, cast

import torch
from npusim.frontend.inductor.tracing_api import guard_or_false
from npusim.simulator.errors import ArgumentError, OptionError

Function = TypeVar("Function", bound=Callable[..., Any])
Values = tuple[Any, ...]

_SPEC = re.compile(r"(?P<dtype>\w+)\[(?P<dims>[^\]]*)\]")


class Arguments:
    """Decorates the function and the fake implementation of an operator: wrong arguments are an ArgumentError.

        check = Arguments("mylib::linear", x="T[M, K]", weight="T[N, K]", bias="T[N]",
                          activation=("none", "relu"), T=(torch.float32, torch.bfloat16))

    Args:
        operator: its name, for messages.
        expected: for arguments by name what they must be; the others may be anything. A text says a tensor's dtype and
            its dimensions: names (equal names are equal sizes), numbers, and in front `...` for any dimensions. A
            tuple says which values there are. None passes everything; of a list each element is checked. A name that
            is no argument is a dtype in the texts: equal names are equal dtypes, the tuple says which ones.
            Any other dtype is torch's, such as `int64[B]`.

    Raises:
        OptionError: a text is no such text.
    """

    def __init__(self, operator: str, /, **expected: str | Values) -> None:
        self.operator = operator
        self._tensors = {name: _Spec.parse(text) for name, text in expected.items() if isinstance(text, str)}
        self._values = {name: value for name, value in expected.items() if not isinstance(value, str)}

    def __call__(self, function: Function) -> Function:
        signature = inspect.signature(function)
        self._check_names(signature.parameters)
        dtypes = {name: value for name, value in self._values.items() if name not in signature.parameters}

        @functools.wraps(function)
        def checked(*args: Any, **kwargs: Any) -> Any:
            bound = signature.bind(*args, **kwargs)
            bound.apply_defaults()
            self._check(bound.arguments, dtypes)
            return function(*args, **kwargs)

        return cast(Function, checked)

    def _check_names(self, arguments: Mapping[str, Any]) -> None:
        for name in self._tensors:
            if name not in arguments:
                raise OptionError(
                    f"Arguments: {self.operator} has no argument '{name}'; its arguments are {', '.join(arguments)}"
                )

    def _check(self, given: Mapping[str, Any], dtypes: Mapping[str, Values]) -> None:
        known = _Known(self.operator, dtypes)
        for name, value in given.items():
            if name in self._tensors:
                for label, tensor in _tensors_of(name, value):
                    known.match(label, self._tensors[name], tensor)
            elif name in self._values and value is not None and value not in self._values[name]:
                choices = ", ".join(map(repr, self._values[name]))
                raise ArgumentError(f"{self.operator}: argument '{name}' must be one of {choices}; it is {value!r}")


@dataclass(frozen=True)
class _Spec:
    """A tensor: a name of dtypes or of a dtype, names or numbers of dimensions, and whether others may be in front."""

    text: str
    dtype: str
    dims: tuple[str, ...]
    has_more: bool

    @classmethod
    def parse(cls, text: str) -> "_Spec":
        found = _SPEC.fullmatch(text.strip())
        dims = tuple(dim.strip() for dim in found["dims"].split(",") if dim.strip()) if found else ()
        named = dims[1:] if dims[:1] == ("...",) else dims
        if found is None or not all(re.fullmatch(r"\w+", dim) for dim in named):
            raise OptionError(f'Arguments: {text!r} does not describe a tensor; write "T[M, K]" or "int64[..., 4]"')
        return cls(text.strip(), found["dtype"], named, named != dims)


@dataclass
class _Known:
    """What names stand for in one call, and which argument said so."""

    operator: str
    allowed: Mapping[str, Values]
    sizes: dict[str, tuple[Any, str]] = field(default_factory=dict)
    dtypes: dict[str, tuple[torch.dtype, str]] = field(default_factory=dict)

    def match(self, name: str, spec: _Spec, value: Any) -> None:
        """Raises ArgumentError unless the value is a tensor as described."""
        if not isinstance(value, torch.Tensor):
            raise self._error(name, spec, f"{value!r}")
        fits_rank = value.dim() >= len(spec.dims) if spec.has_more else value.dim() == len(spec.dims)
        sizes = value.shape[value.dim() - len(spec.dims) :]
        dims = zip(spec.dims, sizes, strict=True) if fits_rank else ()
        if not (fits_rank and self._has_dtype(name, spec.dtype, value.dtype)):
            raise self._error(name, spec, _described(value))
        if not all(self._has_size(name, dim, size) for dim, size in dims):
            raise self._error(name, spec, _described(value))

    def _has_dtype(self, name: str, wanted: str, dtype: torch.dtype) -> bool:
        if wanted not in self.allowed:
            return dtype is getattr(torch, wanted, None)
        return dtype in self.allowed[wanted] and self.dtypes.setdefault(wanted, (dtype, name))[0] is dtype

    def _has_size(self, name: str, dim: str, size: Any) -> bool:
        wanted = int(dim) if dim.isdecimal() else self.sizes.setdefault(dim, (size, name))[0]
        if guard_or_false(size != wanted):
            return False
        torch._check(size == wanted)  # sizes that only the run knows
        return True

    def _error(self, name: str, spec: _Spec, given: str) -> ArgumentError:
        known = [
            f"{dim} = {size} (of '{by}')" for dim, (size, by) in self.sizes.items() if dim in spec.dims and by != name
        ]
        if spec.dtype in self.dtypes and self.dtypes[spec.dtype][1] != name:
            dtype, by = self.dtypes[spec.dtype]
            known.append(f"{spec.dtype} = {_short(dtype)} (of '{by}')")
        elif spec.dtype in self.allowed:
            known.append(f"{spec.dtype} one of {', '.join(map(_short, self.allowed[spec.dtype]))}")
        where = f" with {', '.join(known)}" if known else ""
        return ArgumentError(f"{self.operator}: argument '{name}' must be {spec.text}{where}; it is {given}")


def _tensors_of(name: str, value: Any) -> list[tuple[str, Any]]:
    if isinstance(value, Sequence) and not isinstance(value, str):
        return [(f"{name}[{i}]", each) for i, each in enumerate(value) if each is not None]
    return [] if value is None else [(name, value)]


def _described(tensor: torch.Tensor) -> str:
    return f"{_short(tensor.dtype)}[{', '.join(map(str, tensor.shape))}]"


def _short(dtype: torch.dtype) -> str:
    return str(dtype).removeprefix("torch.")
