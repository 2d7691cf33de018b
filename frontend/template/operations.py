"""The operations that templates print through their kernel: tiles, loops, transfers, contractions.

A template names things (tiles, loop variables); this module writes their types, views and maps.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import sympy
import torch
from npusim.frontend.codegen.graph.dtypes import is_float, is_unsigned, mlir_element, value_type
from npusim.frontend.mlir_common import MLIRMultiDimTile
from npusim.frontend.template.index_text import IndexText, affine_sum
from npusim.simulator.errors import OptionError


@dataclass(frozen=True)
class Tile:
    """A tile of the kernel: its descriptor and dtype."""

    desc: MLIRMultiDimTile
    dtype: torch.dtype

    @property
    def ssa(self) -> str:
        return f"%{self.desc.name}"

    @property
    def type(self) -> str:
        return self.desc.get_mlir_shape(mlir_element(self.dtype))

    def size(self, axis: str) -> int:
        return self.desc.get_tile_size()[self.desc.axes.index(axis)]


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
    """Mixin of `MLIRTemplateKernel`. Methods return the text to put where they are called in the template."""

    named_nodes: dict[str, Any]

    def __init__(self) -> None:
        self.tiles: dict[str, Tile] = {}
        self.loops: dict[str, Loop] = {}
        self.top_lines: list[str] = []
        self._sizes: dict[sympy.Expr, str] = {}
        self._open: list[tuple[str, bool]] = []
        self._counter = 0

    # -- what the kernel provides

    def rename_indexing(self, index: Any) -> Any:
        raise NotImplementedError

    def dram_type(self, name: str) -> str:
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
        tile = Tile(tile_desc, dtype if dtype is not None else self._node(dram_name).get_dtype())
        self.tiles[tile_desc.name] = tile
        lanes = f"lane_axis = {tile_desc.vlane_split_axis} : i64, lane_stride = {tile_desc.vlane_stride} : i64"
        return f'{tile.ssa} = "npu.alloc"() {{{lanes}, slots = {slots} : i64}} : () -> {tile.type}'

    def tile(self, name: str) -> Tile:
        """A tile by its name; OptionError when there is none."""
        if name not in self.tiles:
            raise OptionError(
                f"'{name}' is no tile of the kernel; def_sram_buffer made: {', '.join(self.tiles) or 'none'}"
            )
        return self.tiles[name]

    # -- loops

    def for_loop(self, variable: str, extent: Any, step: int, parallel: bool = False) -> str:
        """Opens a loop over `extent` elements (an integer or a symbolic size) in steps of `step`; `end_loop` closes it.

        Args:
            parallel: the iterations are independent and may be shared out over the cores.
        """
        loop = self.walk(variable, extent, step)
        self._open.append((variable, parallel))
        return f"affine.for %{variable} = 0 to {self._bound(loop.extent)} step {step} {{"

    def walk(self, variable: str, extent: Any, step: int) -> Loop:
        """Makes a variable known that walks over `extent` elements in steps of `step`; the template defines it."""
        size = sympy.sympify(extent)
        self.loops[variable] = Loop(variable, size, sympy.sympify(self.rename_indexing(size)), step)
        return self.loops[variable]

    def end_loop(self) -> str:
        """Closes the innermost open loop."""
        if not self._open:
            raise OptionError("end_loop() without an open for_loop()")
        _, parallel = self._open.pop()
        return "} {npu.parallel}" if parallel else "}"

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
            self._sizes[expression] = IndexText(self.top_lines.append, self._fresh).value(expression)
        return self._sizes[expression]

    def _bound(self, extent: sympy.Expr) -> str:
        return str(int(extent)) if extent.is_Integer else f"affine_map<()[s0] -> (s0)>()[{self.size(extent)}]"

    # -- transfers

    def dma_load(self, dram_name: str, tile_name: str, dims: Sequence[str | None], pad: float | None = None) -> str:
        """Loads the part of an argument that the loop variables select into a tile.

        Args:
            dram_name: name of the argument.
            tile_name: the tile; its axes are loop variables (`set_axes`), in any order.
            dims: for every dimension of the argument the loop variable that walks it, None for a dimension that is
                not walked.
            pad: value of the tile's elements outside of the tensor, default 0.
        """
        lines: list[str] = []
        tile = self.tile(tile_name)
        view, view_type = self._view(dram_name, tile, dims, lines)
        attributes = "" if pad is None else f" {{pad = {float(pad)} : {mlir_element(tile.dtype)}}}"
        lines.append(f'"npu.dma_load"({view}, {tile.ssa}){attributes} : ({view_type}, {tile.type}) -> ()')
        return "\n".join(lines)

    def dma_store(self, tile_name: str, dram_name: str, dims: Sequence[str | None], combine: str = "none") -> str:
        """Stores a tile to the part of an argument that the loop variables select, clipped to the tensor."""
        lines: list[str] = []
        tile = self.tile(tile_name)
        view, view_type = self._view(dram_name, tile, dims, lines)
        attributes = "" if combine == "none" else f' {{combine = "{combine}"}}'
        lines.append(f'"npu.dma_store"({tile.ssa}, {view}){attributes} : ({tile.type}, {view_type}) -> ()')
        return "\n".join(lines)

    def _view(self, dram_name: str, tile: Tile, dims: Sequence[str | None], lines: list[str]) -> tuple[str, str]:
        """A view of the tile's shape, clipped to the tensor, and its type."""
        layout = self._node(dram_name).get_layout()
        stride_of = dict(zip(dims, self._renamed(layout.stride), strict=True))
        axes = tile.desc.axes
        strides = [stride_of[axis] for axis in axes]
        sizes = [self._clipped(axis, tile.size(axis), lines) for axis in axes]
        offset = self._offset(
            {v: s for v, s in stride_of.items() if v is not None}, self._renamed([layout.offset])[0], lines
        )
        shown = [str(int(stride)) if stride.is_Integer else self.size(stride) for stride in strides]
        static_strides = [text if not text.startswith("%") else "?" for text in shown]
        static_sizes = [text if not text.startswith("%") else "?" for text in sizes]
        offset_type = "?" if offset.startswith("%") else offset
        element = mlir_element(tile.dtype)
        shape, layout_type = "x".join([*static_sizes, element]), ", ".join(static_strides)
        view_type = f"memref<{shape}, strided<[{layout_type}], offset: {offset_type}>>"
        view = self._fresh()
        lines.append(
            f"{view} = memref.reinterpret_cast %{dram_name} to offset: [{offset}], sizes: [{', '.join(sizes)}], "
            f"strides: [{', '.join(shown)}] : {self.dram_type(dram_name)} to {view_type}"
        )
        return view, view_type

    def _clipped(self, axis: str, size: int, lines: list[str]) -> str:
        """Elements of the tile that lie inside the tensor: a literal where it is always the same number."""
        loop = self.loop(axis)
        if loop.extent.is_Integer:
            extent = int(loop.extent)
            if extent <= size:
                return str(extent)
            if extent % size == 0 and loop.step == size:
                return str(size)
            bound = f"affine_map<(d0) -> ({size}, {extent} - d0)>(%{axis})"
        else:
            bound = f"affine_map<(d0)[s0] -> ({size}, s0 - d0)>(%{axis})[{self.size(loop.extent)}]"
        name = self._fresh()
        lines.append(f"{name} = affine.min {bound}")
        return name

    def _offset(self, strides: dict[str, sympy.Expr], constant: sympy.Expr, lines: list[str]) -> str:
        """Element offset of the view: a literal or an SSA name."""
        moving = {v: s for v, s in strides.items() if not self._stays_at_zero(v) and s != 0}
        if not moving and constant.is_Integer:
            return str(int(constant))
        if constant.is_Integer and all(stride.is_Integer for stride in moving.values()):
            name = self._fresh()
            lines.append(f"{name} = {affine_sum({f'%{v}': int(s) for v, s in moving.items()}, int(constant))}")
            return name
        total = constant + sum(sympy.Symbol(v) * s for v, s in moving.items())
        return IndexText(lines.append, self._fresh).operand(total)

    def _stays_at_zero(self, variable: str) -> bool:
        loop = self.loop(variable)
        return bool(loop.extent.is_Integer and int(loop.extent) <= loop.step)

    # -- compute

    def fill(self, tile_name: str, value: float = 0) -> str:
        """Overwrites a tile with one value."""
        tile = self.tile(tile_name)
        element = mlir_element(tile.dtype)
        literal = f"{float(value):e}" if is_float(tile.dtype) else str(int(value))
        scalar = self._fresh()
        return (
            f"{scalar} = arith.constant {literal} : {element}\n"
            f"linalg.fill ins({scalar} : {element}) outs({tile.ssa} : {tile.type})"
        )

    def contract(self, out: str, left: str, right: str) -> str:
        """`out += left * right`, summed over the axes that `out` does not have; axes are matched by their names.

        Inputs narrower than `out` are extended first.
        """
        tiles = [self.tile(name) for name in (left, right, out)]
        outer = list(tiles[2].desc.axes)
        reduced = [axis for axis in tiles[0].desc.axes if axis not in outer]
        dims = outer + reduced
        maps = ", ".join(_map(dims, tile.desc.axes) for tile in tiles)
        kinds = ", ".join(['"parallel"'] * len(outer) + ['"reduction"'] * len(reduced))
        body = _multiply_accumulate(*(tile.dtype for tile in tiles))
        types = [f"{tile.ssa} : {tile.type}" for tile in tiles]
        operands = f"ins({tiles[0].ssa}, {tiles[1].ssa} : {tiles[0].type}, {tiles[1].type}) outs({types[2]})"
        return "\n".join(
            [f"linalg.generic {{indexing_maps = [{maps}], iterator_types = [{kinds}]}} {operands} {{", *body, "}"]
        )

    # -- helpers

    def _node(self, dram_name: str) -> Any:
        if dram_name not in self.named_nodes:
            known = ", ".join(self.named_nodes) or "none"
            raise OptionError(f"'{dram_name}' is no argument of the kernel; def_kernel named: {known}")
        return self.named_nodes[dram_name]

    def _renamed(self, expressions: Sequence[Any]) -> list[sympy.Expr]:
        return [sympy.sympify(self.rename_indexing(sympy.sympify(expression))) for expression in expressions]

    def _fresh(self) -> str:
        self._counter += 1
        return f"%t{self._counter}"


