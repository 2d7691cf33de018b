"""Transfers of rows of keys between memory and scratchpad."""

from collections.abc import Sequence

from npusim.frontend import MLIRTemplateKernel
from npusim.frontend.mlir_writer.memory import Memref, view
from npusim.frontend.template.writer import Writer
from npusim.mlir_templates.sort.network import LARGEST
from npusim.simulator.ir.dialect import DmaLoadOp, DmaStoreOp


class KeyRows:
    """Loads and stores parts of rows.

    Args:
        kernel: has the types of the arguments.
        writer: receives the text.
        rows: number of rows, an SSA name.
    """

    def __init__(self, kernel: MLIRTemplateKernel, writer: Writer, rows: str) -> None:
        self.kernel, self.writer, self.rows = kernel, writer, rows

    def load(self, tensor: str, tiles: Sequence[Memref], place: tuple[str, str, str]) -> None:
        """Loads keys of some rows; positions outside of the rows get the largest key.

        Args:
            tensor: the arguments' name without the index of the key's element.
            place: first row, first key, keys of a row in memory.
        """
        for part, tile in zip(self._views(tensor, tiles, place), tiles, strict=True):
            self.writer.line(DmaLoadOp.text(part, tile, pad=f"{LARGEST} : i64"))

    def store(self, tensor: str, tiles: Sequence[Memref], place: tuple[str, str, str]) -> None:
        """Stores keys of some rows; arguments as `load`."""
        for part, tile in zip(self._views(tensor, tiles, place), tiles, strict=True):
            self.writer.line(DmaStoreOp.text(tile, part))

    def _views(self, tensor: str, tiles: Sequence[Memref], place: tuple[str, str, str]) -> list[Memref]:
        w, (row, start, stride), (height, width) = self.writer, place, tiles[0].shape
        rows = w.calculate("minsi", w.calculate("subi", self.rows, row), height)
        count = w.calculate("maxsi", w.calculate("minsi", w.calculate("subi", stride, start), width), 0)
        offset = w.calculate("addi", w.calculate("muli", row, stride), start)
        tensors = [self.kernel.tensor(f"{tensor}{i}") for i in range(len(tiles))]
        return [view(w, each, offset, [rows, count], [stride, 1]) for each in tensors]
