"""What a compiled form of an operator depends on: dtypes, shapes, strides, numbers and flags of its arguments."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Any

import torch
from npusim.frontend.inductor.core_api import OpOverload
from torch import Tensor


class Role(Enum):
    """What a number of a call is."""

    SIZE = "size"
    STRIDE = "stride"
    NUMBER = "number"


@dataclass(frozen=True)
class Signature:
    """A call without its values.

    Attributes:
        pattern: what every form of the operator is compiled for: dtypes, ranks, flags, sizes of 0 and 1.
        leaves: sizes, strides and numbers, which a form may leave open.
        roles: of the leaves.
    """

    pattern: tuple[Any, ...]
    leaves: tuple[Any, ...]
    roles: tuple[Role, ...]

    @property
    def sizes(self) -> tuple[Any, ...]:
        """The leaves that are no numbers."""
        return tuple(leaf for leaf, role in zip(self.leaves, self.roles, strict=True) if role is not Role.NUMBER)

    @property
    def negative(self) -> tuple[bool, ...]:
        """Of each number that is a leaf, whether it is negative."""
        return tuple(leaf < 0 for leaf, role in zip(self.leaves, self.roles, strict=True) if role is Role.NUMBER)


def exact_key(values: Sequence[Any], tensors: list[Tensor], key: list[Any]) -> None:
    """Appends all that a form with nothing left open depends on to `key`, and the tensors to `tensors`, in order."""
    for value in values:
        if isinstance(value, Tensor):
            tensors.append(value)
            key += (value.dtype, value.shape, value.stride(), value.device.type)
        elif isinstance(value, (list, tuple)):
            key.append(len(value))
            exact_key(value, tensors, key)
        else:
            key += (type(value), _constant(value))


def _constant(value: Any) -> Any:
    """A key of a number under which -0.0 is not 0.0, and NaN is itself."""
    is_special = isinstance(value, float) and (not value or not math.isfinite(value))
    return repr(value) if is_special or isinstance(value, complex) else value


def signature(operator: OpOverload, args: Sequence[Any], kwargs: dict[str, Any], outs: Sequence[Tensor]) -> Signature:
    """The signature of a call whose results go into `outs`, if there are any."""
    collected = _Collector()
    for value, role in roles_of(operator, args, kwargs):
        collected.put(value, role)
    for out in outs:
        collected.put(out, None)
    return Signature(tuple(collected.pattern), tuple(collected.leaves), tuple(collected.roles))


def _role(argument: Any) -> Role | None:
    """What numbers given for an argument are; None for those that every form is compiled for, such as dimensions."""
    kind = str(argument.real_type)
    if "SymInt" in kind:
        return Role.SIZE
    return Role.NUMBER if any(name in kind for name in ("number", "Scalar", "float", "Tensor")) else None


class _Collector:
    def __init__(self) -> None:
        self.pattern: list[Any] = []
        self.leaves: list[Any] = []
        self.roles: list[Role] = []

    def put(self, value: Any, role: Role | None) -> None:
        if isinstance(value, Tensor):
            self._put_tensor(value)
        elif isinstance(value, (list, tuple)):
            self.pattern.append(len(value))
            for entry in value:
                self.put(entry, role)
        elif is_open(value, role):
            self.pattern.append(type(value))
            self.leaves.append(value)
            self.roles.append(role or Role.NUMBER)
        else:
            self.pattern += (type(value), _constant(value))

    def _put_tensor(self, tensor: Tensor) -> None:
        small = tuple(size if size < 2 else -1 for size in tensor.shape)
        self.pattern += (tensor.dtype, tensor.device.type, small, tuple(step == 0 for step in tensor.stride()))
        self.leaves += (*tensor.shape, *tensor.stride())
        self.roles += [Role.SIZE] * tensor.dim() + [Role.STRIDE] * tensor.dim()


def is_open(value: Any, role: Role | None) -> bool:
    """Whether a form may leave a number open: a finite number, and a size of at least 2."""
    if role is None or isinstance(value, bool):
        return False
    if role is Role.SIZE:
        return isinstance(value, int) and value >= 2
    return isinstance(value, int) or (isinstance(value, float) and math.isfinite(value))


def roles_of(operator: OpOverload, args: Sequence[Any], kwargs: dict[str, Any]) -> list[tuple[Any, Role | None]]:
    """Each argument that is given, with the role of numbers in it."""
    arguments = operator._schema.arguments
    named = {argument.name: argument for argument in arguments}
    positional = [(value, _role(argument)) for argument, value in zip(arguments, args, strict=False)]
    return positional + [(value, _role(named[name])) for name, value in kwargs.items()]


def default_state() -> tuple[Any, ...]:
    """Settings of torch that decide what an operator computes."""
    return torch.get_default_dtype(), torch.are_deterministic_algorithms_enabled()
