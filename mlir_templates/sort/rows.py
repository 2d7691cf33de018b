"""Transfers of rows of keys between memory and tiles."""

from collections.abc import Sequence

from npusim.frontend import MLIRTemplateKernel
from npusim.mlir_templates.common.kernel_writer import Writer
from npusim.mlir_templates.sort.network import LARGEST


class KeyRows:
    """Loads and stores parts of rows.

    Args:
        kernel: knows the types of the arguments.
        writer: where the text goes.
        rows: number of rows, an SSA name.
        height: rows of a tile.
    """

    def __init__(self, kernel: MLIRTemplateKernel, writer: Writer, rows: str, height: int) -> None:
        self.kernel, self.writer, self.rows, self.height = kernel, writer, rows, height

    def load(self, tensor: str, tiles: Sequence[str], width: int, place: tuple[str, str, str]) -> None:
        """Loads `width` keys of some rows; what lies outside of the rows becomes the largest key.

        Args:
            tensor: the arguments' name without the number of the key's element.
            place: first row, first key, keys of a row in memory.
        """
        type_ = self._type(width)
        for view, view_type, tile in self._views(tensor, tiles, width, place):
            self.writer.lines.append(
                f'"npu.dma_load"({view}, {tile}) {{pad = {LARGEST} : i64}} : ({view_type}, {type_}) -> ()'
            )

    def store(self, tensor: str, tiles: Sequence[str], width: int, place: tuple[str, str, str]) -> None:
        """Stores `width` keys of some rows; arguments as `load`."""
        type_ = self._type(width)
        for view, view_type, tile in self._views(tensor, tiles, width, place):
            self.writer.lines.append(f'"npu.dma_store"({tile}, {view}) : ({type_}, {view_type}) -> ()')

    def _type(self, width: int) -> str:
        return f"memref<{self.height}x{width}xi64, 1>"

    def _views(
        self, tensor: str, tiles: Sequence[str], width: int, place: tuple[str, str, str]
    ) -> list[tuple[str, str, str]]:
        w, (row, start, stride) = self.writer, place
        rows = w.calculate("minsi", w.calculate("subi", self.rows, row), self.height)
        count = w.calculate("maxsi", w.calculate("minsi", w.calculate("subi", stride, start), width), 0)
        offset = w.calculate("addi", w.calculate("muli", row, stride), start)
        type_ = "memref<?x?xi64, strided<[?, 1], offset: ?>>"
        views = []
        for i, tile in enumerate(tiles):
            name = f"{tensor}{i}"
            view = w.define(
                f"memref.reinterpret_cast %{name} to offset: [{offset}], sizes: [{rows}, {count}], "
                f"strides: [{stride}, 1] : {self.kernel.dram_type(name)} to {type_}"
            )
            views.append((view, type_, tile))
        return views
