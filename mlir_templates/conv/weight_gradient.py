"""The gradient of a convolution for its weights: a product summed over images and output positions.

    dW[y, c, k] = sum over n, s of G[n, y, s] * X[n, c, s * stride - padding + k * dilation]

X is the tensor that the windows slide over: the image of a forward convolution, the gradient of a transposed one. The
windows of a tile of X are read from the scratchpad, as in the forward convolution. The accumulator has the channels
innermost; at the end it is permuted to the order of the weights, within the lanes.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from math import ceil, prod
from typing import Any

from npusim.frontend import MLIRTemplateKernel
from npusim.frontend.codegen.schedule.transfer_time import bytes_per_cycle, overlapped_cycles
from npusim.frontend.mapping import FileEntry, MappingSpace
from npusim.mlir_templates.common.contractions import (
    ContractionCycles,
    TileAxes,
    VectorTypes,
    vector_contraction,
    vector_types,
)
from npusim.mlir_templates.common.cost_model import drain_cycles, positive_hint
from npusim.mlir_templates.common.tiles import named_tile
from npusim.mlir_templates.conv.operands import (
    Computed,
    ConvOperand,
    bytes_of_tiles,
    image_operand,
    in_whole_groups,
    known_size,
    result_operand,
    strides_of,
)
from npusim.mlir_templates.conv.text import operand_tile, tile
from npusim.mlir_templates.conv.tiling import channel_tiles, filter_entry, position_entry, position_tiles, shape_key
from npusim.mlir_templates.conv.transfers import (
    even_axis,
    image_sizes,
    operand_bytes,
    positions_axes,
    stored_bytes,
    windows_axes,
)
from npusim.mlir_templates.conv.window import Window
from npusim.mlir_templates.conv.windowed import Geometry, WindowedTemplate, WindowedText
from npusim.simulator.machine import Machine
from npusim.simulator.timing.cost.contraction import cut, shared_folds_cycles, weight_load_cycles

_RESULT_PASSES = 2  # into the order of the weights, and the conversion

SOURCE = r"""
{{ kernel.def_global_vars() }}
func.func @{{ KERNEL_NAME }} {{ kernel.def_kernel(inputs=[X, G], outputs=[Y], names_str="X, G, Y") }} {
  {{ kernel.def_local_vars() }}
  {{ kernel.def_sram_buffer("X", X_tile) }}
  {{ kernel.def_sram_buffer("G", G_tile) }}
  {{ kernel.def_sram_buffer("Y", accumulator, dtype=ACCUMULATOR_TYPE) }}
  {{ kernel.def_sram_buffer("Y", result, dtype=ACCUMULATOR_TYPE) }}
  {% if depthwise %}
  {{ kernel.def_sram_buffer("G", products, dtype=ACCUMULATOR_TYPE) }}
  {% endif %}
  {{ kernel.for_loop("g", GROUPS, 1, parallel=True) }}
    {{ kernel.for_loop("o", FILTERS, TILE_O, parallel=True) }}
    {{ conv.absolute("y", "o", FILTERS, ALL_FILTERS, TILE_O, GROUPS) }}
      {{ kernel.for_loop("c", CHANNELS, TILE_C, parallel=True) }}
      {% for taps in tap_loops %}
      {{ kernel.for_loop(*taps) }}
      {% endfor %}
        {{ kernel.fill("accumulator", 0) }}
        {% for position in positions %}
        {{ kernel.for_loop(*position) }}
        {% endfor %}
          {{ text.load_windows() }}
          {{ text.load_gradient() }}
          {% if depthwise %}
          {{ conv.correlate_taps("accumulator", "X_tile", "G_tile", "products") }}
          {% else %}
          {{ conv.correlate("accumulator", "X_tile", "G_tile") }}
          {% endif %}
        {% for position in positions %}
        {{ kernel.end_loop() }}
        {% endfor %}
        {{ conv.reorder("result", "accumulator") }}
        {{ kernel.store_output("result", Y_dims) }}
      {% for taps in tap_loops %}
      {{ kernel.end_loop() }}
      {% endfor %}
      {{ kernel.end_loop() }}
    {{ kernel.end_loop() }}
  {{ kernel.end_loop() }}
  return
}
"""


@dataclass(frozen=True)
class WeightTiling:
    """Tile sizes: images, output positions, filters and channels of a group."""

    images: int
    positions: tuple[int, ...]
    filters: int
    channels: int


@dataclass(frozen=True)
class WeightProblem:
    """Sizes of the gradient (`batch` is a hint if symbolic), bytes per element. Depthwise channels are filters of one
    group. `computed_image`, `computed_gradient`: costs of prologues, None for operands in memory. `scratchpad_share`:
    share of the scratchpad that tiles may fill. `channels_last`: of the image and of the gradient. `vector_types`:
    where the vector unit computes it, as the arrays lack the operands' type.
    """

    batch: int
    groups: int
    channels: int
    filters: int
    windows: tuple[Window, ...]
    element_bytes: int
    accumulator_bytes: int
    depthwise: bool = False
    computed_image: Computed | None = None
    computed_gradient: Computed | None = None
    scratchpad_share: float = 1.0
    channels_last: tuple[bool, bool] = (False, False)
    vector_types: VectorTypes | None = None


class WeightSpace(MappingSpace[WeightTiling]):
    """The tilings of a gradient of weights."""

    family = "conv_weight"
    file_key = "BATCH_GROUPS_CHANNELS_FILTERS_OUTPUTS_KERNEL"

    def __init__(self, problem: WeightProblem, machine: Machine) -> None:
        self.problem, self.machine = problem, machine
        self.key = shape_key(problem.batch, problem.groups, problem.channels, problem.filters, problem.windows)

    def describe(self) -> str:
        """For messages."""
        return "a convolution's weight gradient"

    def candidates(self) -> Iterator[WeightTiling]:
        """All tilings worth trying."""
        problem = self.problem
        for images, positions in position_tiles(problem.batch, problem.windows):
            for filters in channel_tiles(problem.filters, dividing=problem.groups > 1):
                for channels in channel_tiles(problem.channels, dividing=False):
                    yield WeightTiling(images, positions, filters, channels)

    def in_whole_groups(self, mapping: WeightTiling) -> bool:
        """Whether tile sizes are multiples of the groups that prologues compute together."""
        sizes = {"n": mapping.images, "y": mapping.filters, "c": mapping.channels}
        sizes |= {f"s{i}": positions for i, positions in enumerate(mapping.positions)}
        return in_whole_groups(sizes, self.problem.computed_image, self.problem.computed_gradient)

    def scratchpad_bytes(self, mapping: WeightTiling) -> int:
        """Bytes per lane."""
        return ceil(_scratchpad_bytes(self.problem, mapping, self.machine) / self.problem.scratchpad_share)

    def estimate_cycles(self, mapping: WeightTiling) -> float:
        """The cost model."""
        return _estimate_cycles(self.problem, mapping, self.machine)

    def from_entry(self, entry: FileEntry) -> WeightTiling:
        """TILE_N (images), TILE_F (filters), TILE_C (channels), TILE_S (output positions of every dimension)."""
        problem = self.problem
        images = min(entry.integer("TILE_N"), max(1, problem.batch))
        filters = filter_entry(entry, problem.filters, dividing=problem.groups > 1)
        channels = min(entry.integer("TILE_C"), problem.channels)
        return WeightTiling(images, position_entry(entry, problem.windows), filters, channels)

    def to_entry(self, mapping: WeightTiling) -> dict[str, Any]:
        """The entry of a mapping file."""
        return {
            "TILE_N": mapping.images,
            "TILE_F": mapping.filters,
            "TILE_C": mapping.channels,
            "TILE_S": list(mapping.positions),
        }


def _spans(problem: WeightProblem, tiling: WeightTiling) -> list[int]:
    return [window.extent(positions) for window, positions in zip(problem.windows, tiling.positions, strict=True)]


def _scratchpad_bytes(problem: WeightProblem, tiling: WeightTiling, machine: Machine) -> int:
    lanes, taps = machine.vector_lanes, prod(window.kernel for window in problem.windows)
    filters = ceil(tiling.filters / lanes)
    channels = filters if problem.depthwise else ceil(tiling.channels / lanes)
    operands = (problem.computed_image, problem.computed_gradient)
    image_bytes, gradient_bytes = bytes_of_tiles(problem.element_bytes, *operands)
    gradient_bytes += problem.accumulator_bytes if problem.depthwise else 0
    image = channels * tiling.images * prod(_spans(problem, tiling)) * image_bytes
    gradient = filters * tiling.images * prod(tiling.positions) * gradient_bytes
    result = filters * tiling.channels * taps * (3 * problem.accumulator_bytes + 4)
    return 2 * sum(ceil(size / 64) * 64 for size in (image, gradient, result))


def _estimate_cycles(problem: WeightProblem, tiling: WeightTiling, machine: Machine) -> float:
    """The longest of transfers, contractions and prologues, on as many cores as are best: they share the tiles of the
    result. As tiles have two slots, two are under way; contractions into one accumulator follow each other without a
    drain. The first loads, the last contraction and the last store overlap with nothing.
    Epilogues follow the last contraction of a tile only, so prologues overlap with the contractions.
    """
    return min(_cycles_on(cores, problem, tiling, machine) for cores in machine.core_counts)


def _cycles_on(cores: int, problem: WeightProblem, tiling: WeightTiling, machine: Machine) -> float:
    taps = prod(window.kernel for window in problem.windows)
    blocks: int = ceil(problem.batch / tiling.images) * prod(
        ceil(window.outputs / tile) for window, tile in zip(problem.windows, tiling.positions, strict=True)
    )
    tiles = problem.groups * ceil(problem.filters / tiling.filters) * ceil(problem.channels / tiling.channels)
    per_core = ceil(tiles / cores)
    busy = ceil(tiles / per_core)
    bandwidth = bytes_per_cycle(machine, busy) / busy
    moved = _moved_bytes(problem, tiling, machine)
    first, stored = sum(moved[:2]) / bandwidth, moved[2] / bandwidth
    result = tiling.filters * tiling.channels * taps
    computing, contracted = _prologue_cycles(problem, tiling, machine), _contraction(problem, tiling, machine)
    work, load = contracted.each, contracted.begin + contracted.drain
    passes = _RESULT_PASSES * result / machine.vector_elements_per_cycle + contracted.clear
    ends = first + computing + load + stored + 2 * machine.memory_latency_cycles + passes
    vector = computing + contracted.vector + (passes / blocks if contracted.vector else 0.0)
    period = max(first + stored / blocks, work, vector)
    chain = first + machine.memory_latency_cycles + computing + load + work
    return ends + work + overlapped_cycles(per_core * blocks - 1, period, chain)


def _contraction(problem: WeightProblem, tiling: WeightTiling, machine: Machine) -> ContractionCycles:
    """The contraction of a tile of the image and one of the gradient."""
    taps = prod(window.kernel for window in problem.windows)
    positions = prod(tiling.positions)
    if problem.depthwise:  # three vectors are read for every vector of products
        across = ceil(tiling.filters / machine.vector_lanes) * machine.vector_lanes  # lanes without a channel wait
        points = tiling.images * positions * across
        each = 3 * taps * (points / machine.vector_elements_per_cycle + machine.vector_latency_cycles)
        return ContractionCycles(each, 0.0, 0.0, vector=each)
    if problem.vector_types is not None:
        loops = {"k": taps, "c": tiling.channels, "y": tiling.filters, "n": tiling.images, "s": positions}
        axes = {name: ((name,), size) for name, size in loops.items()}
        window = (("s", "k") if taps > 1 else ("s",), prod(_spans(problem, tiling)))
        image = TileAxes((axes["n"], axes["c"], window), "c")
        gradient = TileAxes((axes["n"], axes["y"], axes["s"]), "y")
        result = TileAxes((axes["k"], axes["c"], axes["y"]), "y")
        return vector_contraction(loops, (image, gradient), result, problem.vector_types, machine)
    rows, columns = machine.systolic_rows, machine.systolic_columns
    reduced, wide = tiling.images * positions, tiling.channels * taps
    folds = ceil(reduced / rows)
    held = cut(wide, 1 if machine.systolic_im2col else taps, columns)
    one = shared_folds_cycles(folds * held, tiling.filters, reduced, machine)
    other = shared_folds_cycles(folds * ceil(tiling.filters / columns), wide, reduced, machine)
    return ContractionCycles(min(one, other), weight_load_cycles(reduced, machine), drain_cycles(machine))


def _moved_bytes(problem: WeightProblem, tiling: WeightTiling, machine: Machine) -> tuple[float, float, float]:
    """Bytes of the transfers of a tile of the image, of the gradient and of the result."""
    taps = prod(window.kernel for window in problem.windows)
    images, all_filters = even_axis(tiling.images, problem.batch), problem.groups * problem.filters
    filters = even_axis(tiling.filters, all_filters)
    channels = filters if problem.depthwise else even_axis(tiling.channels, problem.groups * problem.channels)
    of_filter = even_axis(tiling.channels * taps, problem.channels * taps)
    of_image, of_gradient = problem.channels_last
    image = windows_axes(images, channels, problem.windows, tiling.positions, of_image)
    gradient = positions_axes(images, filters, problem.windows, tiling.positions, of_gradient)
    under = image_sizes(tiling.images, channels.tile, problem.windows, tiling.positions)
    positions = {f"s{i}": tile for i, tile in enumerate(tiling.positions)}
    above = {"n": tiling.images, "y": tiling.filters, **positions}
    return (
        operand_bytes(image, under, problem.computed_image, problem.element_bytes, machine),
        operand_bytes(gradient, above, problem.computed_gradient, problem.element_bytes, machine),
        stored_bytes([filters, of_filter], problem.element_bytes, machine),
    )


def _prologue_cycles(problem: WeightProblem, tiling: WeightTiling, machine: Machine) -> float:
    """Cycles of the vector and the cross-lane unit to compute a tile of both operands."""
    image, gradient = problem.computed_image, problem.computed_gradient
    deep = tiling.filters if problem.depthwise else tiling.channels
    total = 0.0
    if image is not None:
        total += image.cycles(tiling.images * prod(_spans(problem, tiling)), deep, machine)
    if gradient is not None:
        total += gradient.cycles(tiling.images * prod(tiling.positions), tiling.filters, machine)
    return total


class MLIRConvWeightTemplate(WindowedTemplate[WeightTiling]):
    """The gradient of the weights from the tensor that windows slide over and the tensor with an element per window."""

    lane_dim = 0

    def __init__(self, input_nodes: Any, layout: Any, windows: tuple[Window, ...], groups: int) -> None:
        super().__init__("convolution_weight", input_nodes, layout)
        filters, channels, *_ = (int(size) for size in layout.size)
        self.geometry = Geometry(windows, groups, channels, filters // groups)

    def operands(self) -> tuple[ConvOperand, ConvOperand]:
        """The tensor under the windows and the gradient."""
        (image, gradient), geometry = self.input_nodes, self.geometry
        return (
            image_operand(image, geometry.windows, geometry.walked_groups, geometry.channel_axis),
            result_operand(gradient, geometry.windows, geometry.walked_groups),
        )

    def space(self, kernel: MLIRTemplateKernel) -> WeightSpace:
        """Tile sizes."""
        return WeightSpace(self._problem(kernel), kernel.machine)

    def text(self, kernel: MLIRTemplateKernel, mapping: WeightTiling) -> str:
        """The kernel's MLIR, tiled for the machine."""
        options = _Text(kernel, self, mapping).options()
        return self.fill_in(kernel, SOURCE, options, options["result"])

    def _problem(self, kernel: MLIRTemplateKernel) -> WeightProblem:
        image, geometry = self.input_nodes[0], self.geometry
        computed_image, computed_gradient = self.computed(kernel)
        element, sums = image.get_dtype(), self.tile_dtype
        return WeightProblem(
            batch=positive_hint(image.get_size()[0], fallback=64),
            groups=geometry.walked_groups,
            channels=geometry.channels,
            filters=geometry.walked_filters,
            windows=tuple(window.expected for window in geometry.windows),
            depthwise=geometry.depthwise,
            computed_image=computed_image,
            computed_gradient=computed_gradient,
            scratchpad_share=kernel.work.reserve,
            channels_last=(self._channels_last(0, computed_image), self._channels_last(1, computed_gradient)),
            element_bytes=element.itemsize,
            accumulator_bytes=sums.itemsize,
            vector_types=vector_types(kernel.machine, element, sums),
        )

    def _channels_last(self, position: int, work: Computed | None) -> bool:
        """Whether the channels of an operand, or of its prologue's input, are contiguous."""
        node = self.input_nodes[position]
        own = strides_of(node)[1] == 1 and known_size(node.get_size()[1]) != 1
        return own if work is None else work.innermost in ("c", "y")


