"""Operations on tiles: `linalg.generic` over loops with names, fills, transposes, products that are summed."""

from collections.abc import Container, Iterable, Sequence
from dataclasses import dataclass

from npusim.frontend.mlir_writer.indices import affine_map
from npusim.frontend.mlir_writer.memory import Memref
from npusim.simulator.errors import KernelError


@dataclass(frozen=True)
class Operand:
    """A tile of an operation: along every axis the loop that walks it, or an expression of loops and numbers."""

    memref: Memref
    axes: Sequence[str]

    def __post_init__(self) -> None:
        if len(self.axes) != self.memref.type.rank:
            what = f"{self.memref.name} of type {self.memref.type}"
            raise KernelError(f"{what} has rank {self.memref.type.rank}, but is walked along ({', '.join(self.axes)})")


def generic(
    loops: Sequence[str],
    inputs: Sequence[Operand],
    outputs: Sequence[Operand],
    arguments: Sequence[str],
    body: Iterable[str],
    results: Sequence[str],
    *,
    reduced: Container[str] | None = None,
    marks: Sequence[str] = (),
) -> list[str]:
    """Lines of a `linalg.generic`.

    Args:
        loops: their names, outermost first.
        arguments: names of the elements of inputs and outputs in the body.
        body: its lines.
        results: names of the new elements of the outputs.
        reduced: loops that are reduced; default those that an output lacks.
        marks: attributes without a value.
    """
    operands = [*inputs, *outputs]
    if len(arguments) != len(operands) or len(results) != len(outputs):
        sentence = f"linalg.generic of {len(inputs)} inputs and {len(outputs)} outputs"
        raise KernelError(f"{sentence} with {len(arguments)} elements and {len(results)} results")
    if reduced is None:
        reduced = {loop for loop in loops if not all(loop in output.axes for output in outputs)}
    maps = ", ".join(affine_map(loops, operand.axes) for operand in operands)
    kinds = ", ".join('"reduction"' if loop in reduced else '"parallel"' for loop in loops)
    attributes = "".join(f", {mark}" for mark in marks)
    elements = [operand.memref.element for operand in operands]
    shown = ", ".join(f"{name}: {element}" for name, element in zip(arguments, elements, strict=True))
    head = f"linalg.generic {{indexing_maps = [{maps}], iterator_types = [{kinds}]{attributes}}}"
    return [
        f"{head}{_operands('ins', inputs)}{_operands('outs', outputs)} {{",
        f"  ^bb0({shown}):",
        *(f"    {line}" for line in body),
        f"    linalg.yield {', '.join(results)} : {', '.join(elements[len(inputs) :])}",
        "}",
    ]


def _operands(keyword: str, operands: Sequence[Operand]) -> str:
    if not operands:
        return ""
    memrefs = [operand.memref for operand in operands]
    return f" {keyword}({', '.join(m.name for m in memrefs)} : {', '.join(str(m.type) for m in memrefs)})"


def fill(target: Memref, value: str, marks: Sequence[str] = ()) -> str:
    """Overwrites a tile with one value of its element type, an SSA name."""
    attributes = f" {{{', '.join(marks)}}}" if marks else ""
    return f"linalg.fill{attributes} ins({value} : {target.element}) outs({target.name} : {target.type})"


def transpose(source: Memref, target: Memref, order: Sequence[int]) -> str:
    """Copies a tile into one with its axes in another order: per axis of the target that of the source."""
    if [source.shape[axis] for axis in order] != list(target.shape) or source.element != target.element:
        raise KernelError(f"linalg.transpose of {source.type} to {target.type} in the order {list(order)}")
    operands = f"ins({source.name} : {source.type}) outs({target.name} : {target.type})"
    return f"linalg.transpose {operands} permutation = {list(order)}"
