"""Offset, sizes and strides of memref values, and declarations of runtime functions."""

from typing import Any

from npusim.simulator.ir.kernel import alloc_info
from npusim.simulator.ir.kernel_views import source_alloc, source_arguments, view_root
from npusim.simulator.ir.mlir import ir, memref


def declare(module: Any, name: str, arguments: int) -> None:
    """Declares a function of the runtime with a number of `i64` arguments, once per module."""
    names = (op.operation.attributes["sym_name"].value for op in module.body.operations)
    if name in names:
        return
    types = ", ".join(["i64"] * arguments)
    declaration = ir.Module.parse(f"func.func private @{name}({types})", module.context)
    declaration.body.operations[0].operation.clone(ir.InsertionPoint(module.body))


class Metadata:
    """Offset, sizes and strides of a memref value: Python integers where the type has them, else SSA values."""

    def __init__(self, value: Any) -> None:
        type_ = ir.MemRefType(value.type)
        strides, offset = type_.get_strides_and_offset()
        self.element_type = type_.element_type
        self.rank = int(type_.rank)
        self.extent = _root_extent(value)
        self._operation: Any = None
        self._value = value
        self.offset = self._known(offset, 1)
        self.sizes = [
            self._result(2 + d) if type_.is_dynamic_dim(d) else int(size) for d, size in enumerate(_shape(type_))
        ]
        self.strides = [self._known(stride, 2 + self.rank + d) for d, stride in enumerate(strides)]

    def _known(self, number: int, result: int) -> Any:
        return self._result(result) if number == ir.MemRefType.get_dynamic_stride_or_offset() else int(number)

    def _result(self, index: int) -> Any:
        if self._operation is None:
            self._operation = memref.ExtractStridedMetadataOp(self._value)
        return self._operation.operation.results[index]


def _root_extent(value: Any) -> int:
    """Number of elements of the tensor or tile behind a view, -1 when it is not known."""
    alloc = source_alloc(value)
    if alloc is not None:
        return alloc_info(alloc, 0).elements
    tensor = view_root(value)
    if not source_arguments(tensor) or tensor.type.is_dynamic_dim(0):
        return -1
    return int(tensor.type.shape[0])


def _shape(type_: Any) -> list[int]:
    return [int(size) for size in type_.shape]
