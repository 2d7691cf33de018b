"""Attention as one kernel: scores never leave the scratchpad.

A tile of queries stays while tiles of keys and values pass. The softmax is computed online: every row keeps its largest
score and its sum of weights so far, and earlier sums are scaled down when the largest score grows (Milakov and
Gimelshein, Online normalizer calculation for softmax, 2018; Dao et al., FlashAttention, 2022). The scores of the next
tile of keys are computed before the values of the current tile are summed, so that the arrays work while the vector
unit exponentiates. Where sizes are numbers, tiles of queries overlap as well: `flash.running_rows`, and the simpler
`flash.whole_rows` where a tile holds all keys.
"""

from dataclasses import replace
from typing import Any

import sympy
from npusim.frontend import MLIRTemplateKernel, TiledTemplate
from npusim.frontend.codegen import OperandView, whole_operand
from npusim.frontend.inductor.api import V
from npusim.mlir_templates.attention.flash.cost import adds_later
from npusim.mlir_templates.attention.flash.problem import FlashTiling, Problem
from npusim.mlir_templates.attention.flash.running_rows import RUNNING_ROWS, running_rows_options
from npusim.mlir_templates.attention.flash.running_steps import ForwardSteps
from npusim.mlir_templates.attention.flash.text import (
    Attention,
    FlashText,
    bias_options,
    common_options,
    head_repeats,
    optional_operands,
)
from npusim.mlir_templates.attention.flash.tiling import FlashSpace
from npusim.mlir_templates.attention.flash.whole_rows import WHOLE_ROWS, whole_rows_options
from npusim.mlir_templates.common.cost_model import size_hint

SUM_TILES = r"""
  {{ kernel.def_sram_buffer("Y", text.tile("scores", ["q", "k"], LANES), dtype=WIDE) }}
  {{ kernel.def_sram_buffer("V", text.tile("weights", ["q", "k"], LANES)) }}
  {{ kernel.def_sram_buffer("Y", text.tile("mixed", ["q", "e"], "q" if LANES == "q" else "e"), dtype=WIDE) }}
  {{ kernel.def_sram_buffer("Y", text.tile("Y_tile", ["q", "e"], "q" if LANES == "q" else "e")) }}
  {% for row in ["largest", "tile_largest", "shift", "decay", "total"] %}
  {{ kernel.def_sram_buffer("Y", text.tile(row, ["q"], "q"), dtype=WIDE) }}
  {% endfor %}
  {{ kernel.def_sram_buffer("LSE", text.tile("LSE_tile", ["q"], "q")) }}
"""

FORWARD = (
    r"""
{{ kernel.def_global_vars() }}
func.func @{{ KERNEL_NAME }}
    {{ kernel.def_kernel(inputs=[Q, K, V, BIAS, KEPT], outputs=[Y, LSE], names_str="Q, K, V, BIAS, KEPT, Y, LSE") }} {
  {{ kernel.def_local_vars() }}
  %zero = arith.constant 0 : index
  {{ kernel.def_sram_buffer("Q", text.tile("Q_tile", ["q", "d"], "q")) }}
  {{ kernel.def_sram_buffer("K", text.tile("K_tile", ["k", "d"], "k")) }}
  {{ kernel.def_sram_buffer("V", text.tile("V_tile", ["k", "e"], "k")) }}
  {% if BIAS is not none %}
  {{ kernel.def_sram_buffer("BIAS", text.tile("BIAS_tile", bias_axes, bias_lanes)) }}
  {% endif %}
  {{ text.kept_tile(LANES) }}
"""
    + SUM_TILES
    + r"""  {{ text.open_heads() }}
    {{ kernel.for_loop("q", QUERIES, TILE_Q, parallel=True) }}
      {{ kernel.load_input("Q", "Q_tile", QUERY_DIMS) }}
      {{ text.keys_end("%keys_end") }}
      {{ text.math.fill("largest", -INFINITY) }}
      {{ text.math.fill("total", 0.0) }}
      {{ text.math.fill("mixed", 0.0) }}
      {{ text.position("first", "k", "0") }}
      {{ flash.score("first") }}
      {{ text.open_keys() }}
        {{ text.prepare_scores("scores") }}
        {{ text.load_kept() }}
        {{ text.math.fill("tile_largest", -INFINITY) }}
        {{ flash.find_largest() }}
        {{ flash.update_rows() }}
        {{ flash.weigh() }}
        {{ text.position("next", "k", next_position, "%k") }}
        %more = arith.cmpi slt, %next, %keys_end : index
        scf.if %more {
          {{ flash.score("next") }}
        }
        {{ kernel.load_input("V", "V_tile", VALUE_DIMS) }}
        {{ flash.decay() }}
        {{ kernel.contract("mixed", "weights", "V_tile") }}
      {{ text.close_keys() }}
      {{ flash.finish() }}
      {{ kernel.dma_store("Y_tile", "Y", RESULT_DIMS) }}
      {{ kernel.dma_store("LSE_tile", "LSE", ROW_DIMS) }}
    {{ kernel.end_loop() }}
  {{ text.close_heads() }}
  return
}
"""
)


