"""Split-K: a long reduction is split into parts that the cores share, and a second kernel sums the parts.

M x K by K x N with S parts is a batch of S products of M x K/S by K/S x N, read through strides of the same operands,
and a sum over the batch in a fixed order, so values do not depend on timing. It pays if the result has fewer tiles than
the machine has cores; the cost model decides.
"""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from npusim.frontend.inductor.api import V, ir
from npusim.frontend.mapping.mapping_file import external_entry
from npusim.frontend.template.inputs import strided_inputs
from npusim.mlir_templates.common.cost_model import copies_cycles
from npusim.mlir_templates.gemm.problem import Matrix, Product
from npusim.mlir_templates.gemm.tiling import GemmSpace
from npusim.scheduler import current_strategy
from npusim.simulator.machine import Machine

_SHORTEST = 512
_MOST_PARTS = 64
_LEAST_GAIN = 0.1


def cannot_split(product: Product, machine: Machine) -> str:
    """Why there are no parts: the reduction is too short, and a mapping file asks for none."""
    if _parts_in_file(GemmSpace(product, machine), default=1) > 1 or any(_divisors(product.k)):
        return ""
    return f"K = {product.k} has no parts of {_SHORTEST} or more elements"


def parts_of(product: Product, machine: Machine, at_least: int = 1) -> int:
    """Number of parts of the reduction; 1 means no split. A mapping file's SPLIT_K overrides the cost model.

    Args:
        at_least: 2: the best split, also where none pays.

    Raises:
        MappingError: the file's SPLIT_K does not divide K.
    """
    space = GemmSpace(product, machine)
    wanted = _parts_in_file(space, default=0)
    if wanted >= at_least:
        return wanted
    return _cheapest(space, at_least) if machine.cores > 1 or at_least > 1 else 1


def _parts_in_file(space: GemmSpace, default: int) -> int:
    """A mapping file's SPLIT_K: 1 where its entry says nothing, the default without an entry."""
    entry = external_entry(space, current_strategy())
    if entry is None:
        return default
    parts = entry.integer("SPLIT_K", default=1)
    if space.product.k % parts:
        entry.refuse(f"key 'SPLIT_K' has the value {parts}; it must divide K = {space.product.k}")
    return parts


def _cheapest(space: GemmSpace, at_least: int) -> int:
    """The number of parts with the fewest estimated cycles; unless 2 are asked for, they must gain at least a tenth."""
    cycles = {parts: _split_cycles(space.product, parts, space.machine) for parts in _divisors(space.product.k)}
    best = min(cycles, key=lambda parts: cycles[parts], default=1)
    if best == 1 or at_least > 1:
        return best
    whole = space.estimate_cycles(space.default())
    return best if cycles[best] < whole * (1 - _LEAST_GAIN) else 1


def _divisors(k: int) -> Iterator[int]:
    for parts in range(2, _MOST_PARTS + 1):
        if k % parts == 0 and k // parts >= _SHORTEST:
            yield parts


def _split_cycles(product: Product, parts: int, machine: Machine) -> float:
    """Estimated cycles: the batch of products, the second launch, reading partial results, writing the result."""
    partial = Matrix(product.accumulator_bytes, product.accumulator_bytes * product.n)
    space = GemmSpace(replace(product, k=product.k // parts, batch=parts, result=partial), machine)
    moved = product.m * product.n * (parts * partial.element_bytes + product.result.element_bytes)
    summed = copies_cycles(moved, 1, machine)
    return space.estimate_cycles(space.default()) + summed


def in_parts(node: Any, axis: int, parts: int) -> Any:
    """A strided view of a matrix as a batch of parts along an axis: (M, K) -> (parts, M, K / parts) for axis 1."""
    (realized,) = strided_inputs([node])
    layout = realized.get_layout()
    sizes, strides = list(layout.size), list(layout.stride)
    sizes[axis] = sizes[axis] // parts
    batch_stride = sizes[axis] * strides[axis]
    view = ir.FixedLayout(layout.device, layout.dtype, [parts, *sizes], [batch_stride, *strides], layout.offset)
    buffer = V.graph.get_buffer(realized.get_name())
    data = buffer.data if isinstance(buffer, ir.TensorBox) else ir.StorageBox(buffer)  # graph inputs are wrapped
    return ir.TensorBox(ir.ReinterpretView(data=data, layout=view))
