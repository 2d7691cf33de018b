"""Matrix products: mm, addmm, bmm, baddbmm (and what decomposes into them, such as linear).

One template serves them all: an accumulator tile stays in the scratchpad while the reduction runs, tiles of the
operands stream through double buffers, and pointwise operators behind the product are fused where the accumulator is
complete. Operands are read in the order in which they lie in memory; a transposed operand is a tile with its axes
exchanged and a contraction that says so.

Checked with torch 2.13.0.
"""

from dataclasses import replace
from typing import Any

import sympy
import torch
from npusim.frontend import MLIRTemplate, MLIRTemplateKernel, mlir_common, register_lowering
from npusim.frontend.template import FusedWork, PrologueWork
from npusim.frontend.template.inputs import row_major_layout
from npusim.mlir_templates.gemm_tiling import GemmSpace, GemmTiling, Matrix, Product
from torch._inductor import lowering as inductor
from torch._inductor.virtualized import V

aten = torch.ops.aten

_PROLOGUE = r"""
{{ kernel.def_global_vars() }}
func.func @{{ KERNEL_NAME }}
    {{ kernel.def_kernel(inputs=[A, B], outputs=[Y], names_str="A, B, Y", input_reorder=input_reorder) }} {
  {{ kernel.def_local_vars() }}
  {{ kernel.def_sram_buffer("A", A_tile, slots=SLOTS) }}
  {{ kernel.def_sram_buffer("B", B_tile, slots=SLOTS) }}
  {{ kernel.def_sram_buffer("Y", accumulator, dtype=ACCUMULATOR_TYPE) }}
  {% if BATCH is not none %}
  {{ kernel.for_loop("b", BATCH, 1, parallel=True) }}
  {% endif %}
"""

_EPILOGUE = r"""
  {% if BATCH is not none %}
  {{ kernel.end_loop() }}
  {% endif %}
  return
}
"""

# The reduction is innermost: both operands stream.
STREAMED = (
    _PROLOGUE
    + r"""
  {{ kernel.for_loop("m", M, TILE_M, parallel=True) }}
    {{ kernel.for_loop("n", N, TILE_N, parallel=True) }}
      {{ kernel.fill("accumulator", 0) }}
      {{ kernel.for_loop("k", K, TILE_K) }}
        {{ kernel.load_input("A", "A_tile", A_dims) }}
        {{ kernel.load_input("B", "B_tile", B_dims) }}
        {{ kernel.contract("accumulator", "A_tile", "B_tile") }}
      {{ kernel.end_loop() }}
      {{ kernel.store_output("accumulator", Y_dims) }}
    {{ kernel.end_loop() }}
  {{ kernel.end_loop() }}
"""
    + _EPILOGUE
)

# One tile covers the reduction: the outer loop's operand is loaded once and stays while the other streams past it.
RESIDENT = (
    _PROLOGUE
    + r"""
  {{ kernel.for_loop("k", K, TILE_K) }}
    {{ kernel.for_loop(*outer_loop, parallel=True) }}
      {{ kernel.load_input(*resident_load) }}
      {{ kernel.for_loop(*inner_loop, parallel=True) }}
        {{ kernel.fill("accumulator", 0) }}
        {{ kernel.load_input(*streamed_load) }}
        {{ kernel.contract("accumulator", "A_tile", "B_tile") }}
        {{ kernel.store_output("accumulator", Y_dims) }}
      {{ kernel.end_loop() }}
    {{ kernel.end_loop() }}
  {{ kernel.end_loop() }}
"""
    + _EPILOGUE
)


