"""Eager operators on lists of tensors (`torch._foreach_*`, fused steps of optimizers): one call for equal tensors.

Their kernels become one (`npusim.frontend.codegen.list_kernel`).
"""

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from npusim.frontend.device.operators.composed import composition_of
from npusim.frontend.inductor.core_api import OpOverload
from torch import Tensor

MOST_TOGETHER = 16
"""Positions of one call: what a call takes to compile grows with them, what it saves of launches does not. Longer lists
are several calls, which are compiled once.
"""


def is_for_lists(operator: OpOverload, args: Sequence[Any]) -> bool:
    """Whether an operator does the same with each position of its lists."""
    of_lists = operator.name().startswith("aten::_foreach_") or composition_of(operator) is not None
    return of_lists and any(isinstance(value, list) for value in args[:2])


def run_lists(call: Callable[..., Any], operator: OpOverload, args: Sequence[Any], kwargs: dict[str, Any]) -> Any:
    """Calls an operator for the positions of its lists that hold equal tensors, together if they share no memory with
    what others write: programs serve tensors of equal shapes, and lists change places in order.
    """
    lists = [value for value in args if isinstance(value, list) and value]
    count = len(lists[0])
    for value in lists:
        if len(value) != count:
            raise RuntimeError(f"Tensor lists must have the same number of tensors, got {count} and {len(value)}.")
    rows = [*zip(*lists, strict=True)]
    groups: Iterable[Sequence[int]] = [[position] for position in range(count)]
    if not operator._schema.is_mutable or _are_apart(rows, args):
        groups = _alike(rows)
    results: dict[int, Any] = {}
    for positions in groups:
        some = [[value[p] for p in positions] if isinstance(value, list) and value else value for value in args]
        made = () if _copied_between_devices(operator, some) else call(operator, *some, **kwargs)
        results.update(zip(positions, made or (), strict=False))
    return [results[position] for position in range(count)] if operator._schema.returns else None


def _alike(rows: Sequence[Sequence[Any]]) -> Iterable[Sequence[int]]:
    groups: dict[tuple[Any, ...], list[int]] = {}
    for position, row in enumerate(rows):
        groups.setdefault(tuple(map(_kind, row)), []).append(position)
    return [
        group[first : first + MOST_TOGETHER]
        for group in groups.values()
        for first in range(0, len(group), MOST_TOGETHER)
    ]


def _kind(value: Any) -> Any:
    if isinstance(value, Tensor):
        return value.dtype, value.shape, value.stride(), value.device.type
    return type(value)


def _are_apart(rows: Sequence[Sequence[Any]], args: Sequence[Any]) -> bool:
    """Whether no two positions share memory, nor one with a tensor that is no list's."""
    owners = {value.untyped_storage()._cdata: -1 for value in args if isinstance(value, Tensor)}
    return all(
        owners.setdefault(value.untyped_storage()._cdata, position) == position
        for position, row in enumerate(rows)
        for value in row
        if isinstance(value, Tensor)
    )


def _copied_between_devices(operator: OpOverload, args: Sequence[Any]) -> bool:
    """Whether it was a copy between the host and the device, which is no kernel."""
    if not operator.name().startswith("aten::_foreach_copy_") or args[0][0].device == args[1][0].device:
        return False
    for destination, source in zip(args[0], args[1], strict=True):
        destination.copy_(source)
    return True
