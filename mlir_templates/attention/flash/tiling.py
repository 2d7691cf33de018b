"""Tile sizes of the flash attention kernels: the candidate with the fewest estimated cycles that fits the scratchpad
(`flash.cost`, `flash.whole_rows_cost`). Few queries (decode) may lie along the tile while keys lie across the lanes.
"""

from collections.abc import Iterator
from dataclasses import replace
from math import ceil
from typing import Any

from npusim.frontend.mapping import FileEntry, MappingSpace
from npusim.mlir_templates.attention.flash.cost import (
    backward_cycles,
    backward_scratchpad_bytes,
    estimate_cycles,
    forward_scratchpad_bytes,
    gradients_cycles,
    gradients_scratchpad_bytes,
    running_rows_cycles,
    running_rows_scratchpad_bytes,
)
from npusim.mlir_templates.attention.flash.problem import FlashTiling, Problem
from npusim.mlir_templates.attention.flash.whole_rows_cost import whole_rows_cycles, whole_rows_scratchpad_bytes
from npusim.mlir_templates.common.cost_model import round_up
from npusim.simulator.machine import Machine

_QUERIES = (2048, 1024, 512, 256, 128, 64, 32, 16, 8)
_KEYS = (2048, 1024, 512, 256, 128, 64, 32)
_HEADS = (2, 4, 8, 16, 32, 64, 128, 256, 512)
_FEW_QUERIES = 64


class FlashSpace(MappingSpace[FlashTiling]):
    """The tilings of the forward kernel."""

    family = "flash_attention"
    file_key = "HEADS_QUERIES_KEYS_WIDTH"
    has_whole_rows = True

    def __init__(self, problem: Problem, machine: Machine) -> None:
        self.problem, self.machine = problem, machine
        self.key = f"{problem.heads}_{problem.queries}_{problem.keys}_{problem.width}"

    def describe(self) -> str:
        """For messages."""
        return f"attention with {self.problem.width} elements per head"

    def candidates(self) -> Iterator[FlashTiling]:
        """All tilings worth trying."""
        for tiling in _candidates(self.problem):
            if not (self._numbers_tiles and tiling.k >= self.problem.keys):
                yield tiling
            yield from self.of_heads(tiling)

    def of_heads(self, tiling: FlashTiling) -> Iterator[FlashTiling]:
        """The tiling, its form with whole rows if all keys fit, and with several heads if it holds all queries."""
        problem = self.problem
        if not problem.is_static or tiling.k < problem.keys:
            return
        whole = replace(tiling, whole_rows=self.has_whole_rows)
        if self.has_whole_rows:
            yield whole
        if tiling.q >= problem.queries:
            for heads, batch in _instances(problem):
                yield replace(whole, heads=heads, batch=batch)

    def in_whole_groups(self, mapping: FlashTiling) -> bool:
        """Whether tile sizes are multiples of the groups that prologues compute together."""
        queries, keys = self.problem.groups
        whole = mapping.q % queries == 0 and mapping.k % keys == 0
        shared = self.problem.may_share_tile(mapping.heads, mapping.batch)
        one_form = mapping.whole_rows or not self.has_whole_rows
        return whole and shared and (one_form or mapping.heads * mapping.batch == 1)

    def scratchpad_bytes(self, mapping: FlashTiling) -> int:
        """Bytes per lane."""
        of_running_rows = running_rows_scratchpad_bytes if self._numbers_tiles else forward_scratchpad_bytes
        used = whole_rows_scratchpad_bytes if mapping.whole_rows else of_running_rows
        return ceil(used(self.problem, mapping, self.machine) / self.problem.reserve)

    def estimate_cycles(self, mapping: FlashTiling) -> float:
        """Estimated core cycles (`flash.cost`, `flash.whole_rows_cost`)."""
        if mapping.whole_rows:
            return whole_rows_cycles(self.problem, mapping, self.machine)
        estimate = running_rows_cycles if self._numbers_tiles else estimate_cycles
        return estimate(self.problem, mapping, self.machine)

    def default(self) -> FlashTiling:
        """The cheapest tiling; of several, the smallest."""
        return min(self.fitting(), key=lambda tiling: (self.estimate_cycles(tiling), tiling.scores))

    def from_entry(self, entry: FileEntry) -> FlashTiling:
        """TILE_Q and TILE_K; optional: LANES (Q or K, the axis of the scores across the lanes), TILE_H and TILE_B
        (heads and sequences per tile), FORM (RUNNING: the online softmax even if a tile holds all keys).
        """
        q, k = entry.integer("TILE_Q"), entry.integer("TILE_K")
        lanes = entry.choice("LANES", ("Q", "K"), default="Q")
        of_queries, of_keys = self.problem.multiples
        rows = 1 if self.problem.one_query else min(q, round_up(max(self.problem.queries, 1), of_queries))
        keys = min(k, round_up(max(self.problem.keys, 1), of_keys))
        of_one = self.problem.heads // self.problem.batch
        heads = min(entry.integer("TILE_H", default=1), of_one)
        batch = min(entry.integer("TILE_B", default=1), self.problem.batch)
        whole = (
            self._may_be_whole(keys)
            and entry.choice("FORM", ("WHOLE_ROWS", "RUNNING"), default="WHOLE_ROWS") == "WHOLE_ROWS"
        )
        if heads * batch > 1 and not (self.problem.may_share_tile(heads, batch) and (whole or not self.has_whole_rows)):
            entry.refuse(
                "the heads of a tile (TILE_H) have one key head or one each, it holds all heads where it holds several "
                "sequences (TILE_B), and sizes are numbers; in the forward a tile also holds all keys (TILE_K)"
            )
        return FlashTiling(rows, keys, lanes.lower(), whole, heads, batch)

    def to_entry(self, mapping: FlashTiling) -> dict[str, Any]:
        """The entry of a mapping file."""
        entry: dict[str, Any] = {"TILE_Q": mapping.q, "TILE_K": mapping.k, "LANES": mapping.lanes.upper()}
        several = {"TILE_H": mapping.heads, "TILE_B": mapping.batch}
        entry.update({name: count for name, count in several.items() if count > 1})
        if self._may_be_whole(mapping.k) and not mapping.whole_rows:
            entry["FORM"] = "RUNNING"
        return entry

    @property
    def _numbers_tiles(self) -> bool:
        return self.has_whole_rows and self.problem.numbers_tiles

    def has_fitting(self) -> bool:
        """Whether any tiling fits the scratchpad."""
        return any(map(self.fits, self.candidates()))

    def _may_be_whole(self, keys: int) -> bool:
        return self.has_whole_rows and self.problem.is_static and keys >= self.problem.keys