class MLIRGemmTemplate(MLIRTemplate):
    """`Y = A @ B` for A of (batch,) M x K and B of (batch,) K x N, any strides."""

    any_strides = True
    fuses_epilogue = True
    fuses_prologue = (0, 1)

    def __init__(self, input_nodes: Any, layout: Any, input_reorder: Any = None) -> None:
        super().__init__("gemm", input_nodes, layout, input_reorder)

    def mapping_space(
        self,
        kernel: MLIRTemplateKernel,
        template_buffer_node: Any = None,
        epilogue_nodes: list[Any] | None = None,
        prologue_nodes: list[Any] | None = None,
        **kwargs: Any,
    ) -> GemmSpace:
        """Tile sizes and loop orders."""
        self.output_node = epilogue_nodes[-1] if epilogue_nodes else template_buffer_node
        return GemmSpace(self._product(kernel.work), kernel.machine)

    def render(
        self,
        kernel: MLIRTemplateKernel,
        template_buffer_node: Any = None,
        epilogue_nodes: list[Any] | None = None,
        prologue_nodes: list[Any] | None = None,
        tile_info: Any = None,
        **kwargs: Any,
    ) -> str:
        """The kernel's MLIR, tiled for the machine."""
        self.output_node = epilogue_nodes[-1] if epilogue_nodes else template_buffer_node
        A, B = self.input_nodes
        tiling = tile_info or self.mapping_space(kernel, template_buffer_node, epilogue_nodes).default()
        kernel.render_options = {
            "KERNEL_NAME": self.name,
            "kernel": kernel,
            "A": A,
            "B": B,
            "Y": self.output_node,
            "input_reorder": self.input_reorder,
            **self._options(kernel, tiling),
        }
        accumulator = kernel.render_options["accumulator"]
        kernel.epilogue_info = {
            "output_node": self.output_node.get_name(),
            "sram_var": "accumulator",
            "dram_var": "Y",
            "dram_tile_desc": accumulator,
        }
        source = RESIDENT if tiling.k_resident else STREAMED
        return self._template_from_string(source).render(**kernel.render_options)

    def _options(self, kernel: MLIRTemplateKernel, tiling: GemmTiling) -> dict[str, Any]:
        A, B = self.input_nodes
        batch, (m, n, k) = self._sizes()
        prefix = [] if batch is None else ["b"]
        loops = {"m": ("m", m, tiling.m), "n": ("n", n, tiling.n)}
        tiles = {"m": tiling.m, "n": tiling.n, "k": tiling.k}
        loads = {"m": ("A", "A_tile", [*prefix, "m", "k"]), "n": ("B", "B_tile", [*prefix, "k", "n"])}
        outer, inner = ("m", "n") if tiling.m_outer else ("n", "m")
        return {
            "A_tile": _tile(kernel, "A_tile", _memory_order(A, ("m", "k")), tiles, lanes="k"),
            "B_tile": _tile(kernel, "B_tile", _memory_order(B, ("k", "n")), tiles, lanes="n"),
            "accumulator": _tile(kernel, "accumulator", ("m", "n"), tiles, lanes="n"),
            "ACCUMULATOR_TYPE": accumulation_dtype(A.get_dtype(), B.get_dtype()),
            "BATCH": batch,
            "M": m,
            "N": n,
            "K": k,
            "TILE_M": tiling.m,
            "TILE_N": tiling.n,
            "TILE_K": tiling.k,
            "SLOTS": tiling.slots,
            "A_dims": loads["m"][2],
            "B_dims": loads["n"][2],
            "Y_dims": [*prefix, "m", "n"],
            "outer_loop": loops[outer],
            "inner_loop": loops[inner],
            "resident_load": loads[outer],
            "streamed_load": loads[inner],
        }

    def _sizes(self) -> tuple[Any, tuple[Any, Any, Any]]:
        """(batch or None, (M, N, K))."""
        A, B = self.input_nodes
        *batch, m, k = A.get_size()
        return (batch[0] if batch else None), (m, B.get_size()[-1], k)

    def _product(self, work: FusedWork) -> Product:
        A, B = self.input_nodes
        _, (m, n, k) = self._sizes()
        accumulator = accumulation_dtype(A.get_dtype(), B.get_dtype())
        return Product(
            m=_hint(m),
            n=_hint(n),
            k=_hint(k),
            left=_with_prologue(_matrix(A), work.prologues.get(0)),
            right=_with_prologue(_matrix(B), work.prologues.get(1)),
            result=_matrix(self.output_node, columns=_hint(n)),
            accumulator_bytes=accumulator.itemsize,
            epilogue_tiles=work.epilogue_tiles,
            k_is_static=isinstance(k, (int, sympy.Integer)),
        )


def _with_prologue(matrix: Matrix, work: PrologueWork | None) -> Matrix:
    """The operand when it is computed on its tile from what is read instead."""
    if work is None:
        return matrix
    stride = matrix.row_stride_bytes * work.bytes_read / matrix.element_bytes
    return replace(
        matrix,
        element_bytes=work.bytes_read,
        row_stride_bytes=round(stride),
        computed_bytes=matrix.element_bytes,
        vector_cycles=work.vector_cycles,
    )


