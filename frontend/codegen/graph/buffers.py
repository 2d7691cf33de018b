"""Properties of a kernel's buffers and arguments that the code generator needs, taken from Inductor."""

from collections.abc import Sequence
from dataclasses import asdict
from typing import Any, Protocol
from weakref import WeakKeyDictionary

import sympy
import torch
from npusim.frontend.codegen.graph.dag import IndexOrigin
from npusim.frontend.codegen.graph.dtypes import mlir_element
from npusim.frontend.codegen.graph.memory import Memory
from npusim.frontend.inductor.api import InplacedBuffer, Kernel, V, ir
from npusim.frontend.mlir_writer.index_arithmetic import with_arguments
from npusim.simulator.ir.memref_type import MemRefType


class Environment(Protocol):
    """Properties of buffers and arguments that a kernel's body needs."""

    def dtype(self, buffer: str) -> torch.dtype: ...

    def extent(self, buffer: str) -> sympy.Expr:
        """Elements that the buffer's storage spans."""

    def input(self, buffer: str) -> str:
        """SSA name of the argument that is read."""

    def output(self, buffer: str) -> str:
        """SSA name of the argument that is written."""

    def in_arguments(self, expression: sympy.Expr) -> sympy.Expr:
        """The expression with known sizes filled in and the others as symbols named like the kernel's arguments."""

    def memory(self, buffer: str) -> Memory:
        """Where the buffer lies."""

    def number_check(self, origin: IndexOrigin) -> int:
        """Number of a check of indices in the kernel's metadata."""


def storage_extent(sizes: Sequence[Any], strides: Sequence[Any]) -> sympy.Expr:
    """Elements from a strided tensor's first to its last; 0 when a size is 0."""
    if any(size == 0 for size in sizes):
        return sympy.S.Zero
    total = 1 + sum((size - 1) * stride for size, stride in zip(sizes, strides, strict=True))
    return current(total)


def buffer_extent(name: str) -> sympy.Expr:
    """Elements that the storage of one of the graph's buffers spans."""
    layout = V.graph.get_buffer(name).get_layout()  # type: ignore[union-attr]
    if isinstance(layout, ir.MutationLayoutSHOULDREMOVE):
        layout = layout.real_layout()  # its own size is that of the view that is changed
    parts = 2 if layout.dtype.is_complex else 1
    return parts * storage_extent(layout.size, layout.stride)


def memory_of(name: str) -> Memory:
    """Where one of the graph's buffers lies: an in-place change of a buffer lies in that buffer's memory, an operand of
    a concatenation may lie in the result.
    """
    buffer = V.graph.get_buffer(name)
    if not isinstance(buffer, ir.Buffer):  # an input of the graph
        return Memory(name)
    for changed in buffer.get_mutation_names():
        return memory_of(changed)
    for whole in buffer.get_inputs_that_alias_output():
        around = memory_of(whole)
        if not isinstance(buffer.layout, ir.NonOwningLayout) or around.begin is None:
            return Memory(around.storage, begin=None)
        return Memory(around.storage, name, around.begin + buffer.layout.view.get_layout().offset)
    return Memory(name)


def element_dtype(name: str) -> torch.dtype:
    """Dtype of the elements that kernels see in a buffer; of complex numbers they see the parts."""
    dtype: torch.dtype = V.graph.get_dtype(name)
    return dtype.to_real()


def dram_memref(name: str) -> MemRefType:
    """Type of a tensor argument."""
    return tensor_type(buffer_extent(name), element_dtype(name))


def tensor_type(extent: sympy.Expr, dtype: torch.dtype) -> MemRefType:
    """Type of a tensor argument: rank 1, of unknown size when its extent depends on a symbolic one."""
    return MemRefType.tensor(int(extent) if extent.is_Integer else None, mlir_element(dtype))


def current(expression: Any) -> sympy.Expr:
    """An expression with the replacements of its symbols known now, applied until none is left."""
    before, now = None, sympy.sympify(expression)
    while now != before and not now.is_Integer:
        before, now = now, sympy.sympify(V.graph.sizevars.simplify(now))
    return now


def in_arguments(kernel: Kernel[Any], expression: Any) -> sympy.Expr:
    """A size, stride or offset with present replacements, in symbols named like the kernel's size arguments, which are
    added as needed.

    Every such expression passes here on its way into a kernel's text.
    """
    arguments = kernel.args.sizevars

    def argument(size: sympy.Expr) -> sympy.Symbol:
        name = arguments.setdefault(size, f"ks{len(arguments)}")
        return sympy.Symbol(name, integer=True, nonnegative=size.is_nonnegative)

    return with_arguments(current(expression), argument)


_checked: WeakKeyDictionary[Any, dict[IndexOrigin, int]] = WeakKeyDictionary()


def number_check(kernel: Kernel[Any], origin: IndexOrigin) -> int:
    """Number of a kernel's check of indices with this origin."""
    numbers = _checked.setdefault(kernel, {})
    return numbers.setdefault(origin, len(numbers))


def index_checks_meta(kernel: Kernel[Any]) -> dict[str, Any]:
    """The entry of a kernel's metadata with the origins of the indices that it checks."""
    origins = _checked.get(kernel, {})
    return {"index_checks": [asdict(origin) for origin in origins]} if origins else {}


class InductorEnvironment:
    """Buffers of the graph that Inductor is lowering; arguments are those of one of its kernels."""

    def __init__(self, kernel: Kernel[Any]) -> None:
        self.kernel = kernel

    def dtype(self, buffer: str) -> torch.dtype:
        return element_dtype(buffer)

    def extent(self, buffer: str) -> sympy.Expr:
        return buffer_extent(self._passed(buffer))

    def _passed(self, buffer: str) -> str:
        """The buffer that is passed for this one in the kernel's call.

        A result that is made in place is passed instead of the buffer it replaces. Inductor lets it be up to 5 %
        smaller, and the kernel must not touch the rest: the argument spans the result.
        """
        shared = self.kernel.args.inplace_buffers.get(buffer)
        return shared.other_names[-1] if isinstance(shared, InplacedBuffer) else buffer

    def input(self, buffer: str) -> str:
        return f"%{self.kernel.args.input(buffer)}"

    def output(self, buffer: str) -> str:
        return f"%{self.kernel.args.output(buffer)}"

    def in_arguments(self, expression: sympy.Expr) -> sympy.Expr:
        return in_arguments(self.kernel, expression)

    def memory(self, buffer: str) -> Memory:
        return memory_of(buffer)

    def number_check(self, origin: IndexOrigin) -> int:
        return number_check(self.kernel, origin)
