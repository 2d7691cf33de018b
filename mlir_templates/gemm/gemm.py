"""Matrix products: mm, addmm, bmm, baddbmm (and operators that decompose into them, such as linear).

In the one template an accumulator tile stays in the scratchpad during the reduction, tiles of the operands stream
through double buffers, and epilogues are computed on the complete accumulator. Operands are read in memory order; a
transposed operand is a tile with exchanged axes and a contraction with a transposed index. Small products of a batch
share tiles: one contraction computes several of them.
"""

from dataclasses import dataclass
from typing import Any

import sympy
import torch
from npusim.frontend import (
    MLIRTemplate,
    MLIRTemplateKernel,
    TiledTemplate,
    lower,
    mlir_common,
    register_implementation,
    register_lowering,
)
from npusim.frontend.inductor.api import V
from npusim.frontend.inductor.api import lowering as inductor
from npusim.frontend.template.inputs import row_major_layout
from npusim.mlir_templates.common.cost_model import positive_hint, size_hint
from npusim.mlir_templates.common.tiles import named_tile
from npusim.mlir_templates.gemm.operands import accumulation_dtype, computing_unit, operand, operand_tile
from npusim.mlir_templates.gemm.problem import GemmTiling, Matrix, Product
from npusim.mlir_templates.gemm.split_k import cannot_split, in_parts, parts_of
from npusim.mlir_templates.gemm.tiling import GemmSpace, tiles_entry
from npusim.mlir_templates.gemm.zero_skipping import cannot_skip, skipping_product
from npusim.scheduler import current_machine
from npusim.simulator.machine import Machine

aten = torch.ops.aten
GEMM = "gemm"

_PROLOGUE = r"""
{{ kernel.def_global_vars() }}
func.func @{{ KERNEL_NAME }}
    {{ kernel.def_kernel(inputs=[A] + B, outputs=[Y], names_str=NAMES, input_reorder=input_reorder) }} {
  {{ kernel.def_local_vars() }}
  {{ kernel.def_sram_buffer("A", A_tile, slots=LEFT_SLOTS) }}
  {% for right in RIGHTS %}
  {{ kernel.def_sram_buffer(right.name, right.tile, slots=RIGHT_SLOTS) }}
  {{ kernel.def_sram_buffer("Y", right.accumulator, dtype=ACCUMULATOR_TYPE) }}
  {% endfor %}
  {% if BATCH is not none %}
  {{ kernel.for_loop("b", BATCH, TILE_B, parallel=SHARE_BATCH) }}
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
  {{ kernel.for_loop(*outer_loop, parallel=True) }}
    {{ kernel.for_loop(*inner_loop, parallel=True) }}
      {% for right in RIGHTS %}
      {{ kernel.fill(right.sum, 0) }}
      {% endfor %}
      {{ kernel.for_loop("k", K, TILE_K) }}
        {{ kernel.load_input("A", "A_tile", A_dims) }}
        {% for right in RIGHTS %}
        {{ kernel.load_input(*right.load) }}
        {{ kernel.contract(right.sum, "A_tile", right.tile.name) }}
        {% endfor %}
      {{ kernel.end_loop() }}
      {{ kernel.store_output(SUMS, Y_dims) }}
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
      {% for load in resident_loads %}
      {{ kernel.load_input(*load) }}
      {% endfor %}
      {{ kernel.for_loop(*inner_loop, parallel=True) }}
        {% for right in RIGHTS %}
        {{ kernel.fill(right.sum, 0) }}
        {% endfor %}
        {% for load in streamed_loads %}
        {{ kernel.load_input(*load) }}
        {% endfor %}
        {% for right in RIGHTS %}
        {{ kernel.contract(right.sum, "A_tile", right.tile.name) }}
        {% endfor %}
        {{ kernel.store_output(SUMS, Y_dims) }}
      {{ kernel.end_loop() }}
    {{ kernel.end_loop() }}
  {{ kernel.end_loop() }}
"""
    + _EPILOGUE
)


