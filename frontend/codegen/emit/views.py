"""Views of a kernel's arguments and tiles, as text."""

from collections.abc import Sequence

import sympy
from npusim.frontend.codegen.graph import dtypes
from npusim.frontend.codegen.schedule.placement import Placement
from npusim.frontend.codegen.schedule.tiles import TiledDim
from npusim.frontend.codegen.text.blocks import Block


class Views(Placement):
    """Writes views of what the current tiles are copies of."""

    def count(self, d: int, block: Block) -> int | str:
        """Elements of the current tile along a dimension that lie inside it."""
        dim = self.plan.dims[d]
        if dim.exact:
            return dim.tile
        return self._clipped(dim, dim.size - dim.start, block)

    def _clipped(self, dim: TiledDim, rest: sympy.Expr, block: Block) -> int | str:
        if rest.is_Integer:
            return max(0, min(dim.tile, int(rest)))
        key = ("count", dim.symbol)
        known = block.known(key)
        if known is None:
            left = self.index.name(rest, block)
            known = self.names.fresh(f"n_{dim.symbol}")
            block.line(f"{known} = arith.minsi {left}, {self.index.constant(dim.tile)} : index")
            block.names[key] = known
        return known

    def memref_type(self, buffer: str) -> str:
        """Type of an argument."""
        if buffer not in self._types:
            extent = self.environment.extent(buffer)
            count = str(int(extent)) if extent.is_Integer else "?"
            self._types[buffer] = f"memref<{count}x{dtypes.mlir_element(self.environment.dtype(buffer))}>"
        return self._types[buffer]

    def strided_view(
        self,
        argument: str,
        buffer: str,
        element: str,
        offset: int | str,
        counts: Sequence[int | str],
        steps: Sequence[int | str],
        block: Block,
    ) -> tuple[str, str]:
        """A view of an argument with these sizes and strides in elements, numbers or SSA names; its name and type."""
        name = self.names.fresh("view")
        layout = f"strided<[{', '.join(map(_static, steps))}], offset: {_static(offset)}>"
        type_ = f"memref<{'x'.join(map(_static, counts))}x{element}, {layout}>"
        place = f"offset: [{offset}], sizes: [{listed(counts)}], strides: [{listed(steps)}]"
        block.line(f"{name} = memref.reinterpret_cast {argument} to {place} : {self.memref_type(buffer)} to {type_}")
        return name, type_


def row_major(shape: Sequence[int]) -> list[int]:
    """Strides of a tile that is laid out by itself."""
    strides = [1] * len(shape)
    for axis in range(len(shape) - 2, -1, -1):
        strides[axis] = strides[axis + 1] * shape[axis + 1]
    return strides


def listed(numbers: Sequence[int | str]) -> str:
    """Numbers and SSA names between commas."""
    return ", ".join(map(str, numbers))


def _static(number: int | str) -> str:
    """A number in a memref's layout; what is known only at run time is `?`."""
    return str(number) if isinstance(number, int) else "?"
