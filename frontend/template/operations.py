"""The operations that templates print through their kernel: tiles, loops, transfers, contractions.

A template names things (tiles, loop variables); this module writes their types, views and maps.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import sympy
import torch
from npusim.frontend.codegen.graph.dtypes import literal, memory_dtype, mlir_element
from npusim.frontend.mlir_common import MLIRMultiDimTile
from npusim.frontend.mlir_writer import loops
from npusim.frontend.mlir_writer.indices import Number, affine_sum, applied, index_number, index_value
from npusim.frontend.mlir_writer.memory import Memref, element_of, view
from npusim.frontend.mlir_writer.structured import Operand, fill, generic
from npusim.frontend.mlir_writer.text import InsertionPoint, Numbered, Text
from npusim.frontend.template.contraction import multiply_accumulate
from npusim.simulator.errors import OptionError
from npusim.simulator.ir.dialect import AllocOp, DmaLoadOp, DmaStoreOp
from npusim.simulator.ir.memref_type import MemRefType


@dataclass(frozen=True)
class Tile(Memref):
    """A tile of the kernel: its descriptor and dtype."""

    desc: MLIRMultiDimTile
    dtype: torch.dtype

    @classmethod
    def of(cls, desc: MLIRMultiDimTile, dtype: torch.dtype) -> "Tile":
        """The tile that a descriptor describes."""
        return cls(f"%{desc.name}", MemRefType.tile(desc.get_tile_size(), mlir_element(dtype)), desc, dtype)

    @property
    def axes(self) -> list[str]:
        """Loop variables that its axes run over."""
        return list(self.desc.axes)

    def size(self, axis: str) -> int:
        return self.desc.get_tile_size()[self.desc.axes.index(axis)]

    def walked(self) -> Operand:
        """The tile as an operand of an operation that has a loop for each axis."""
        return Operand(self, self.axes)


@dataclass(frozen=True)
class Loop:
    """A loop of the kernel: its variable runs over `size` elements in steps of `step`; `extent` is the size in the
    kernel's own symbols.
    """

    variable: str
    size: sympy.Expr
    extent: sympy.Expr
    step: int


class Operations:
    """Mixin of `MLIRTemplateKernel`. Methods return the text to put where they are called in the template.

    Attributes:
        most_slots: of the tiles that are allocated so far.
    """

    named_nodes: dict[str, Any]
    vector_lane: int

    def __init__(self) -> None:
        self.tiles: dict[str, Tile] = {}
        self.most_slots = 1
        self.loops: dict[str, Loop] = {}
        self.top_lines: list[str] = []
        self._sizes: dict[sympy.Expr, str] = {}
        self._scalars: dict[tuple[sympy.Expr, torch.dtype], str] = {}
        self._open: list[tuple[str, bool]] = []
        self._names = Numbered("t", 1)

    @property
    def author_names(self) -> frozenset[str]:
        """SSA names that the template's text gives to values, tiles and loops, so that nothing else is called so."""
        return self._names.taken

    def reserve_names(self, names: Iterable[str]) -> None:
        """Keeps SSA names for the template's text."""
        self._names.taken |= set(names)

    # -- provided by the kernel

    def rename_indexing(self, index: Any) -> Any:
        raise NotImplementedError

    def tensor_type(self, name: str) -> MemRefType:
        raise NotImplementedError

    # -- tiles

    def def_sram_buffer(
        self,
        dram_name: str,
        tile_desc: MLIRMultiDimTile,
        dtype: torch.dtype | None = None,
        slots: int = 2,
        indent_size: int = 0,
    ) -> str:
        """Allocates a tile.

        Args:
            dram_name: the argument that it holds a part of; gives the dtype and, without `set_name`, the tile's name
                `<dram_name>_buffer`.
            tile_desc: its shape and lane mapping.
            dtype: element type, when it is not the argument's (an accumulator).
            slots: physical copies, 2 for double buffering.
            indent_size: ignored; kernels are indented by their braces.
        """
        if not tile_desc.name:
            tile_desc.set_name(f"{dram_name}_buffer")
        tile = Tile.of(tile_desc, dtype if dtype is not None else self._node(dram_name).get_dtype())
        self.tiles[tile_desc.name] = tile
        self.most_slots = max(self.most_slots, slots)
        self.reserve_names([tile.name])
        axis, stride = tile_desc.vlane_split_axis, tile_desc.vlane_stride
        return AllocOp.text(tile, lane_axis=axis, lane_stride=stride, slots=slots)

    def def_tile(
        self,
        name: str,
        axes: Mapping[str, int],
        of: str = "",
        dtype: torch.dtype | None = None,
        lane_axis: str = "",
        slots: int = 2,
    ) -> str:
        """Allocates a tile.

        Args:
            name: of the tile.
            axes: its size along each of the loop variables that walk it.
            of: the argument that it holds a part of, whose dtype it has; without one its elements are float32.
            dtype: element type, when it is another.
            lane_axis: the axis that lies across the lanes, default the first.
            slots: physical copies, 2 for double buffering.
        """
        lane = list(axes).index(lane_axis) if lane_axis else 0
        desc = MLIRMultiDimTile(list(axes.values()), self.vector_lane, lane)
        desc.set_name(name)
        desc.set_axes(list(axes))
        return self.def_sram_buffer(of, desc, dtype if of else dtype or torch.float32, slots)

    def tile(self, name: str) -> Tile:
        """A tile by its name; OptionError when there is none."""
        if name not in self.tiles:
            raise OptionError(f"'{name}' is no tile of the kernel; its tiles are: {', '.join(self.tiles) or 'none'}")
        return self.tiles[name]

    # -- loops

    def for_loop(self, variable: str, extent: Any, step: int, parallel: bool = False) -> str:
        """Opens a loop over `extent` elements (an integer or a symbolic size) in steps of `step`; `end_loop` closes it.

        Args:
            parallel: the iterations are independent and may be shared out over the cores.
        """
        loop = self.walk(variable, extent, step)
        self._open.append((variable, parallel))
        return loops.affine(f"%{variable}", 0, self._bound(loop.extent), step)

    def walk(self, variable: str, extent: Any, step: int) -> Loop:
        """Makes a variable known that walks over `extent` elements in steps of `step`; the template defines it."""
        size = sympy.sympify(extent)
        self.reserve_names([f"%{variable}"])
        self.loops[variable] = Loop(variable, size, sympy.sympify(self.rename_indexing(size)), step)
        return self.loops[variable]

    def walk_whole(self, variable: str, size: int) -> None:
        """Makes a variable known, and defines it, that stays at 0: tiles cover the `size` elements of its dimension."""
        self.walk(variable, size, size)
        self.top_lines.append(f"%{variable} = arith.constant 0 : index")

    def refuse_open_loops(self) -> None:
        """Raises OptionError when the text ends inside of a loop."""
        if self._open:
            names = ", ".join(f"'{variable}'" for variable, _ in self._open)
            raise OptionError(f"the text ends inside of the loop over {names}: for_loop(...) needs an end_loop()")

    def end_loop(self) -> str:
        """Closes the innermost open loop."""
        if not self._open:
            raise OptionError("end_loop() without an open for_loop()")
        _, parallel = self._open.pop()
        return loops.end_of(parallel)

    def loop(self, variable: str) -> Loop:
        """A loop by its variable; OptionError when there is none."""
        if variable not in self.loops:
            raise OptionError(
                f"'{variable}' is no loop of the kernel; for_loop opened: {', '.join(self.loops) or 'none'}"
            )
        return self.loops[variable]

    def size(self, expression: Any) -> str:
        """SSA name of a size, computed once at the top of the function."""
        expression = sympy.sympify(self.rename_indexing(sympy.sympify(expression)))
        if expression not in self._sizes:
            self._sizes[expression] = index_value(expression, InsertionPoint(self.top_lines.append, self._names.fresh))
        return self._sizes[expression]

    def scalar(self, value: Any, dtype: torch.dtype = torch.float32) -> str:
        """SSA name of a number or of a size (an integer or a symbolic one) as a floating-point value."""
        expression = sympy.sympify(self.rename_indexing(sympy.sympify(value)))
        key = (expression, dtype)
        if key not in self._scalars:
            self._scalars[key] = self._defined_scalar(expression, dtype)
        return self._scalars[key]

    def _defined_scalar(self, value: sympy.Expr, dtype: torch.dtype) -> str:
        point = InsertionPoint(self.top_lines.append, self._names.fresh)
        if value.is_number:
            return point.define(f"arith.constant {literal(float(value), dtype)}")
        number = point.define(f"arith.index_cast {self.size(value)} : index to i64")
        return point.define(f"arith.sitofp {number} : i64 to {mlir_element(dtype)}")

    def _bound(self, extent: sympy.Expr) -> str:
        return str(int(extent)) if extent.is_Integer else applied("s0", symbols=[self.size(extent)])

    # -- transfers

    def dma_load(
        self,
        dram_name: str,
        tile_name: str,
        dims: Sequence[str | None],
        pad: float | None = None,
        offsets: Mapping[str, Any] | None = None,
    ) -> str:
        """Loads the part of an argument that the loop variables select into a tile.

        Args:
            dram_name: name of the argument.
            tile_name: the tile; its axes are loop variables (`set_axes`), in any order.
            dims: for every dimension of the argument the loop variable that walks it, None for a dimension that is
                not walked.
            pad: value of the tile's elements outside of the tensor, default 0.
            offsets: the element (an integer or a symbolic size) at which the walk of a loop variable begins, 0 where
                it has none: a loop over half of a dimension walks the upper half with `{"d": D // 2}`.
        """
        text, tile = self.text(), self.tile(tile_name)
        value = None if pad is None else literal(pad, memory_dtype(tile.dtype))
        text.line(DmaLoadOp.text(self._view(dram_name, tile, dims, text, offsets), tile, pad=value))
        return str(text)

    def dma_store(
        self,
        tile_name: str,
        dram_name: str,
        dims: Sequence[str | None],
        combine: str = "none",
        offsets: Mapping[str, Any] | None = None,
    ) -> str:
        """Stores a tile to the part of an argument that the loop variables select, clipped to the loops' extents;
        `offsets` as of `dma_load`.
        """
        text, tile = self.text(), self.tile(tile_name)
        view = self._view(dram_name, tile, dims, text, offsets)
        text.line(DmaStoreOp.text(tile, view, combine=None if combine == "none" else combine))
        return str(text)

    def read_index(self, dram_name: str, dims: Sequence[str | None], name: str) -> str:
        """Reads an element of a tensor of integers, at loop variables as of `dma_load`, as the index `%<name>`."""
        text, layout = self.text(), self._node(dram_name).get_layout()
        walked = {v: s for v, s in zip(dims, self._renamed(layout.stride), strict=True) if v is not None}
        offset = self._offset(walked, self._renamed([layout.offset])[0], text)
        index = offset if isinstance(offset, str) else text.define(f"arith.constant {offset} : index")
        element = element_of(text, self.tensor(dram_name), [index], f"{name}_element")
        text.line(f"%{name} = arith.index_cast {element} : {mlir_element(self._node(dram_name).get_dtype())} to index")
        return str(text)

    def text(self) -> Text:
        """An empty text, which takes the lines of one call."""
        return Text(self._names.fresh)

    def tensor(self, dram_name: str) -> Memref:
        """A named tensor argument."""
        return Memref(f"%{dram_name}", self.tensor_type(dram_name))

    def _view(
        self,
        dram_name: str,
        tile: Tile,
        dims: Sequence[str | None],
        point: InsertionPoint,
        offsets: Mapping[str, Any] | None = None,
    ) -> Memref:
        """A view of the tile's shape, clipped to the loops' extents."""
        layout = self._node(dram_name).get_layout()
        check_dims(f"argument '{dram_name}'", len(layout.size), tile, dims)
        stride_of = dict(zip(dims, self._renamed(layout.stride), strict=True))
        sizes = [self._clipped(axis, tile.size(axis), point) for axis in tile.axes]
        walked = {v: s for v, s in stride_of.items() if v is not None}
        offset = self._offset(walked, self._begin(layout.offset, walked, offsets or {}), point)
        strides = [self._number(stride_of[axis]) for axis in tile.axes]
        return view(point, self.tensor(dram_name), offset, sizes, strides, tile.element)

    def _begin(self, first: Any, strides: Mapping[str, sympy.Expr], offsets: Mapping[str, Any]) -> sympy.Expr:
        """The element at which all loops begin."""
        for variable in offsets:
            if variable not in strides:
                raise OptionError(f"offsets: '{variable}' is none of the dims, which are: {', '.join(strides)}")
        begin, *starts = self._renamed([first, *offsets.values()])
        return begin + sum(start * strides[variable] for variable, start in zip(offsets, starts, strict=True))

    def _number(self, size: sympy.Expr) -> Number:
        return int(size) if size.is_Integer else self.size(size)

    def _clipped(self, axis: str, size: int, point: InsertionPoint) -> Number:
        """Elements of the tile that lie inside the tensor: a number where it is always the same."""
        loop = self.loop(axis)
        if not loop.extent.is_Integer:
            rest = applied(f"{size}, s0 - d0", [f"%{axis}"], [self.size(loop.extent)])
            return point.define(f"affine.min {rest}")
        extent = int(loop.extent)
        if extent <= size:
            return extent
        if extent % size == 0 and loop.step == size:
            return size
        return point.define(f"affine.min {applied(f'{size}, {extent} - d0', [f'%{axis}'])}")

    def _offset(self, strides: dict[str, sympy.Expr], constant: sympy.Expr, point: InsertionPoint) -> Number:
        """Element offset of the view."""
        moving = {v: s for v, s in strides.items() if not self._stays_at_zero(v) and s != 0}
        if not moving and constant.is_Integer:
            return int(constant)
        if constant.is_Integer and all(stride.is_Integer for stride in moving.values()):
            return point.define(affine_sum({f"%{v}": int(s) for v, s in moving.items()}, int(constant)))
        return index_number(constant + sum(sympy.Symbol(v, integer=True) * s for v, s in moving.items()), point)

    def _stays_at_zero(self, variable: str) -> bool:
        loop = self.loop(variable)
        return bool(loop.extent.is_Integer and int(loop.extent) <= loop.step)

    # -- compute

    def fill(self, tile_name: str, value: float = 0) -> str:
        """Overwrites a tile with one value."""
        text, tile = self.text(), self.tile(tile_name)
        text.line(fill(tile, text.define(f"arith.constant {literal(value, memory_dtype(tile.dtype))}")))
        return str(text)

    def contract(self, out: str, left: str, right: str) -> str:
        """`out += left * right`, summed over the axes that `out` does not have; axes are matched by their names.

        Inputs narrower than `out` are extended first.
        """
        x, y, sums = (self.tile(name) for name in (left, right, out))
        loops_ = [*sums.axes, *(axis for axis in x.axes if axis not in sums.axes)]
        body = multiply_accumulate(x.dtype, y.dtype, sums.dtype)
        ins, outs = [x.walked(), y.walked()], [sums.walked()]
        return "\n".join(generic(loops_, ins, outs, body.arguments, body.lines, [body.result]))

    # -- helpers

    def _node(self, dram_name: str) -> Any:
        if dram_name not in self.named_nodes:
            known = ", ".join(self.named_nodes) or "none"
            raise OptionError(f"'{dram_name}' is no argument of the kernel; its arguments are: {known}")
        return self.named_nodes[dram_name]

    def _renamed(self, expressions: Sequence[Any]) -> list[sympy.Expr]:
        return [sympy.sympify(self.rename_indexing(sympy.sympify(expression))) for expression in expressions]


def check_dims(what: str, rank: int, tile: Tile, dims: Sequence[str | None]) -> None:
    """Raises OptionError unless there is a loop, or None, for each of `rank` dimensions, and all axes of a tile are
    among the loops.
    """
    if len(dims) != rank:
        raise OptionError(
            f"{what} has {rank} dimensions, but the loops {list(dims)} were given: name the loop that walks each one, "
            "None where none does"
        )
    for axis in tile.axes:
        if axis not in dims:
            raise OptionError(
                f"tile '{tile.desc.name}' has the axis '{axis}', which is none of the loops {list(dims)} that walk "
                f"{what}"
            )