class _Text(WindowedText):
    def options(self) -> dict[str, Any]:
        """The names of the template's text."""
        sizes, (image, gradient) = self.sizes(), self.nodes
        accumulated, stored = [*self.dims(spatial="k"), "c", "y"], self.dims("y", "c", spatial="k")
        return {
            **self.common_options(),
            "G": gradient,
            "X_tile": operand_tile(self.kernel, "X_tile", sizes, image, self.image, 0),
            "G_tile": operand_tile(self.kernel, "G_tile", sizes, gradient, self.other, 1),
            "accumulator": named_tile(self.kernel, "accumulator", accumulated, sizes, "y"),
            "result": tile(self.kernel, "result", sizes, self.result, stored, "y"),
            "products": tile(self.kernel, "products", sizes, gradient, self.dims("n", "y", spatial="s"), "y"),
            "tap_loops": [(f"k{i}", w.kernel, w.kernel) for i, w in enumerate(self.geometry.windows)],
            "Y_dims": stored,
        }

    def load_gradient(self) -> str:
        """Loads one element per window and filter."""
        if self.kernel.computes("G"):
            return self.conv.compute(self.other, "G_tile")
        text = self.conv.lines()
        sides = [self.conv.walked("n", text), self.conv.walked("o", text, start="y")]
        sides += [self.conv.walked(f"s{i}", text) for i in range(self.rank)]
        text.line(self.conv.load("G", "G_tile", sides, self.dims("n", "y", spatial="s")))
        return str(text)
