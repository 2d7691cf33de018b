"""The description of a recurrent layer that its kernels depend on, their mapping, and their tiles."""

from collections.abc import Mapping
from dataclasses import dataclass
from math import ceil, prod
from typing import Any

import torch
from npusim.frontend import MLIRTemplateKernel
from npusim.mlir_templates.common.cost_model import round_up
from npusim.mlir_templates.recurrent.kinds import KINDS, Kind
from npusim.simulator.machine import Machine


@dataclass(frozen=True)
class Layer:
    """One layer in one direction.

    Attributes:
        name: of its kind.
        steps, batch: may be symbolic.
        hidden: elements of the hidden state.
        reverse: it begins at the last step.
        keeps: the forward keeps what the backward needs.
        has_bias: the part of the last gate from the hidden state has a bias of its own (GRU).
        has_lengths: each sequence has a number of steps of its own; its states stay as they are at others.
        zeros: the states that the kernel begins with, or their gradients, that are zero and no inputs of it.
    """

    name: str
    steps: Any
    batch: Any
    hidden: int
    dtype: torch.dtype
    reverse: bool
    keeps: bool = False
    has_bias: bool = False
    has_lengths: bool = False
    zeros: frozenset[str] = frozenset()

    @property
    def kind(self) -> Kind:
        """What its tensors hold."""
        return KINDS[self.name]

    @property
    def wide(self) -> torch.dtype:
        """Dtype of sums and of what is carried from step to step."""
        return torch.float64 if self.dtype == torch.float64 else torch.float32


@dataclass(frozen=True)
class LayerTiling:
    """How a kernel is mapped.

    Attributes:
        b: sequences per tile.
        j: elements of the hidden state per tile.
        resident: the weights stay in the scratchpad; else every step loads them.
    """

    b: int
    j: int
    resident: bool

    def padded(self, hidden: int) -> int:
        """Elements of the tiles of the whole state."""
        return round_up(hidden, self.j)


@dataclass(frozen=True)
class TilePlan:
    """A tile: its size along each loop, the loop across the lanes, its dtype and its slots."""

    axes: Mapping[str, int]
    lanes: str
    dtype: torch.dtype
    slots: int = 2

    def bytes_per_lane(self, lanes: int) -> int:
        """Bytes of all slots in each lane."""
        others = prod(size for axis, size in self.axes.items() if axis != self.lanes)
        return self.slots * round_up(ceil(self.axes[self.lanes] / lanes) * others * self.dtype.itemsize, 64)


Tiles = dict[str, TilePlan]


def forward_tiles(layer: Layer, tiling: LayerTiling) -> Tiles:
    """The forward kernel's tiles by name."""
    kind, dtype = layer.kind, layer.dtype
    part = {"b": tiling.b, "j": tiling.j}
    whole = {"b": tiling.b, "j": tiling.padded(layer.hidden)}
    gates = {"b": tiling.b, "g": kind.gates, "j": tiling.j}
    tiles = {
        "weights": _weights(layer, tiling, layer.hidden, "j"),
        "inputs": TilePlan(gates, "j", dtype),
        "sums": TilePlan(gates, "j", layer.wide),
        "output": TilePlan(part, "j", dtype),
    }
    if keeps_state_apart(layer, tiling):
        tiles["state"] = TilePlan({"b": tiling.b, "k": layer.hidden}, "k", dtype)
        tiles["next"] = TilePlan(whole, "j", dtype, 1)
    if kind.carries:
        tiles["carried"] = TilePlan(whole, "j", layer.wide, 1)
        tiles["carried_part"] = TilePlan(part, "j", dtype)
    if layer.keeps and kind.kept:
        tiles["kept"] = TilePlan({"b": tiling.b, "a": kind.kept, "j": tiling.j}, "j", dtype)
    if layer.has_bias:
        tiles["bias"] = TilePlan({"j": tiling.j}, "j", dtype)
    return tiles | _lengths(layer, tiling)


def backward_tiles(layer: Layer, tiling: LayerTiling) -> Tiles:
    """The backward kernel's tiles by name."""
    kind, dtype = layer.kind, layer.dtype
    part = {"b": tiling.b, "j": tiling.j}
    gates = {"b": tiling.b, "g": kind.gates, "j": tiling.j}
    padded = tiling.padded(layer.hidden)
    whole = {"b": tiling.b, "k": padded}
    tiles = {
        "weights": _weights(layer, tiling, padded, "k"),
        "output_grads": TilePlan(part, "j", dtype),
        "input_grads": TilePlan(gates, "j", dtype),
        "state_grads": TilePlan(whole, "k", layer.wide),
        "sums": TilePlan(whole, "k", layer.wide),
        "edge": TilePlan(part, "j", dtype),
    }
    if not kind.has_cell:
        tiles["output"] = TilePlan(part, "j", dtype)
    if kind.kept:
        tiles["kept"] = TilePlan({"b": tiling.b, "a": kind.kept, "j": tiling.j}, "j", dtype)
    if kind.has_cell:
        tiles["before"] = tiles["after"] = TilePlan(part, "j", dtype)
        tiles["carried_grads"] = TilePlan(whole, "k", layer.wide, 1)
    if kind.has_own_gate:
        tiles["hidden_grads"] = TilePlan(gates, "j", dtype)
        tiles["own_grads"] = TilePlan(part, "j", dtype)
    return tiles | _lengths(layer, tiling)


def keeps_state_apart(layer: Layer, tiling: LayerTiling) -> bool:
    """Whether the forward's products do not read the tile of outputs: it holds a part of the hidden state only, or the
    states before are read with the gates.
    """
    return tiling.j < layer.hidden or layer.has_lengths


def _lengths(layer: Layer, tiling: LayerTiling) -> Tiles:
    return {"lengths": TilePlan({"b": tiling.b}, "b", torch.int64, 1)} if layer.has_lengths else {}


def _weights(layer: Layer, tiling: LayerTiling, width: int, lanes: str) -> TilePlan:
    rows = {"jw": tiling.padded(layer.hidden)} if tiling.resident else {"j": tiling.j}
    axes = {"g": layer.kind.gates, **rows, "k": width}
    across = next(iter(rows)) if lanes == "j" else lanes
    return TilePlan(axes, across, layer.dtype, 1 if tiling.resident else 2)


def allocate(kernel: MLIRTemplateKernel, tiles: Tiles) -> str:
    """The text that allocates the tiles."""
    lines = (
        kernel.def_tile(name, plan.axes, dtype=plan.dtype, lane_axis=plan.lanes, slots=plan.slots)
        for name, plan in tiles.items()
    )
    return "\n".join(lines)


def scratchpad_bytes(tiles: Tiles, machine: Machine) -> int:
    """Bytes per lane of all tiles."""
    return sum(plan.bytes_per_lane(machine.vector_lanes) for plan in tiles.values())
