"""Block sparse times dense: a kernel that loops over the stored blocks of every block row.

The accumulator of a block row stays in the scratchpad; the loop over its blocks has bounds that are read from memory,
and loads the block and its rows of the dense matrix. Blocks that are not stored cost nothing, so the time depends on
the data.
"""

from math import ceil
from typing import Any

import torch
from npusim.frontend import MLIRTemplateKernel, TiledTemplate, register_lowering
from npusim.frontend.inductor.api import FloorDiv, V
from npusim.frontend.inductor.api import lowering as inductor
from npusim.frontend.lowering.operators import define_operator
from npusim.frontend.mlir_writer import loops
from npusim.frontend.mlir_writer.indices import applied
from npusim.frontend.mlir_writer.memory import element_of
from npusim.frontend.mlir_writer.text import Names, Text
from npusim.frontend.template.elements import Element, Elements
from npusim.frontend.template.inputs import row_major_layout
from npusim.mlir_templates.common.cost_model import size_hint
from npusim.mlir_templates.common.tiles import named_tile
from npusim.mlir_templates.gemm.operands import accumulation_dtype, computing_unit, operand
from npusim.mlir_templates.gemm.problem import STORED, GemmTiling, Matrix, Product
from npusim.mlir_templates.sparse.block_sparse_tiling import BlockSpace

_SMALLEST_BLOCK = 8  # smaller blocks leave most of an array idle
_WIDTH = 512
"""The assumed number of columns of a dense matrix if it is symbolic."""

TEXT = r"""
{{ kernel.def_global_vars() }}
func.func @{{ KERNEL_NAME }}
    {{ kernel.def_kernel(inputs=[R, C, B, X], outputs=[Y], names_str="R, C, B, X, Y") }} {
  {{ kernel.def_local_vars() }}
  {{ kernel.def_sram_buffer("B", block, slots=SLOTS) }}
  {{ kernel.def_sram_buffer("X", met, slots=SLOTS) }}
  {{ kernel.def_sram_buffer("Y", accumulator, dtype=ACCUMULATOR_TYPE) }}
  {{ kernel.for_loop("r", BLOCK_ROWS, 1, parallel=True) }}
    {{ blocks.find() }}
    {{ kernel.for_loop("n", N, TILE_N, parallel=True) }}
      {{ kernel.fill("accumulator", 0) }}
      {{ blocks.open() }}
        {{ kernel.dma_load("B", "block", ["p", "h", "w"]) }}
        {{ kernel.dma_load("X", "met", ["c", "w", "n"]) }}
        {{ kernel.contract("accumulator", "block", "met") }}
      {{ blocks.close() }}
      {{ kernel.store_output("accumulator", ["r", "h", "n"]) }}
    {{ kernel.end_loop() }}
  {{ kernel.end_loop() }}
  return
}
"""


class MLIRBlockSparseTemplate(TiledTemplate[GemmTiling]):
    """`Y = S @ X` for block rows of S, Y as (block rows, height, N).

    Inputs: the offsets of every block row's blocks and their end, the block column of every block, the blocks (blocks,
    height, width), and X as (block columns, width, N).
    """

    any_strides = True
    fuses_epilogue = True
    control_inputs = (0, 1)

    def __init__(self, input_nodes: Any, layout: Any) -> None:
        super().__init__("block_sparse", input_nodes, layout)

    @property
    def tile_dtype(self) -> torch.dtype:
        """The dtype of the sums."""
        return accumulation_dtype(self.input_nodes[2].get_dtype())

    def space(self, kernel: MLIRTemplateKernel) -> BlockSpace:
        """The mapping space: columns of a tile."""
        _, _, blocks, dense = self.input_nodes
        rows, n = size_hint(self.layout.size[0]), size_hint(dense.get_size()[-1], _WIDTH)
        height, width = self._block()
        dtype = self.tile_dtype
        product = Product(
            m=height,
            n=n,
            k=ceil(size_hint(blocks.get_size()[0]) / max(1, rows)) * width,
            left=operand(blocks, None, kernel.vector_lane),
            right=operand(dense, None, kernel.vector_lane),
            result=Matrix(dtype.itemsize, dtype.itemsize * n),
            accumulator_bytes=dtype.itemsize,
            batch=rows,
            epilogue=kernel.work.epilogue or STORED,
            scratchpad_share=kernel.work.reserve,
            **computing_unit(kernel.machine, dtype, blocks),
        )
        return BlockSpace(product, kernel.machine, (height, width), size_hint(dense.get_size()[0]) * width)

    def _block(self) -> tuple[int, int]:
        """Rows and columns of a block."""
        height, width = (V.graph.sizevars.guard_int(size) for size in self.input_nodes[2].get_size()[1:])
        return height, width

    def text(self, kernel: MLIRTemplateKernel, mapping: GemmTiling) -> str:
        """The kernel's MLIR."""
        sizes = dict(zip("hwn", (*self._block(), mapping.n), strict=True))
        accumulator = named_tile(kernel, "accumulator", ("h", "n"), sizes, "n")
        rows, columns, blocks, dense = self.input_nodes
        for axis in "hw":  # a tile covers both axes
            kernel.walk_whole(axis, sizes[axis])
        options = {
            "R": rows,
            "C": columns,
            "B": blocks,
            "X": dense,
            "blocks": BlockLoop(kernel),
            "block": named_tile(kernel, "block", ("h", "w"), sizes, "w"),
            "met": named_tile(kernel, "met", ("w", "n"), sizes, "n"),
            "accumulator": accumulator,
            "ACCUMULATOR_TYPE": self.tile_dtype,
            "BLOCK_ROWS": self.layout.size[0],
            "N": dense.get_size()[-1],
            "TILE_N": sizes["n"],
            "SLOTS": mapping.slots,
        }
        return self.fill_in(kernel, TEXT, options, accumulator)


