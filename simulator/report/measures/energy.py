"""Energy of the executed work, counters times the machine's table and leakage, in picojoules; and its power."""

from collections.abc import Iterable, Mapping
from functools import cache

from npusim.simulator.dram.device import load_device
from npusim.simulator.machine import EnergyTable, Machine
from npusim.simulator.machine.area import area
from npusim.simulator.machine.leakage import leakage
from npusim.simulator.report.measures.counters import Counters

_DIGITS = 1


def energy_pj(counters: Counters, machine: Machine) -> dict[str, float | None] | None:
    """Picojoules by part of the machine and in total; None for a machine without an energy table.

    Parts that the model does not count are None and not in `total`: row activations and refreshes of a DRAM model
    without commands, and arrays whose element type has no price in the table. Leakage is an estimate
    (`npusim.simulator.machine.leakage`), for the time of the launches.
    """
    table = machine.energy
    if table is None:
        return None
    parts = {
        "array": _array_pj(counters, table),
        "vector": counters.vector_operations * table.vector_op_pj,
        "cross_lane": counters.cross_lane_elements * table.cross_lane_element_pj,
        "scratchpad": (counters.scratchpad_bytes + counters.payload_bytes) * table.scratchpad_byte_pj,
        "noc": _noc_bytes(counters) * table.noc_hop_byte_pj,
        "cache": _cache_bytes(counters) * table.cache_byte_pj,
        **_dram_pj(counters, machine, table),
        "leakage": leakage(machine)["total"] * counters.time_ps,
    }
    total = sum(part for part in parts.values() if part is not None)
    return {name: _rounded(value) for name, value in {**parts, "total": total}.items()}


def average_power_w(energy: Mapping[str, float | None] | None, time_ps: int) -> float | None:
    """Watts: energy over the time of the launches; None without an energy table, or without time."""
    if energy is None or not time_ps:
        return None
    return float(f"{(energy['total'] or 0) / time_ps:.4g}")


def power_and_area(power_w: float | None, machine: Machine) -> str:
    """Both in a line for people."""
    estimate = area(machine)
    static = f"{leakage(machine)['total']:.2g} W"
    watts = f"leakage {static}" if power_w is None else f"{power_w:.3g} W on average, of which {static} leakage"
    return f"{watts}; area {estimate.total_mm2:.3g} mm2 at {estimate.node_nm} nm (estimates)"


def _rounded(value: float | None) -> float | None:
    return None if value is None else round(value, _DIGITS)


def _array_pj(counters: Counters, table: EnergyTable) -> float | None:
    if any(element_type not in table.array_mac_pj for element_type in counters.macs_by_type):
        return None
    return sum(macs * table.array_mac_pj[element_type] for element_type, macs in counters.macs_by_type.items())


def _dram_pj(counters: Counters, machine: Machine, table: EnergyTable) -> dict[str, float | None]:
    """Energy of the DRAM, from the channels' own counters if they have any, as a cache filters the cores' requests."""
    channels = counters.components.get("dram_channel", {})
    read, write = (sum(channels.get(f"{way}_requests", ())) * machine.dram_request_bytes for way in ("read", "write"))
    return {
        "dram_activate": _per_event(channels.get("activates"), table.dram_activate_pj),
        "dram_read": read * table.dram_read_byte_pj,
        "dram_write": write * table.dram_write_byte_pj,
        "dram_refresh": _per_event(
            channels.get("refreshes"),
            table.dram_refresh_pj / _commands_of_a_refresh(machine.dram_device, machine.dram_refresh),
        ),
    }


@cache
def _commands_of_a_refresh(device: str, policy: str) -> int:
    """Commands that refresh as many rows as one of all banks does: as many as there are banks, if each covers one."""
    if policy in ("none", "all_bank"):
        return 1
    timing = load_device(device)
    return max(1, round(timing.tREFI / timing.tREFIpb)) if timing.tREFIpb else 1


def _per_event(counts: Iterable[int] | None, energy: float) -> float | None:
    return None if counts is None else sum(counts) * energy


def _noc_bytes(counters: Counters) -> int:
    """Bytes over all links; one link per byte for a network without link counters."""
    links = counters.components.get("noc_link", {})
    return sum(links["data_bytes"]) if "data_bytes" in links else counters.moved_bytes


def _cache_bytes(counters: Counters) -> int:
    """Bytes at the memory arrays of cache and CMEM: traffic with the cores plus traffic with DRAM."""
    arrays = [(kind, f"{way}_bytes") for kind in ("cache", "cmem") for way in ("read", "write")]
    return sum(counters.component_total(kind, name) for kind, name in arrays)
