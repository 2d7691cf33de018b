"""The machine in the page: ceilings of the roofline, channels of the DRAM, and the blocks of its diagram."""

from collections.abc import Mapping
from typing import Any

from npusim.simulator.machine import Machine

Report = Mapping[str, Any]


def ceilings(machine: Machine) -> dict[str, Any]:
    """Peaks of DRAM (GB/s), of the arrays by element type, and of the vector units (10^9 operations per second; a
    multiply-accumulate is two)."""
    per_second = machine.cores * machine.core_freq_mhz * 1e-3
    macs = machine.systolic_arrays * machine.systolic_rows * machine.systolic_columns
    return {
        "memory_gbps": machine.memory_bandwidth_gbps,
        "array_gops": {
            element: 2 * macs * rate * per_second for element, rate in machine.systolic_rows_per_cycle.items()
        },
        "vector_gops": machine.vector_elements_per_cycle * per_second,
    }


def channels(report: Report) -> dict[str, Any]:
    """Per kernel and DRAM channel the part of the time with data on its bus, and counts of the whole run."""
    kernels = sorted(report["kernels"], key=lambda kernel: -(kernel["cycles"] or 0))[:60]
    counters = report["components"].get("dram_channel", {})
    rows = ("row_hits", "row_misses", "row_conflicts", "activates", "refreshes", "read_requests", "write_requests")
    return {
        "kernels": [kernel["name"] for kernel in kernels],
        "busy": [kernel["dram"]["channel_busy_fraction"] for kernel in kernels],
        "run": report["dram"]["channel_busy_fraction"],
        "counters": {name: counters[name] for name in rows if name in counters},
        "row_hit_fraction": report["dram"]["row_hit_fraction"],
    }


def blocks(report: Report, machine: Machine) -> list[dict[str, Any]]:
    """The machine's parts: name, what it is, and the part of the time or of the peak it was used; null when unknown."""
    units = report["units"] or {}

    def used(unit: str) -> float | None:
        return units[unit]["busy_fraction"] if unit in units else None

    arrays = f"{machine.systolic_arrays} x {machine.systolic_rows}x{machine.systolic_columns}"
    found = [
        ("array", "Systolic arrays", arrays, report["array_utilization"]),
        ("vector", "Vector unit", f"{machine.vector_lanes} lanes", report["vector_utilization"]),
        ("cross_lane", "Cross-lane unit", "", used("cross_lane")),
        ("scalar", "Scalar unit", "", used("scalar")),
        ("load", "Load DMA", f"{machine.dma_bytes_per_cycle} B/cycle", used("load")),
        ("store", "Store DMA", f"{machine.dma_bytes_per_cycle} B/cycle", used("store")),
        ("scratchpad", "Scratchpad", f"{machine.scratchpad_bytes / 2**20:g} MiB", None),
        ("noc", "Interconnect", *_interconnect(report, machine)),
        *_shared(report, machine),
        (
            "dram",
            "DRAM",
            f"{machine.dram_channels} channels, {machine.dram_bandwidth_gbps:g} GB/s",
            report["bandwidth_gbps"] and report["bandwidth_gbps"] / machine.dram_bandwidth_gbps,
        ),
    ]
    return [{"key": key, "name": name, "what": what, "used": share} for key, name, what, share in found]


def _interconnect(report: Report, machine: Machine) -> tuple[str, float | None]:
    """The cores' ports have a part of their peak when they, and not the DRAM, limit the bandwidth."""
    peak = machine.memory_bandwidth_gbps
    if peak == machine.dram_bandwidth_gbps:
        return machine.noc_model, None
    return f"{machine.noc_model}; ports of the cores, {peak:g} GB/s", report["bandwidth_fraction"]


def _shared(report: Report, machine: Machine) -> list[tuple[str, str, str, float | None]]:
    found: list[tuple[str, str, str, float | None]] = []
    if machine.cache_kib:
        busy = report["cache"] and report["cache"]["busy_fraction"]
        found.append(("cache", "Last-level cache", f"{machine.cache_kib:,} KiB", busy))
    if machine.cmem_kib:
        busy = report["cmem"] and report["cmem"]["bandwidth_fraction"]
        found.append(("cmem", "CMEM", f"{machine.cmem_kib:,} KiB", busy))
    return found
