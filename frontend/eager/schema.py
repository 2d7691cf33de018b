"""What an operator's schema says about its outputs: which arguments it writes, and the operator without `out`."""

import warnings
from collections.abc import Sequence
from functools import cache, cached_property
from typing import Any

import torch
from npusim.frontend.inductor.core_api import OpOverload, OpOverloadPacket, is_non_overlapping_and_dense_or_false
from torch import Tensor

_FACTORY = ("dtype", "layout", "device", "pin_memory")
_LOSSES = ("huber_loss", "mse_loss", "smooth_l1_loss")
_CONVERTING = frozenset(
    ["addr", "bernoulli", "cat", "_chunk_cat", "floor_divide", "glu", "logsumexp", "normal", *_LOSSES]
)
_CONVERTING |= {"stack", "std", "var"}
"""Operators that write results of one dtype into an `out` of another though they are not tagged as pointwise: what
PyTorch's operator database shows on the CPU.
"""
_APART = frozenset(["cat", "copy", "cumprod", "cumsum", "gather", "masked_scatter"])
_APART |= {"index_add", "index_copy", "index_fill", "index_put", "index_reduce"}
_APART |= {"scatter", "scatter_add", "scatter_reduce"}
"""Operators that refuse to read memory that they write elsewhere, as pointwise ones do: what the CPU shows."""

_KEEP_SHAPES = frozenset(["aten::arange", "aten::linspace", "aten::logspace", "aten::range"])
"""Operators that fill an `out` of any shape that has as many elements as the result."""


class Schema:
    """An operator as it was called, and the operator that is compiled for it: the one that returns its results.

    Attributes:
        given: as it was called.
        operator: as it is compiled.
    """

    def __init__(self, given: OpOverload) -> None:
        self.given = given
        self._outs = _out_names(given)
        functional = _functional(given, self._outs) if self._outs else None
        if functional is None:
            self._outs = ()
        self.operator = functional or given
        self._returns = self.operator._schema.returns
        self._makes = bool(functional) and any(a.name == "device" for a in self.operator._schema.arguments)
        self._lost_defaults = _lost_defaults(given, self.operator)
        self._follows_out = any(a.name == "dtype" for a in given._schema.arguments)
        self._written = [_written_argument(self.operator, result.alias_info) for result in self._returns]

    @cached_property
    def takes_generator(self) -> bool:
        """Whether random numbers can be drawn from a generator that is given."""
        return any("Generator" in str(argument.type) for argument in self.given._schema.arguments)

    @property
    def writes(self) -> bool:
        """Whether it changes tensors that it is given."""
        return bool(self._outs) or bool(self.operator._schema.is_mutable)

    def without_outs(
        self, args: Sequence[Any], kwargs: dict[str, Any]
    ) -> tuple[Sequence[Any], dict[str, Any], tuple[Tensor, ...]]:
        """The arguments of `operator`, and the tensors for its results."""
        if not self._outs:
            return args, kwargs, ()
        outs = tuple(kwargs[name] for name in self._outs)
        rest = {name: value for name, value in kwargs.items() if name not in (*self._outs, "generator")}
        rest |= _left_out(self._lost_defaults, args, kwargs)
        if self._makes:
            rest |= {"dtype": outs[0].dtype, "device": outs[0].device}
        elif self._follows_out and rest.get("dtype") is None:
            rest["dtype"] = outs[0].dtype  # sums and products convert before they reduce
        return args, rest, outs

    @cached_property
    def converts_outs(self) -> bool:
        """Whether results are cast to the dtype of `out`, as PyTorch does for pointwise operators, those that make
        tensors, and a few others; else the dtypes have to be equal.
        """
        name = self.operator._schema.name.partition("::")[2]
        takes_any = self._makes or self.is_pointwise
        return takes_any or name in _CONVERTING or name.startswith("_fft")

    @cached_property
    def reads_apart(self) -> bool:
        """Whether no argument may overlap a tensor that is written, unless it is the same."""
        name = self.operator._schema.name.partition("::")[2].removesuffix("_")
        return self.is_pointwise or name in _APART

    @cached_property
    def functional(self) -> OpOverload | None:
        """The operator that returns what this one writes in place, if it does that."""
        first = self.operator._schema.arguments[:1]
        is_in_place = bool(first) and bool(self._written) and self._written[0] == (0, first[0].name)
        if not is_in_place or len(self._written) != 1:
            return None
        packet = getattr(torch.ops.aten, self.operator._schema.name.partition("::")[2].removesuffix("_"), None)
        names = [argument.name for argument in self.operator._schema.arguments]
        found = None if packet is None else _overload(packet, self.operator, names)
        return found if found is not None and len(found._schema.returns) == 1 else None

    def functional_result(self, args: Sequence[Any], kwargs: dict[str, Any]) -> Any:
        """What `functional` returns for the arguments of `operator`."""
        assert self.functional is not None
        lost = _lost_defaults(self.operator, self.functional)
        return self.functional(*args, **kwargs, **_left_out(lost, args, kwargs))

    @property
    def is_pointwise(self) -> bool:
        """Whether elements of results are computed from elements at the same places."""
        return torch.Tag.pointwise in self.operator.tags

    def written(self, args: Sequence[Any], kwargs: dict[str, Any]) -> list[Tensor]:
        """The arguments that `operator` changes."""
        found: list[Tensor] = []
        for position, argument in enumerate(self.operator._schema.arguments):
            if argument.alias_info is None or not argument.alias_info.is_write:
                continue
            value = args[position] if position < len(args) else kwargs.get(argument.name)
            found += [value] if isinstance(value, Tensor) else list(value or ())
        return found

    def results(
        self, made: Sequence[Any], args: Sequence[Any], kwargs: dict[str, Any], outs: Sequence[Tensor], filled: bool
    ) -> Any:
        """What the call returns, from what its program returned."""
        if outs:
            if not filled:
                _deliver(outs, made, self.operator._schema.name in _KEEP_SHAPES)
            return outs[0] if len(outs) == 1 else tuple(outs)
        if not self._returns:
            return None
        if len(self._returns) == 1 and isinstance(self._returns[0].type, torch.ListType):
            return list(made)
        results = [
            _argument(where, args, kwargs) if where is not None else made[position]
            for position, where in enumerate(self._written)
        ]
        return results[0] if len(results) == 1 else tuple(results)


