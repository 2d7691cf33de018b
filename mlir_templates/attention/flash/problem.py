"""The description of an attention that its mapping depends on, and the mapping."""

from dataclasses import dataclass
from math import lcm, prod

from npusim.frontend.template import PrologueWork


@dataclass(frozen=True)
class Problem:
    """One attention: sizes (hints where they are symbolic), bytes per element.

    Attributes:
        prologues: of queries, keys and values; None for an operand in memory.
        reserve: factor of the scratchpad size that tiles may fill.
        batch: sequences; `heads` counts the heads of all of them.
        repeats: query heads that share a key head.
        is_static: sizes are numbers, not hints.
        bias_bytes: of an element of the bias in memory; 0 where scores are changed without one.
        bias_axes: those of the scores (b, h, q, k) along which the bias is not broadcast.
        has_dropout: a tensor of bools says for every weight whether it is kept.
    """

    heads: int
    queries: int
    keys: int
    width: int
    value_width: int
    element_bytes: int
    is_causal: bool
    has_bias: bool
    one_query: bool
    prologues: tuple[PrologueWork | None, ...] = (None, None, None)
    reserve: float = 1.0
    batch: int = 1
    repeats: int = 1
    is_static: bool = False
    bias_bytes: float = 0.0
    bias_axes: tuple[str, ...] = ()
    has_dropout: bool = False

    @property
    def numbers_tiles(self) -> bool:
        """Whether the forward kernel numbers its tiles of queries, so that they overlap."""
        return self.is_static and not any(self.prologues)

    @property
    def multiples(self) -> tuple[int, int]:
        """Numbers of queries and keys that tile sizes are multiples of: whole vectors, or all there are if that is
        fewer, and groups of prologues."""
        queries, keys = self.groups
        of_queries, of_keys = (
            min(vector, size) if self.is_static and size else vector
            for vector, size in ((8, self.queries), (16, self.keys))
        )
        return lcm(of_queries, queries), lcm(of_keys, keys)

    @property
    def groups(self) -> tuple[int, int]:
        """Numbers of queries and keys that prologues compute together."""
        queries, keys, values = (1 if work is None else work.multiples[-2] for work in self.prologues)
        return queries, lcm(keys, values)

    def may_share_tile(self, heads: int, batch: int) -> bool:
        """Whether a tile may hold this many heads of this many sequences: they share one key head or have one each;
        of several sequences it holds all heads; groups that prologues compute together are not cut.
        """
        if heads * batch == 1:
            return True
        of_one = self.heads // self.batch
        if not self.is_static or (batch > 1 and heads != of_one) or (self.repeats > 1 and self.repeats % heads):
            return False
        groups = [work.multiples[:2] for work in self.prologues if work is not None]
        return all(b and h and batch % b == 0 and heads % h == 0 for b, h in groups)

    def read_bytes(self, operand: int) -> float:
        """Bytes that are read per element of queries (0), keys (1) or values (2)."""
        work = self.prologues[operand]
        return self.element_bytes if work is None else work.bytes_read

    def bias_tile_bytes(self, tiling: "FlashTiling") -> float:
        """Bytes of the bias of a tile of scores."""
        sizes = {"b": tiling.batch, "h": tiling.heads, "q": tiling.q, "k": tiling.k}
        return self.bias_bytes * prod(sizes[axis] for axis in self.bias_axes)

    def read_per_score(self, tiling: "FlashTiling") -> float:
        """Bytes of the bias of a tile of scores, and of what dropout keeps of its weights."""
        return self.bias_tile_bytes(tiling) + (tiling.scores if self.has_dropout else 0)

    def tile_bytes(self, operand: int) -> float:
        """Bytes of tiles per element; prologues of keys count twice, as the kernel loads keys in two places."""
        work = self.prologues[operand]
        places = 2 if operand == 1 else 1
        return self.element_bytes + (0 if work is None else places * work.tile_bytes)


@dataclass(frozen=True)
class FlashTiling:
    """Queries and keys per tile, and the axis of the scores across the lanes.

    Attributes:
        whole_rows: a tile holds all keys, and `flash.whole_rows` is the kernel.
        heads, batch: heads and sequences per tile; more than 1 only in the forward kernel of whole rows.
    """

    q: int
    k: int
    lanes: str
    whole_rows: bool = False
    heads: int = 1
    batch: int = 1

    @property
    def scores(self) -> int:
        """Number of scores in a tile."""
        return self.q * self.k * self.heads * self.batch

    @property
    def several(self) -> dict[str, int]:
        """Tile sizes of the axes of heads and batch, where a tile holds several."""
        return {axis: size for axis, size in (("b", self.batch), ("h", self.heads)) if size > 1}
