"""Mappings of bags: what `tiling` chooses, and its neighbours.

Model, in core cycles. Rows are gathered step by step; a step moves `step` rows per bag of a strip into a tile, the
vector unit takes them in, and `slots` tiles overlap. Where bags begin and where their indices lie is looked up once per
block, and waited for. So a kernel takes the longest of memory, vector unit and the chain of a step's parts over its
slots, plus what is looked up.
"""

from collections.abc import Iterator
from dataclasses import replace
from itertools import product as product_of
from math import ceil, prod
from typing import Any

from npusim.frontend.mapping import FileEntry, RuledSpace
from npusim.mlir_templates.gemm.problem import bytes_per_cycle, memory_latency_cycles
from npusim.mlir_templates.segment_reduce.tiling import BagSizes, BagTiling, choose_tiling, completed, round_up
from npusim.simulator.machine import Machine

_STEPS = (1, 4, 16, 32, 64, 128)
_STRIP_BAGS = (1, 2, 4, 8, 16)
_SLOTS = (2, 3, 4, 8)
_ALLOCATION_BYTES = 64
_LOOKUPS = 3
"""Gathers of a block that wait for each other: where bags begin and end, and their indices."""
_VECTOR_SLOTS_PER_ELEMENT = 3


class BagSpace(RuledSpace[BagTiling]):
    """Strips, steps and columns of a kernel of bags."""

    family = "bags"
    file_key = "BAGS_INDICES_COLUMNS"

    def __init__(self, sizes: BagSizes, machine: Machine, reserve: float = 1.0) -> None:
        self.sizes, self.machine, self.reserve = sizes, machine, reserve
        self.key = f"{sizes.bags}_{sizes.indices}_{sizes.columns}"

    def describe(self) -> str:
        """For messages."""
        return "bags"

    def by_rules(self) -> BagTiling:
        """What `tiling` chooses."""
        return choose_tiling(self.sizes, self.machine)

    def others(self) -> Iterator[BagTiling]:
        """Mappings that differ in steps, strips, slots, and what lies across the lanes."""
        chosen = self.by_rules()
        for across in (chosen.bags_across_lanes, not chosen.bags_across_lanes):
            bags = (min(self.machine.vector_lanes, self._most_bags()),) if across else _STRIP_BAGS
            columns = self._most_columns(across)
            for count, step, slots in product_of(bags, _STEPS, _SLOTS):
                if count <= self._most_bags():
                    yield completed(count, step, columns, across, slots, self.sizes, self.machine)

    def _most_bags(self) -> int:
        """All of them, as a power of two."""
        return 1 << (self.sizes.bags - 1).bit_length()

    def _most_columns(self, across: bool) -> int:
        return self.sizes.columns if across else round_up(self.sizes.columns, self.machine.vector_lanes)

    def scratchpad_bytes(self, mapping: BagTiling) -> int:
        """Bytes per lane."""
        sizes, t = self.sizes, mapping
        cells = t.columns if t.bags_across_lanes else self._lanes(t.columns) * t.bags
        cells *= self._lanes(t.bags) if t.bags_across_lanes else 1
        beside = 0 if t.bags_across_lanes else sizes.companion_bytes
        rows = t.slots * cells * t.step * (sizes.element_bytes + beside)
        axes = (t.strips, t.window // t.step, t.bags, t.step)
        split = t.bags if t.bags_across_lanes else max(axes)
        per_index = 2 * sizes.index_bytes + (sizes.companion_bytes if t.bags_across_lanes else 0)
        found = prod(axes) // split * self._lanes(split) * per_index
        strips = 6 * t.strips * (self._lanes(t.bags) if t.bags_across_lanes else t.bags) * sizes.index_bytes
        tiles = 14 * _ALLOCATION_BYTES
        return ceil((rows + 2 * cells * sizes.result_bytes + found + strips + tiles) / self.reserve)

    def _lanes(self, size: int) -> int:
        """Elements of a lane of an axis that lies across the lanes."""
        return ceil(size / self.machine.vector_lanes)

    def estimate_cycles(self, mapping: BagTiling) -> float:
        """The model above, for bags of the mean length."""
        sizes, t, machine = self.sizes, mapping, self.machine
        latency = memory_latency_cycles(machine)
        mean = max(1, ceil(sizes.indices / sizes.bags))
        strips, passes = ceil(sizes.bags / t.bags), ceil(sizes.columns / t.columns)
        steps = strips * passes * ceil(mean / t.step)
        blocks = ceil(strips / t.strips)
        cores = min(machine.cores, blocks)
        row = ceil(min(t.columns, sizes.columns) * sizes.element_bytes / machine.dram_request_bytes)
        moved = sizes.indices * passes * row * machine.dram_request_bytes + sizes.indices * 2 * sizes.index_bytes
        memory = (moved + sizes.bags * sizes.columns * sizes.element_bytes) / bytes_per_cycle(machine, machine.cores)
        taken = _VECTOR_SLOTS_PER_ELEMENT * self._lane_elements(t) / machine.vector_elements_per_lane
        vector = steps * taken / cores
        step_bytes = t.bags * t.step * row * machine.dram_request_bytes
        chain = steps / cores * (latency + step_bytes / bytes_per_cycle(machine, cores) + taken) / t.slots
        looked_up = _LOOKUPS * latency * ceil(blocks / cores) * ceil(mean / t.window)
        return max(memory, vector, chain) + looked_up + 2 * latency

    def _lane_elements(self, t: BagTiling) -> int:
        """Elements that the fullest lane takes in per step."""
        return t.step * (self._lanes(t.bags) * t.columns if t.bags_across_lanes else t.bags * self._lanes(t.columns))

    def from_entry(self, entry: FileEntry) -> BagTiling:
        """TILE_BAGS, STEP, TILE_COLUMNS, LANES (BAGS or COLUMNS); SLOTS, WINDOW and STRIPS may be left out."""
        across = entry.choice("LANES", ("BAGS", "COLUMNS")) == "BAGS"
        bags = min(entry.integer("TILE_BAGS"), self._most_bags())
        step, columns = entry.integer("STEP"), min(entry.integer("TILE_COLUMNS"), self._most_columns(across))
        slots = entry.integer("SLOTS", default=3 if across else 8)
        found = completed(bags, step, columns, across, slots, self.sizes, self.machine)
        window = entry.integer("WINDOW", default=found.window, multiple=step)
        return replace(found, window=window, strips=entry.integer("STRIPS", default=found.strips))

    def to_entry(self, mapping: BagTiling) -> dict[str, Any]:
        """The entry of a mapping file."""
        return {
            "TILE_BAGS": mapping.bags,
            "STEP": mapping.step,
            "TILE_COLUMNS": mapping.columns,
            "LANES": "BAGS" if mapping.bags_across_lanes else "COLUMNS",
            "SLOTS": mapping.slots,
            "WINDOW": mapping.window,
            "STRIPS": mapping.strips,
        }