class MLIRGemmTemplate(TiledTemplate[GemmTiling]):
    """`Y = A @ B` for A of (batch,) M x K and B of (batch,) K x N, any strides."""

    any_strides = True
    fuses_epilogue = True
    fuses_prologue = (0, 1)
    row_dims = 1
    tiled_dims = 2

    def __init__(self, input_nodes: Any, layout: Any, input_reorder: Any = None) -> None:
        super().__init__("gemm", input_nodes, layout, input_reorder)

    @property
    def tile_dtype(self) -> torch.dtype:
        """The dtype of the sums."""
        return accumulation_dtype(*(operand.get_dtype() for operand in self.input_nodes))

    def space(self, kernel: MLIRTemplateKernel) -> GemmSpace:
        """The mapping space: tile sizes and loop orders."""
        return GemmSpace(self._product(kernel), kernel.machine)

    def text(self, kernel: MLIRTemplateKernel, mapping: GemmTiling) -> str:
        """The kernel's MLIR, tiled for the machine."""
        options = self._options(kernel, mapping)
        source = RESIDENT if mapping.k_resident else STREAMED
        return self.fill_in(kernel, source, options, options["RIGHTS"][0].accumulator)

    def _options(self, kernel: MLIRTemplateKernel, tiling: GemmTiling) -> dict[str, Any]:
        A, B = self.input_nodes
        batch, (m, n, k) = self._sizes()
        prefix = [] if batch is None else ["b"]
        loops = {"m": ("m", m, tiling.m), "n": ("n", n, tiling.n)}
        tiles = {**tiling.sizes, **({"b": tiling.batch} if tiling.batch > 1 else {})}
        product = self._product(kernel)
        nodes = [B, *(sibling.buffer.template.input_nodes[1] for sibling in kernel.work.siblings)]
        matrices = [product.right, *product.siblings]
        rights = [
            _right(kernel, number, node, matrix, tiles, prefix)
            for number, (node, matrix) in enumerate(zip(nodes, matrices, strict=True))
        ]
        loads = {"m": [("A", "A_tile", [*prefix, "m", "k"])], "n": [right.load for right in rights]}
        outer, inner = ("m", "n") if tiling.m_outer else ("n", "m")
        order = self.input_reorder
        return {
            "A": A,
            "B": nodes,
            "NAMES": ", ".join(["A", *(right.name for right in rights), "Y"]),
            "input_reorder": None if order is None else [*order, *range(2, 1 + len(nodes))],
            "A_tile": operand_tile(kernel, "A_tile", A, ("m", "k"), tiles, product.left),
            "RIGHTS": rights,
            "SUMS": [right.sum for right in rights],
            "ACCUMULATOR_TYPE": self.tile_dtype,
            "BATCH": batch,
            "TILE_B": tiling.batch,
            "M": m,
            "N": n,
            "K": k,
            **tiles_entry(tiling),
            "LEFT_SLOTS": tiling.left_slots,
            "RIGHT_SLOTS": tiling.right_slots,
            "SHARE_BATCH": tiling.share_batch,
            "A_dims": [*prefix, "m", "k"],
            "Y_dims": [*prefix, "m", "n"],
            "outer_loop": loops[outer],
            "inner_loop": loops[inner],
            "resident_loads": loads[outer],
            "streamed_loads": loads[inner],
        }

    def refuses_sibling(self, other: MLIRTemplate) -> str:
        """Why `other` cannot share the kernel: siblings have the same left operand and right operands of equal size."""
        if type(other) is not type(self):
            return f"template {other.name} is not a product of the same kind"
        (A, B), (other_A, other_B) = self.input_nodes, other.input_nodes
        if A.get_name() != other_A.get_name() or A.get_layout() != other_A.get_layout():
            return "the products have different left operands"
        known = V.graph.sizevars.statically_known_equals
        if not all(known(size, same) for size, same in zip(B.get_size(), other_B.get_size(), strict=True)):
            return "the products have results of different sizes"
        dtypes = [accumulation_dtype(A.get_dtype(), each.get_dtype()) for each in (B, other_B)]
        return "" if dtypes[0] == dtypes[1] else "the products are summed in different dtypes"

    def _sizes(self) -> tuple[Any, tuple[Any, Any, Any]]:
        """(batch or None, (M, N, K))."""
        A, B = self.input_nodes
        *batch, m, k = A.get_size()
        return (batch[0] if batch else None), (m, B.get_size()[-1], k)

    def _product(self, kernel: MLIRTemplateKernel) -> Product:
        (A, B), work, lanes = self.input_nodes, kernel.work, kernel.vector_lane
        batch, (m, n, k) = self._sizes()
        accumulator = accumulation_dtype(A.get_dtype(), B.get_dtype())
        written: float = self.output_node.get_dtype().itemsize
        more: dict[str, Any] = {}
        if work.epilogue is not None:
            written = work.epilogue.bytes_written
            more = {"epilogue": work.epilogue}
        return Product(
            m=size_hint(m),
            n=size_hint(n),
            k=size_hint(k),
            left=operand(A, work.prologues.get(0), lanes),
            right=operand(B, work.prologues.get(1), lanes),
            result=Matrix(written, round(written * size_hint(n))),
            accumulator_bytes=accumulator.itemsize,
            k_is_static=isinstance(k, (int, sympy.Integer)),
            batch=1 if batch is None else positive_hint(batch),
            whole_rows=work.row_dims > 0,
            scratchpad_share=work.reserve,
            siblings=tuple(
                operand(sibling.buffer.template.input_nodes[1], sibling.prologues.get(1), lanes)
                for sibling in work.siblings
            ),
            **computing_unit(kernel.machine, accumulator, A, B),
            **more,
        )


