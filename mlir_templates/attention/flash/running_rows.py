"""Attention with running sums whose tiles of queries overlap: the forward kernel where sizes are numbers and keys take
several tiles.

As in `flash.forward` a tile of queries stays while tiles of keys pass. As in `flash.whole_rows` tiles of queries are
numbered over all heads: behind the last tile of keys the arrays multiply the next tile of queries, maybe of the next
head, while the vector unit exponentiates, and a result is divided after the first softmax behind it has been issued.

A product that is added to the running sum waits until the one before has left the arrays and is scaled down. Where
arrays and vector unit have little to do (few queries: decoding), every product has a tile of its own instead, which is
added when it is there.
"""

from typing import Any

from npusim.frontend import MLIRTemplateKernel
from npusim.mlir_templates.attention.flash.problem import FlashTiling
from npusim.mlir_templates.attention.flash.running_steps import ForwardSteps
from npusim.mlir_templates.attention.flash.text import Attention
from npusim.mlir_templates.attention.flash.whole_rows import TOP, whole_rows_options

RUNNING_ROWS = (
    TOP
    + r"""
  {% if ADDED %}
  {{ kernel.def_sram_buffer("Y", text.query_tile(ADDED, ["q", "e"], "q" if LANES == "q" else "e"), dtype=WIDE) }}
  {% endif %}
  {{ tiles.open_strips() }}
    {{ text.position("k_first", "k", "0") }}
    {{ tiles.position("first", "d0", "%strip") }}
    {{ flash.load_queries("first") }}
    {{ flash.multiply("first", "k_first") }}
    {{ tiles.open_strip() }}
      {{ tiles.position("this", "d0", "%tile") }}
      {{ text.keys_end("%keys_end") }}
      {{ text.math.fill("largest", -INFINITY) }}
      {{ text.math.fill("total", 0.0) }}
      {{ text.open_keys() }}
        {{ text.prepare_scores("scores") }}
        {{ text.load_kept() }}
        {{ text.math.fill("tile_largest", -INFINITY) }}
        {{ running.find_largest() }}
        {{ running.update_rows() }}
        {{ running.weigh() }}
        {{ text.position("k_next", "k", next_position, "%k") }}
        %same_row = arith.cmpi slt, %k_next, %keys_end : index
        scf.if %same_row {
          {{ flash.multiply("this", "k_next") }}
        } else {
          {{ tiles.when_not_last() }}
            {{ tiles.position("next", "d0 + 1", "%tile") }}
            {{ flash.load_queries("next") }}
            {{ flash.multiply("next", "k_first") }}
          }
        }
        {{ kernel.load_input("V", "V_tile", tiles.key_dims("e")) }}
        %begins_row = arith.cmpi eq, %k, %zero : index
        %has_begun = arith.cmpi ne, %k, %zero : index
        scf.if %has_begun {
          {{ running.decay(ADDED) }}
        }
        scf.if %begins_row {
          {{ tiles.when_not_first() }}
            {{ tiles.position("before", "d0 - 1", "%tile") }}
            {{ flash.finish("before", ADDED) }}
          }
          {{ text.math.fill("mixed", 0.0) }}
        }
        {% if ADDED %}
        {{ text.math.fill(ADDED, 0.0) }}
        {% endif %}
        {{ kernel.contract(ADDED or "mixed", "weights", "V_tile") }}
      {{ text.close_keys() }}
      {{ flash.sum_up() }}
    }
    {{ tiles.position("last", "d0 - 1", "%strip_end") }}
    {{ flash.finish("last", ADDED) }}
  {{ kernel.end_loop() }}
  return
}
"""
)


def running_rows_options(
    kernel: MLIRTemplateKernel, attention: Attention, tiling: FlashTiling, adds_later: bool
) -> dict[str, Any]:
    """The names of the template's text, apart from the tensors.

    Args:
        adds_later: products have tiles of their own.
    """
    options = whole_rows_options(kernel, attention, tiling)
    return {
        **options,
        "ADDED": "product" if adds_later else None,
        "running": ForwardSteps(options["text"]),
        "ROWS": ["largest", "tile_largest", "shift", "decay", "total", "share"],
        "next_position": f"d0 + {tiling.k}",
    }
