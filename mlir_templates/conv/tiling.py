"""Tile sizes of convolutions: the candidate with the fewest estimated cycles that fits the scratchpad.

A tile of the result holds `filters` output channels at some positions of some images. Model, in core cycles:

- arrays: per tile and phase, ceil(channels * taps / rows) * ceil(filters / columns) folds stream the positions (or the
  positions are stationary, if that is better); a fold takes at least the cycles of its weight load; without
  `systolic_im2col` taps do not share rows, taps * ceil(channels / rows), and the weights are stationary; depthwise
  convolutions, and types that the arrays lack, run on the vector unit (`contractions`);
- memory: the weights are read once if their loops are outside (`weights_stay`) and once per tile of positions
  otherwise; the image, halo included, once per tile of filters, or once when the loop over filters is inside and one
  tile covers the channels (a depthwise convolution's tile of filters has an image of its own); what stays is read by
  each core that needs it; the result is written once, and what epilogues read is read once; rows that lie apart pay
  for whole DRAM requests, wherever they begin in one; loads and stores share the memory;
- vector: the epilogues of the result, and prologues whenever a tile of their operand is read, halo included; the
  vector unit works in order, so a prologue behind an epilogue waits for the contraction before it, and the arrays wait
  for the prologue;
- an iteration's loads, their latency, its contraction and drain overlap with the next one's, because tiles have two
  slots, and no more; contractions into one accumulator follow each other without a drain.
"""

from collections.abc import Iterator, Sequence
from math import ceil, inf, prod
from typing import Any

from npusim.frontend.codegen.schedule.transfer_time import both_ways_cycles, bytes_per_cycle, overlapped_cycles
from npusim.frontend.mapping import FileEntry, MappingSpace
from npusim.mlir_templates.common.cost_model import begun_within, hidden_store_cycles, round_up
from npusim.mlir_templates.conv.contractions import contraction
from npusim.mlir_templates.conv.operands import bytes_of_tiles, in_whole_groups
from npusim.mlir_templates.conv.problem import ConvTiling, Problem
from npusim.mlir_templates.conv.transfers import TileBytes
from npusim.mlir_templates.conv.window import Window
from npusim.simulator.machine import Machine

_CHANNEL_TILES = (2048, 1024, 512, 256, 128, 64, 32, 16, 8, 4, 2, 1)
_POSITION_TILES = (16384, 8192, 4096, 2048, 1024, 512, 256, 128, 64, 16, 4, 1)
_SLOTS = 2
_ISSUE_CYCLES = 16


class ConvSpace(MappingSpace[ConvTiling]):
    """The tilings of a convolution, forward or transposed."""

    family = "conv"
    file_key = "BATCH_GROUPS_CHANNELS_FILTERS_OUTPUTS_KERNEL"

    def __init__(self, problem: Problem, machine: Machine) -> None:
        self.problem, self.machine = problem, machine
        self.key = shape_key(problem.batch, problem.groups, problem.channels, problem.filters, problem.windows)

    def describe(self) -> str:
        """For messages."""
        return f"a convolution with {'x'.join(str(w.kernel) for w in self.problem.windows)} taps"

    def candidates(self) -> Iterator[ConvTiling]:
        """All tilings worth trying."""
        return _candidates(self.problem)

    def in_whole_groups(self, mapping: ConvTiling) -> bool:
        """Whether tile sizes are multiples of the groups that prologues compute together."""
        sizes = {"n": mapping.images, "y": mapping.filters, "c": mapping.channels}
        return in_whole_groups(sizes, self.problem.computed_image, self.problem.computed_weights)

    def scratchpad_bytes(self, mapping: ConvTiling) -> int:
        """Bytes per lane."""
        return ceil(scratchpad_bytes(self.problem, mapping, self.machine) / self.problem.scratchpad_share)

    def estimate_cycles(self, mapping: ConvTiling) -> float:
        """The model above."""
        return estimate_cycles(self.problem, mapping, self.machine)

    def default(self) -> ConvTiling:
        """The cheapest."""
        return choose_tiling(self.problem, self.machine)

    def from_entry(self, entry: FileEntry) -> ConvTiling:
        """TILE_N (images), TILE_F (filters), TILE_C (channels), TILE_S (output positions of every dimension); STAYS
        (WEIGHTS or IMAGE, the operand that stays during the inner loop) is optional.
        """
        problem = self.problem
        images = min(entry.integer("TILE_N"), max(1, problem.batch))
        filters = filter_entry(entry, problem.filters, dividing=problem.groups > 1 and not problem.depthwise)
        channels = 1 if problem.depthwise else problem.channels
        channels = min(entry.integer("TILE_C", default=channels), channels)
        positions = position_entry(entry, problem.windows)
        stays = entry.choice("STAYS", ("WEIGHTS", "IMAGE"), default="WEIGHTS") == "WEIGHTS"
        return ConvTiling(images, filters, channels, positions, stays and channels >= problem.channels)

    def to_entry(self, mapping: ConvTiling) -> dict[str, Any]:
        """The entry of a mapping file."""
        return {
            "TILE_N": mapping.images,
            "TILE_F": mapping.filters,
            "TILE_C": mapping.channels,
            "TILE_S": list(mapping.positions),
            "STAYS": "WEIGHTS" if mapping.weights_stay else "IMAGE",
        }


