"""Products that skip all-zero tiles of the right operand, the weights (`torch.npu.skip_zero_tiles`).

A small kernel reads the weights once and records which tiles have nonzero values. The product keeps these flags in the
scratchpad and reads them before it loads the tiles of a step: skipped tiles move no bytes and take no time, so the time
depends on the data. By default a tile of the weights is as large as all arrays together hold; a mapping file may
change it.
"""

from collections.abc import Sequence
from functools import partial
from typing import Any

import sympy
import torch
from npusim.frontend import MLIRTemplateKernel, TiledTemplate
from npusim.frontend.inductor.api import V, ir, ops
from npusim.frontend.mlir_writer import loops
from npusim.frontend.mlir_writer.indices import applied
from npusim.frontend.mlir_writer.memory import element_of
from npusim.frontend.mlir_writer.text import Names, Text
from npusim.frontend.settings.switches import zero_skipping
from npusim.frontend.template.elements import Element, Elements
from npusim.frontend.template.inputs import row_major_layout
from npusim.mlir_templates.common.cost_model import size_hint
from npusim.mlir_templates.common.tiles import named_tile
from npusim.mlir_templates.gemm.operands import accumulation_dtype, computing_unit, memory_order, operand
from npusim.mlir_templates.gemm.problem import STORED, GemmTiling, Matrix, Product
from npusim.mlir_templates.gemm.tiling import tiles_entry
from npusim.mlir_templates.gemm.zero_skipping_tiling import SkippingSpace, skipped_tile
from npusim.scheduler import current_machine, current_strategy
from npusim.simulator.machine import Machine

TEXT = r"""
{{ kernel.def_global_vars() }}
func.func @{{ KERNEL_NAME }}
    {{ kernel.def_kernel(inputs=[A, B, Z], outputs=[Y], names_str="A, B, Z, Y") }} {
  {{ kernel.def_local_vars() }}
  {{ kernel.def_sram_buffer("A", A_tile, slots=SLOTS) }}
  {{ kernel.def_sram_buffer("B", B_tile, slots=SLOTS) }}
  {{ kernel.def_sram_buffer("Z", notes, slots=1) }}
  {{ kernel.def_sram_buffer("Y", accumulator, dtype=ACCUMULATOR_TYPE) }}
  {{ kernel.for_loop("kt", K_TILES, K_TILES) }}
    {{ kernel.for_loop("nt", N_TILES, N_TILES) }}
      {{ kernel.dma_load("Z", "notes", ["kt", "nt"]) }}
    {{ kernel.end_loop() }}
  {{ kernel.end_loop() }}
  {{ kernel.for_loop("m", M, TILE_M, parallel=True) }}
    {{ kernel.for_loop("n", N, TILE_N, parallel=True) }}
      {{ kernel.fill("accumulator", 0) }}
      {{ kernel.for_loop("k", K, TILE_K) }}
        {{ open_if_used() }}
          {{ kernel.dma_load("A", "A_tile", ["m", "k"]) }}
          {{ kernel.dma_load("B", "B_tile", ["k", "n"]) }}
          {{ kernel.contract("accumulator", "A_tile", "B_tile") }}
        {{ END }}
      {{ kernel.end_loop() }}
      {{ kernel.store_output("accumulator", ["m", "n"]) }}
    {{ kernel.end_loop() }}
  {{ kernel.end_loop() }}
  return
}
"""


