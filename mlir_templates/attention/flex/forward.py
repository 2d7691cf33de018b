"""The forward kernel of FlexAttention: the online softmax of `flash.forward` over the blocks that a mask lists."""

import math
from dataclasses import replace
from typing import Any

from npusim.frontend import MLIRTemplateKernel, TiledTemplate
from npusim.mlir_templates.attention.flash.forward import SUM_TILES, problem_of
from npusim.mlir_templates.attention.flash.problem import FlashTiling, Problem
from npusim.mlir_templates.attention.flash.running_steps import ForwardSteps
from npusim.mlir_templates.attention.flash.text import common_options
from npusim.mlir_templates.attention.flex.problem import FlexAttention, FlexSpace
from npusim.mlir_templates.attention.flex.text import FlexText

_FUNCTIONS_SHARE = 0.5
"""Of the scratchpad that tiles may fill: the functions' own tiles need the rest."""

FORWARD = (
    r"""
{{ kernel.def_global_vars() }}
func.func @{{ KERNEL_NAME }}
    {{ kernel.def_kernel(inputs=INPUTS, outputs=[Y, LSE], names_str=NAMES) }} {
  {{ kernel.def_local_vars() }}
  %zero = arith.constant 0 : index
  {{ kernel.def_sram_buffer("Q", text.tile("Q_tile", ["q", "d"], "q")) }}
  {{ kernel.def_sram_buffer("K", text.tile("K_tile", ["k", "d"], "k")) }}
  {{ kernel.def_sram_buffer("V", text.tile("V_tile", ["k", "e"], "k")) }}
  {{ kernel.def_sram_buffer("Y", text.tile("products", ["q", "k"], LANES), dtype=WIDE) }}
"""
    + SUM_TILES
    + r"""  {{ text.open_heads() }}
    {{ kernel.for_loop("q", QUERIES, TILE_Q, parallel=True) }}
      {{ kernel.dma_load("Q", "Q_tile", QUERY_DIMS) }}
      {{ text.math.fill("largest", -INFINITY) }}
      {{ text.math.fill("total", 0.0) }}
      {{ text.math.fill("mixed", 0.0) }}
      {% for kind in text.kinds %}
      {{ text.open_blocks(kind) }}
        {{ kernel.dma_load("K", "K_tile", KEY_DIMS) }}
        {{ text.math.fill("products", 0.0) }}
        {{ kernel.contract("products", "Q_tile", "K_tile") }}
        {{ text.change(kind) }}
        {{ text.math.fill("tile_largest", -INFINITY) }}
        {{ flash.find_largest() }}
        {{ flash.update_rows() }}
        {{ flash.weigh() }}
        {{ kernel.dma_load("V", "V_tile", VALUE_DIMS) }}
        {{ flash.decay() }}
        {{ kernel.contract("mixed", "weights", "V_tile") }}
      {{ text.close_blocks() }}
      {% endfor %}
      {{ flash.finish() }}
      {{ kernel.dma_store("Y_tile", "Y", RESULT_DIMS) }}
      {{ kernel.dma_store("LSE_tile", "LSE", ROW_DIMS) }}
    {{ kernel.end_loop() }}
  {{ text.close_heads() }}
  return
}
"""
)


class MLIRFlexAttentionTemplate(TiledTemplate[FlashTiling]):
    """The output, and the logsumexp in powers of two, as FlexAttention keeps it.

    Args:
        input_nodes: query (B, H, S, D), key (B, G, T, D), value (B, G, T, E).
        layout: of the output (B, H, S, E).
        logsumexp: buffer of (B, H, S) in f32 that the kernel writes as well.
    """

    any_strides = True

    def __init__(self, input_nodes: Any, layout: Any, logsumexp: Any, flex: FlexAttention) -> None:
        lists = flex.blocks.buffers if flex.blocks is not None else []
        super().__init__("flex_attention", [*input_nodes, *lists, *flex.captured, logsumexp], layout)
        self.mutated_inputs = self.input_nodes[-1:]
        self.control_inputs = range(3, 3 + len(lists))
        self.flex = flex

    def space(self, kernel: MLIRTemplateKernel) -> FlexSpace:
        """Tile sizes, and the axis of the scores across the lanes."""
        blocks = self.flex.blocks
        sizes = None if blocks is None else (blocks.rows, blocks.columns)
        return FlexSpace(flex_problem(self.flex, self.input_nodes[0]), kernel.machine, sizes)

    def text(self, kernel: MLIRTemplateKernel, mapping: FlashTiling) -> str:
        """The kernel's MLIR, tiled for the machine."""
        query, key, value = self.input_nodes[:3]
        text = FlexText(kernel, self.flex, {"q": mapping.q, "k": mapping.k}, "q")
        lists = named_lists(self.flex, self.input_nodes[3:])
        options = {
            "text": text,
            "flash": _Steps(text),
            "INPUTS": [query, key, value, *lists.values()],
            "LSE": self.mutated_inputs[0],
            "NAMES": ", ".join(["Q", "K", "V", *lists, "Y", "LSE"]),
            **common_options(self.flex.attention, mapping),
        }
        return self.fill_in(kernel, FORWARD, options)


class _Steps(ForwardSteps):
    logsumexp_unit = math.log(2)


def flex_problem(flex: FlexAttention, query: Any) -> Problem:
    """What the tiling depends on; the changed scores are counted as a bias."""
    return replace(problem_of(flex.attention, query), has_bias=True, reserve=_FUNCTIONS_SHARE)


def named_lists(flex: FlexAttention, nodes: Any) -> dict[str, Any]:
    """The lists of blocks by the names of their arguments; `nodes` begins with them."""
    kinds = flex.blocks.kinds if flex.blocks is not None else ()
    names = [f"{kind}_{part}".upper() for kind in kinds for part in ("count", "indices")]
    return dict(zip(names, nodes, strict=False))