class BlockLoop:
    """Prints the loop over the blocks of block row `r`: `p` is the number of a block, `c` its block column."""

    def __init__(self, kernel: MLIRTemplateKernel) -> None:
        self.kernel = kernel
        self._text = Text(Names().fresh)
        self._bounds = ("", "")

    def find(self) -> str:
        """Reads the first block of the row and the end of its blocks."""
        following = self._text.define(f"affine.apply {applied('d0 + 1', ['%r'])}", "next")
        self._bounds = self._read("R", "%r", "first"), self._read("R", following, "end")
        return self._text.take()

    def open(self) -> str:
        """Opens the loop and reads the block's column."""
        for variable, argument in (("p", "B"), ("c", "X")):
            self.kernel.walk(variable, self.kernel.named_nodes[argument].get_size()[0], 1)
        self._text.line(loops.counted("%p", *self._bounds, step=self.kernel.size(1)))
        self._read("C", "%p", "c")
        return self._text.take()

    def close(self) -> str:
        """Ends the loop."""
        return loops.END

    def _read(self, argument: str, index: str, name: str) -> str:
        """Reads an element of a tensor of indices as an index `%<name>`."""
        tensor, dtype = self.kernel.tensor(argument), self.kernel.named_nodes[argument].get_dtype()
        element = Element(element_of(self._text, tensor, [index], f"{name}_element"), dtype)
        return Elements(self._text).to_index(element, name)


def has_large_blocks(values: torch.Tensor) -> bool:
    """Whether blocks (blocks, height, width) are large enough for this kernel."""
    return bool(min(values.shape[1:]) >= _SMALLEST_BLOCK)


@define_operator("block_rows_product(Tensor rows, Tensor columns, Tensor blocks, Tensor dense) -> Tensor")
def block_rows_product(
    rows: torch.Tensor, columns: torch.Tensor, blocks: torch.Tensor, dense: torch.Tensor
) -> torch.Tensor:
    """`S @ dense` for S in BSR form.

    Args:
        rows: (block rows + 1), int32 or int64: offsets of every block row's blocks, and the end.
        columns: (blocks), the block column of every block.
        blocks: (blocks, height, width).
        dense: (K, N).
    """
    return blocks.new_empty(((rows.shape[0] - 1) * blocks.shape[1], dense.shape[1]))


@register_lowering(block_rows_product)
def lower_block_rows_product(rows: Any, columns: Any, blocks: Any, dense: Any) -> Any:
    """Lowering of `npusim::block_rows_product`."""
    _, height, width = blocks.get_size()
    k, n = dense.get_size()
    met = inductor.view(dense, [FloorDiv(k, width), width, n])
    sizes = [rows.get_size()[0] - 1, height, n]
    wide = accumulation_dtype(blocks.get_dtype())
    layout = row_major_layout(blocks.get_device(), wide, sizes)
    result = MLIRBlockSparseTemplate([rows, columns, blocks, met], layout).generate().output_node()
    return inductor.view(inductor.to_dtype(result, blocks.get_dtype()), [sizes[0] * height, n])