class FlashBackwardSpace(FlashSpace):
    """The tilings of the kernel of the queries' gradient."""

    family = "flash_attention_backward"
    has_whole_rows = False
    of_keys = False

    def scratchpad_bytes(self, mapping: FlashTiling) -> int:
        """Bytes per lane."""
        return backward_scratchpad_bytes(self.problem, mapping, self.machine)

    def estimate_cycles(self, mapping: FlashTiling) -> float:
        """Estimated core cycles (`flash.cost`)."""
        return backward_cycles(self.problem, mapping, self.machine, self.of_keys)


class FlashBackwardOfKeysSpace(FlashBackwardSpace):
    """The tilings of the kernel of the gradients of keys and values."""

    of_keys = True


class FlashGradientsSpace(FlashSpace):
    """The tilings of the one kernel of all gradients."""

    family = "flash_attention_gradients"
    has_whole_rows = False

    def scratchpad_bytes(self, mapping: FlashTiling) -> int:
        """Bytes per lane."""
        return gradients_scratchpad_bytes(self.problem, mapping, self.machine)

    def estimate_cycles(self, mapping: FlashTiling) -> float:
        """Estimated core cycles (`flash.cost`)."""
        return gradients_cycles(self.problem, mapping, self.machine)


def _candidates(problem: Problem) -> Iterator[FlashTiling]:
    of_queries, of_keys = problem.multiples
    exact = [problem.keys] if problem.is_static and problem.keys % problem.groups[1] == 0 and problem.keys else []
    for q in [1] if problem.one_query else _tile_sizes(problem.queries, _QUERIES, of_queries):
        for k in dict.fromkeys([*_tile_sizes(problem.keys, _KEYS, of_keys), *exact]):
            yield FlashTiling(q, k, "q")
            if q <= _FEW_QUERIES:
                yield FlashTiling(q, k, "k")


def _instances(problem: Problem) -> Iterator[tuple[int, int]]:
    """Pairs (heads, sequences) that a tile may hold: divisors of the whole numbers."""
    of_one = problem.heads // problem.batch
    whole = problem.repeats if problem.repeats > 1 else of_one
    for heads in _even_parts(whole):
        yield heads, 1
    if whole == of_one:
        yield from ((of_one, batch) for batch in _even_parts(problem.batch))


def _even_parts(count: int) -> list[int]:
    parts = {ceil(count / ceil(count / target)) for target in _HEADS if target <= count}
    return sorted(part for part in {*parts, count} if part > 1)


def _tile_sizes(size: int, targets: tuple[int, ...], multiple: int) -> list[int]:
    """The targets, and sizes that split `size` evenly into as many tiles; all are multiples of `multiple`."""
    whole, rounded = round_up(max(size, 1), multiple), [round_up(target, multiple) for target in targets]
    even = {round_up(ceil(size / ceil(size / target)), multiple) for target in rounded if size}
    return sorted({target for target in rounded if target <= whole} | even | {min(whole, rounded[0])}, reverse=True)
