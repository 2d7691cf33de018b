"""The backward kernels of FlexAttention: those of `flash_backward` over the blocks that a mask lists."""

from typing import Any

import torch
from npusim.frontend import MLIRTemplateKernel, TiledTemplate
from npusim.mlir_templates.attention.flash_backward import BackwardSteps
from npusim.mlir_templates.attention.flash_problem import FlashTiling
from npusim.mlir_templates.attention.flash_text import KEY_DIMS, QUERY_DIMS, RESULT_DIMS, ROW_DIMS, VALUE_DIMS
from npusim.mlir_templates.attention.flex.forward import flex_problem, named_lists
from npusim.mlir_templates.attention.flex.problem import FlexAttention, FlexBackwardSpace
from npusim.mlir_templates.attention.flex.text import FlexText

_TOP = r"""
{{ kernel.def_global_vars() }}
func.func @{{ KERNEL_NAME }}
    {{ kernel.def_kernel(inputs=INPUTS, outputs=RESULTS, names_str=NAMES) }} {
  {{ kernel.def_local_vars() }}
  %zero = arith.constant 0 : index
  {{ kernel.def_sram_buffer("Q", text.tile("Q_tile", ["q", "d"], "q")) }}
  {{ kernel.def_sram_buffer("G", text.tile("G_tile", ["q", "e"], "q")) }}
  {{ kernel.def_sram_buffer("K", text.tile("K_tile", ["k", "d"], "k")) }}
  {{ kernel.def_sram_buffer("V", text.tile("V_tile", ["k", "e"], "k")) }}
  {% for row in ["LSE_tile", "D_tile", "shift"] %}
  {{ kernel.def_sram_buffer("LSE", text.tile(row, ["q"], "q")) }}
  {% endfor %}
  {% for scores in ["products", "scores", "grad_weights", "grad_changed"] %}
  {{ kernel.def_sram_buffer("LSE", text.tile(scores, ["q", "k"], LANES)) }}
  {% endfor %}
  {{ kernel.def_sram_buffer("K", text.tile("grad_scores", ["q", "k"], LANES)) }}
"""

_LOAD_QUERIES = r"""
    {{ kernel.dma_load("Q", "Q_tile", QUERY_DIMS) }}
    {{ kernel.dma_load("G", "G_tile", RESULT_DIMS) }}
    {{ kernel.dma_load("LSE", "LSE_tile", ROW_DIMS) }}
    {{ kernel.dma_load("D", "D_tile", ROW_DIMS) }}
    {{ flash.shift() }}
"""

_LOAD_KEYS = r"""
    {{ kernel.dma_load("K", "K_tile", KEY_DIMS) }}
    {{ kernel.dma_load("V", "V_tile", VALUE_DIMS) }}
"""

_SCORES = r"""
    {{ text.math.fill("products", 0.0) }}
    {{ kernel.contract("products", "Q_tile", "K_tile") }}
    {{ text.math.fill("grad_weights", 0.0) }}
    {{ kernel.contract("grad_weights", "G_tile", "V_tile") }}
    {{ text.change(kind) }}
    {{ flash.differentiate(DIFFERENTIATED) }}
    {{ text.change_back() }}
"""

QUERIES = (
    _TOP
    + r"""
  {{ kernel.def_sram_buffer("Y", text.tile("query_sum", ["q", "d"], "q"), dtype=WIDE) }}
  {{ kernel.def_sram_buffer("Y", text.tile("Y_tile", ["q", "d"], "q")) }}
  {{ text.open_heads() }}
    {{ kernel.for_loop("q", QUERIES, TILE_Q, parallel=True) }}
"""
    + _LOAD_QUERIES
    + r"""
    {{ text.math.fill("query_sum", 0.0) }}
    {% for kind in text.kinds %}
    {{ text.open_blocks(kind) }}
"""
    + _LOAD_KEYS
    + _SCORES
    + r"""
      {{ kernel.contract("query_sum", "grad_scores", "K_tile") }}
    {{ text.close_blocks() }}
    {% endfor %}
    {{ flash.scaled("Y_tile", "query_sum") }}
    {{ kernel.dma_store("Y_tile", "Y", QUERY_DIMS) }}
    {{ kernel.end_loop() }}
  {{ text.close_heads() }}
  return
}
"""
)