def with_numbers(operator: OpOverload, args: Sequence[Any]) -> OpOverload:
    """The overload that takes numbers where `args` have them and `operator` takes tensors: torch calls that one with
    wrapped numbers, and takes numbers as they are for some operators only.
    """
    return _with_numbers_at(operator, tuple(not isinstance(value, Tensor) for value in args[:_OPERANDS]))


_OPERANDS = 2


@cache
def _with_numbers_at(operator: OpOverload, is_number: tuple[bool, ...]) -> OpOverload:
    arguments = operator._schema.arguments
    wanted = [(a.name, str(a.type)) for a in arguments]
    places = [place for place, wrapped in enumerate(is_number) if wrapped and wanted[place][1] == "Tensor"]
    name = operator._schema.name.partition("::")[2]
    if not places or torch._C._should_allow_numbers_as_tensors(name):
        return operator
    for place in places:
        wanted[place] = (wanted[place][0], "number")
    packet = operator._overloadpacket
    overloads: list[OpOverload] = [getattr(packet, name) for name in packet.overloads()]
    return next((o for o in overloads if [(a.name, str(a.type)) for a in o._schema.arguments] == wanted), operator)


def _deliver(outs: Sequence[Tensor], made: Sequence[Tensor], keeps_shape: bool) -> None:
    for out, result in zip(outs, made, strict=True):
        if keeps_shape and out.numel() == result.numel():
            out.copy_(result.view(out.shape))
            continue
        if out.numel() > 0 and out.shape != result.shape:
            warnings.warn(
                f"An output with one or more elements was resized since it had shape {list(out.shape)}, which does not "
                f"match the required output shape {list(result.shape)}.",
                stacklevel=2,
            )
        if out.shape != result.shape:
            out.resize_(result.shape)
            if is_non_overlapping_and_dense_or_false(result):
                out.as_strided_(result.shape, result.stride())
        out.copy_(result)


def _out_names(operator: OpOverload) -> tuple[str, ...]:
    arguments = operator._schema.arguments
    return tuple(a.name for a in arguments if a.is_out and isinstance(a.type, torch.TensorType))


def _functional(operator: OpOverload, outs: Sequence[str]) -> OpOverload | None:
    """The overload with the same arguments but `outs`."""
    wanted = [argument.name for argument in operator._schema.arguments if argument.name not in outs]
    plain = [name for name in wanted if name != "generator"]  # with a generator, the call is the host's
    packet = operator._overloadpacket
    return _overload(packet, operator, plain) or _overload(packet, operator, wanted)


def _overload(packet: OpOverloadPacket, operator: OpOverload, wanted: Sequence[str]) -> OpOverload | None:
    """The overload that changes nothing with arguments of these names, of the operator's types, besides those of
    factories.
    """
    for name in packet.overloads():
        other: OpOverload = getattr(packet, name)
        names = [argument.name for argument in other._schema.arguments]
        plain = [n for n in names if n not in _FACTORY or n in wanted]
        if plain == wanted and not other._schema.is_mutable and _kinds(other, wanted) == _kinds(operator, wanted):
            return other
    return None


def _lost_defaults(given: OpOverload, operator: OpOverload) -> list[tuple[int, str, Any]]:
    """Place, name and default of arguments for which the operator that was called has one, but `operator` none."""
    needed = {a.name for a in operator._schema.arguments if not a.has_default_value()}
    arguments = enumerate(given._schema.arguments)
    return [(place, a.name, a.default_value) for place, a in arguments if a.has_default_value() and a.name in needed]


def _left_out(defaults: list[tuple[int, str, Any]], args: Sequence[Any], kwargs: dict[str, Any]) -> dict[str, Any]:
    """Those of the defaults that a call leaves out."""
    return {name: value for place, name, value in defaults if place >= len(args) and name not in kwargs}


def _kinds(operator: OpOverload, names: Sequence[str]) -> list[str]:
    return [str(argument.type) for argument in operator._schema.arguments if argument.name in names]


def _written_argument(operator: OpOverload, alias: Any) -> tuple[int, str] | None:
    """Place and name of the argument that a result is."""
    if alias is None or not alias.is_write:
        return None
    for position, argument in enumerate(operator._schema.arguments):
        other = argument.alias_info
        if other is not None and other.is_write and other.before_set == alias.before_set:
            return position, argument.name
    return None


def _argument(where: tuple[int, str], args: Sequence[Any], kwargs: dict[str, Any]) -> Any:
    position, name = where
    return args[position] if position < len(args) else kwargs[name]