def shape_key(batch: int, groups: int, channels: int, filters: int, windows: Sequence[Window]) -> str:
    """A convolution's key in mapping files: `64_1_128_128_28x28_3x3`."""
    outputs = "x".join(str(window.outputs) for window in windows)
    kernel = "x".join(str(window.kernel) for window in windows)
    return f"{batch}_{groups}_{channels}_{filters}_{outputs}_{kernel}"


def filter_entry(entry: FileEntry, filters: int, *, dividing: bool) -> int:
    """TILE_F, at most the filters of a group; with `dividing` it must divide them, so that tiles end with groups."""
    tile = min(entry.integer("TILE_F"), filters)
    if dividing and filters % tile:
        entry.refuse(f"key 'TILE_F' has the value {tile}; it must divide the {filters} filters of a group")
    return tile


def position_entry(entry: FileEntry, windows: Sequence[Window]) -> tuple[int, ...]:
    """TILE_S: output positions of a tile, whole phases of transposed convolutions, cut to the outputs."""
    wanted = entry.integers("TILE_S", len(windows))
    tiles = []
    for tile, window in zip(wanted, windows, strict=True):
        if tile % window.up:
            entry.refuse(f"key 'TILE_S' has the value {list(wanted)}; {tile} is no multiple of the stride {window.up}")
        tiles.append(min(tile, ceil(window.outputs / window.up) * window.up))
    return tuple(tiles)


_chosen: dict[tuple[Problem, str], ConvTiling] = {}


def choose_tiling(problem: Problem, machine: Machine) -> ConvTiling:
    """The cheapest tiling.

    Raises:
        ScratchpadOverflowError: not even the smallest tiles fit.
    """
    key = (problem, machine.digest)
    if key not in _chosen:
        _chosen[key] = _search(problem, machine)
    return _chosen[key]


def _search(problem: Problem, machine: Machine) -> ConvTiling:
    """The first of the candidates with the fewest estimated cycles.

    Most of them keep the arrays busy for longer than the best one takes in all: these need no look at the scratchpad.
    """
    space, moved = ConvSpace(problem, machine), TileBytes(problem, machine)
    best, least = None, inf
    for tiling in _candidates(problem):
        if least < _array_cycles(problem, tiling, machine) - 1 or not space.fits(tiling):
            continue
        cycles = estimate_cycles(problem, tiling, machine, least, moved)
        if best is None or cycles < least:
            best, least = tiling, cycles
    return best or space.fitting()[0]  # which raises


def _array_cycles(problem: Problem, tiling: ConvTiling, machine: Machine) -> float:
    """Cycles of the arrays of each of all cores, which the estimate is no less than."""
    nf, nc = ceil(problem.filters / tiling.filters), ceil(problem.channels / tiling.channels)
    groups = 1 if problem.depthwise else problem.groups
    tiles = groups * _blocks(problem, tiling) * nf
    return ceil(tiles / machine.cores) * nc * (contraction(problem, tiling, machine).each + _ISSUE_CYCLES)


