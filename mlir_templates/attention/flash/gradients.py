"""Gradients of attention in one kernel, where a scratchpad holds the sums of all keys of a head.

`flash.backward` computes the weights twice, for the gradient of the queries and for those of keys and values. Here a
tile of queries stays while tiles of keys pass, as in the forward kernel: the gradient of the queries is complete when
all keys have passed, and the gradients of all keys and values of the head wait in the scratchpad until all its queries
have. So five products and one pass of exponentials are left of seven and two.

Arrays and vector unit work in order. The two products of the next tile of scores, of whichever row or head, stand
before the three that need this tile's weights, so the arrays work while the vector unit differentiates; a result is
scaled and stored after the vector work of the tile behind it has been issued. Operands of the three later products are
loaded into tiles of their own, as those of the first two hold the next tile's by then.
"""

from math import ceil
from typing import Any

import torch
from npusim.frontend import MLIRTemplateKernel, TiledTemplate, mlir_common
from npusim.frontend.mlir_writer.memory import part
from npusim.frontend.template.operations import Tile
from npusim.mlir_templates.attention.flash.backward import BackwardSteps
from npusim.mlir_templates.attention.flash.forward import problem_of
from npusim.mlir_templates.attention.flash.problem import FlashTiling
from npusim.mlir_templates.attention.flash.text import (
    QUERY_DIMS,
    RESULT_DIMS,
    ROW_DIMS,
    Attention,
    FlashText,
    bias_options,
    optional_operands,
)
from npusim.mlir_templates.attention.flash.tiling import FlashGradientsSpace
from npusim.mlir_templates.attention.flash.whole_rows import Tiles

