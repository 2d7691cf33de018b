"""Statistics from the counters of the shared memory level: last-level cache and CMEM."""

from typing import Any

from npusim.simulator.machine import Machine
from npusim.simulator.machine.shared_memory import cache_banks
from npusim.simulator.report.measures.counters import Counters


def cache_statistics(counters: Counters, machine: Machine) -> dict[str, Any] | None:
    """The cache block of report.json; None for a machine without a cache."""
    if not machine.cache_kib:
        return None
    total = counters.component_total
    hits = total("cache", "read_hits") + total("cache", "write_hits")
    misses = total("cache", "read_misses") + total("cache", "write_misses")
    merges = total("cache", "mshr_merges")
    requests = hits + misses + merges
    return {
        "requests": requests,
        "hits": hits,
        "misses": misses,
        "mshr_merges": merges,
        "hit_fraction": round(hits / requests, 4) if requests else None,
        **{name: total("cache", name) for name in _CACHE_TOTALS},
        "bandwidth_gbps": round(counters.gbps(total("cache", "core_bytes")), 3),
        "busy_fraction": round(cache_busy_fraction(counters, machine), 4),
    }


_CACHE_TOTALS = ("mshr_refusals", "evictions", "write_backs", "fill_bytes", "write_back_bytes")


def cmem_statistics(counters: Counters, machine: Machine) -> dict[str, Any] | None:
    """The cmem block of report.json; None for a machine without a CMEM."""
    if not machine.cmem_kib:
        return None
    total = counters.component_total
    return {
        "read_bytes": total("cmem", "core_read_bytes"),
        "write_bytes": total("cmem", "core_write_bytes"),
        "fill_bytes": total("cmem", "fill_bytes"),
        "write_back_bytes": total("cmem", "write_back_bytes"),
        **{f"tensors_{name}": total("resident_tensors", name) for name in ("placed", "removed", "refused")},
        "bandwidth_gbps": round(counters.gbps(cmem_bytes(counters)), 3),
        "bandwidth_fraction": round(cmem_fraction(counters, machine), 4),
    }


def cmem_bytes(counters: Counters) -> int:
    """Bytes that the cores read from and wrote to the CMEM, whole requests."""
    return counters.component_total("cmem", "core_read_bytes") + counters.component_total("cmem", "core_write_bytes")


def cmem_fraction(counters: Counters, machine: Machine) -> float:
    """Bandwidth of the CMEM as a fraction of its peak."""
    peak = machine.cmem_bandwidth_gbps
    return counters.gbps(cmem_bytes(counters)) / peak if peak else 0.0


def cache_busy_fraction(counters: Counters, machine: Machine) -> float:
    """Fraction of the time in which the cache's ports moved data to or from the cores, averaged over the banks."""
    busy_ps = counters.component_total("cache", "busy_ps")
    return busy_ps / (counters.time_ps * cache_banks(machine)) if counters.time_ps else 0.0


def cache_cycles(counters: Counters, machine: Machine) -> float:
    """Lower bound of the cores' cache traffic: bytes / peak of all banks, in core cycles."""
    asked = min(counters.payload_bytes, counters.component_total("cache", "core_bytes"))
    return asked / (cache_banks(machine) * machine.cache_bytes_per_cycle)


def cmem_cycles(counters: Counters, machine: Machine) -> float:
    """Lower bound of the cores' CMEM traffic: bytes / peak, in core cycles."""
    peak = machine.cmem_bandwidth_gbps
    return cmem_bytes(counters) * machine.core_freq_mhz / (peak * 1000) if peak else 0.0


def dram_cycles(counters: Counters, machine: Machine) -> float:
    """Lower bound of the DRAM traffic in core cycles.

    It is that of the requested bytes, less those that needed no access to DRAM: those that shared memory served, and
    elements of a gather or of overlapping rows that came with the request before.
    """
    return min(counters.payload_bytes, counters.dram_bytes(machine)) / machine.memory_bytes_per_cycle