def _blocks(problem: Problem, tiling: ConvTiling) -> int:
    """Tiles of positions."""
    blocks = ceil(problem.batch / tiling.images)
    for window, tile in zip(problem.windows, tiling.positions, strict=True):
        blocks *= ceil(window.outputs / tile)
    return blocks


def position_tiles(batch: int, windows: Sequence[Window]) -> Iterator[tuple[int, tuple[int, ...]]]:
    """Images and positions of tiles worth trying: whole inner dimensions first, then outer ones, then images."""
    seen = set()
    for target in _POSITION_TILES:
        tile = _cover(target, batch, windows)
        if tile not in seen:
            seen.add(tile)
            yield tile


def _cover(target: int, batch: int, windows: Sequence[Window]) -> tuple[int, tuple[int, ...]]:
    positions: list[int] = []
    for window in reversed(windows):
        whole = ceil(window.outputs / window.up)
        parts = ceil(whole / max(1, min(whole, target // window.up)))
        positions.insert(0, ceil(whole / parts) * window.up)
        target = target // positions[0] if parts == 1 else 1
    images = max(1, min(batch, target))
    return ceil(batch / ceil(batch / images)), tuple(positions)


def channel_tiles(size: int, *, dividing: bool) -> list[int]:
    """Tile sizes for some channels, large first; with `dividing` only divisors, so that tiles end with groups."""
    sizes = {size} if size <= _CHANNEL_TILES[0] or dividing else set()
    for target in _CHANNEL_TILES:
        if target < size and (not dividing or size % target == 0):
            sizes.add(target)
            even = ceil(size / ceil(size / target))
            sizes |= {even} if not dividing else set()
    return sorted(sizes, reverse=True)[:10]


def _candidates(problem: Problem) -> Iterator[ConvTiling]:
    filters = channel_tiles(problem.filters, dividing=problem.groups > 1 and not problem.depthwise)
    channels = [1] if problem.depthwise else channel_tiles(problem.channels, dividing=False)
    for images, positions in position_tiles(problem.batch, problem.windows):
        for f in filters:
            for c in channels:
                whole = problem.depthwise or c >= problem.channels
                yield ConvTiling(images, f, c, positions, whole)
                if whole:
                    yield ConvTiling(images, f, c, positions, False)


def scratchpad_bytes(problem: Problem, tiling: ConvTiling, machine: Machine) -> int:
    """Bytes per lane of all tiles with two slots each; channels lie across the lanes."""
    lanes, taps = machine.vector_lanes, prod(window.kernel for window in problem.windows)
    filters = ceil(tiling.filters / lanes)
    deep = filters if problem.depthwise else ceil(tiling.channels / lanes)
    image_bytes, weight_bytes = bytes_of_tiles(problem.element_bytes, problem.computed_image, problem.computed_weights)
    image = deep * tiling.images * prod(problem.spans(tiling.positions)) * image_bytes
    weights = filters * tiling.channels * taps * weight_bytes
    result = filters * tiling.images * prod(tiling.positions)
    results = result * (problem.accumulator_bytes + problem.result_tile_bytes)
    return _SLOTS * sum(round_up(size, 64) for size in (image, weights, results))


def estimate_cycles(
    problem: Problem, tiling: ConvTiling, machine: Machine, limit: float = inf, moved: TileBytes | None = None
) -> float:
    """Estimated core cycles (the model above), on as many cores as are best; infinite once they are known to be more
    than `limit`. `moved` is shared by the tilings of a problem.
    """
    shared = moved or TileBytes(problem, machine)
    return min(_cycles_on(cores, problem, tiling, machine, limit, shared) for cores in machine.core_counts)


def _cycles_on(
    cores: int, problem: Problem, tiling: ConvTiling, machine: Machine, limit: float, moved: TileBytes
) -> float:
    blocks = _blocks(problem, tiling)
    nf, nc = ceil(problem.filters / tiling.filters), ceil(problem.channels / tiling.channels)
    groups = 1 if problem.depthwise else problem.groups
    tiles = groups * blocks * nf
    per_core = ceil(tiles / cores)
    busy, iterations = ceil(tiles / per_core), tiles * nc
    speed = bytes_per_cycle(machine, busy)
    image, weights, beside, result = (each / speed for each in moved.of(tiling))
    stay = tiling.weights_stay
    image_loads = blocks * (nf * nc if stay or nc > 1 or problem.depthwise else 1)
    weight_loads = nf if stay else nf * nc * blocks
    loads, transfers = groups * (image_loads * image + weight_loads * weights), groups * (image_loads + weight_loads)
    loads += tiles * beside
    if nc == 1:
        loads += begun_within(iterations, blocks if stay else nf, cores) * (weights if stay else image)
    memory = both_ways_cycles(loads, tiles * result, machine, busy, transfers + tiles)
    memory += iterations * 2 * machine.dma_descriptor_cycles
    latency = machine.memory_latency_cycles
    if memory + latency > limit + 1:
        return inf
    contracted = contraction(problem, tiling, machine)
    work, first_weights, drain = contracted.each, contracted.begin, contracted.drain
    result_vector = problem.result_vector_cycles(tiling, machine) + contracted.clear
    prologues = _prologue_cycles(problem, tiling, machine)
    computing = groups * (image_loads * prologues[0] + weight_loads * prologues[1]) * per_core / tiles
    arrays = per_core * nc * (work + _ISSUE_CYCLES)
    vector = computing + (per_core - 1) * result_vector
    if contracted.vector:
        vector += per_core * nc * contracted.vector
    else:
        behind = result_vector + drain + latency
        arrays += _exposed_cycles(prologues, behind, work, blocks, nf, nc, stay) * groups * per_core / tiles
        vector += nc * work
    chain = busy * loads / iterations + sum(prologues) + latency + first_weights + work + drain
    waiting = overlapped_cycles(per_core * nc - 1, 0, chain, _SLOTS) + work
    tail = first_weights + work + drain + result_vector
    stored = busy * result
    hidden = hidden_store_cycles(busy * loads / iterations, stored, tail) if per_core > 1 else 0.0
    memory += 2 * latency + tail - hidden
    begin, end = busy * (image + weights) + latency + first_weights, drain + result_vector + stored + latency
    storing = work + (per_core - 1) * stored
    cycles = max(memory, loads + tail + stored + 2 * latency, begin + max(arrays, vector, waiting, storing) + end)
    return round(cycles, 3)  # of equally fast tilings the first, which has the longest rows in memory


def _prologue_cycles(problem: Problem, tiling: ConvTiling, machine: Machine) -> tuple[float, float]:
    """Cycles of the vector and the cross-lane unit to compute a tile of the image and of the weights."""
    image, weights = problem.computed_image, problem.computed_weights
    if image is None and weights is None:
        return 0.0, 0.0
    deep = tiling.filters if problem.depthwise else tiling.channels
    points = tiling.images * prod(problem.spans(tiling.positions))
    taps = tiling.channels * prod(window.kernel for window in problem.windows)
    return (
        0.0 if image is None else image.cycles(points, deep, machine),
        0.0 if weights is None else weights.cycles(taps, tiling.filters, machine),
    )


def _exposed_cycles(
    prologues: tuple[float, float], behind: float, work: float, blocks: int, nf: int, nc: int, stay: bool
) -> float:
    """Cycles of a group during which the arrays wait for prologues.

    Args:
        behind: cycles of the vector unit between a product and the prologues of the next one, waiting included.
        work: cycles of the arrays per iteration.
    """
    if not any(prologues):
        return 0.0
    image, weights = prologues
    if nc > 1:  # within a product, operands are computed during its contractions
        return blocks * nf * (image + weights + behind + (nc - 1) * max(0.0, image + weights - work))
    outer, inner, count = (weights, image, nf) if stay else (image, weights, blocks)
    exposed = blocks * nf * (inner + behind) if inner else 0.0
    return exposed + (count * (outer + behind) if outer else 0.0)
