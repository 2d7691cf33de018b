"""Mappings of segment reductions: the choice of `tiling` and variations of it.

Model, in core cycles: rows are gathered step by step; a step moves `step` rows per segment of a strip into a tile, the
vector unit accumulates them, and `slots` tiles overlap. Starts and indices of segments are looked up once per block,
with exposed latency. So a kernel takes the longest of memory, vector unit and the latency of a step divided by the
slots, plus the lookups.
"""

from collections.abc import Iterator
from dataclasses import replace
from itertools import product as product_of
from math import ceil, prod
from typing import Any

from npusim.frontend.codegen.schedule.transfer_time import bytes_per_cycle
from npusim.frontend.mapping import FileEntry, RuledSpace
from npusim.mlir_templates.common.cost_model import ceil_power, round_up
from npusim.mlir_templates.segment_reduce.tiling import SegmentSizes, SegmentTiling, choose_tiling, completed
from npusim.simulator.machine import Machine

_STEPS = (1, 4, 16, 32, 64, 128)
_STRIP_SEGMENTS = (1, 2, 4, 8, 16)
_SLOTS = (2, 3, 4, 8)
_ALLOCATION_BYTES = 64
_LOOKUPS = 3
"""Dependent gathers per block: starts and ends of segments, and their indices."""
_VECTOR_SLOTS_PER_ELEMENT = 3


class SegmentSpace(RuledSpace[SegmentTiling]):
    """The mapping space of segment reductions: strips, steps and columns."""

    family = "segment_reduce"
    file_key = "SEGMENTS_INDICES_COLUMNS"

    def __init__(self, sizes: SegmentSizes, machine: Machine, reserve: float = 1.0) -> None:
        self.sizes, self.machine, self.reserve = sizes, machine, reserve
        self.key = f"{sizes.segments}_{sizes.indices}_{sizes.columns}"
        self._most_segments = ceil_power(sizes.segments)

    def describe(self) -> str:
        """For messages."""
        return "segment_reduce"

    def by_rules(self) -> SegmentTiling:
        """The tiling by fixed rules."""
        return choose_tiling(self.sizes, self.machine)

    def others(self) -> Iterator[SegmentTiling]:
        """Mappings with other steps, strips, slots, and axes across the lanes."""
        chosen = self.by_rules()
        for across in (chosen.segments_across_lanes, not chosen.segments_across_lanes):
            segments = (min(self.machine.vector_lanes, self._most_segments),) if across else _STRIP_SEGMENTS
            columns = self._most_columns(across)
            for count, step, slots in product_of(segments, _STEPS, _SLOTS):
                if count <= self._most_segments:
                    yield completed(count, step, columns, across, slots, self.sizes, self.machine)

    def _most_columns(self, across: bool) -> int:
        return self.sizes.columns if across else round_up(max(1, self.sizes.columns), self.machine.vector_lanes)

    def scratchpad_bytes(self, mapping: SegmentTiling) -> int:
        """Bytes per lane."""
        sizes, t = self.sizes, mapping
        cells = t.columns if t.segments_across_lanes else self._lanes(t.columns) * t.segments
        cells *= self._lanes(t.segments) if t.segments_across_lanes else 1
        beside = 0 if t.segments_across_lanes else sizes.companion_bytes
        rows = t.slots * cells * t.step * (sizes.element_bytes + beside)
        axes = (t.strips, t.window // t.step, t.segments, t.step)
        split = t.segments if t.segments_across_lanes else max(axes)
        per_index = 2 * sizes.index_bytes + (sizes.companion_bytes if t.segments_across_lanes else 0)
        found = prod(axes) // split * self._lanes(split) * per_index
        strips = 6 * t.strips * (self._lanes(t.segments) if t.segments_across_lanes else t.segments) * sizes.index_bytes
        tiles = 14 * _ALLOCATION_BYTES
        return ceil((rows + 2 * cells * sizes.result_bytes + found + strips + tiles) / self.reserve)

    def _lanes(self, size: int) -> int:
        """Elements per lane of an axis of `size` across the lanes."""
        return ceil(size / self.machine.vector_lanes)

    def estimate_cycles(self, mapping: SegmentTiling) -> float:
        """The model above, for segments of the mean length."""
        sizes, t, machine = self.sizes, mapping, self.machine
        latency = machine.memory_latency_cycles
        mean = max(1, ceil(sizes.indices / sizes.segments))
        strips, passes = ceil(sizes.segments / t.segments), ceil(sizes.columns / t.columns)
        steps = strips * passes * ceil(mean / t.step)
        blocks = ceil(strips / t.strips)
        cores = min(machine.cores, blocks)
        row = ceil(min(t.columns, sizes.columns) * sizes.element_bytes / machine.dram_request_bytes)
        moved = sizes.indices * passes * row * machine.dram_request_bytes + sizes.indices * 2 * sizes.index_bytes
        memory = (moved + sizes.segments * sizes.columns * sizes.element_bytes) / bytes_per_cycle(
            machine, machine.cores
        )
        taken = _VECTOR_SLOTS_PER_ELEMENT * self._lane_elements(t) / machine.vector_elements_per_lane
        vector = steps * taken / cores
        step_bytes = t.segments * t.step * row * machine.dram_request_bytes
        chain = steps / cores * (latency + step_bytes / bytes_per_cycle(machine, cores) + taken) / t.slots
        looked_up = _LOOKUPS * latency * ceil(blocks / cores) * ceil(mean / t.window)
        return max(memory, vector, chain) + looked_up + 2 * latency

    def _lane_elements(self, t: SegmentTiling) -> int:
        """Elements per step in the fullest lane."""
        return t.step * (
            self._lanes(t.segments) * t.columns if t.segments_across_lanes else t.segments * self._lanes(t.columns)
        )

    def from_entry(self, entry: FileEntry) -> SegmentTiling:
        """TILE_SEGMENTS, STEP, TILE_COLUMNS, LANES (SEGMENTS or COLUMNS); optional: SLOTS, WINDOW and STRIPS."""
        across = entry.choice("LANES", ("SEGMENTS", "COLUMNS")) == "SEGMENTS"
        segments = min(entry.integer("TILE_SEGMENTS"), self._most_segments)
        step, columns = entry.integer("STEP"), min(entry.integer("TILE_COLUMNS"), self._most_columns(across))
        slots = entry.integer("SLOTS", default=3 if across else 8)
        found = completed(segments, step, columns, across, slots, self.sizes, self.machine)
        window = entry.integer("WINDOW", default=found.window, multiple=step)
        return replace(found, window=window, strips=entry.integer("STRIPS", default=found.strips))

    def to_entry(self, mapping: SegmentTiling) -> dict[str, Any]:
        """The entry of a mapping file."""
        return {
            "TILE_SEGMENTS": mapping.segments,
            "STEP": mapping.step,
            "TILE_COLUMNS": mapping.columns,
            "LANES": "SEGMENTS" if mapping.segments_across_lanes else "COLUMNS",
            "SLOTS": mapping.slots,
            "WINDOW": mapping.window,
            "STRIPS": mapping.strips,
        }
