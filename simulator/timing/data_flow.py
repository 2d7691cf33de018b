"""Data-flow analysis: tensors that a kernel's addresses and control depend on, and sources of its results.

Flow-insensitive: any value that may be written to a tile or tensor may reach all of its readers.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from npusim.simulator.ir.dialect import DMA_LOAD, DMA_STORE, GATHER, SCATTER, is_host
from npusim.simulator.ir.kernel import KernelModule, source_alloc, source_arguments, walk
from npusim.simulator.ir.kernel_views import LOOPS
from npusim.simulator.ir.mlir import exclusive, ir
from npusim.simulator.timing.transfers import combines

_YIELDS = ("scf.yield", "affine.yield", "linalg.yield", "func.return")


@dataclass(frozen=True)
class Written:
    """An argument that a kernel writes.

    Attributes:
        sources: numbers of the arguments that its new values depend on.
        is_overwritten: whether all writes are plain stores of tiles, so that no old values are meant to stay.
    """

    sources: frozenset[int]
    is_overwritten: bool


@dataclass(frozen=True)
class DataFlow:
    """A kernel's use of its tensors, by argument number.

    Attributes:
        control: tensors whose values reach an address, a bound or a condition.
        written: tensors that are written.
    """

    control: frozenset[int]
    written: Mapping[int, Written]


@exclusive
def data_flow(kernel: KernelModule) -> DataFlow:
    """The data flow of a verified kernel."""
    return _Graph(kernel).flow()


class _Graph:
    def __init__(self, kernel: KernelModule) -> None:
        self._control: list[Any] = []
        self._into: dict[Any, list[Any]] = {}  # argument or tile -> values that are written into it
        self._partly: set[Any] = set()
        for op in walk(kernel.function):
            self._visit(op)

    def flow(self) -> DataFlow:
        written = {
            number: Written(self._arguments(values), number not in self._partly)
            for number, values in self._into.items()
            if isinstance(number, int)
        }
        return DataFlow(self._arguments(self._control), written)

    def _visit(self, op: Any) -> None:
        if is_host(op):
            return
        operands, dialect = list(op.operands), op.name.partition(".")[0]
        if op.name in (GATHER, SCATTER):
            transfer = op.opview
            self._control.append(transfer.indices)
            self._write(transfer.destination, [transfer.source, transfer.indices], plain=False)
        elif op.name == DMA_LOAD:
            self._write(op.opview.destination, [op.opview.source], plain=True)
        elif op.name == DMA_STORE:
            self._write(op.opview.destination, [op.opview.source], plain=not combines(op.opview))
        elif op.name in ("memref.store", "affine.store"):
            self._control += operands[2:]
            self._write(operands[1], operands[:1], plain=False)
        elif dialect == "linalg" and op.name not in _YIELDS:
            captured = [value for nested in walk(op) for value in nested.operands]
            for output in operands[_inputs(op) :]:
                self._write(output, [*operands, *captured], plain=False)
        elif op.name in LOOPS:
            self._control += operands[: len(operands) - len(op.results)]
        elif dialect not in ("arith", "math") and op.name not in _YIELDS:
            self._control += [value for value in operands if not isinstance(value.type, ir.MemRefType)]

    def _write(self, target: Any, values: Iterable[Any], *, plain: bool) -> None:
        places = _places(target)
        for place in places:
            self._into.setdefault(place, []).extend(values)
        if not plain:
            self._partly.update(places)

    def _arguments(self, values: Iterable[Any]) -> frozenset[int]:
        """The arguments that values depend on."""
        pending, seen = list(values), set()
        while pending:
            value = pending.pop()
            places = [place for place in _places(value) if place not in seen]
            seen.update(places)
            for place in places:
                pending += self._into.get(place, ()) if isinstance(value.type, ir.MemRefType) else _made_of(value)
        return frozenset(place for place in seen if isinstance(place, int))


def _places(value: Any) -> tuple[Any, ...]:
    """The numbers of the arguments, or the tile, behind a memref; other values unchanged."""
    if not isinstance(value.type, ir.MemRefType):
        return (value,)
    tile = source_alloc(value)
    return source_arguments(value) or ((value,) if tile is None else (tile.results[0],))


def _made_of(value: Any) -> Iterator[Any]:
    """The values that a scalar depends on, including values yielded by loops and branches, and bounds of loops."""
    is_argument = isinstance(value, ir.BlockArgument)
    op = value.owner.owner.operation if is_argument else value.owner.operation
    first = len(op.operands) - len(op.results)  # the first of a loop's initial values
    if op.name not in LOOPS:
        if not is_argument:
            yield from op.operands
            for end in _ends(op):
                yield from end.operands
    elif is_argument and value.arg_number == 0:
        yield from list(op.operands)[:first]
    else:
        carried = value.arg_number - 1 if is_argument else list(op.results).index(value)
        yield op.operands[first + carried]
        yield from (end.operands[carried] for end in _ends(op))


def _ends(op: Any) -> Iterator[Any]:
    """The terminators of the blocks of an operation."""
    for region in op.regions:
        for block in region.blocks:
            yield block.operations[len(block.operations) - 1].operation


def _inputs(op: Any) -> int:
    """Number of inputs of a `linalg` operation, which come before its outputs."""
    if "operandSegmentSizes" in op.attributes:
        return int(op.attributes["operandSegmentSizes"][0])
    return len(op.operands) - 1
