"""DRAM views as numbers: first byte, sizes and byte strides, at compile time or computed by the trace program."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import prod
from typing import Any

from npusim.simulator.errors import CompileError
from npusim.simulator.ir.kernel_views import element_bytes, source_arguments, switched, view_root
from npusim.simulator.ir.mlir import ir, memref, scf
from npusim.simulator.timing.records import Number, add, clip, from_index, multiply

MAX_DIMENSIONS = 6


@dataclass(frozen=True)
class Dimension:
    """One dimension of a transfer: elements, and bytes from one element to the next."""

    size: Number
    stride_bytes: Number


@dataclass(frozen=True)
class DramView:
    """A strided region of one tensor: simulated address of its first element, dimensions outermost first."""

    address: Number
    dimensions: tuple[Dimension, ...]


def read_view(value: Any, addresses: Sequence[Any], limits: Sequence[int], *, keep_rows: bool = False) -> DramView:
    """The region of a DRAM memref, clipped to `limits` (the tile's shape).

    Emits code at the insertion point for run-time numbers. `addresses` are the tensors' simulated addresses. With
    `keep_rows` the innermost dimension stays apart.

    Raises:
        CompileError: the view does not come from arguments of the kernel.
    """
    offset, sizes, strides = _metadata(value)
    bytes_ = element_bytes(value.type.element_type)
    dimensions = [
        Dimension(clip(size, limit), multiply(stride, bytes_))
        for size, stride, limit in zip(sizes, strides, limits, strict=True)
    ]
    outer = merge(dimensions[:-1] if keep_rows else dimensions)
    return DramView(_first_byte(value, offset, addresses), (*outer, *dimensions[-1:]) if keep_rows else outer)


def _first_byte(value: Any, offset: Number, addresses: Sequence[Any]) -> Number:
    if not source_arguments(value):
        raise CompileError(f"a view of type {value.type} does not come from an argument of the kernel")
    return add(_address(value, addresses), multiply(offset, element_bytes(value.type.element_type)))


def _address(view: Any, addresses: Sequence[Any]) -> Any:
    """Simulated address of the tensor behind a view; where a switch chooses the tensor, one chooses the address."""
    root = view_root(view)
    chosen = [_address(value, addresses) for value in switched(root)]
    if not chosen:
        return addresses[root.arg_number]
    given = root.owner.operation
    switch = scf.IndexSwitchOp([chosen[0].type], given.operands[0], list(given.attributes["cases"]))
    for region, address in zip(switch.regions, chosen, strict=True):
        with ir.InsertionPoint(region.blocks[0]):
            scf.YieldOp([address])
    return switch.results[0]


def element_address(value: Any, indices: Sequence[Any], addresses: Sequence[Any]) -> Number:
    """Simulated address of one element of a DRAM memref."""
    offset, _, strides = _metadata(value)
    for index, stride in zip(indices, strides, strict=True):
        offset = add(offset, multiply(from_index(index), stride))
    return _first_byte(value, offset, addresses)


def read_rows(value: Any, addresses: Sequence[Any], limit: int) -> DramView:
    """The region that indices select from: the dimension of the indices, then the elements per index.

    Args:
        value: a memref of rank 1 (single elements) or 2 (rows, clipped to `limit` elements).
        addresses: the tensors' simulated addresses.
        limit: size of the tile along a row.
    """
    offset, sizes, strides = _metadata(value)
    bytes_ = element_bytes(value.type.element_type)
    indexed = Dimension(sizes[0], multiply(strides[0], bytes_))
    along = Dimension(1, 0) if len(sizes) == 1 else Dimension(clip(sizes[1], limit), multiply(strides[1], bytes_))
    return DramView(_first_byte(value, offset, addresses), (indexed, along))


def host_address(tile: Any) -> Number:
    """Host address of the first element of a contiguous tile, valid while the program computes values.

    Raises:
        CompileError: the tile is a strided part of a larger one.
    """
    strides, _ = tile.type.get_strides_and_offset()
    if list(strides) != _contiguous_strides(tile.type.shape):
        raise CompileError(f"an index tile must be contiguous, but its type is {tile.type}; copy it with linalg.copy")
    offset, _, _ = _metadata(tile)
    pointer = memref.ExtractAlignedPointerAsIndexOp(tile).result
    return add(from_index(pointer), multiply(offset, element_bytes(tile.type.element_type)))


def _contiguous_strides(shape: Sequence[int]) -> list[int]:
    return [prod(shape[axis + 1 :]) for axis in range(len(shape))]


def merge(dimensions: Sequence[Dimension]) -> tuple[Dimension, ...]:
    """Drops dimensions of one element and merges contiguous neighbours, as far as known at compile time."""
    merged: list[Dimension] = []
    for dimension in dimensions:
        if isinstance(dimension.size, int) and dimension.size == 1:
            continue
        if merged and _continues(merged[-1], dimension):
            outer = merged.pop()
            dimension = Dimension(multiply(outer.size, dimension.size), dimension.stride_bytes)
        merged.append(dimension)
    return tuple(merged)


def _continues(outer: Dimension, inner: Dimension) -> bool:
    """Whether the stride of `outer` equals the length of `inner`; the size of `outer` may be unknown."""
    known = (outer.stride_bytes, inner.size, inner.stride_bytes)
    if not all(isinstance(number, int) for number in known):
        return False
    return bool(outer.stride_bytes == inner.size * inner.stride_bytes)


def _metadata(value: Any) -> tuple[Number, list[Number], list[Number]]:
    """Offset, sizes and strides in elements, from the type or else from the run-time descriptor."""
    type_ = value.type
    strides, offset = type_.get_strides_and_offset()
    unknown = ir.ShapedType.get_dynamic_stride_or_offset()
    sizes = [None if type_.is_dynamic_dim(axis) else int(type_.shape[axis]) for axis in range(type_.rank)]
    given = [None if number == unknown else int(number) for number in (offset, *strides)]
    numbers = [given[0], *sizes, *given[1:]]
    if None in numbers:
        results = _extract(value)
        numbers = [from_index(results[i]) if number is None else number for i, number in enumerate(numbers)]
    rank = type_.rank
    return numbers[0], numbers[1 : 1 + rank], numbers[1 + rank :]


def _extract(value: Any) -> list[Any]:
    """Results of `memref.extract_strided_metadata` without the base: offset, sizes, strides."""
    return list(memref.ExtractStridedMetadataOp(value).operation.results)[1:]
