"""Compute on tiles whose axes have names: one `linalg.generic` from a Python function that writes its body.

    math.compute(["P", "total"], ["S", "largest"], body)

prints an operation over all axes of the four tiles; an axis that an output lacks is reduced into it. The body gets
the elements of the inputs and of the outputs in the accumulation dtype and returns the outputs' new values.
"""

import re
from collections.abc import Callable, Iterable, Sequence
from typing import Any

import torch
from npusim.frontend.codegen.graph import mlir_ops
from npusim.frontend.codegen.graph.dtypes import literal
from npusim.frontend.mlir_writer.structured import fill, generic
from npusim.frontend.mlir_writer.text import Numbered, Text
from npusim.frontend.template.elements import Element, Elements
from npusim.frontend.template.operations import Operations, Tile
from npusim.simulator.errors import KernelError

BodyFunction = Callable[["Body", list[Element], list[Element]], list[Element]]


class Body(Elements):
    """Writes the operations of one point.

    Args:
        dtype: floating-point type that values are computed in.
        axes: names of the loops.
        taken: names of values that the author of the text has given.
    """

    def __init__(self, dtype: torch.dtype, axes: Sequence[str], taken: Iterable[str] = ()) -> None:
        self.text = Text(Numbered("v", taken=taken).fresh)
        super().__init__(self.text)
        self.dtype, self.axes = dtype, list(axes)

    def number(self, value: float) -> Element:
        """A floating-point number."""
        return self.constant(value, self.dtype)

    def position(self, axis: str, start: str) -> str:
        """Element of the tensor that the loop over an axis is at, when the tile starts at `start`; an index."""
        return self.text.define(f"arith.addi {self.loop_index(self.axes.index(axis))}, {start} : index")

    def compare(self, kind: str, left: str, right: str) -> Element:
        """A comparison of two indices: `slt`, `sle`, ..."""
        return Element(self.text.define(f"arith.cmpi {kind}, {left}, {right} : index"), torch.bool)


class TileMath:
    """Prints compute on a kernel's tiles.

    Args:
        kernel: the owner of the tiles.
        dtype: floating-point type that values are computed in; elements of tiles are converted.
    """

    def __init__(self, kernel: Operations, dtype: torch.dtype) -> None:
        self.kernel, self.dtype = kernel, dtype

    def compute(self, outputs: Sequence[str], inputs: Sequence[str], body: BodyFunction) -> str:
        """The operation; `outputs` and `inputs` are names of tiles."""
        ins, outs = [self.kernel.tile(name) for name in inputs], [self.kernel.tile(name) for name in outputs]
        tiles, axes = [*ins, *outs], _axes([*outs, *ins])
        taken = self.kernel.author_names
        writer, elements = Body(self.dtype, axes, taken), Numbered("x", taken=taken)
        names = [elements.fresh("x") for _ in tiles]
        wide = [_widened(name, tile, self.dtype) for name, tile in zip(names, tiles, strict=True)]
        found = body(writer, wide[: len(ins)], wide[len(ins) :])
        results = [writer.convert(value, tile.dtype).name for value, tile in zip(found, outs, strict=True)]
        lines = [*_conversions(writer, names, tiles, wide, results), *writer.text.lines]
        operands = [tile.walked() for tile in tiles]
        return "\n".join(generic(axes, operands[: len(ins)], operands[len(ins) :], names, lines, results))

    def fill(self, tile_name: str, value: float) -> str:
        """Overwrites a tile with one value, which may be infinite."""
        tile = self.kernel.tile(tile_name)
        name = f"%{tile_name}_start"
        if not any(line.startswith(f"{name} ") for line in self.kernel.top_lines):
            self.kernel.top_lines.append(f"{name} = arith.constant {literal(value, tile.dtype)}")
        return fill(tile, name)


_YIELD = re.compile(r"linalg\.yield\s+(?P<names>%[\w.$-]+(?:\s*,\s*%[\w.$-]+)*)[^%\n]*$")


def compute_block(kernel: Operations, outputs: Sequence[str], inputs: Sequence[str], block: Any) -> str:
    """`TileMath.compute` with a Jinja2 block as body: it ends with `linalg.yield` of the outputs' new elements."""
    dtypes = {kernel.tile(name).dtype for name in (*outputs, *inputs)}
    math = TileMath(kernel, torch.float64 if torch.float64 in dtypes else torch.float32)

    def body(writer: Body, given: list[Element], old: list[Element]) -> list[Element]:
        names = [element.name for element in (*given, *old)]
        lines = block(*names[: max(len(given), len(block.arguments))]).rstrip().splitlines()
        found = _YIELD.search(lines.pop() if lines else "")
        if found is None:
            raise KernelError(f"the block of kernel.generic({list(outputs)}, ...) must end with linalg.yield %value")
        writer.text.lines += lines
        yielded = [name.strip() for name in found["names"].split(",")]
        if len(yielded) != len(old):
            raise KernelError(
                f"the block of kernel.generic({list(outputs)}, ...) yields {len(yielded)} values for {len(old)} outputs"
            )
        return [Element(name, element.dtype) for name, element in zip(yielded, old, strict=True)]

    return math.compute(outputs, inputs, body)


def _axes(tiles: Sequence[Tile]) -> list[str]:
    """All axes, first the axes of the tile with the most."""
    ordered = sorted(tiles, key=lambda tile: -len(tile.axes))
    return list(dict.fromkeys(axis for tile in ordered for axis in tile.axes))


def _widened(name: str, tile: Tile, dtype: torch.dtype) -> Element:
    """The element in the accumulation dtype; truth values stay as they are."""
    is_narrow = tile.dtype.is_floating_point and tile.dtype != dtype
    return Element(f"{name}_wide", dtype) if is_narrow else Element(name, tile.dtype)


def _conversions(
    body: Body, names: Sequence[str], tiles: Sequence[Tile], wide: Sequence[Element], results: Sequence[str]
) -> list[str]:
    """The conversions that the body needs. An output that it does not read must not be converted either: an operation
    that reads a tile it overwrites cannot take the tile's next copy.
    """
    used = set(" ".join([*body.text.lines, *results]).replace(",", " ").split())
    return [
        f"{new.name} = {mlir_ops.line('convert', new.dtype, tile.dtype, [name])}"
        for name, tile, new in zip(names, tiles, wide, strict=True)
        if new.name != name and new.name in used
    ]
