"""Building blocks of the emitted code: constants, index arithmetic, loops, flat views of tiles, vector loads and
stores.

Operations are made with `Operation.create`, which costs under 1 us each; the generated builder classes cost three
times that. Checked with torch-mlir 20261001 (LLVM/MLIR 24).
"""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from npusim.simulator.functional.vectorize.nest import Access
from npusim.simulator.ir.mlir import ir, scf

Value = Any
Type = Any

_STACK_BUFFER_BYTES = 32 * 1024


@dataclass(frozen=True)
class Offset:
    """An address in elements: a run-time part (None for zero) plus a constant the instruction can fold."""

    value: Value | None
    constant: int = 0


class Builder:
    """Emits operations at the current insertion point of a function whose constants are kept at its entry."""

    def __init__(self, function: Any) -> None:
        self.entry = function.regions[0].blocks[0]
        self.index_type = ir.IndexType.get()
        self.i1 = ir.IntegerType.get_signless(1)
        self._constants: dict[int, Value] = {}
        self._flat: dict[Value, Value] = {}
        self._buffers: dict[tuple[str, int, str], Value] = {}

    def op(
        self, name: str, result: Type | None, operands: Sequence[Value], attributes: dict[str, Any] | None = None
    ) -> Value:
        """One operation with at most one result, which is returned."""
        results = [] if result is None else [result]
        made = ir.Operation.create(name, results=results, operands=list(operands), attributes=attributes)
        return None if result is None else made.result

    # -- constants ----------------------------------------------------------------------------------------------------

    def index(self, value: int) -> Value:
        """An index constant, one per value and function."""
        if value not in self._constants:
            with ir.InsertionPoint.at_block_begin(self.entry):
                attribute = ir.IntegerAttr.get(self.index_type, value)
                self._constants[value] = self.op("arith.constant", self.index_type, [], {"value": attribute})
        return self._constants[value]

    def constant(self, attribute: Any, lanes: int | None) -> Value:
        """A typed scalar attribute as a scalar, or repeated over a vector."""
        if lanes is not None:
            attribute = ir.DenseElementsAttr.get_splat(self.vector_type(lanes, attribute.type), attribute)
        return self.op("arith.constant", attribute.type, [], {"value": attribute})

    # -- index arithmetic ---------------------------------------------------------------------------------------------

    def advance(self, offset: Offset, step: Value | int, stride: int) -> Offset:
        """The address `step` iterations on, for a loop variable or a number of iterations known now."""
        if stride == 0:
            return offset
        if isinstance(step, int):
            return Offset(offset.value, offset.constant + step * stride)
        scaled = step if stride == 1 else self.op("arith.muli", self.index_type, [step, self.index(stride)])
        if offset.value is not None:
            scaled = self.op("arith.addi", self.index_type, [offset.value, scaled])
        return Offset(scaled, offset.constant)

    def address(self, offset: Offset) -> Value:
        """The offset as one index value."""
        if offset.value is None:
            return self.index(offset.constant)
        if offset.constant == 0:
            return offset.value
        return self.op("arith.addi", self.index_type, [offset.value, self.index(offset.constant)])

    # -- loops --------------------------------------------------------------------------------------------------------

    @contextmanager
    def loop(
        self, lower: Value | int, upper: Value | int, step: int, carried: Sequence[Value] = ()
    ) -> Iterator[tuple[Value, list[Value], list[Value], list[Value]]]:
        """An `scf.for`. Yields (variable, carried values, list to fill with the next ones, list of results)."""
        bounds = [self.index(b) if isinstance(b, int) else b for b in (lower, upper)]
        made = scf.ForOp(bounds[0], bounds[1], self.index(step), list(carried))
        following: list[Value] = []
        results: list[Value] = []
        with ir.InsertionPoint(made.body):
            yield made.induction_variable, list(made.inner_iter_args), following, results
            self.op("scf.yield", None, following)
        results.extend(made.operation.results)

    def equal(self, left: Value, right: Value) -> Value:
        """i1: two index values are the same."""
        predicate = ir.IntegerAttr.get(ir.IntegerType.get_signless(64), 0)
        return self.op("arith.cmpi", self.i1, [left, right], {"predicate": predicate})

    @contextmanager
    def branch(self, condition: Value) -> Iterator[tuple[ir.InsertionPoint, ir.InsertionPoint]]:
        """An `scf.if` without results. Yields the places where its two branches are written."""
        made = scf.IfOp(condition, has_else=True)
        blocks = made.then_block, made.else_block
        ends = [ir.InsertionPoint(block) for block in blocks]
        yield ends[0], ends[1]
        for end in ends:
            with end:
                self.op("scf.yield", None, [])

    # -- memory -------------------------------------------------------------------------------------------------------

    def flat(self, access: Access) -> Value:
        """The tile of an access as a rank-1 memref of unit stride that starts at the tile's first element."""
        if access.value not in self._flat:
            self._flat[access.value] = self._flatten(access.value)
        return self._flat[access.value]

    def _flatten(self, memref: Value) -> Value:
        strides, offset = memref.type.get_strides_and_offset()
        extent = 1 + sum((int(n) - 1) * int(s) for n, s in zip(memref.type.shape, strides, strict=True))
        dynamic = ir.MemRefType.get_dynamic_stride_or_offset()
        with _after(memref):
            if offset == dynamic:
                operands, mark = [self._offset_of(memref)], "?"
            else:
                operands, mark = [], str(offset)
            layout = ir.Attribute.parse(f"strided<[1], offset: {mark}>")
            result = ir.MemRefType.get([extent], memref.type.element_type, layout, memref.type.memory_space)
            attributes = {
                "operandSegmentSizes": ir.DenseI32ArrayAttr.get([1, len(operands), 0, 0]),
                "static_offsets": ir.DenseI64ArrayAttr.get([offset]),
                "static_sizes": ir.DenseI64ArrayAttr.get([extent]),
                "static_strides": ir.DenseI64ArrayAttr.get([1]),
            }
            return self.op("memref.reinterpret_cast", result, [memref, *operands], attributes)

    def buffer(self, role: str, extent: int, element: Type) -> Value:
        """A buffer of `extent` elements that lives as long as the call: on the stack when small, else on the heap.

        Buffers of equal role, size and type are one: their contents last until the next use in program order.
        """
        key = (role, extent, str(element))
        if key not in self._buffers:
            self._buffers[key] = self._allocate(ir.MemRefType.get([extent], element), extent * int(element.width) // 8)
        return self._buffers[key]

    def _allocate(self, memref: Type, size_bytes: int) -> Value:
        on_stack = size_bytes <= _STACK_BUFFER_BYTES
        attributes = {
            "alignment": ir.IntegerAttr.get(ir.IntegerType.get_signless(64), 64),
            "operandSegmentSizes": ir.DenseI32ArrayAttr.get([0, 0]),
        }
        with ir.InsertionPoint.at_block_begin(self.entry):
            buffer = self.op("memref.alloca" if on_stack else "memref.alloc", memref, [], attributes)
        if not on_stack:
            with ir.InsertionPoint.at_block_terminator(self.entry):
                self.op("memref.dealloc", None, [buffer])
        return buffer

    def _offset_of(self, memref: Value) -> Value:
        rank = memref.type.rank
        base = ir.MemRefType.get([], memref.type.element_type, None, memref.type.memory_space)
        results = [base, *[self.index_type] * (1 + 2 * rank)]
        return ir.Operation.create("memref.extract_strided_metadata", results=results, operands=[memref]).results[1]

    @staticmethod
    def vector_type(lanes: int, element: Type) -> Type:
        """A vector type for `lanes` elements, padded to a power of two; the last elements are undefined."""
        return ir.VectorType.get([register_lanes(lanes)], element)

    def mask(self, lanes: int) -> Value:
        """i1 per element of a vector for `lanes` elements: whether it is defined."""
        values = [ir.IntegerAttr.get(self.i1, int(i < lanes)) for i in range(register_lanes(lanes))]
        attribute = ir.DenseElementsAttr.get(values, self.vector_type(lanes, self.i1))
        return self.op("arith.constant", attribute.type, [], {"value": attribute})

    def load(self, access: Access, at: Offset, lanes: int | None = None) -> Value:
        """One element, or `lanes` neighbouring ones."""
        if not access.is_memref:
            return access.value
        operands = [self.flat(access), self.address(at)]
        if lanes is None:
            return self.op("memref.load", access.element_type, operands)
        result = self.vector_type(lanes, access.element_type)
        if register_lanes(lanes) == lanes:
            return self.op("vector.load", result, operands)
        return self.op(
            "vector.maskedload", result, [*operands, self.mask(lanes), self.constant(_zero(access.element_type), lanes)]
        )

    def store(self, value: Value, access: Access, at: Offset, lanes: int | None = None) -> None:
        """Stores a scalar, or the first `lanes` elements of a vector contiguously."""
        operands = [self.flat(access), self.address(at)]
        if lanes is None:
            self.op("memref.store", None, [value, *operands])
        elif register_lanes(lanes) == lanes:
            self.op("vector.store", None, [value, *operands])
        else:
            self.op("vector.maskedstore", None, [*operands, self.mask(lanes), value])

    def prefetch_for_writing(self, access: Access, at: Offset) -> None:
        """Prefetches the cache line of an element that will be read and written."""
        attributes = {
            "isWrite": ir.BoolAttr.get(True),
            "localityHint": ir.IntegerAttr.get(ir.IntegerType.get_signless(32), 3),
            "isDataCache": ir.BoolAttr.get(True),
        }
        self.op("memref.prefetch", None, [self.flat(access), self.address(at)], attributes)

    def gather(self, access: Access, at: Offset, stride: int, lanes: int) -> Value:
        """`lanes` elements that are `stride` apart."""
        fill = self.constant(_zero(access.element_type), lanes)
        operands = [self.flat(access), self.address(at), self._steps(stride, lanes), self.mask(lanes), fill]
        return self.op("vector.gather", self.vector_type(lanes, access.element_type), operands)

    def scatter(self, value: Value, access: Access, at: Offset, stride: int, lanes: int) -> None:
        """Stores the first `lanes` elements of a vector `stride` elements apart."""
        operands = [self.flat(access), self.address(at), self._steps(stride, lanes), self.mask(lanes), value]
        self.op("vector.scatter", None, operands)

    def _steps(self, stride: int, lanes: int) -> Value:
        element = ir.IntegerType.get_signless(32 if stride * lanes < 2**31 else 64)
        values = [ir.IntegerAttr.get(element, stride * min(i, lanes - 1)) for i in range(register_lanes(lanes))]
        attribute = ir.DenseElementsAttr.get(values, self.vector_type(lanes, element))
        return self.op("arith.constant", attribute.type, [], {"value": attribute})

    # -- values -------------------------------------------------------------------------------------------------------

    def zero(self, element: Type, lanes: int | None) -> Value:
        """Zero, as a scalar or as a vector."""
        return self.constant(_zero(element), lanes)

    def widen(self, value: Value, lanes: int | None) -> Value:
        """Broadcasts a scalar over `lanes`; vectors, and scalars if lanes is None, stay."""
        if lanes is None or isinstance(value.type, ir.VectorType):
            return value
        return self.op("vector.broadcast", self.vector_type(lanes, value.type), [value])


def register_lanes(lanes: int) -> int:
    """Length of the vector for `lanes` elements: a power of two, as LLVM is slow on other lengths."""
    return 1 << (lanes - 1).bit_length()


def _zero(element: Type) -> Any:
    is_integer = isinstance(element, ir.IntegerType | ir.IndexType)
    return ir.IntegerAttr.get(element, 0) if is_integer else ir.FloatAttr.get(element, 0.0)


@contextmanager
def _after(value: Value) -> Iterator[None]:
    """Insert right after the definition of a value."""
    owner = value.owner
    point = ir.InsertionPoint.at_block_begin(owner) if isinstance(owner, ir.Block) else ir.InsertionPoint.after(owner)
    with point:
        yield
