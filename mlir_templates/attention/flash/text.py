"""Text that the forward and backward flash attention kernels share: loops over heads and sequences, and scores.

Loop variables are `b` (batch), `h` (query head), `g` (key head), `q` (query), `k` (key); `d` runs over the elements of
a query and a key, `e` over those of a value. A tile may hold several heads, and several sequences of the batch: then it
has axes `h` and `b` as well. The tile of a key head is held once for all heads that share it.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import sympy
import torch
from npusim.frontend import MLIRTemplateKernel, mlir_common
from npusim.frontend.inductor.api import FloorDiv, V
from npusim.frontend.mlir_writer import loops
from npusim.frontend.mlir_writer.indices import applied
from npusim.frontend.template.elements import Element
from npusim.frontend.template.operations import Tile
from npusim.frontend.template.tile_math import Body, TileMath
from npusim.mlir_templates.attention.flash.problem import FlashTiling
from npusim.mlir_templates.attention.scoring import Scoring
from npusim.mlir_templates.common.tiles import named_tile

QUERY_DIMS = ("b", "h", "q", "d")
KEY_DIMS = ("b", "g", "k", "d")
VALUE_DIMS = ("b", "g", "k", "e")
RESULT_DIMS = ("b", "h", "q", "e")
ROW_DIMS = ("b", "h", "q")
BIAS_DIMS = ("b", "h", "q", "k")
_NAMED_DIMS = {
    "QUERY_DIMS": QUERY_DIMS,
    "KEY_DIMS": KEY_DIMS,
    "VALUE_DIMS": VALUE_DIMS,
    "RESULT_DIMS": RESULT_DIMS,
    "ROW_DIMS": ROW_DIMS,
}


@dataclass(frozen=True)
class Attention:
    """The parameters of an attention; sizes may be symbolic.

    Attributes:
        bias: None, or a tensor of rank 4 (where only its axes are asked for, of fewer) that is added to the scores; of
            bools those are seen that are true.
    """

    batch: Any
    heads: Any
    key_heads: Any
    queries: Any
    keys: Any
    width: int
    value_width: int
    scoring: Scoring
    bias: Any = None

    @property
    def scale(self) -> float:
        """Factor of the scores."""
        return self.scoring.scale

    @property
    def is_causal(self) -> bool:
        """Whether a query sees the keys up to its own position only."""
        return self.scoring.is_causal

    @property
    def kept(self) -> Any:
        """Bools of the weights that dropout keeps, or None."""
        return None if self.scoring.dropout is None else self.scoring.dropout.kept

    @property
    def kept_factor(self) -> float:
        """Factor of the weights that dropout keeps."""
        return 1.0 if self.scoring.dropout is None else self.scoring.dropout.factor

    @property
    def replaces_hidden(self) -> bool:
        """Whether the mask of bools gives what it hides another score, to which products are no part."""
        return self.scoring.hidden is not None and self.bias is not None and self.bias.get_dtype() == torch.bool

    @property
    def scales_scores(self) -> bool:
        """Whether scores are scaled in their tile; else within the exponential, if scaling keeps their order."""
        return self.scale <= 0 or self.bias is not None

    def bias_axes(self) -> tuple[str, ...]:
        """Axes of the scores along which the bias is not broadcast; `k` in any case if it is broadcast along `q`."""
        known = V.graph.sizevars.statically_known_equals
        sizes = self.bias.get_size()
        axes = [a for a, size in zip(BIAS_DIMS[4 - len(sizes) :], sizes, strict=True) if not known(size, 1)]
        return tuple(axes if {"q", "k"} & set(axes) else [*axes, "k"])


def common_options(attention: Attention, tiling: FlashTiling) -> dict[str, Any]:
    """What the texts of all kernels that loop over tiles of queries are filled in with."""
    return {
        "WIDE": torch.float32,
        "INFINITY": float("inf"),
        "QUERIES": attention.queries,
        "TILE_Q": tiling.q,
        "LANES": tiling.lanes,
        **_NAMED_DIMS,
    }


def bias_options(attention: Attention, lanes: str, axes_of_scores: Collection[str] = "qk") -> dict[str, Any]:
    """The axes of the bias's tile and the axis across the lanes, by their names in the template."""
    axes = [axis for axis in attention.bias_axes() if axis in axes_of_scores] if attention.bias is not None else []
    return {"bias_axes": axes, "bias_lanes": lanes if lanes in axes else (axes or [""])[-1]}


