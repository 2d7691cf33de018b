"""Text of grouped products: loops over groups and over ranges with data-dependent ends."""

from collections.abc import Mapping
from dataclasses import dataclass

import sympy
from npusim.frontend import MLIRTemplateKernel
from npusim.frontend.mlir_writer import loops
from npusim.frontend.mlir_writer.indices import index_value
from npusim.frontend.mlir_writer.memory import Memref, element_of, view
from npusim.frontend.mlir_writer.text import Numbered, Text
from npusim.frontend.template.elements import Element, Elements
from npusim.frontend.template.operations import Tile
from npusim.frontend.template.tile_math import TileMath
from npusim.simulator.ir.dialect import DmaLoadOp, DmaStoreOp


@dataclass(frozen=True)
class Groups:
    """Sizes of a grouped product.

    Attributes:
        ragged: the dimension that is divided into groups: `m`, `n` or `k`.
        count: number of groups.
        m, n, k: sizes; along `ragged` the total of all groups.
    """

    ragged: str
    count: int
    m: int
    n: int
    k: int

    @property
    def result_sizes(self) -> list[int]:
        """Sizes of the result: a batch of groups if the reduction is ragged."""
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
        self._names = Numbered("r", 1)
        self._range = ("", "")

    # -- loops

    def loop(self, axis: str, parallel: bool = False) -> str:
        """Opens a loop over the tiles of a dimension (the ragged one: within the group); a brace ends it."""
        first, end = self._range if axis == self.groups.ragged else (self._constant(0), self._end(axis))
        step = self._constant(self.tiles[axis])
        return loops.counted(f"%{axis}", first, end, step)

    def open_groups(self) -> str:
        """Opens the loop over the groups and reads the start and the end of the group."""
        self._range = ("%group_start", "%group_end")
        zero, one = self._constant(0), self._constant(1)
        lines = [
            loops.counted("%g", zero, self._constant(self.groups.count), one),
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
        return loops.END

    def open_rest(self) -> str:
        """Reads the end of the last group: `loop` then covers the rest behind it."""
        last = self._constant(self.groups.count - 1)
        self._range = ("%rest_start", self._end(self.groups.ragged))
        return "\n".join(self._read_end(last, "%rest_start"))

    def _read_end(self, group: str, name: str) -> list[str]:
        """Reads the end of a group, clamped to the tensor and to the group's start."""
        offs, text = self.kernel.named_nodes["OFFS"], Text(self._names.fresh)
        at = text.define(f"arith.muli {group}, {self._constant(offs.get_layout().stride[0])} : index")
        raw = Element(element_of(text, self.kernel.tensor("OFFS"), [at]), offs.get_dtype())
        low = text.define(f"arith.maxsi {Elements(text).to_index(raw)}, {self._constant(0)} : index")
        text.line(f"{name} = arith.minsi {low}, {self._end(self.groups.ragged)} : index")
        return text.lines

    # -- transfers

    def load(self, name: str, whole: str = "") -> str:
        """Loads the tile of an operand; it covers the dimension `whole`, which needs no open loop."""
        text, tile = Text(self._names.fresh), self.kernel.tile(f"{name}_tile")
        text.line(DmaLoadOp.text(self._view(name, tile, text, whole), tile))
        return str(text)

    def store(self) -> str:
        """Converts the sums and stores them, clipped to the group."""
        text, tile = Text(self._names.fresh), self.kernel.tile("Y_tile")
        math = TileMath(self.kernel, self.kernel.tile("accumulator").dtype)
        text.line(math.compute(["Y_tile"], ["accumulator"], lambda at, ins, outs: [ins[0]]))
        text.line(DmaStoreOp.text(tile, self._view("Y", tile, text)))
        return str(text)

    def _view(self, name: str, tile: Tile, text: Text, whole: str = "") -> Memref:
        """A view of the tile's part of the tensor, clipped to the tensor and the group."""
        layout = self.kernel.named_nodes[name].get_layout()
        strides = dict(zip(self.groups.dims(name), layout.stride, strict=True))
        sizes = [self._end(axis) if axis == whole else self._clipped(axis, text) for axis in tile.axes]
        moving = {axis: stride for axis, stride in strides.items() if axis != whole}
        total = sympy.sympify(layout.offset) + sum(
            sympy.Symbol(axis, integer=True) * stride for axis, stride in moving.items()
        )
        offset = index_value(self.kernel.rename_indexing(total), text)
        return view(text, self.kernel.tensor(name), offset, sizes, [self._constant(strides[a]) for a in tile.axes])

    def _clipped(self, axis: str, text: Text) -> str:
        end = self._range[1] if axis == self.groups.ragged else self._end(axis)
        left = text.define(f"arith.subi {end}, %{axis} : index")
        return text.define(f"arith.minsi {left}, {self._constant(self.tiles[axis])} : index")

    # -- numbers

    def _end(self, axis: str) -> str:
        return self._constant({"m": self.groups.m, "n": self.groups.n, "k": self.groups.k}[axis])

    def _constant(self, value: object) -> str:
        return self.kernel.size(value)
