"""What the template of grouped products prints: loops over groups and over parts whose ends are data."""

from collections.abc import Mapping
from dataclasses import dataclass

import sympy
from npusim.frontend import MLIRTemplateKernel
from npusim.frontend.codegen.graph.dtypes import mlir_element
from npusim.frontend.template.index_text import IndexText
from npusim.frontend.template.operations import Tile
from npusim.mlir_templates.common.tile_math import TileMath


@dataclass(frozen=True)
class Groups:
    """Sizes of a grouped product.

    Attributes:
        ragged: the dimension that the groups divide among themselves: `m`, `n` or `k`.
        count: groups.
        m, n, k: sizes; along `ragged` of all groups together.
    """

    ragged: str
    count: int
    m: int
    n: int
    k: int

    @property
    def result_sizes(self) -> list[int]:
        """Of the result: a batch of groups when the reduction is ragged."""
        return [self.count, self.m, self.n] if self.ragged == "k" else [self.m, self.n]

    def dims(self, name: str) -> list[str]:
        """The loop variables of a tensor's dimensions: `g` is the group."""
        plain = {"A": ["m", "k"], "B": ["k", "n"], "Y": ["m", "n"]}[name]
        return plain if self.ragged in plain else ["g", *plain]


class GroupedText:
    """Prints parts of one kernel.

    Args:
        tiles: elements of a tile along `m`, `n` and `k`.
    """

    def __init__(self, kernel: MLIRTemplateKernel, groups: Groups, tiles: Mapping[str, int]) -> None:
        self.kernel, self.groups, self.tiles = kernel, groups, dict(tiles)
        self._numbers = 0
        self._range = ("", "")

    # -- loops

    def loop(self, axis: str, parallel: bool = False) -> str:
        """Opens a loop over the tiles of a dimension, of the ragged one within the group; a brace ends it."""
        first, end = self._range if axis == self.groups.ragged else (self._constant(0), self._end(axis))
        step = self._constant(self.tiles[axis])
        return f"scf.for %{axis} = {first} to {end} step {step} {{"

    def open_groups(self) -> str:
        """Opens the loop over the groups and reads where this one begins and ends."""
        self._range = ("%group_start", "%group_end")
        zero, one = self._constant(0), self._constant(1)
        lines = [
            f"scf.for %g = {zero} to {self._constant(self.groups.count)} step {one} {{",
            f"%is_first = arith.cmpi eq, %g, {zero} : index",
            f"%before = arith.subi %g, {one} : index",
            "%group_start = scf.if %is_first -> (index) {",
            f"scf.yield {zero} : index",
            "} else {",
            *self._read_end("%before", "%start"),
            "scf.yield %start : index",
            "}",
            *self._read_end("%g", "%group_end"),
        ]
        return "\n".join(lines)

    def close_groups(self) -> str:
        """Ends the loop over the groups."""
        return "}"

    def open_rest(self) -> str:
        """Reads where the last group ends: `loop` then walks what lies behind."""
        last = self._constant(self.groups.count - 1)
        self._range = ("%rest_start", self._end(self.groups.ragged))
        return "\n".join(self._read_end(last, "%rest_start"))

    def _read_end(self, group: str, name: str) -> list[str]:
        """The end of a group, within the tensor and not before its start."""
        offs = self.kernel.named_nodes["OFFS"]
        element, stride = mlir_element(offs.get_dtype()), offs.get_layout().stride[0]
        at, raw, whole, low = (self._fresh() for _ in range(4))
        place = f"{at} = arith.muli {group}, {self._size(stride)} : index"
        load = f"{raw} = memref.load %OFFS[{at}] : {self.kernel.dram_type('OFFS')}"
        return [
            place,
            load,
            f"{whole} = arith.index_cast {raw} : {element} to index",
            f"{low} = arith.maxsi {whole}, {self._constant(0)} : index",
            f"{name} = arith.minsi {low}, {self._end(self.groups.ragged)} : index",
        ]

    # -- transfers

    def load(self, name: str, whole: str = "") -> str:
        """Loads the tile of an operand; it covers the dimension `whole`, whose loop may not be open."""
        lines: list[str] = []
        view, view_type, tile = self._view(name, f"{name}_tile", lines, whole)
        lines.append(f'"npu.dma_load"({view}, {tile.ssa}) : ({view_type}, {tile.type}) -> ()')
        return "\n".join(lines)

    def store(self) -> str:
        """Converts the sums and stores them, clipped to the group."""
        math = TileMath(self.kernel, self.kernel.tile("accumulator").dtype)
        lines = [math.compute(["Y_tile"], ["accumulator"], lambda at, ins, outs: [ins[0]])]
        view, view_type, tile = self._view("Y", "Y_tile", lines)
        lines.append(f'"npu.dma_store"({tile.ssa}, {view}) : ({tile.type}, {view_type}) -> ()')
        return "\n".join(lines)

    def _view(self, name: str, tile_name: str, lines: list[str], whole: str = "") -> tuple[str, str, Tile]:
        """A view of what the tile holds, clipped to the tensor and the group."""
        layout, tile = self.kernel.named_nodes[name].get_layout(), self.kernel.tile(tile_name)
        dims = self.groups.dims(name)
        strides = dict(zip(dims, layout.stride, strict=True))
        sizes = [self._end(axis) if axis == whole else self._clipped(axis, lines) for axis in tile.desc.axes]
        moving = {axis: stride for axis, stride in strides.items() if axis != whole}
        total = sympy.sympify(layout.offset) + sum(sympy.Symbol(axis) * stride for axis, stride in moving.items())
        offset = IndexText(lines.append, self._fresh).value(self.kernel.rename_indexing(total))
        shown = [self._size(strides[axis]) for axis in tile.desc.axes]
        element = mlir_element(tile.dtype)
        view_type = f"memref<?x?x{element}, strided<[?, ?], offset: ?>>"
        view = self._fresh()
        lines.append(
            f"{view} = memref.reinterpret_cast %{name} to offset: [{offset}], sizes: [{', '.join(sizes)}], "
            f"strides: [{', '.join(shown)}] : {self.kernel.dram_type(name)} to {view_type}"
        )
        return view, view_type, tile

    def _clipped(self, axis: str, lines: list[str]) -> str:
        end = self._range[1] if axis == self.groups.ragged else self._end(axis)
        left, size = self._fresh(), self._fresh()
        lines.append(f"{left} = arith.subi {end}, %{axis} : index")
        lines.append(f"{size} = arith.minsi {left}, {self._constant(self.tiles[axis])} : index")
        return size

    # -- numbers

    def _end(self, axis: str) -> str:
        return self._constant({"m": self.groups.m, "n": self.groups.n, "k": self.groups.k}[axis])

    def _constant(self, value: int) -> str:
        return self.kernel.size(value)

    def _size(self, value: object) -> str:
        return self.kernel.size(value)

    def _fresh(self) -> str:
        self._numbers += 1
        return f"%r{self._numbers}"