def optional_operands(attention: Attention, nodes: Sequence[Any]) -> dict[str, Any]:
    """The operands by their names in the template that not every attention has, in this order."""
    has = {"BIAS": attention.bias is not None, "KEPT": attention.kept is not None}
    rest = iter(nodes)
    return {name: next(rest) if is_there else None for name, is_there in has.items()}


def head_repeats(heads: Any, key_heads: Any) -> int:
    """Number of query heads per key head; symbolic sizes are specialised with a guard."""
    return int(V.graph.sizevars.guard_int(FloorDiv(sympy.sympify(heads), sympy.sympify(key_heads))))


class FlashText:
    """Prints parts of one kernel.

    Args:
        tiles: tile sizes along `q` and `k`, and along `h` and `b` where a tile holds several.
    """

    def __init__(self, kernel: MLIRTemplateKernel, attention: Attention, tiles: Mapping[str, int]) -> None:
        self.kernel, self.attention = kernel, attention
        self.math = TileMath(kernel, torch.float32)
        self.sizes = {**tiles, "d": attention.width, "e": attention.value_width}
        self.shares_keys = tiles.get("h", 1) > 1 and head_repeats(attention.heads, attention.key_heads) > 1
        for axis in ("d", "e"):
            self._walk(axis, axis, sympy.Integer(self.sizes[axis]))

    # -- tiles

    def query_tile(self, name: str, axes: Sequence[str], lanes: str) -> mlir_common.MLIRMultiDimTile:
        """Creates a tile of a tensor with query heads."""
        return self.tile(name, [*(axis for axis in "bh" if axis in self.sizes), *axes], lanes)

    def key_tile(self, name: str, axes: Sequence[str], lanes: str) -> mlir_common.MLIRMultiDimTile:
        """Creates a tile of a tensor with key heads."""
        heads = [axis for axis in "bh" if axis in self.sizes and not (axis == "h" and self.shares_keys)]
        return self.tile(name, [*heads, *axes], lanes)

    def tile(self, name: str, axes: Sequence[str], lanes: str) -> mlir_common.MLIRMultiDimTile:
        """Creates a tile with named axes, of which `lanes` is across the lanes."""
        return named_tile(self.kernel, name, axes, self.sizes, lanes)

    def same_tile(self, name: str, other: str, renamed: Mapping[str, str]) -> None:
        """Gives the tile `other` a second name, with other loop variables for some of its axes."""
        tile = self.kernel.tile(other)
        desc = mlir_common.MLIRMultiDimTile(
            tile.desc.get_tile_size(), self.kernel.vector_lane, tile.desc.vlane_split_axis, tile.desc.vlane_stride
        )
        desc.set_name(tile.desc.name)
        desc.set_axes([renamed.get(axis, axis) for axis in tile.desc.axes])
        self.kernel.tiles[name] = Tile.of(desc, tile.dtype)

    def of_key_head(self, name: str) -> str:
        """The name of a tile of keys whose axis of heads is indexed by `g`."""
        if "h" not in self.kernel.tile(name).axes:
            return name
        self.same_tile(f"{name}_of_g", name, {"h": "g"})
        return f"{name}_of_g"

    # -- positions

    def open_heads(self) -> str:
        """Loops over batch and heads; defines the key head of a query head."""
        at = self.attention
        extents = (("b", at.batch), ("h", at.heads))
        heads = [self.kernel.for_loop(v, e, self.sizes.get(v, 1), parallel=True) for v, e in extents]
        repeats = head_repeats(at.heads, at.key_heads)
        self._walk("g", "g", at.key_heads, step=1 if self.shares_keys else self.sizes.get("h", 1))
        return "\n".join([*heads, f"%g = affine.apply {applied(f'd0 floordiv {repeats}', ['%h'])}"])

    def close_heads(self) -> str:
        """Ends the loops over batch and heads."""
        return f"{self.kernel.end_loop()}\n{self.kernel.end_loop()}"

    def position(self, variable: str, axis: str, expression: str, *operands: str) -> str:
        """Defines a position along the sequence of `axis` as an affine expression of other positions, `d0`, ..."""
        self._walk(variable, axis, self._extent(axis))
        return f"%{variable} = affine.apply {applied(expression, operands)}"

    def open_keys(self, variable: str = "k") -> str:
        """Opens the loop over the keys visible to the tile of queries: all, or those up to its last query."""
        if not self.attention.is_causal:
            return self.kernel.for_loop(variable, self.attention.keys, self.sizes["k"])
        self._walk(variable, "k", self.attention.keys)
        return loops.affine(f"%{variable}", 0, f"min {self._seen_end()}", self.sizes["k"])

    def close_keys(self) -> str:
        """Ends the loop over the keys."""
        return loops.END if self.attention.is_causal else self.kernel.end_loop()

    def keys_end(self, name: str) -> str:
        """Defines the number of keys visible to the tile of queries."""
        if not self.attention.is_causal:
            return f"{name} = arith.addi {self.kernel.size(self.attention.keys)}, %zero : index"
        return f"{name} = affine.min {self._seen_end()}"

    def _seen_end(self) -> str:
        return applied(f"s0, d0 + {self.sizes['q']}", ["%q"], [self.kernel.size(self.attention.keys)])

    def _extent(self, axis: str) -> Any:
        return {"q": self.attention.queries, "k": self.attention.keys}[axis]

    def _walk(self, variable: str, axis: str, extent: Any, step: int | None = None) -> None:
        self.kernel.walk(variable, extent, step or self.sizes[axis])

    def open_shared_heads(self) -> str:
        """Opens the loop over the query heads that share the key head `g`; defines `h`."""
        at = self.attention
        repeats = head_repeats(at.heads, at.key_heads)
        loop = self.kernel.for_loop("r", repeats, self.sizes.get("h", 1) if self.shares_keys else 1)
        self._walk("h", "h", at.heads, step=self.sizes.get("h", 1))
        return f"{loop}\n%h = affine.apply {applied(f'd0 * {repeats} + d1', ['%g', '%r'])}"

    def open_queries(self) -> str:
        """Opens the loop over the queries to which any key of the tile is visible; a brace ends it."""
        self._walk("q", "q", self.attention.queries)
        size, end = self.sizes["q"], applied("s0", symbols=[self.kernel.size(self.attention.queries)])
        start = applied(f"d0 floordiv {size} * {size}", ["%k"]) if self.attention.is_causal else 0
        return loops.affine("%q", start, end, size)

    # -- scores

    def load_bias(self) -> str:
        """Loads the bias of a tile of scores, if there is one."""
        if self.attention.bias is None:
            return ""
        axes = self.attention.bias_axes()
        return self.kernel.dma_load("BIAS", "BIAS_tile", [a if a in axes else None for a in BIAS_DIMS])

    def kept_tile(self, lanes: str) -> str:
        """Creates the tile with which weights dropout keeps, if there is one."""
        if self.attention.kept is None:
            return ""
        return self.kernel.def_sram_buffer("KEPT", self.query_tile("KEPT_tile", ["q", "k"], lanes))

    @property
    def kept_tiles(self) -> list[str]:
        """The name of that tile, if there is one."""
        return [] if self.attention.kept is None else ["KEPT_tile"]

    def load_kept(self) -> str:
        """Loads which weights of a tile of scores dropout keeps, if there is any."""
        return self.kernel.dma_load("KEPT", "KEPT_tile", BIAS_DIMS) if self.kept_tiles else ""

    def dropped(self, body: Body, weight: Element, kept: Sequence[Element]) -> Element:
        """A weight, or zero where dropout drops it; the factor of the others is that of their sums."""
        return body.select(body.is_true(kept[0]), weight, body.number(0.0)) if kept else weight

    def scaled_up(self, body: Body, number: Element) -> Element:
        """A number times the factor of the weights that dropout keeps."""
        return body.mul(number, body.number(self.attention.kept_factor)) if self.kept_tiles else number

    def prepare_scores(self, scores: str, loads_bias: bool = True) -> str:
        """Scales scores in their tile, adds the bias, and masks hidden keys with -inf."""
        lines = [self.load_bias()] if loads_bias else []
        if self.attention.scales_scores or self.attention.bias is not None:
            lines += self._biased(scores)
        if self._may_be_hidden():
            lines += [*self._edge(), loops.when("%hidden"), self._hide(scores), loops.END]
        return "\n".join(lines)

    def exponent(self, body: Body, score: Element) -> Element:
        """The scaled score, the argument of the exponential."""
        if self.attention.scales_scores:
            return score
        return body.mul(score, body.number(self.attention.scale))

    def divisor(self, body: Body, total: Element) -> Element:
        """What a row is divided by: the sum of its weights. Of a row without visible keys that is 0, and the result
        zeros, unless they are to be NaN."""
        if self.attention.scoring.empty_rows_are_nan:
            return total
        return body.select(body.equal(total, body.number(0.0)), body.number(1.0), total)

    def logsumexp(self, body: Body, total: Element, shift: Element) -> Element:
        """The logsumexp of a row, from its sum of weights and what was subtracted from its scores."""
        found, far_below = body.add(body.log(total), shift), self.attention.scoring.far_below
        if far_below is None or not self.attention.replaces_hidden:
            return found
        is_empty = body.equal(shift, body.number(far_below))
        return body.select(is_empty, body.number(-float("inf")), found)

    def _biased(self, scores: str) -> list[str]:
        bias, hidden = self.attention.bias, self.attention.scoring.hidden

        def body(at: Body, ins: list[Element], outs: list[Element]) -> list[Element]:
            score = at.mul(outs[0], at.number(self.attention.scale)) if self.attention.scales_scores else outs[0]
            if not ins:
                return [score]
            if bias.get_dtype() != torch.bool:
                return [at.add(score, ins[0])]
            seen = at.is_true(ins[0])
            if hidden is not None:
                return [at.select(seen, score, at.number(hidden))]
            return [at.add(score, at.select(seen, at.number(0.0), at.number(-float("inf"))))]

        return [self.math.compute([scores], ["BIAS_tile"] if bias is not None else [], body)]

    def _ragged(self) -> bool:
        extent = sympy.sympify(self.attention.keys)
        return not (extent.is_Integer and int(extent) % self.sizes["k"] == 0)

    def _may_be_hidden(self) -> bool:
        return self._ragged() or self.attention.is_causal

    def _edge(self) -> list[str]:
        """Defines whether any score of the tile is masked."""
        keys = self.kernel.size(self.attention.keys)
        seen = f"arith.addi {keys}, %zero : index"
        if self.attention.is_causal:
            seen = f"affine.min {applied('s0, d0 + 1', ['%q'], [keys])}"
        end = f"d0 + {self.sizes['k']}"
        last = f"affine.apply {applied(end, ['%k'])}"
        compare = "arith.cmpi sgt, %tile_end, %seen_by_all : index"
        return [f"%seen_by_all = {seen}", f"%tile_end = {last}", f"%hidden = {compare}"]

    def _hide(self, scores: str) -> str:
        keys = self.kernel.size(self.attention.keys)

        def body(at: Body, _: list[Element], outs: list[Element]) -> list[Element]:
            column = at.position("k", "%k")
            seen = at.compare("slt", column, keys)
            if self.attention.is_causal:
                seen = at.both(seen, at.compare("sle", column, at.position("q", "%q")))
            return [at.select(seen, outs[0], at.number(-float("inf")))]

        return self.math.compute([scores], [], body)