GRADIENTS = r"""
{{ kernel.def_global_vars() }}
func.func @{{ KERNEL_NAME }}
    {{ kernel.def_kernel(inputs=[Q, K, V, G, LSE, D, BIAS, KEPT], outputs=[Y, Z, W], names_str=NAMES) }} {
  {{ kernel.def_local_vars() }}
  %zero = arith.constant 0 : index
  {% for name, axes in [("Q_tile", "qd"), ("G_tile", "qe"), ("Q_again", "qd"), ("G_again", "qe")] %}
  {{ kernel.def_sram_buffer(name[0], text.query_tile(name, axes, "q")) }}
  {% endfor %}
  {% for name, axes in [("K_tile", "kd"), ("V_tile", "ke"), ("K_again", "kd")] %}
  {{ kernel.def_sram_buffer(name[0], text.key_tile(name, axes, "k")) }}
  {% endfor %}
  {% if BIAS is not none %}
  {{ kernel.def_sram_buffer("BIAS", text.tile("BIAS_tile", bias_axes, bias_lanes)) }}
  {% endif %}
  {{ text.kept_tile(LANES) }}
  {% for row in ["LSE_tile", "D_tile", "shift"] %}
  {{ kernel.def_sram_buffer("LSE", text.query_tile(row, "q", "q")) }}
  {% endfor %}
  {% for scores, of in [("scores", "LSE"), ("grad_weights", "LSE"), ("grad_scores", "K"), ("weights", "V")] %}
  {{ kernel.def_sram_buffer(of, text.query_tile(scores, "qk", LANES)) }}
  {% endfor %}
  {{ kernel.def_sram_buffer("Y", text.query_tile("query_sum", "qd", "q"), dtype=WIDE) }}
  {{ kernel.def_sram_buffer("Y", text.query_tile("Y_tile", "qd", "q")) }}
  {% for name, sums, axes in [("Z", "key_sum", "sd"), ("W", "value_sum", "se")] %}
  {{ kernel.def_sram_buffer(name, text.key_tile(sums, axes, "s"), dtype=WIDE, slots=SLOTS) }}
  {{ kernel.def_sram_buffer(name, text.key_tile(name ~ "_tile", axes, "s"), slots=SLOTS) }}
  {% endfor %}
  {{ tiles.open_strips() }}
    {{ text.position("k_first", "k", "0") }}
    {{ tiles.position("first", "d0", "%strip") }}
    {{ flash.load_queries("first") }}
    {{ flash.load_keys("first", "k_first") }}
    {{ flash.score() }}
    {{ tiles.open_strip() }}
      {{ tiles.position("this", "d0", "%tile") }}
      {{ flash.shift() }}
      {% if several %}
      {{ text.keys_end("%keys_end") }}
      {{ text.open_keys() }}
      {% else %}
      {{ text.position("k", "k", "0") }}
      {% endif %}
        {{ text.prepare_scores("scores") }}
        {{ text.load_kept() }}
        {{ flash.differentiate(["grad_scores", "weights"]) }}
        {% if several %}
        {{ text.position("k_next", "k", next_position, "%k") }}
        %same_row = arith.cmpi slt, %k_next, %keys_end : index
        scf.if %same_row {
          {{ flash.load_keys("this", "k_next") }}
          {{ flash.score() }}
        } else {
        {% endif %}
        {{ tiles.when_not_last() }}
          {{ tiles.position("next", "d0 + 1", "%tile") }}
          {{ flash.load_queries("next") }}
          {% if several %}
          {{ flash.load_keys("next", "k_first") }}
          {% else %}
          {{ tiles.when_first_of_key_head("d0 + 1", "%tile") }}
            {{ flash.load_keys("next", "k_first") }}
          }
          {% endif %}
          {{ flash.score() }}
        }
        {% if several %}
        }
        %begins_row = arith.cmpi eq, %k, %zero : index
        scf.if %begins_row {
        {% endif %}
          {{ tiles.when_not_first() }}
            {{ tiles.position("before", "d0 - 1", "%tile") }}
            {{ flash.finish_queries("before") }}
            {{ tiles.when_first_of_key_head("d0", "%tile") }}
              {{ flash.finish_keys("before") }}
            }
          }
          {{ kernel.dma_load("Q", "Q_again", QUERY_DIMS) }}
          {{ kernel.dma_load("G", "G_again", RESULT_DIMS) }}
          {{ text.math.fill("query_sum", 0.0) }}
          {{ tiles.when_first_of_key_head("d0", "%tile") }}
            {% if not several %}
            {{ kernel.dma_load("K", "K_again", tiles.key_dims("d")) }}
            {% endif %}
            {{ text.math.fill("key_sum", 0.0) }}
            {{ text.math.fill("value_sum", 0.0) }}
          }
        {% if several %}
        }
        {{ kernel.dma_load("K", "K_again", tiles.key_dims("d")) }}
        {% endif %}
        {{ flash.part_of_keys("value_sum") }}
        {{ kernel.contract("value_sum_part", "weights", "G_again") }}
        {{ flash.part_of_keys("key_sum") }}
        {{ kernel.contract("key_sum_part", "grad_scores", "Q_again") }}
        {{ kernel.contract("query_sum", "grad_scores", "K_again") }}
      {% if several %}
      {{ text.close_keys() }}
      {% endif %}
    }
    {{ tiles.position("last", "d0 - 1", "%strip_end") }}
    {{ flash.finish_queries("last") }}
    {{ flash.finish_keys("last") }}
  {{ kernel.end_loop() }}
  return
}
"""


class MLIRFlashGradientsTemplate(TiledTemplate[FlashTiling]):
    """The gradients of queries, keys and values, any strides.

    Args:
        input_nodes: query, key, value, gradient of the output, logsumexp, row sums D, then the bias and which weights
            dropout keeps, if there are.
        layout: of the gradient of the queries.
        key_gradients: buffers of the gradients of keys and values.
    """

    any_strides = True

    def __init__(self, input_nodes: Any, layout: Any, attention: Attention, key_gradients: list[Any]) -> None:
        super().__init__("flash_attention_gradients", [*input_nodes, *key_gradients], layout)
        self.mutated_inputs = self.input_nodes[len(input_nodes) :]
        self.attention = attention

    def space(self, kernel: MLIRTemplateKernel) -> FlashGradientsSpace:
        """Tile sizes, and the axis of the scores across the lanes."""
        return FlashGradientsSpace(problem_of(self.attention, self.input_nodes[0]), kernel.machine)

    def text(self, kernel: MLIRTemplateKernel, mapping: FlashTiling) -> str:
        """The kernel's MLIR, tiled for the machine."""
        attention, inputs = self.attention, self.input_nodes
        rounds = ceil(int(attention.keys) / mapping.k)
        text = FlashText(kernel, attention, {"q": mapping.q, "k": mapping.k, **mapping.several})
        text.sizes["s"] = rounds * mapping.k
        kernel.walk("s", attention.keys, text.sizes["s"])
        tiles = Tiles(text, mapping, by_key_heads=True)
        options = {
            "text": text,
            "tiles": tiles,
            "flash": _Steps(text, tiles),
            "NAMES": "Q, K, V, G, LSE, D, BIAS, KEPT, Y, Z, W",
            **dict(zip(["Q", "K", "V", "G", "LSE", "D"], inputs, strict=False)),
            **optional_operands(attention, inputs[6:]),
            **dict(zip("ZW", self.mutated_inputs, strict=True)),
            "WIDE": torch.float32,
            "LANES": mapping.lanes,
            "SLOTS": 1 if rounds > 1 else 2,
            "several": rounds > 1,
            "next_position": f"d0 + {mapping.k}",
            "QUERY_DIMS": QUERY_DIMS,
            "RESULT_DIMS": RESULT_DIMS,
            **bias_options(attention, mapping.lanes, {*mapping.several, "q", "k"}),
        }
        return self.fill_in(kernel, GRADIENTS, options)