def _matrix(node: Any, columns: int | None = None) -> Matrix:
    """What the tiling asks about an operand, or about the result, which is row-major with `columns` columns."""
    element_bytes = node.get_dtype().itemsize
    if columns is not None:
        return Matrix(element_bytes, columns * element_bytes)
    strides = [_hint(stride) for stride in node.get_layout().stride[-2:]]
    return Matrix(element_bytes, max(strides) * element_bytes, _memory_order(node, ("r", "c")) == ("c", "r"))


def _hint(size: Any) -> int:
    return int(V.graph.sizevars.optimization_hint(size, fallback=1024))


def _memory_order(node: Any, axes: tuple[str, str]) -> tuple[str, str]:
    """The two innermost axes in the order in which they lie in memory: the one with the smaller stride last."""
    outer, inner = (_hint(stride) for stride in node.get_layout().stride[-2:])
    transposed = outer != 0 and (inner == 0 or outer < inner)
    return (axes[1], axes[0]) if transposed else axes


def _tile(
    kernel: MLIRTemplateKernel, name: str, axes: tuple[str, str], sizes: dict[str, int], lanes: str
) -> mlir_common.MLIRMultiDimTile:
    tile = mlir_common.MLIRMultiDimTile([sizes[axis] for axis in axes], kernel.vector_lane, axes.index(lanes), 1)
    tile.set_name(name)
    tile.set_axes(axes)
    return tile


def accumulation_dtype(*dtypes: torch.dtype) -> torch.dtype:
    """The dtype that sums of products of operands of these dtypes are kept in: at least 32 bits wide."""
    if any(dtype.is_floating_point for dtype in dtypes):
        return torch.float64 if torch.float64 in dtypes else torch.float32
    return torch.int64 if torch.int64 in dtypes else torch.int32


def _supported(*operands: Any) -> bool:
    dtypes = {operand.get_dtype() for operand in operands}
    return len(dtypes) == 1 and not (dtypes & {torch.bool}) and not any(dtype.is_complex for dtype in dtypes)


def product(a: Any, b: Any, dtype: torch.dtype) -> Any:
    """`a @ b` as an Inductor node of a dtype; operands of rank 2, or of rank 3 with the same batch size."""
    *_, k = a.get_size()
    sizes = [*a.get_size()[:-1], b.get_size()[-1]]
    known_zero = V.graph.sizevars.statically_known_equals
    if any(known_zero(size, 0) for size in [*sizes, k]):
        return inductor.full(sizes, 0, dtype=dtype, device=a.get_device())
    layout = row_major_layout(a.get_device(), dtype, sizes)
    return MLIRGemmTemplate([a, b], layout).generate().output_node()


def _scaled(value: Any, factor: Any) -> Any:
    return value if factor == 1 else inductor.mul(value, factor)


def product_plus(addend: Any, a: Any, b: Any, beta: Any, alpha: Any, dtype: torch.dtype) -> Any:
    """`beta * addend + alpha * (a @ b)` in a dtype, summed in the accumulation dtype; with beta 0 the addend is not
    read.
    """
    wide = accumulation_dtype(a.get_dtype(), b.get_dtype())
    value = _scaled(product(a, b, wide), alpha)
    if beta != 0:
        expanded = inductor.expand(inductor.to_dtype(addend, wide), value.get_size())
        value = inductor.add(value, _scaled(expanded, beta))
    return inductor.to_dtype(value, dtype)


@register_lowering(aten.mm.default, aten.bmm.default)
def lower_product(a: Any, b: Any) -> Any:
    """Lowering of `mm` and `bmm`."""
    return product(a, b, a.get_dtype()) if _supported(a, b) else None


@register_lowering(aten.addmm.default, aten.baddbmm.default)
def lower_product_plus(addend: Any, a: Any, b: Any, *, beta: Any = 1, alpha: Any = 1) -> Any:
    """Lowering of `addmm` and `baddbmm`: the addend is a fused epilogue."""
    return product_plus(addend, a, b, beta, alpha, a.get_dtype()) if _supported(addend, a, b) else None