KEYS = (
    _TOP
    + r"""
  {{ kernel.def_sram_buffer("V", text.tile("weights", ["q", "k"], LANES)) }}
  {{ kernel.def_sram_buffer("Y", text.tile("key_sum", ["k", "d"], "k"), dtype=WIDE) }}
  {{ kernel.def_sram_buffer("Z", text.tile("value_sum", ["k", "e"], "k"), dtype=WIDE) }}
  {{ kernel.def_sram_buffer("Y", text.tile("Y_tile", ["k", "d"], "k")) }}
  {{ kernel.def_sram_buffer("Z", text.tile("Z_tile", ["k", "e"], "k")) }}
  {{ kernel.for_loop("b", BATCH, 1, parallel=True) }}
    {{ kernel.for_loop("g", KEY_HEADS, 1, parallel=True) }}
      {{ kernel.for_loop("k", ALL_KEYS, TILE_K, parallel=True) }}
"""
    + _LOAD_KEYS
    + r"""
        {{ text.math.fill("key_sum", 0.0) }}
        {{ text.math.fill("value_sum", 0.0) }}
        {{ text.open_shared_heads() }}
          {% for kind in text.kinds %}
          {{ text.open_blocks(kind) }}
"""
    + _LOAD_QUERIES
    + _SCORES
    + r"""
            {{ kernel.contract("value_sum", "weights", "G_tile") }}
            {{ kernel.contract("key_sum", "grad_scores", "Q_tile") }}
          {{ text.close_blocks() }}
          {% endfor %}
        {{ kernel.end_loop() }}
        {{ flash.scaled("Y_tile", "key_sum") }}
        {{ flash.copied("Z_tile", "value_sum") }}
        {{ kernel.dma_store("Y_tile", "Y", KEY_DIMS) }}
        {{ kernel.dma_store("Z_tile", "Z", VALUE_DIMS) }}
      {{ kernel.end_loop() }}
    {{ kernel.end_loop() }}
  {{ kernel.end_loop() }}
  return
}
"""
)


class MLIRFlexBackwardTemplate(TiledTemplate[FlashTiling]):
    """The gradient of the queries, or those of keys and values.

    Args:
        input_nodes: query, key, value, gradient of the output, logsumexp, row sums of `gradient * output`.
        layout: of the gradient of the queries, or of the keys.
        value_gradient: buffer of the gradient of the values, or None: then the kernel is the one for queries.
    """

    any_strides = True

    def __init__(self, input_nodes: Any, layout: Any, flex: FlexAttention, value_gradient: Any = None) -> None:
        lists = flex.blocks.buffers if flex.blocks is not None else []
        extra = [] if value_gradient is None else [value_gradient]
        super().__init__("flex_attention_backward", [*input_nodes, *lists, *flex.captured, *extra], layout)
        self.mutated_inputs = self.input_nodes[len(self.input_nodes) - len(extra) :]
        self.control_inputs = range(6, 6 + len(lists))
        self.flex = flex

    def space(self, kernel: MLIRTemplateKernel) -> FlexBackwardSpace:
        """Tile sizes, and the axis of the scores across the lanes."""
        blocks, sizes = self.flex.blocks, None
        if blocks is not None:
            sizes = (blocks.columns, blocks.rows) if self.mutated_inputs else (blocks.rows, blocks.columns)
        return FlexBackwardSpace(flex_problem(self.flex, self.input_nodes[0]), kernel.machine, sizes)

    def text(self, kernel: MLIRTemplateKernel, mapping: FlashTiling) -> str:
        """The kernel's MLIR, tiled for the machine."""
        attention, inputs = self.flex.attention, self.input_nodes
        results = [self.output_node, *self.mutated_inputs]
        text = FlexText(kernel, self.flex, {"q": mapping.q, "k": mapping.k}, "k" if self.mutated_inputs else "q")
        lists = named_lists(self.flex, inputs[6:])
        options = {
            "text": text,
            "flash": BackwardSteps(text),
            "INPUTS": [*inputs[:6], *lists.values()],
            "RESULTS": results,
            "NAMES": ", ".join(["Q", "K", "V", "G", "LSE", "D", *lists, *"YZ"[: len(results)]]),
            "DIFFERENTIATED": ["grad_changed", "weights"] if self.mutated_inputs else ["grad_changed"],
            "WIDE": torch.float32,
            "BATCH": attention.batch,
            "KEY_HEADS": attention.key_heads,
            "QUERIES": attention.queries,
            "ALL_KEYS": attention.keys,
            "TILE_Q": mapping.q,
            "TILE_K": mapping.k,
            "LANES": mapping.lanes,
            "QUERY_DIMS": QUERY_DIMS,
            "KEY_DIMS": KEY_DIMS,
            "VALUE_DIMS": VALUE_DIMS,
            "RESULT_DIMS": RESULT_DIMS,
            "ROW_DIMS": ROW_DIMS,
        }
        return self.fill_in(kernel, KEYS if self.mutated_inputs else QUERIES, options)