def _map(dims: Sequence[str], axes: Sequence[str]) -> str:
    return f"affine_map<({', '.join(dims)}) -> ({', '.join(axes)})>"


def _multiply_accumulate(left: torch.dtype, right: torch.dtype, out: torch.dtype) -> list[str]:
    """Body of a contraction: extend, multiply, add."""
    target = value_type(out)
    suffix = "f" if is_float(out) else "i"
    lines = [f"^bb0(%x: {mlir_element(left)}, %y: {mlir_element(right)}, %z: {target}):"]
    x = _extended("%x", left, out, lines)
    y = _extended("%y", right, out, lines)
    lines.append(f"%product = arith.mul{suffix} {x}, {y} : {target}")
    lines.append(f"%sum = arith.add{suffix} %z, %product : {target}")
    lines.append(f"linalg.yield %sum : {target}")
    return lines


def _extended(value: str, source: torch.dtype, target: torch.dtype, lines: list[str]) -> str:
    if mlir_element(source) == mlir_element(target):
        return value
    operation = _extension(source, target)
    lines.append(f"{value}_wide = arith.{operation} {value} : {mlir_element(source)} to {mlir_element(target)}")
    return f"{value}_wide"


def _extension(source: torch.dtype, target: torch.dtype) -> str:
    """The operation of `arith` that widens an element."""
    if is_float(source):
        return "extf"
    sign = "u" if is_unsigned(source) else "s"
    return f"{sign}itofp" if is_float(target) else f"ext{sign}i"
