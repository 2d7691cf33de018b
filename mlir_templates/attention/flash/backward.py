"""Gradients of attention in two kernels: one loops over keys and sums the gradient of the queries, one loops over
queries and sums the gradients of keys and values.

Weights are recomputed from the saved logsumexp. With D the row sums of `gradient * output`, the gradient of the scaled
scores is `weights * (gradient @ V^T - D)` (Dao et al., FlashAttention, 2022, appendix B).
"""

from collections.abc import Sequence
from typing import Any

from npusim.frontend import MLIRTemplateKernel, TiledTemplate
from npusim.frontend.mlir_writer import loops
from npusim.frontend.template.elements import Element
from npusim.frontend.template.tile_math import Body
from npusim.mlir_templates.attention.flash.forward import problem_of
from npusim.mlir_templates.attention.flash.problem import FlashTiling
from npusim.mlir_templates.attention.flash.text import (
    Attention,
    FlashText,
    bias_options,
    common_options,
    optional_operands,
)
from npusim.mlir_templates.attention.flash.tiling import FlashBackwardOfKeysSpace, FlashBackwardSpace

OPERANDS = ("Q", "K", "V", "G", "LSE", "D")

_TOP = r"""
{{ kernel.def_global_vars() }}
func.func @{{ KERNEL_NAME }}
    {{ kernel.def_kernel(inputs=INPUTS, outputs=RESULTS, names_str=NAMES) }} {
  {{ kernel.def_local_vars() }}
  %zero = arith.constant 0 : index
  {{ kernel.def_sram_buffer("Q", text.query_tile("Q_tile", ["q", "d"], "q")) }}
  {{ kernel.def_sram_buffer("G", text.query_tile("G_tile", ["q", "e"], "q")) }}
  {{ kernel.def_sram_buffer("K", text.key_tile("K_tile", ["k", "d"], "k")) }}
  {{ kernel.def_sram_buffer("V", text.key_tile("V_tile", ["k", "e"], "k")) }}
  {% if BIAS is not none %}
  {{ kernel.def_sram_buffer("BIAS", text.tile("BIAS_tile", bias_axes, bias_lanes)) }}
  {% endif %}
  {{ text.kept_tile(LANES) }}
  {{ kernel.def_sram_buffer("LSE", text.query_tile("LSE_tile", ["q"], "q")) }}
  {{ kernel.def_sram_buffer("D", text.query_tile("D_tile", ["q"], "q")) }}
  {{ kernel.def_sram_buffer("LSE", text.query_tile("shift", ["q"], "q")) }}
  {% for scores in flash.score_tiles %}
  {{ kernel.def_sram_buffer("LSE", text.query_tile(scores, ["q", "k"], LANES)) }}
  {% endfor %}
  {{ kernel.def_sram_buffer("K", text.query_tile("grad_scores", ["q", "k"], LANES)) }}
"""

_LOAD_QUERIES = r"""
    {{ kernel.dma_load("Q", "Q_tile", QUERY_DIMS) }}
    {{ kernel.dma_load("G", "G_tile", RESULT_DIMS) }}
    {{ kernel.dma_load("LSE", "LSE_tile", ROW_DIMS) }}
    {{ kernel.dma_load("D", "D_tile", ROW_DIMS) }}
    {{ flash.shift() }}
"""

_LOAD_KEYS = r"""
    {{ kernel.dma_load("K", text.of_key_head("K_tile"), KEY_DIMS) }}
    {{ kernel.dma_load("V", text.of_key_head("V_tile"), VALUE_DIMS) }}
"""

_SCORES = r"""
    {{ text.math.fill(flash.score_tiles[0], 0.0) }}
    {{ kernel.contract(flash.score_tiles[0], "Q_tile", "K_tile") }}
    {{ text.math.fill("grad_weights", 0.0) }}
    {{ kernel.contract("grad_weights", "G_tile", "V_tile") }}
    {{ flash.change(kind) }}
    {{ text.load_kept() }}
    {{ flash.differentiate(DIFFERENTIATED) }}
    {{ flash.change_back() }}
"""

