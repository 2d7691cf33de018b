"""What a FlexAttention computes beside an attention: functions of its scores, and lists of the blocks that count."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import torch
from npusim.frontend.inductor.api import ops
from npusim.mlir_templates.attention.flash.problem import FlashTiling, Problem
from npusim.mlir_templates.attention.flash.text import Attention
from npusim.mlir_templates.attention.flash.tiling import FlashBackwardSpace, FlashSpace
from npusim.simulator.errors import UnsupportedError
from npusim.simulator.machine import Machine

SCORE, GRADIENT = "score", "grad_score_mod"
"""Names under which the functions load a score, and the gradient of its modification."""
PLACE = {"b": "b", "h": "h", "m": "q", "n": "k"}
"""Loop variables by the names under which the functions load the place of a score."""
_OF_QUERIES, _OF_KEYS = 8, 16
"""Sizes of blocks are multiples of these: what vectors of tiles take."""

Function = Callable[[], Any]
"""A function of scores, which calls Inductor's `ops`."""


@dataclass(frozen=True)
class BlockLists:
    """The blocks of keys that every block of queries sees, or the blocks of queries that see every block of keys.

    Attributes:
        rows, columns: elements of a block: queries and keys, or keys and queries.
        kinds: (count, indices), buffers of (batch or 1, heads or 1, blocks of rows) and the same times columns, by
            whether the mask's function has to look at the blocks (`partial`) or they are seen entirely (`full`).
    """

    rows: int
    columns: int
    kinds: Mapping[str, tuple[Any, Any]]

    @property
    def buffers(self) -> list[Any]:
        """All lists."""
        return [buffer for pair in self.kinds.values() for buffer in pair]


@dataclass(frozen=True)
class FlexAttention:
    """An attention with its functions.

    Attributes:
        score: the changed score.
        mask: whether a score is seen.
        gradient: of the score before the change; None in the forward.
        blocks: None: all.
        captured: buffers that the functions load from.
    """

    attention: Attention
    score: Function
    mask: Function
    gradient: Function | None = None
    blocks: BlockLists | None = None
    captured: Sequence[Any] = field(default_factory=list)


def check_block_size(size: int, of_queries: bool) -> int:
    """The size of a mask's blocks.

    Raises:
        UnsupportedError: vectors of tiles would cross blocks.
    """
    multiple = _OF_QUERIES if of_queries else _OF_KEYS
    if size % multiple:
        which = "queries" if of_queries else "keys"
        raise UnsupportedError(
            f"blocks of {size} {which} are not supported on the device; "
            f"call create_block_mask(..., BLOCK_SIZE=...) with a multiple of {multiple}"
        )
    return size


class FlexSpace(FlashSpace):
    """The tilings of the forward kernel: tiles do not cross the mask's blocks."""

    family = "flex_attention"
    has_whole_rows = False

    def __init__(self, problem: Problem, machine: Machine, blocks: tuple[int, int] | None) -> None:
        super().__init__(problem, machine)
        self.blocks = blocks

    def candidates(self) -> Iterator[FlashTiling]:
        """All tilings worth trying."""
        return filter(self.in_whole_groups, super().candidates())

    def in_whole_groups(self, mapping: FlashTiling) -> bool:
        """Whether tiles hold one head and divide blocks."""
        rows, columns = self.blocks or (mapping.q, mapping.k)
        return mapping.heads * mapping.batch == 1 and rows % mapping.q == 0 and columns % mapping.k == 0


class FlexBackwardSpace(FlexSpace, FlashBackwardSpace):
    """The tilings of a backward kernel."""

    family = "flex_attention_backward"


def seen_score(flex: FlexAttention, kind: str, keys: Any) -> Function:
    """The function that gives an element's score as `score_mod` changes it, -inf where `mask_mod` hides it.

    Args:
        kind: of the blocks; nothing is hidden in `full` ones.
        keys: the number of keys if tiles may reach behind the last one, else None.
    """

    def function() -> Any:
        score = flex.score()
        seen = None if kind == "full" else flex.mask()
        if keys is not None:
            inside = ops.lt(ops.load("n", 0), ops.index_expr(keys, torch.int32))
            seen = inside if seen is None else ops.logical_and(seen, inside)
        return score if seen is None else ops.where(seen, score, ops.constant(-float("inf"), torch.float32))

    return function
