"""How the kernels of recurrent layers can be mapped, and the cycles that they are estimated to take.

A step waits for the one before it: its products, their drain, the vector work of the last tile of hidden elements.
Tiles of a step overlap. Weights that do not stay in the scratchpad are loaded at every step.
"""

from abc import abstractmethod
from collections.abc import Iterator
from math import ceil
from typing import Any

from npusim.frontend.codegen.schedule.transfer_time import bytes_per_cycle
from npusim.frontend.mapping import FileEntry, MappingSpace
from npusim.mlir_templates.common.cost_model import drain_cycles, halvings, positive_hint, round_up
from npusim.mlir_templates.recurrent.cells import CELLS
from npusim.mlir_templates.recurrent.problem import (
    Layer,
    LayerTiling,
    Tiles,
    backward_tiles,
    forward_tiles,
    scratchpad_bytes,
)
from npusim.simulator.machine import Machine
from npusim.simulator.timing.cost.contraction import shared_folds_cycles


class LayerSpace(MappingSpace[LayerTiling]):
    """What the forward and the backward kernel have in common."""

    file_key = "STEPS_BATCH_HIDDEN"

    def __init__(self, layer: Layer, machine: Machine) -> None:
        self.layer, self.machine = layer, machine
        self.steps, self.batch = positive_hint(layer.steps), positive_hint(layer.batch)
        self.key = f"{self.steps}_{self.batch}_{layer.hidden}"

    @abstractmethod
    def tiles(self, mapping: LayerTiling) -> Tiles:
        """The kernel's tiles."""

    @abstractmethod
    def work(self) -> tuple[int, int]:
        """Operations of the vector unit per hidden element and step, and tensors of the size of the hidden states that
        are read or written.
        """

    def describe(self) -> str:
        """For messages."""
        return f"a recurrent layer of {self.layer.hidden} elements"

    def candidates(self) -> Iterator[LayerTiling]:
        """Sequences shared out over the cores, whole states or multiples of the lanes."""
        hidden, lanes = self.layer.hidden, self.machine.vector_lanes
        parts = [hidden, *(j for j in halvings(round_up(hidden, lanes), lanes) if j < hidden)]
        for b in halvings(ceil(self.batch / min(self.machine.cores, self.batch)), 1):
            for j in parts:
                yield LayerTiling(b, j, True)
                yield LayerTiling(b, j, False)

    def scratchpad_bytes(self, mapping: LayerTiling) -> int:
        """Bytes per lane."""
        return scratchpad_bytes(self.tiles(mapping), self.machine)

    def estimate_cycles(self, mapping: LayerTiling) -> float:
        """Estimated core cycles."""
        machine, layer = self.machine, self.layer
        count = ceil(layer.hidden / mapping.j)
        array, vector, memory = (part(mapping) for part in (self._array, self._vector, self._memory))
        longest = max(array, vector, memory)
        chain = array + vector + drain_cycles(machine) + 2 * machine.vector_latency_cycles
        step = max(count * longest, chain + (count - 1) * max(array, vector))
        return self.steps * step * ceil(ceil(self.batch / mapping.b) / machine.cores)

    def _array(self, mapping: LayerTiling) -> float:
        machine, layer = self.machine, self.layer
        folds = ceil(layer.hidden / machine.systolic_rows)
        folds *= ceil(layer.kind.gates * mapping.j / machine.systolic_columns)
        return shared_folds_cycles(folds, mapping.b, layer.hidden, machine)

    def _vector(self, mapping: LayerTiling) -> float:
        lanes = self.machine.vector_lanes
        vectors = mapping.b * round_up(mapping.j, lanes) / self.machine.vector_elements_per_cycle
        return self.work()[0] * vectors / self.machine.vector_alus

    def _memory(self, mapping: LayerTiling) -> float:
        layer, element = self.layer, self.layer.dtype.itemsize
        moved = mapping.b * mapping.j * self.work()[1] * element
        if not mapping.resident:
            moved += layer.kind.gates * mapping.j * layer.hidden * element
        return float(moved / bytes_per_cycle(self.machine, 1))

    def from_entry(self, entry: FileEntry) -> LayerTiling:
        """TILE_B (sequences), TILE_J (hidden elements), WEIGHTS (RESIDENT or STREAMED)."""
        j, lanes = min(entry.integer("TILE_J"), self.layer.hidden), self.machine.vector_lanes
        if j < self.layer.hidden and j % lanes:
            entry.refuse(f"parts of the hidden state (TILE_J) are multiples of the {lanes} lanes")
        b = min(entry.integer("TILE_B"), self.batch)
        return LayerTiling(b, j, entry.choice("WEIGHTS", ("RESIDENT", "STREAMED"), default="RESIDENT") == "RESIDENT")

    def to_entry(self, mapping: LayerTiling) -> dict[str, Any]:
        """The entry of a mapping file."""
        weights = "RESIDENT" if mapping.resident else "STREAMED"
        return {"TILE_B": mapping.b, "TILE_J": mapping.j, "WEIGHTS": weights}


class ForwardSpace(LayerSpace):
    """The mappings of the forward kernel."""

    family = "recurrent"

    def tiles(self, mapping: LayerTiling) -> Tiles:
        """The kernel's tiles."""
        return forward_tiles(self.layer, mapping)

    def work(self) -> tuple[int, int]:
        """The tensors are gates, hidden states, and what is kept."""
        kind = self.layer.kind
        tensors = kind.gates + 1 + (kind.kept + kind.has_cell if self.layer.keeps else 0)
        return CELLS[self.layer.name].vector_operations, tensors


class BackwardSpace(LayerSpace):
    """The mappings of the backward kernel."""

    family = "recurrent_backward"

    def tiles(self, mapping: LayerTiling) -> Tiles:
        """The kernel's tiles."""
        return backward_tiles(self.layer, mapping)

    def work(self) -> tuple[int, int]:
        """The tensors are gradients of gates and hidden states, and what was kept."""
        kind = self.layer.kind
        return CELLS[self.layer.name].gradient_operations, kind.gates + kind.kept + 2 + 2 * kind.has_cell
