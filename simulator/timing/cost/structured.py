"""A `linalg` operation as loops: ranges, operand maps and body, independent of its form.

Checked with torch-mlir 20261001: named operations carry their body as a region and `linalg.get_indexing_maps` gives
their maps, so that `linalg.matmul` and the `linalg.generic` it abbreviates cost the same.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from math import prod
from typing import Any

from npusim.simulator.errors import CompileError
from npusim.simulator.ir.mlir import ir, linalg
from npusim.simulator.timing.cost.tiles import Tile, TileMap


@dataclass(frozen=True)
class Operand:
    """One input or output.

    Attributes:
        tile: the tile, None for a scalar.
        axes: the loop dimension of each axis, None if the index is not a plain dimension.
        dims: all loop dimensions in its map.
        window_dims: dimensions that share an axis with another, like a convolution's positions and taps.
        used: whether the body reads its value.
    """

    tile: Tile | None
    axes: tuple[int | None, ...]
    dims: frozenset[int]
    window_dims: frozenset[int]
    used: bool

    @property
    def lane_dims(self) -> tuple[int, ...]:
        """Loop dimensions across the lanes; empty if there are none or one of them is not plain."""
        axes = () if self.tile is None else self.tile.lane_axes
        plain = [dim for axis in axes if (dim := self.axes[axis]) is not None]
        return tuple(plain) if len(plain) == len(axes) else ()


@dataclass(frozen=True)
class Structured:
    """Loops over `ranges`; `parallel` are the dimensions of the outputs' maps, the others are reduced.

    Attributes:
        name: the operation's name.
        ranges: iterations of each loop dimension.
        inputs: operands read.
        outputs: operands written; `used` says whether the body reads the old value.
        body: the operations of the body, nested ones included, the terminator last.
        block: the body's block.
    """

    name: str
    ranges: tuple[int, ...]
    inputs: tuple[Operand, ...]
    outputs: tuple[Operand, ...]
    body: tuple[Any, ...]
    block: Any

    @property
    def points(self) -> int:
        """Executions of the body."""
        return prod(self.ranges)

    @property
    def parallel(self) -> frozenset[int]:
        """Loop dimensions in the outputs' maps."""
        return frozenset().union(*(output.dims for output in self.outputs))

    def size(self, dims: frozenset[int]) -> int:
        """Product of the ranges of some dimensions."""
        return prod(self.ranges[dim] for dim in dims)


def analyse(op: Any, tiles: TileMap) -> Structured:
    """The loops of a `linalg` operation on tiles.

    Raises:
        CompileError: the operation has no loops (such as linalg.softmax), or works on DRAM.
    """
    maps = [attribute.value if isinstance(attribute, ir.AffineMapAttr) else attribute for attribute in _maps(op)]
    block = op.regions[0].blocks[0]
    operands = [
        _operand(value, map_, block.arguments[i], tiles)
        for i, (value, map_) in enumerate(zip(op.operands, maps, strict=False))
    ]
    inputs = len(maps) - _output_count(op)
    return Structured(
        name=op.name,
        ranges=_ranges(maps, operands, op.name),
        inputs=tuple(operands[:inputs]),
        outputs=tuple(operands[inputs:]),
        body=tuple(_nested(block)),
        block=block,
    )


def _maps(op: Any) -> Any:
    maps = linalg.get_indexing_maps(op) if op.regions and len(op.regions[0].blocks) else None
    if maps is None:
        raise CompileError(
            f"{op.name} is not a structured loop and has no cost model; write it with linalg.generic operations"
        )
    return maps


def _output_count(op: Any) -> int:
    segments = op.attributes.get("operandSegmentSizes")
    return int(list(segments)[1]) if segments is not None else 1


def _operand(value: Any, map_: Any, argument: Any, tiles: TileMap) -> Operand:
    exprs = list(map_.results)
    dims = [frozenset(_dims(expr)) for expr in exprs]
    return Operand(
        tile=_tile(value, tiles),
        axes=tuple(expr.position if isinstance(expr, ir.AffineDimExpr) else None for expr in exprs),
        dims=frozenset().union(*dims),
        window_dims=frozenset().union(*(each for each in dims if len(each) > 1)),
        used=bool(list(argument.uses)),
    )


def _tile(value: Any, tiles: TileMap) -> Tile | None:
    if not isinstance(value.type, ir.MemRefType):
        return None
    space = value.type.memory_space
    if space is None or space.value != 1:
        raise CompileError(
            f"linalg works on tiles, but an operand lies in DRAM ({value.type}); copy it with npu.dma_load first"
        )
    return tiles.resolve(value)


def _dims(expr: Any) -> Iterator[int]:
    if isinstance(expr, ir.AffineDimExpr):
        yield expr.position
    elif isinstance(expr, ir.AffineBinaryExpr):
        yield from _dims(expr.lhs)
        yield from _dims(expr.rhs)


def _ranges(maps: list[Any], operands: list[Operand], name: str) -> tuple[int, ...]:
    known: dict[int, int] = {}
    for operand in operands:
        shape = operand.tile.shape if operand.tile is not None else ()
        known.update({dim: size for dim, size in zip(operand.axes, shape, strict=False) if dim is not None})
    count = maps[0].n_dims
    if len(known) < count:
        missing = sorted(set(range(count)) - set(known))
        raise CompileError(f"{name}: no operand gives the range of loop dimension(s) {missing} directly")
    return tuple(known[dim] for dim in range(count))


def _nested(block: Any) -> Iterator[Any]:
    for view in block.operations:
        op = view.operation
        for region in op.regions:
            for inner in region.blocks:
                yield from _nested(inner)
        yield op