QUERIES = (
    _TOP
    + r"""
  {{ kernel.def_sram_buffer("Y", text.query_tile("query_sum", ["q", "d"], "q"), dtype=WIDE) }}
  {{ kernel.def_sram_buffer("Y", text.query_tile("Y_tile", ["q", "d"], "q")) }}
  {{ text.open_heads() }}
    {{ kernel.for_loop("q", QUERIES, TILE_Q, parallel=True) }}
"""
    + _LOAD_QUERIES
    + r"""
    {{ text.math.fill("query_sum", 0.0) }}
    {% for kind in flash.kinds %}
    {{ flash.open_keys(kind) }}
"""
    + _LOAD_KEYS
    + _SCORES
    + r"""
      {{ kernel.contract("query_sum", "grad_scores", "K_tile") }}
    {{ flash.close_keys() }}
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
  {{ kernel.def_sram_buffer("V", text.query_tile("weights", ["q", "k"], LANES)) }}
  {{ kernel.def_sram_buffer("Y", text.key_tile("key_sum", ["k", "d"], "k"), dtype=WIDE) }}
  {{ kernel.def_sram_buffer("Z", text.key_tile("value_sum", ["k", "e"], "k"), dtype=WIDE) }}
  {{ kernel.def_sram_buffer("Y", text.key_tile("Y_tile", ["k", "d"], "k")) }}
  {{ kernel.def_sram_buffer("Z", text.key_tile("Z_tile", ["k", "e"], "k")) }}
  {{ kernel.for_loop("b", BATCH, TILE_B, parallel=True) }}
    {{ kernel.for_loop("g", KEY_HEADS, TILE_G, parallel=True) }}
      {{ kernel.for_loop("k", ALL_KEYS, TILE_K, parallel=True) }}
"""
    + _LOAD_KEYS
    + r"""
        {{ text.math.fill("key_sum", 0.0) }}
        {{ text.math.fill("value_sum", 0.0) }}
        {{ text.open_shared_heads() }}
          {% for kind in flash.kinds %}
          {{ flash.open_queries(kind) }}
"""
    + _LOAD_QUERIES
    + _SCORES
    + r"""
            {{ kernel.contract("value_sum", "weights", "G_tile") }}
            {{ kernel.contract("key_sum", "grad_scores", "Q_tile") }}
          {{ flash.close_queries() }}
          {% endfor %}
        {{ kernel.end_loop() }}
        {{ flash.scaled("Y_tile", "key_sum") }}
        {{ flash.of_values("Z_tile", "value_sum") }}
        {{ kernel.dma_store(text.of_key_head("Y_tile"), "Y", KEY_DIMS) }}
        {{ kernel.dma_store(text.of_key_head("Z_tile"), "Z", VALUE_DIMS) }}
      {{ kernel.end_loop() }}
    {{ kernel.end_loop() }}
  {{ kernel.end_loop() }}
  return
}
"""
)


class MLIRFlashBackwardTemplate(TiledTemplate[FlashTiling]):
    """The gradient of the queries, or those of keys and values, any strides.

    Args:
        input_nodes: query, key, value, gradient of the output, logsumexp, row sums D, then the bias and which weights
            dropout keeps, if there are.
        layout: of the gradient of the queries, or of the keys.
        value_gradient: buffer of the gradient of the values, or None: then the kernel is the one for queries.
    """

    any_strides = True

    def __init__(self, input_nodes: Any, layout: Any, attention: Attention, value_gradient: Any = None) -> None:
        extra = [] if value_gradient is None else [value_gradient]
        super().__init__("flash_attention_backward", [*input_nodes, *extra], layout)
        self.mutated_inputs = self.input_nodes[len(input_nodes) :]
        self.attention = attention

    def space(self, kernel: MLIRTemplateKernel) -> FlashBackwardSpace:
        """Tile sizes, and the axis of the scores across the lanes."""
        problem = problem_of(self.attention, self.input_nodes[0])
        space = FlashBackwardOfKeysSpace if self.mutated_inputs else FlashBackwardSpace
        return space(problem, kernel.machine)

    def text(self, kernel: MLIRTemplateKernel, mapping: FlashTiling) -> str:
        """The kernel's MLIR, tiled for the machine."""
        attention = self.attention
        text = FlashText(kernel, attention, {"q": mapping.q, "k": mapping.k, **mapping.several})
        rest = optional_operands(attention, self.input_nodes[6:])
        operands = [*self.input_nodes[:6], *rest.values()]
        options = {
            **backward_options(BackwardSteps(text), mapping, operands, [self.output_node, *self.mutated_inputs]),
            "BIAS": rest["BIAS"],
            "NAMES": ", ".join([*OPERANDS, *rest, *"YZ"[: 1 + len(self.mutated_inputs)]]),
            "TILE_B": mapping.batch,
            "TILE_G": 1 if text.shares_keys else mapping.heads,
            **bias_options(attention, mapping.lanes, {*mapping.several, "q", "k"}),
        }
        return self.fill_in(kernel, KEYS if self.mutated_inputs else QUERIES, options)


