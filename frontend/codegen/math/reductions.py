"""Inductor's reductions in terms of elementary ones (`sum prod max min any xor_sum`), as values of kind `reduce`."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import torch
from npusim.frontend.codegen.graph import dtypes
from npusim.frontend.codegen.graph.builder import Builder
from npusim.frontend.codegen.graph.dag import Value
from npusim.frontend.codegen.math.operations import OPERATIONS


@dataclass(frozen=True)
class Request:
    """One reduction of Inductor.

    Attributes:
        position: gives the element's flat index in the reduction (int64).
        count: gives the number of reduced elements in a dtype.
    """

    builder: Builder
    dtype: torch.dtype
    src_dtype: torch.dtype
    position: Callable[[], Value]
    count: Callable[[torch.dtype], Value]

    def reduce(self, kind: str, value: Value) -> Value:
        """Reduces a value whose dtype is that of the accumulator."""
        return self.builder.raw("reduce", value.dtype, value, attributes=(kind,))


Reduction = Callable[[Request, Any], Any]
REDUCTIONS: dict[str, Reduction] = {}
"""Inductor's name of a reduction -> its definition."""


def _reduction(*names: str) -> Callable[[Reduction], Reduction]:
    def register(function: Reduction) -> Reduction:
        REDUCTIONS.update(dict.fromkeys(names, function))
        return function

    return register


def _accumulating(kind: str) -> Reduction:
    """Accumulates in the result's compute dtype: float32 for narrower floats, the dtype itself for integers."""

    def reduce(r: Request, value: Any) -> Value:
        target = dtypes.compute_dtype(r.dtype)
        accumulator = torch.uint8 if target == torch.bool else target
        result = r.reduce(kind, r.builder.convert(value, accumulator))
        return r.builder.convert(result, target)

    return reduce


for _kind in ("sum", "prod", "xor_sum"):
    REDUCTIONS[_kind] = _accumulating(_kind)


@_reduction("any")
def _any(r: Request, value: Any) -> Value:
    flag = r.builder.convert(r.builder.convert(value, torch.bool), torch.uint8)
    return r.builder.convert(r.reduce("any", flag), torch.bool)


def _extreme(kind: str) -> Reduction:
    def reduce(r: Request, value: Any) -> Value:
        return r.builder.convert(r.reduce(kind, _ordered(r, value)), dtypes.compute_dtype(r.dtype))

    return reduce


def _ordered(r: Request, value: Any) -> Value:
    """The value in a dtype that has a maximum operation: bool becomes uint8, narrow floats float32."""
    wide = r.builder.widen(r.builder.as_value(value, r.src_dtype))
    return r.builder.convert(wide, torch.uint8) if wide.dtype == torch.bool else wide


REDUCTIONS["max"] = _extreme("max")
REDUCTIONS["min"] = _extreme("min")


def _arg_min_max(kind: str, result: str) -> Reduction:
    """The extreme value first, then the smallest index that has it; NaN is the extreme if there is one, as in torch."""

    def reduce(r: Request, value: Any) -> Any:
        b = r.builder
        element, index = value if isinstance(value, tuple) else (value, r.position())
        number = _ordered(r, element)
        extreme = r.reduce(kind, number)
        chosen = b.compare("eq", number, extreme)
        if dtypes.is_float(number.dtype):
            chosen = b.either(chosen, b.is_nan(number))
        candidate = b.where(chosen, b.convert(index, torch.int64), b.const(torch.iinfo(torch.int64).max, torch.int64))
        first = r.reduce("min", candidate)
        answers = {"index": first, "value": b.convert(extreme, dtypes.compute_dtype(r.src_dtype))}
        return (answers["value"], first) if result == "both" else answers[result]

    return reduce


for _kind in ("max", "min"):
    REDUCTIONS[f"arg{_kind}"] = _arg_min_max(_kind, "index")
    REDUCTIONS[f"arg{_kind}_value"] = _arg_min_max(_kind, "value")
    REDUCTIONS[f"arg{_kind}_with_value"] = _arg_min_max(_kind, "both")


@_reduction("welford_reduce")
def _welford(r: Request, value: Any) -> tuple[Value, Value, Value]:
    """(mean, sum of squared differences from it, count) in two passes, which is more exact than one."""
    b, dtype = r.builder, dtypes.compute_dtype(r.dtype)
    number, count = b.convert(value, dtype), r.count(dtype)
    mean = b.float_op("div", r.reduce("sum", number), count)
    difference = b.sub(number, mean)
    return mean, r.reduce("sum", b.mul(difference, difference)), count


@_reduction("online_softmax_reduce")
def _online_softmax(r: Request, value: Any) -> tuple[Value, Value]:
    """(maximum, sum of exponentials of the differences from it)."""
    b, dtype = r.builder, dtypes.compute_dtype(r.dtype)
    number = b.convert(value, dtype)
    largest = r.reduce("max", number)
    return largest, r.reduce("sum", OPERATIONS["exp"](b, b.sub(number, largest)))
