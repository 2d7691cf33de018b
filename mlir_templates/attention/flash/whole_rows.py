"""Attention whose tiles hold whole rows of scores: the forward kernel where all keys fit one tile.

No partial sums are rescaled: every tile of queries is a product, a softmax and a product, independent of other tiles.
A tile holds several small heads, so that one contraction covers many of them. Tiles are pipelined in three steps, so
that arrays and vector unit, which work in order, never wait for each other: during the softmax of a tile the arrays
multiply the queries and keys of the next tile, and the result of a tile is divided after the next tile's softmax has
been issued. The tiles of all heads are numbered; a core takes a strip of them.
"""

from collections.abc import Sequence
from math import ceil, prod
from typing import Any

import torch
from npusim.frontend import MLIRTemplateKernel
from npusim.frontend.mlir_writer import loops
from npusim.frontend.mlir_writer.indices import applied
from npusim.frontend.template.elements import Element
from npusim.frontend.template.tile_math import Body
from npusim.mlir_templates.attention.flash.problem import FlashTiling
from npusim.mlir_templates.attention.flash.text import (
    QUERY_DIMS,
    RESULT_DIMS,
    ROW_DIMS,
    Attention,
    FlashText,
    bias_options,
    head_repeats,
)

_INFINITY = float("inf")

TOP = r"""
{{ kernel.def_global_vars() }}
func.func @{{ KERNEL_NAME }}
    {{ kernel.def_kernel(inputs=[Q, K, V, BIAS, KEPT], outputs=[Y, LSE], names_str="Q, K, V, BIAS, KEPT, Y, LSE") }} {
  {{ kernel.def_local_vars() }}
  %zero = arith.constant 0 : index
  {{ kernel.def_sram_buffer("Q", text.query_tile("Q_tile", ["q", "d"], "q")) }}
  {{ kernel.def_sram_buffer("K", text.key_tile("K_tile", ["k", "d"], "k")) }}
  {{ kernel.def_sram_buffer("V", text.key_tile("V_tile", ["k", "e"], "k")) }}
  {% if BIAS is not none %}
  {{ kernel.def_sram_buffer("BIAS", text.tile("BIAS_tile", bias_axes, bias_lanes)) }}
  {% endif %}
  {{ text.kept_tile(LANES) }}
  {{ kernel.def_sram_buffer("Y", text.query_tile("scores", ["q", "k"], LANES), dtype=WIDE) }}
  {{ kernel.def_sram_buffer("V", text.query_tile("weights", ["q", "k"], LANES)) }}
  {{ kernel.def_sram_buffer("Y", text.query_tile("mixed", ["q", "e"], "q" if LANES == "q" else "e"), dtype=WIDE) }}
  {{ kernel.def_sram_buffer("Y", text.query_tile("Y_tile", ["q", "e"], "q" if LANES == "q" else "e")) }}
  {% for row in ROWS %}
  {{ kernel.def_sram_buffer("Y", text.query_tile(row, ["q"], "q"), dtype=WIDE) }}
  {% endfor %}
  {{ kernel.def_sram_buffer("LSE", text.query_tile("LSE_tile", ["q"], "q")) }}
"""
"""The text of kernels whose tiles are numbered, up to the loops; ROWS are the tiles with a number per query."""

WHOLE_ROWS = (
    TOP
    + r"""
  {{ tiles.open_strips() }}
    {{ text.position("k", "k", "0") }}
    {{ tiles.position("first", "d0", "%strip") }}
    {{ flash.score("first") }}
    {{ tiles.open_strip() }}
      {{ tiles.position("this", "d0", "%tile") }}
      {{ tiles.load_bias() }}
      {{ text.load_kept() }}
      {{ text.prepare_scores("scores", loads_bias=False) }}
      {{ text.math.fill("largest", -INFINITY) }}
      {{ flash.find_largest() }}
      {{ text.math.fill("total", 0.0) }}
      {{ flash.weigh() }}
      {{ tiles.when_not_last() }}
        {{ tiles.position("next", "d0 + 1", "%tile") }}
        {{ flash.score("next") }}
      }
      {{ tiles.when_not_first() }}
        {{ tiles.position("before", "d0 - 1", "%tile") }}
        {{ flash.finish("before") }}
      }
      {{ flash.sum_up() }}
      {{ flash.mix() }}
    }
    {{ tiles.position("last", "d0 - 1", "%strip_end") }}
    {{ flash.finish("last") }}
  {{ kernel.end_loop() }}
  return
}
"""
)


def whole_rows_options(kernel: MLIRTemplateKernel, attention: Attention, tiling: FlashTiling) -> dict[str, Any]:
    """The names of the template's text, apart from the tensors."""
    text = FlashText(kernel, attention, {"q": tiling.q, "k": tiling.k, **tiling.several})
    tiles = Tiles(text, tiling, attention.bias_axes() if attention.bias is not None else ())
    return {
        "text": text,
        "tiles": tiles,
        "flash": StripSteps(text, tiles),
        "WIDE": torch.float32,
        "INFINITY": _INFINITY,
        "LANES": tiling.lanes,
        "ROWS": ["largest", "shift", "total", "share"],
        **bias_options(attention, tiling.lanes, {*tiling.several, "q", "k"}),
    }


