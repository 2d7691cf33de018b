"""Compute on tiles whose axes have names: one `linalg.generic` from a Python function that writes its body.

    math.compute(["P", "total"], ["S", "largest"], body)

prints an operation over all axes of the four tiles; an axis that an output lacks is reduced into it. The body gets
the elements of the inputs and of the outputs as SSA names in the accumulation type and returns the outputs' new values.
"""

import itertools
import math
import struct
from collections.abc import Callable, Sequence

import torch
from npusim.frontend import MLIRTemplateKernel
from npusim.frontend.codegen.graph.dtypes import mlir_element
from npusim.frontend.template.operations import Tile

BodyFunction = Callable[["Body", list[str], list[str]], list[str]]


class Body:
    """Writes the operations of one point.

    Args:
        dtype: floating-point type that values are computed in.
        axes: names of the loops.
    """

    def __init__(self, dtype: torch.dtype, axes: Sequence[str]) -> None:
        self.dtype, self.axes, self.lines = dtype, list(axes), list[str]()
        self.element = mlir_element(dtype)
        self._numbers = itertools.count()

    def define(self, operation: str) -> str:
        """Writes an operation and returns the name of its result."""
        name = f"%v{next(self._numbers)}"
        self.lines.append(f"{name} = {operation}")
        return name

    def combine(self, operation: str, *operands: str) -> str:
        """An operation on floating-point values, such as `arith.addf`."""
        return self.define(f"{operation} {', '.join(operands)} : {self.element}")

    def constant(self, value: float) -> str:
        """A floating-point number."""
        return self.define(f"arith.constant {literal(value, self.dtype)} : {self.element}")

    def select(self, condition: str, then: str, otherwise: str) -> str:
        """One of two values."""
        return self.define(f"arith.select {condition}, {then}, {otherwise} : {self.element}")

    def equal(self, left: str, right: str) -> str:
        """Whether two floating-point values are equal."""
        return self.define(f"arith.cmpf oeq, {left}, {right} : {self.element}")

    def position(self, axis: str, start: str) -> str:
        """Element of the tensor that the loop over an axis is at, when the tile starts at `start`."""
        inside = self.define(f"linalg.index {self.axes.index(axis)} : index")
        return self.define(f"arith.addi {inside}, {start} : index")

    def compare(self, kind: str, left: str, right: str) -> str:
        """A comparison of two indices: `slt`, `sle`, ..."""
        return self.define(f"arith.cmpi {kind}, {left}, {right} : index")

    def both(self, left: str, right: str) -> str:
        """Whether two conditions hold."""
        return self.define(f"arith.andi {left}, {right} : i1")

    def nonzero(self, value: str, element: str) -> str:
        """Whether a stored truth value is true."""
        zero = self.define(f"arith.constant 0 : {element}")
        return self.define(f"arith.cmpi ne, {value}, {zero} : {element}")


class TileMath:
    """Prints compute on a kernel's tiles.

    Args:
        kernel: that has the tiles.
        dtype: floating-point type that values are computed in; elements of tiles are converted.
    """

    def __init__(self, kernel: MLIRTemplateKernel, dtype: torch.dtype) -> None:
        self.kernel, self.dtype = kernel, dtype

    def compute(self, outputs: Sequence[str], inputs: Sequence[str], body: BodyFunction) -> str:
        """The operation; `outputs` and `inputs` are names of tiles."""
        ins, outs = [self.kernel.tile(name) for name in inputs], [self.kernel.tile(name) for name in outputs]
        axes = _axes([*outs, *ins])
        writer = Body(self.dtype, axes)
        tiles = [*ins, *outs]
        names = [f"%x{i}" for i in range(len(tiles))]
        wide = _widened(names, tiles, self.dtype)
        results = body(writer, wide[: len(ins)], wide[len(ins) :])
        values = [_narrowed(writer, value, tile) for value, tile in zip(results, outs, strict=True)]
        lines = [*_conversions(writer, names, tiles, wide), *writer.lines]
        arguments = ", ".join(f"{name}: {_element(tile)}" for name, tile in zip(names, tiles, strict=True))
        yielded = f"linalg.yield {', '.join(values)} : {', '.join(_element(tile) for tile in outs)}"
        return "\n".join([_head(axes, ins, outs), f"^bb0({arguments}):", *lines, yielded, "}"])

    def fill(self, tile_name: str, value: float) -> str:
        """Overwrites a tile with one value, which may be infinite."""
        tile = self.kernel.tile(tile_name)
        name = f"%{tile_name}_start"
        if not any(line.startswith(f"{name} ") for line in self.kernel.top_lines):
            self.kernel.top_lines.append(f"{name} = arith.constant {literal(value, tile.dtype)} : {_element(tile)}")
        return f"linalg.fill ins({name} : {_element(tile)}) outs({tile.ssa} : {tile.type})"


def literal(value: float, dtype: torch.dtype) -> str:
    """A floating-point number as MLIR writes it; infinities by their bits."""
    if math.isfinite(value):
        return f"{value:.17e}"
    wide = dtype == torch.float64
    return "0x" + struct.pack(">d" if wide else ">f", value).hex().upper()


def _element(tile: Tile) -> str:
    return mlir_element(tile.dtype)


def _axes(tiles: Sequence[Tile]) -> list[str]:
    """All axes, those of the tile with most axes first."""
    ordered = sorted(tiles, key=lambda tile: -len(tile.desc.axes))
    return list(dict.fromkeys(axis for tile in ordered for axis in tile.desc.axes))


def _head(axes: list[str], ins: list[Tile], outs: list[Tile]) -> str:
    maps = ", ".join(f"affine_map<({', '.join(axes)}) -> ({', '.join(t.desc.axes)})>" for t in [*ins, *outs])
    everywhere = set(axes).intersection(*(tile.desc.axes for tile in outs))
    kinds = ", ".join('"parallel"' if axis in everywhere else '"reduction"' for axis in axes)
    operands = " ".join(f"{word}({_list(tiles)})" for word, tiles in (("ins", ins), ("outs", outs)) if tiles)
    return f"linalg.generic {{indexing_maps = [{maps}], iterator_types = [{kinds}]}} {operands} {{"


def _list(tiles: list[Tile]) -> str:
    return f"{', '.join(t.ssa for t in tiles)} : {', '.join(t.type for t in tiles)}"


def _widened(names: Sequence[str], tiles: Sequence[Tile], dtype: torch.dtype) -> list[str]:
    """Names of the elements in the accumulation type; truth values stay as they are."""
    return [
        f"{name}_wide" if tile.dtype.is_floating_point and tile.dtype != dtype else name
        for name, tile in zip(names, tiles, strict=True)
    ]


def _conversions(body: Body, names: Sequence[str], tiles: Sequence[Tile], wide: Sequence[str]) -> list[str]:
    """The conversions that the body needs. An output that it does not read must not be converted either: an operation
    that reads a tile it overwrites cannot take the tile's next copy.
    """
    used = set(" ".join(body.lines).replace(",", " ").split())
    return [
        f"{new} = arith.extf {name} : {_element(tile)} to {body.element}"
        for name, tile, new in zip(names, tiles, wide, strict=True)
        if new != name and new in used
    ]


def _narrowed(body: Body, value: str, tile: Tile) -> str:
    if tile.dtype == body.dtype:
        return value
    return body.define(f"arith.truncf {value} : {body.element} to {_element(tile)}")