class MLIRFlashAttentionTemplate(TiledTemplate[FlashTiling]):
    """`softmax(scale * Q @ K^T + bias) @ V` and the logarithm of the softmax's denominator, any strides.

    Args:
        input_nodes: query (B, H, S, D), key (B, G, T, D), value (B, G, T, E), optionally a bias of rank 4, optionally
            which weights dropout keeps (B, H, S, T).
        layout: of the output (B, H, S, E).
        logsumexp: buffer of (B, H, S) in f32 that the kernel writes as well.
    """

    any_strides = True
    fuses_prologue = (0, 1, 2)

    def __init__(self, input_nodes: Any, layout: Any, logsumexp: Any, attention: Attention) -> None:
        super().__init__("flash_attention", [*input_nodes, logsumexp], layout)
        self.mutated_inputs = self.input_nodes[-1:]
        self.attention = attention

    def space(self, kernel: MLIRTemplateKernel) -> FlashSpace:
        """Tile sizes, and the axis of the scores across the lanes."""
        problem = problem_of(self.attention, self.input_nodes[0])
        works = [kernel.work.prologues.get(position) for position in self.fuses_prologue]
        return FlashSpace(replace(problem, prologues=tuple(works), reserve=kernel.work.reserve), kernel.machine)

    def operand(self, position: int) -> OperandView:
        """The view of an operand; queries and keys lie across the lanes in the tiles of all three operands."""
        return replace(whole_operand(self.input_nodes[position], 2), lane_dim=-2)

    def text(self, kernel: MLIRTemplateKernel, mapping: FlashTiling) -> str:
        """The kernel's MLIR, tiled for the machine."""
        if mapping.whole_rows:
            return self._numbered(kernel, WHOLE_ROWS, whole_rows_options(kernel, self.attention, mapping))
        problem = self.space(kernel).problem
        if problem.numbers_tiles:
            later = adds_later(problem, mapping, kernel.machine)
            return self._numbered(kernel, RUNNING_ROWS, running_rows_options(kernel, self.attention, mapping, later))
        text = FlashText(kernel, self.attention, {"q": mapping.q, "k": mapping.k})
        options = {
            "text": text,
            "flash": ForwardSteps(text),
            **self._operands(),
            "next_position": f"d0 + {mapping.k}",
            **bias_options(self.attention, mapping.lanes),
            **common_options(self.attention, mapping),
        }
        return self.fill_in(kernel, FORWARD, options)

    def _numbered(self, kernel: MLIRTemplateKernel, source: str, options: dict[str, Any]) -> str:
        return self.fill_in(kernel, source, {**self._operands(), **options})

    def _operands(self) -> dict[str, Any]:
        query, key, value, *rest, logsumexp = self.input_nodes
        return {"Q": query, "K": key, "V": value, **optional_operands(self.attention, rest), "LSE": logsumexp}


def problem_of(attention: Attention, query: Any) -> Problem:
    """The sizes and dtypes of an attention that its tiling depends on."""
    sizes = (attention.batch, attention.heads, attention.queries, attention.keys)
    batch, heads, queries, keys = map(size_hint, sizes)
    return Problem(
        heads=batch * heads,
        queries=queries,
        keys=keys,
        width=attention.width,
        value_width=attention.value_width,
        element_bytes=query.get_dtype().itemsize,
        is_causal=attention.is_causal,
        has_bias=attention.bias is not None,
        one_query=V.graph.sizevars.statically_known_equals(attention.queries, 1),
        batch=batch,
        repeats=head_repeats(attention.heads, attention.key_heads),
        is_static=all(sympy.sympify(size).is_Integer for size in sizes),
        bias_bytes=0.0 if attention.bias is None else attention.bias.get_dtype().itemsize,
        bias_axes=() if attention.bias is None else attention.bias_axes(),
        has_dropout=attention.kept is not None,
    )