def backward_options(
    steps: "BackwardSteps", mapping: FlashTiling, operands: Sequence[Any], results: Sequence[Any]
) -> dict[str, Any]:
    """What the texts of both kernels are filled in with; those for keys have two results."""
    attention = steps.text.attention
    changed = steps.changed_gradient
    return {
        "text": steps.text,
        "flash": steps,
        "INPUTS": operands,
        "RESULTS": results,
        "DIFFERENTIATED": [changed, "weights"] if len(results) > 1 else [changed],
        "BATCH": attention.batch,
        "KEY_HEADS": attention.key_heads,
        "ALL_KEYS": attention.keys,
        "TILE_K": mapping.k,
        **common_options(attention, mapping),
    }


class BackwardSteps:
    """Prints the steps that the templates' texts call.

    Attributes:
        kinds: kinds of blocks of keys and queries that the kernels loop over, one kind after the other.
        score_tiles: tiles of scores and of gradients; the first one takes the products of queries and keys.
        changed_gradient: the tile with the gradient of what the exponential is taken of.
    """

    kinds: Sequence[str] = ("all",)
    score_tiles: Sequence[str] = ("scores", "grad_weights")
    changed_gradient = "grad_scores"

    def __init__(self, text: FlashText) -> None:
        self.text, self.math = text, text.math

    def open_keys(self, kind: str) -> str:
        """Opens the loop over the keys of a kind of blocks that the tile of queries sees."""
        return self.text.open_keys()

    def close_keys(self) -> str:
        """Ends the loop over keys."""
        return self.text.close_keys()

    def open_queries(self, kind: str) -> str:
        """Opens the loop over the queries of a kind of blocks that see the tile of keys."""
        return self.text.open_queries()

    def close_queries(self) -> str:
        """Ends the loop over queries."""
        return loops.END

    def change(self, kind: str) -> str:
        """Computes what the exponential is taken of from the products."""
        return self.text.prepare_scores("scores")

    def change_back(self) -> str:
        """Computes the gradient of the products from that of what the exponential is taken of."""
        return ""

    def shift(self) -> str:
        """The value that is subtracted before the exponential: the logsumexp, but for rows without visible keys."""
        scoring = self.text.attention.scoring

        def body(at: Body, ins: list[Element], _: list[Element]) -> list[Element]:
            nothing = at.equal(ins[0], at.number(-float("inf")))
            if scoring.far_below is not None:
                return [at.select(nothing, at.number(scoring.far_below), ins[0])]
            if scoring.empty_rows_are_nan:
                return [ins[0]]
            return [at.select(nothing, at.number(0.0), ins[0])]

        return self.math.compute(["shift"], ["LSE_tile"], body)

    def differentiate(self, outputs: list[str]) -> str:
        """Computes the gradient of the scaled scores, and the weights if there is a second output."""
        attention = self.text.attention

        def body(at: Body, ins: list[Element], _: list[Element]) -> list[Element]:
            score, grad, shift, row, *rest = ins
            kept, mask = rest[: len(keeps)], rest[len(keeps) :]
            grad = self.text.dropped(at, self.text.scaled_up(at, grad), kept)
            weight = at.exp(at.sub(self.text.exponent(at, score), shift))
            change = at.mul(weight, at.sub(grad, row))
            if mask:
                seen = at.is_true(mask[0])
                change = at.select(seen, change, at.number(0.0))
                if attention.scoring.far_below is not None and len(outputs) > 1:
                    weight = at.select(seen, weight, at.mul(weight, at.number(1 / int(attention.keys))))
            return [change, self.text.dropped(at, weight, kept)][: len(outputs)]

        keeps, mask = self.text.kept_tiles, ["BIAS_tile"] if attention.replaces_hidden else []
        return self.math.compute(outputs, ["scores", "grad_weights", "shift", "D_tile", *keeps, *mask], body)

    def scaled(self, target: str, source: str) -> str:
        """Multiplies the sum by the scale, in the result's type."""

        def body(at: Body, ins: list[Element], _: list[Element]) -> list[Element]:
            return [at.mul(ins[0], at.number(self.text.attention.scale))]

        return self.math.compute([target], [source], body)

    def of_values(self, target: str, source: str) -> str:
        """The gradient of the values from the sum over all weights that are kept, in the result's type."""
        return self.math.compute([target], [source], lambda at, ins, outs: [self.text.scaled_up(at, ins[0])])