class Tiles:
    """Numbers the tiles of all heads and queries, and locates a tile by its number.

    Args:
        bias_axes: the axes of the bias; along the others (of b, h, q) numbers count fastest, so that tiles in sequence
            have the same bias.
        by_key_heads: the tiles of the query heads that share a key head are on one core.
    """

    def __init__(
        self, text: FlashText, tiling: FlashTiling, bias_axes: Sequence[str] = (), by_key_heads: bool = False
    ) -> None:
        at, self.text, self.kernel = text.attention, text, text.kernel
        sizes = ((at.batch, tiling.batch), (at.heads, tiling.heads), (at.queries, tiling.q))
        self.steps = [step for _, step in sizes]
        self.extents = [extent for extent, _ in sizes]
        self.counts = [ceil(int(extent) / step) for extent, step in sizes]
        self.total = prod(self.counts)
        fast = [axis for axis in range(3) if bias_axes and "bhq"[axis] not in bias_axes]
        self.order = [*(axis for axis in range(3) if axis not in fast), *fast]
        self.of_bias = prod(self.counts[axis] for axis in fast)
        self.repeats = head_repeats(at.heads, at.key_heads)
        self.of_key_head = ceil(self.repeats / tiling.heads) * self.counts[2]
        unit = self.of_key_head if by_key_heads else 1
        self.strip = ceil(self.total / unit / self.kernel.machine.cores) * unit

    def open_strips(self) -> str:
        """Opens the loop over the cores' strips of tiles."""
        strips = self.kernel.for_loop("strip", self.total, self.strip, parallel=True)
        end = applied(f"{self.total}, d0 + {self.strip}", ["%strip"])
        return f"{strips}\n%strip_end = affine.min {end}"

    def open_strip(self) -> str:
        """Opens the loop over the tiles of a strip; a brace ends it."""
        end = applied(f"{self.total}, d0 + {self.strip}", ["%strip"])
        return loops.affine("%tile", applied("d0", ["%strip"]), f"min {end}")

    def when_not_first(self) -> str:
        """Opens a branch for all tiles of the strip but the first; a brace ends it."""
        return "\n".join(["%started = arith.cmpi sgt, %tile, %strip : index", loops.when("%started")])

    def when_not_last(self) -> str:
        """Opens a branch for all tiles of the strip but the last; a brace ends it."""
        after = f"%after = affine.apply {applied('d0 + 1', ['%tile'])}"
        return "\n".join([after, "%more = arith.cmpi slt, %after, %strip_end : index", loops.when("%more")])

    def when_first_of_key_head(self, number: str, operand: str) -> str:
        """Opens a branch for the first tile of every key head; a brace ends it."""
        rest = f"%of_key_head = affine.apply {applied(f'({number}) mod {self.of_key_head}', [operand])}"
        return "\n".join([rest, "%begins = arith.cmpi eq, %of_key_head, %zero : index", loops.when("%begins")])

    def load_bias(self) -> str:
        """Loads the bias of the first tile of a strip, and of every tile that has another than the one before."""
        load = self.text.load_bias()
        if not load or self.of_bias == 1:
            return load
        behind = applied(f"d0 mod {self.of_bias}, d0 - d1", ["%tile", "%strip"])
        lines = [f"%behind_bias = affine.min {behind}", "%other_bias = arith.cmpi eq, %behind_bias, %zero : index"]
        return "\n".join([*lines, loops.when("%other_bias"), load, "}"])

    def position(self, position: str, number: str, operand: str) -> str:
        """Defines the first sequence, head, key head and query of the tile with a number."""
        lines = [
            self._define(f"{variable}{_suffix(position)}", axis, number, operand) for axis, variable in enumerate("bhq")
        ]
        if self.repeats > 1:
            key_head, head = f"g{_suffix(position)}", f"%h{_suffix(position)}"
            self.kernel.walk(key_head, self.text.attention.key_heads, 1)
            lines.append(f"%{key_head} = affine.apply {applied(f'd0 floordiv {self.repeats}', [head])}")
        return "\n".join(lines)

    def _define(self, variable: str, axis: int, number: str, operand: str) -> str:
        """Defines the position of a tile along one axis; the last axis of the order varies fastest."""
        self.kernel.walk(variable, self.extents[axis], self.steps[axis])
        if self.counts[axis] == 1:
            return f"%{variable} = affine.apply {applied('0')}"
        place = self.order.index(axis)
        behind = prod(self.counts[other] for other in self.order[place + 1 :])
        index = f"({number}) floordiv {behind}" if behind > 1 else f"({number})"
        if prod(self.counts[other] for other in self.order[:place]) > 1:
            index = f"({index}) mod {self.counts[axis]}"
        return f"%{variable} = affine.apply {applied(f'{index} * {self.steps[axis]}', [operand])}"

    def tile_at(self, name: str, position: str, along: str = "k") -> str:
        """The name of a tile with the loop variables of a position, and of the keys at `along`."""
        if not _suffix(position) and along == "k":
            return name
        renamed = f"{name}_{position}" if along == "k" else f"{name}_{position}_{along}"
        self.text.same_tile(renamed, name, {**{axis: f"{axis}{_suffix(position)}" for axis in "bhq"}, "k": along})
        return renamed

    def dims_at(self, dims: Sequence[str], position: str) -> list[str]:
        """The loop variables of a tensor's dimensions at a position."""
        return [f"{dim}{_suffix(position)}" if dim in "bhgq" else dim for dim in dims]

    def key_dims(self, last: str, along: str = "k") -> tuple[str, str, str, str]:
        """The loop variables of the dimensions of keys or values."""
        return ("b", "g" if self.repeats > 1 else "h", along, last)


