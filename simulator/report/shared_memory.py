"""What the counters of the shared memory level mean: the last-level cache, the pinned memory."""

from typing import Any

from npusim.simulator.machine import Machine
from npusim.simulator.machine.shared_memory import cache_banks
from npusim.simulator.report.counters import Counters


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


def pinned_statistics(counters: Counters, machine: Machine) -> dict[str, Any] | None:
    """The pinned block of report.json; None for a machine without a pinned memory."""
    if not machine.pinned_kib:
        return None
    total = counters.component_total
    return {
        "read_bytes": total("pinned", "core_read_bytes"),
        "write_bytes": total("pinned", "core_write_bytes"),
        "fill_bytes": total("pinned", "fill_bytes"),
        "write_back_bytes": total("pinned", "write_back_bytes"),
        **{f"tensors_{name}": total("pinned_tensors", name) for name in ("placed", "removed", "refused")},
        "bandwidth_gbps": round(counters.gbps(pinned_bytes(counters)), 3),
        "bandwidth_fraction": round(pinned_fraction(counters, machine), 4),
    }


def pinned_bytes(counters: Counters) -> int:
    """Bytes that the cores read from the pinned memory and wrote to it, whole requests."""
    return counters.component_total("pinned", "core_read_bytes") + counters.component_total(
        "pinned", "core_write_bytes"
    )


def pinned_fraction(counters: Counters, machine: Machine) -> float:
    """Bandwidth of the pinned memory as a part of its peak."""
    peak = machine.pinned_bandwidth_gbps
    return counters.gbps(pinned_bytes(counters)) / peak if peak else 0.0


def cache_busy_fraction(counters: Counters, machine: Machine) -> float:
    """Time the cache's ports moved data to or from the cores, averaged over the banks."""
    busy_ps = counters.component_total("cache", "busy_ps")
    return busy_ps / (counters.time_ps * cache_banks(machine)) if counters.time_ps else 0.0


def cache_cycles(counters: Counters, machine: Machine) -> float:
    """Least time of what the cores asked of the cache: bytes / peak of all banks, in core cycles."""
    asked = min(counters.payload_bytes, counters.component_total("cache", "core_bytes"))
    return asked / (cache_banks(machine) * machine.cache_bytes_per_cycle)


def pinned_cycles(counters: Counters, machine: Machine) -> float:
    """Least time of what the cores moved to and from the pinned memory: bytes / peak, in core cycles."""
    peak = machine.pinned_bandwidth_gbps
    return pinned_bytes(counters) * machine.core_freq_mhz / (peak * 1000) if peak else 0.0


def dram_cycles(counters: Counters, machine: Machine) -> float:
    """Least time of the DRAM traffic: what operations asked for, or less when shared memory kept it away."""
    asked = counters.payload_bytes
    if machine.cache_kib or machine.pinned_kib:
        asked = min(asked, counters.dram_bytes(machine))
    return asked / machine.dram_bytes_per_cycle