class _Steps(BackwardSteps):
    """Prints the steps that the template's text calls."""

    def __init__(self, text: FlashText, tiles: Tiles) -> None:
        super().__init__(text)
        self.tiles, self.kernel = tiles, text.kernel

    def load_queries(self, position: str) -> str:
        """Loads what the scores of a tile of queries need of it."""
        loaded = (("Q", QUERY_DIMS), ("G", RESULT_DIMS), ("LSE", ROW_DIMS), ("D", ROW_DIMS))
        return "\n".join(self._load(name, f"{name}_tile", dims, position) for name, dims in loaded)

    def load_keys(self, position: str, along: str) -> str:
        """Loads the keys and values at `along` of the key head of a tile of queries."""
        dims = {"K": self.tiles.key_dims("d", along), "V": self.tiles.key_dims("e", along)}
        return "\n".join(self._load(name, f"{name}_tile", each, position, along) for name, each in dims.items())

    def _load(self, name: str, tile: str, dims: tuple[str, ...], position: str, along: str = "k") -> str:
        return self.kernel.dma_load(name, self.tiles.tile_at(tile, position, along), self.tiles.dims_at(dims, position))

    def score(self) -> str:
        """Multiplies queries with keys, and gradients of results with values."""
        products = (("scores", "Q_tile", "K_tile"), ("grad_weights", "G_tile", "V_tile"))
        return "\n".join(
            f"{self.math.fill(out, 0.0)}\n{self.kernel.contract(out, left, right)}" for out, left, right in products
        )

    def part_of_keys(self, sums: str) -> str:
        """Names the part of the sums of all keys that belongs to the tile of keys."""
        whole, size = self.kernel.tile(sums), self.text.sizes["k"]
        if whole.size("s") == size:
            self.text.same_tile(f"{sums}_part", sums, {"s": "k"})
            return ""
        text, axes = self.kernel.text(), ["k" if axis == "s" else axis for axis in whole.axes]
        sizes = [self.text.sizes[axis] for axis in axes]
        view = part(text, whole, ["%k" if axis == "k" else 0 for axis in axes], sizes)
        desc = mlir_common.MLIRMultiDimTile(sizes, self.kernel.vector_lane, axes.index("k"), 1)
        desc.set_axes(axes)
        self.kernel.tiles[f"{sums}_part"] = Tile(view.name, view.type, desc, whole.dtype)
        return str(text)

    def finish_queries(self, position: str) -> str:
        """Scales and stores the gradient of a tile of queries."""
        tile, dims = self.tiles.tile_at("Y_tile", position), self.tiles.dims_at(QUERY_DIMS, position)
        stored = self.kernel.dma_store(tile, "Y", dims)
        return f"{self.scaled('Y_tile', 'query_sum')}\n{stored}"

    def finish_keys(self, position: str) -> str:
        """Scales and stores the gradients of all keys and values of the key head of a tile of queries."""
        lines = [self.scaled("Z_tile", "key_sum"), self.of_values("W_tile", "value_sum")]
        for name, last in (("Z", "d"), ("W", "e")):
            dims = self.tiles.dims_at(self.tiles.key_dims(last, "s"), position)
            lines.append(self.kernel.dma_store(self.tiles.tile_at(f"{name}_tile", position), name, dims))
        return "\n".join(lines)