def _suffix(position: str) -> str:
    return "" if position == "this" else f"_{position}"


class StripSteps:
    """Prints the steps that the template's text calls."""

    def __init__(self, text: FlashText, tiles: Tiles) -> None:
        self.text, self.tiles, self.math, self.kernel = text, tiles, text.math, text.kernel

    def score(self, position: str) -> str:
        """Loads the queries and keys of a tile and multiplies them."""
        return f"{self.load_queries(position)}\n{self.multiply(position, 'k')}"

    def load_queries(self, position: str) -> str:
        """Loads the queries of a tile."""
        tile, dims = self.tiles.tile_at("Q_tile", position), self.tiles.dims_at(QUERY_DIMS, position)
        return self.kernel.load_input("Q", tile, dims)

    def multiply(self, position: str, along: str) -> str:
        """Loads the keys at `along` of a tile and multiplies the queries with them."""
        key = self.tiles.tile_at("K_tile", position, along)
        load = self.kernel.load_input("K", key, self.tiles.dims_at(self.tiles.key_dims("d", along), position))
        return "\n".join([load, self.math.fill("scores", 0.0), self.kernel.contract("scores", "Q_tile", "K_tile")])

    def find_largest(self) -> str:
        """Finds the largest score of every row."""

        def body(at: Body, ins: list[Element], outs: list[Element]) -> list[Element]:
            return [at.maximum(outs[0], ins[0])]

        return self.math.compute(["largest"], ["scores"], body)

    def weigh(self) -> str:
        """Computes the weights of the tile and their sums; rows without visible keys are shifted by 0."""

        def shift(at: Body, ins: list[Element], _: list[Element]) -> list[Element]:
            largest = self.text.exponent(at, ins[0])
            return [at.select(at.equal(largest, at.number(-_INFINITY)), at.number(0.0), largest)]

        def weigh(at: Body, ins: list[Element], outs: list[Element]) -> list[Element]:
            score, shift, *kept = ins
            weight = at.exp(at.sub(self.text.exponent(at, score), shift))
            return [self.text.dropped(at, weight, kept), at.add(outs[1], weight)]

        shifted = self.math.compute(["shift"], ["largest"], shift)
        return (
            f"{shifted}\n{self.math.compute(['weights', 'total'], ['scores', 'shift', *self.text.kept_tiles], weigh)}"
        )

    def sum_up(self) -> str:
        """Computes the reciprocal of every row's sum of weights, and stores the logsumexp."""

        def body(at: Body, ins: list[Element], _: list[Element]) -> list[Element]:
            total, shift = ins
            share = at.div(at.number(self.text.attention.kept_factor), self.text.divisor(at, total))
            return [share, self.text.logsumexp(at, total, shift)]

        summed = self.math.compute(["share", "LSE_tile"], ["total", "shift"], body)
        return f"{summed}\n{self.kernel.dma_store('LSE_tile', 'LSE', ROW_DIMS)}"

    def mix(self) -> str:
        """Multiplies the weights with the values."""
        load = self.kernel.load_input("V", "V_tile", self.tiles.key_dims("e"))
        return "\n".join([load, self.math.fill("mixed", 0.0), self.kernel.contract("mixed", "weights", "V_tile")])

    def finish(self, position: str, added: str | None = None) -> str:
        """Divides the weighted values of a tile by the sums of the weights, and stores them.

        Args:
            added: a product that is not yet part of the weighted values.
        """

        def body(at: Body, ins: list[Element], _: list[Element]) -> list[Element]:
            mixed, share, *product = ins
            return [at.mul(at.add(mixed, product[0]) if product else mixed, share)]

        divided = self.math.compute(["Y_tile"], ["mixed", "share", *([added] if added else [])], body)
        tile, dims = self.tiles.tile_at("Y_tile", position), self.tiles.dims_at(RESULT_DIMS, position)
        stored = self.kernel.dma_store(tile, "Y", dims)
        return f"{divided}\n{stored}"