class MLIRZeroSkippingTemplate(TiledTemplate[GemmTiling]):
    """`Y = A @ B` for A of M x K and B of K x N, any strides; the third input flags the nonzero tiles of B.

    Args:
        tile: rows and columns of a tile of B.
    """

    any_strides = True
    fuses_epilogue = True

    def __init__(self, input_nodes: Any, layout: Any, tile: tuple[int, int]) -> None:
        super().__init__("zero_skipping_gemm", input_nodes, layout)
        self.tile = tile

    @property
    def tile_dtype(self) -> torch.dtype:
        """The dtype of the sums."""
        return accumulation_dtype(*(operand.get_dtype() for operand in self.input_nodes[:2]))

    def space(self, kernel: MLIRTemplateKernel) -> SkippingSpace:
        """The mapping space: rows of a tile of A."""
        A, B, Z = self.input_nodes
        lanes, dtype = kernel.vector_lane, self.layout.dtype
        (m, k), n = map(size_hint, A.get_size()), size_hint(B.get_size()[-1])
        sums = self.tile_dtype
        product = Product(
            m=m,
            n=n,
            k=k,
            left=operand(A, None, lanes),
            right=operand(B, None, lanes),
            result=Matrix(dtype.itemsize, dtype.itemsize * n),
            accumulator_bytes=sums.itemsize,
            epilogue=kernel.work.epilogue or STORED,
            scratchpad_share=kernel.work.reserve,
            **computing_unit(kernel.machine, sums, A, B),
        )
        rows, columns = map(size_hint, Z.get_size())
        notes = Matrix(Z.get_dtype().itemsize, 0).lane_bytes(rows, columns, lanes)
        return SkippingSpace(product, kernel.machine, self.tile, notes)

    def text(self, kernel: MLIRTemplateKernel, mapping: GemmTiling) -> str:
        """The kernel's MLIR."""
        options = self._options(kernel, mapping)
        return self.fill_in(kernel, TEXT, options, options["accumulator"])

    def _options(self, kernel: MLIRTemplateKernel, tiling: GemmTiling) -> dict[str, Any]:
        A, B, Z = self.input_nodes
        (m, k), n = A.get_size(), B.get_size()[-1]
        sizes = tiling.sizes
        sizes |= dict(zip(("kt", "nt"), (V.graph.sizevars.guard_int(size) for size in Z.get_size()), strict=True))
        return {
            "A": A,
            "B": B,
            "Z": Z,
            "A_tile": named_tile(kernel, "A_tile", memory_order(A, ("m", "k")), sizes, "k"),
            "B_tile": named_tile(kernel, "B_tile", memory_order(B, ("k", "n")), sizes, "n"),
            "notes": named_tile(kernel, "notes", ("kt", "nt"), sizes, "nt"),
            "accumulator": named_tile(kernel, "accumulator", ("m", "n"), sizes, "n"),
            "ACCUMULATOR_TYPE": self.tile_dtype,
            "open_if_used": partial(_open_if_used, kernel),
            "END": loops.END,
            "M": m,
            "N": n,
            "K": k,
            **tiles_entry(tiling),
            "K_TILES": sizes["kt"],
            "N_TILES": sizes["nt"],
        }


def _open_if_used(kernel: MLIRTemplateKernel) -> str:
    """Opens a branch that is taken if the tile of B at row `k` and column `n` has a nonzero element."""
    text = Text(Names().fresh)
    tile = [f"affine.apply {applied(f'd0 floordiv {kernel.loop(axis).step}', [f'%{axis}'])}" for axis in "kn"]
    indices = [text.define(number, stem) for number, stem in zip(tile, ("row", "column"), strict=True)]
    note = Element(element_of(text, kernel.tile("notes"), indices, "note"), torch.bool)
    text.line(loops.when(Elements(text).is_true(note).name))
    return str(text)


def cannot_skip(machine: Machine, a: Any, b: Any, dtype: torch.dtype) -> str:
    """Why the template is not for two operands: it is not asked for, or they are no matrices of known sizes."""
    if not zero_skipping.value():
        return "torch.npu.skip_zero_tiles is off"
    static = all(isinstance(size, (int, sympy.Integer)) for size in b.get_size())
    return "" if static and len(a.get_size()) == 2 else "only matrices are skipped, the right one of static sizes"


def skipping_product(a: Any, b: Any, dtype: torch.dtype) -> Any:
    """`a @ b` as an Inductor node of a dtype."""
    b.realize()
    sizes = [a.get_size()[0], b.get_size()[1]]
    layout = row_major_layout(a.get_device(), dtype, sizes)
    key = "_".join(str(size_hint(size)) for size in (*sizes, b.get_size()[0]))
    tile = skipped_tile(key, current_machine(), current_strategy())
    return MLIRZeroSkippingTemplate([a, b, _used_tiles(b, tile)], layout, tile).generate().output_node()


def _used_tiles(b: Any, tile: tuple[int, int]) -> Any:
    """For every tile of B, whether it has a nonzero element."""
    extents = [V.graph.sizevars.guard_int(size) for size in b.get_size()]
    counts = [-(-extent // step) for extent, step in zip(extents, tile, strict=True)]
    load, dtype = b.make_loader(), b.get_dtype()

    def element(index: Sequence[Any], reduced: Sequence[Any]) -> Any:
        at = [i * step + r for i, step, r in zip(index, tile, reduced, strict=True)]
        inside = ops.constant(True, torch.bool)
        for place, extent, step in zip(at, extents, tile, strict=True):
            if extent % step:
                below = ops.lt(ops.index_expr(place, torch.int64), ops.constant(extent, torch.int64))
                inside = ops.and_(inside, below)
        value = ops.masked(inside, lambda: load(at), 0)
        return ops.ne(value, ops.constant(0, dtype))

    used = ir.Reduction.create(
        device=b.get_device(),
        dst_dtype=torch.bool,
        src_dtype=torch.bool,
        inner_fn=element,
        ranges=counts,
        reduction_ranges=list(tile),
        reduction_type="any",
    )
    used.realize()
    return used
