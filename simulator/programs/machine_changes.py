"""What another machine changes for kernels that are generated already.

A kernel's text is legal on every machine whose scratchpad holds its tiles. Which text is generated depends on the
machine: tiles and fusions are chosen with cost models that read some of its keys. A machine that differs in other keys
only gets the same kernels again (but fusions and autotuning that were decided by simulating may fall the other way).
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from npusim.simulator.machine import Machine

NAMES = frozenset({"name", "description", "sources", "energy", "process_nm"})
"""Keys that change neither text nor cycles."""

TILE_KEYS = frozenset(
    {
        "accumulator_kib_per_lane",
        "core_freq_mhz",
        "core_port_bytes_per_cycle",
        "cores",
        "cross_lane_elements_per_cycle",
        "cross_lane_latency_cycles",
        "cross_lane_reduction_latency_cycles",
        "dram_bandwidth_gbps",
        "dram_efficiency",
        "dram_latency_ns",
        "dram_request_bytes",
        "kernel_launch_cycles",
        "noc_latency_cycles",
        "scratchpad_kib_per_lane",
        "vector_alus",
        "vector_elements_per_lane",
        "vector_lanes",
        "vector_latency_cycles",
        "vector_loads_per_cycle",
        "vector_operations",
        "vector_packed_types",
        "vector_stores_per_cycle",
    }
)
"""Keys that the code generation of any kernel reads."""

TEMPLATE_KEYS = frozenset(
    {
        "dma_bytes_per_cycle",
        "dma_descriptor_cycles",
        "dma_outstanding_requests",
        "dram_channel_hash",
        "dram_channel_hash_function",
        "dram_channels",
        "dram_controller",
        "dram_device",
        "dram_interleave_bytes",
        "dram_mapping",
        "dram_model",
        "systolic_arrays",
        "systolic_columns",
        "systolic_im2col",
        "systolic_rows",
        "systolic_rows_per_cycle",
        "unit_queue_depth",
    }
)
"""Keys that only templates read: products, convolutions, attention, sorts, scans."""


@dataclass(frozen=True)
class Change:
    """A key with another value.

    Attributes:
        key: of the machine.
        before, after: its values.
        remaps: which kernels might be generated differently: `none`, `templates` or `all`.
    """

    key: str
    before: Any
    after: Any
    remaps: str


def changes(before: Machine, after: Machine) -> list[Change]:
    """The keys in which two machines differ, without names and energy."""
    old, new = before.model_dump(), after.model_dump()
    keys = [key for key in old if key not in NAMES and old[key] != new[key]]
    return [Change(key, old[key], new[key], _remaps(key)) for key in keys]


def value_text(value: Any) -> str:
    """A value of a machine for people: `-` for none, tables as `f32 1, bf16 2`."""
    if value is None:
        return "-"
    if isinstance(value, Mapping):
        return ", ".join(f"{key} {value_text(each)}" for key, each in value.items())
    return f"{value:.0f}" if isinstance(value, float) and value.is_integer() else str(value)


def change_texts(change: Change) -> tuple[str, str]:
    """The values of a change for people; of two tables the entries that differ."""
    before, after = change.before, change.after
    if isinstance(before, Mapping) and isinstance(after, Mapping):
        keys = [key for key in {**before, **after} if before.get(key) != after.get(key)]
        before, after = ({key: table.get(key) for key in keys} for table in (before, after))
    return value_text(before), value_text(after)


def may_be_remapped(found: Iterable[Change], *, is_template: bool) -> bool:
    """Whether a compilation for the other machine might generate another text for a kernel."""
    return any(change.remaps == "all" or (is_template and change.remaps == "templates") for change in found)


def _remaps(key: str) -> str:
    if key in TILE_KEYS:
        return "all"
    return "templates" if key in TEMPLATE_KEYS else "none"