@dataclass(frozen=True)
class _Right:
    """A right operand: its argument's name, its tile, the accumulator of its product, and the text of its load."""

    name: str
    tile: mlir_common.MLIRMultiDimTile
    accumulator: mlir_common.MLIRMultiDimTile
    load: tuple[str, str, list[str]]

    @property
    def sum(self) -> str:
        return self.accumulator.name


def _right(
    kernel: MLIRTemplateKernel, number: int, node: Any, matrix: Matrix, sizes: dict[str, int], prefix: list[str]
) -> _Right:
    suffix = str(number) if number else ""
    name, tile_name = f"B{suffix}", f"B{suffix}_tile"
    tile = operand_tile(kernel, tile_name, node, ("k", "n"), sizes, matrix)
    matrices = [axis for axis in ("b",) if axis in sizes]
    accumulator = named_tile(kernel, f"accumulator{suffix}", (*matrices, "m", "n"), sizes, lanes="n")
    return _Right(name, tile, accumulator, (name, tile_name, [*prefix, "k", "n"]))


def _supported(*operands: Any) -> bool:
    dtypes = {operand.get_dtype() for operand in operands}
    return len(dtypes) == 1 and not (dtypes & {torch.bool}) and not any(dtype.is_complex for dtype in dtypes)


def product(a: Any, b: Any, dtype: torch.dtype) -> Any:
    """`a @ b` as an Inductor node of `dtype`; both operands of rank 2, or both of rank 3 with the same batch size."""
    *_, k = a.get_size()
    sizes = [*a.get_size()[:-1], b.get_size()[-1]]
    known_zero = V.graph.sizevars.statically_known_equals
    if any(known_zero(size, 0) for size in [*sizes, k]):
        return inductor.full(sizes, 0, dtype=dtype, device=a.get_device())
    return lower(GEMM, a, b, dtype)


register_implementation(GEMM, "zero_skipping", priority=20, when=cannot_skip)(skipping_product)


@register_implementation(GEMM, "tiled")
def _tiled(a: Any, b: Any, dtype: torch.dtype) -> Any:
    layout = row_major_layout(a.get_device(), dtype, [*a.get_size()[:-1], b.get_size()[-1]])
    return MLIRGemmTemplate([a, b], layout).generate().output_node()


def _cannot_split(machine: Machine, a: Any, b: Any, dtype: torch.dtype) -> str:
    sizes = [*a.get_size(), *b.get_size()]
    if len(sizes) > 4 or not all(isinstance(size, (int, sympy.Integer)) for size in sizes):
        return "only a product of two matrices of static sizes has parts"
    return cannot_split(_matrices(a, b, dtype), machine)


def _split_does_not_pay(machine: Machine, a: Any, b: Any, dtype: torch.dtype) -> str:
    return "" if parts_of(_matrices(a, b, dtype), machine) > 1 else "no split is estimated to gain a tenth"


@register_implementation(GEMM, "split_k", priority=10, when=_cannot_split, pays=_split_does_not_pay)
def _in_parts(a: Any, b: Any, dtype: torch.dtype) -> Any:
    """Products of parts of the reduction, and their sum."""
    parts = parts_of(_matrices(a, b, dtype), current_machine(), at_least=2)
    wide = accumulation_dtype(a.get_dtype(), b.get_dtype())
    partial = _tiled(in_parts(a, 1, parts), in_parts(b, 0, parts), wide)
    return inductor.to_dtype(inductor.sum_(partial, [0], dtype=wide), dtype)


def _matrices(a: Any, b: Any, dtype: torch.dtype) -> Product:
    """The whole product of two matrices, for the choice of parts."""
    (m, k), n = map(int, a.get_size()), int(b.get_size()[1])
    left, right, result = (
        Matrix(element.itemsize, element.itemsize * width)
        for element, width in ((a.get_dtype(), k), (b.get_dtype(), n), (dtype, n))
    )
    accumulator = accumulation_dtype(a.get_dtype(), b.get_dtype())
    unit = computing_unit(current_machine(), accumulator, a, b)
    return Product(m, n, k, left, right, result, accumulator.itemsize, **unit)


def _scaled(value: Any, factor: Any) -> Any:
    return value if factor == 1 else inductor.mul(value, factor)


def product_plus(addend: Any, a: Any, b: Any, beta: Any, alpha: Any, dtype: torch.dtype) -> Any:
    """`beta * addend + alpha * (a @ b)` in `dtype`, summed in the accumulation dtype; beta 0 ignores the addend."""
    if not dtype.is_floating_point:  # as PyTorch rounds the factors of integer products; symbols are whole numbers
        beta, alpha = (each if isinstance(each, sympy.Expr) else int(each) for each in (beta, alpha))
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
