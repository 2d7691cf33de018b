"""Statistics from the counters of the DRAM channels."""

from collections.abc import Mapping
from typing import Any

from npusim.simulator.machine import Machine
from npusim.simulator.report.measures.counters import Counters


def dram_statistics(counters: Counters, machine: Machine) -> dict[str, Any]:
    """The dram block of report.json; bandwidth in 10^9 bytes per second."""
    channels = counters.components.get("dram_channel", {})
    requests = [reads + writes for reads, writes in zip(*_requests(channels), strict=True)]
    return {
        "channel_bandwidth_gbps": [
            _over_time(1000 * machine.dram_request_bytes * count, counters, 3) for count in requests
        ],
        "channel_busy_fraction": [_over_time(busy_ps, counters, 4) for busy_ps in channels.get("busy_ps", [])],
        "row_hit_fraction": _row_hits(channels),
    }


def bandwidth_text(values: Mapping[str, Any], machine: Machine, digits: int = 0) -> str:
    """The bandwidth of report.json's statistics, also as a part of the DRAM's peak, or of the cores' ports."""
    peak = machine.memory_bandwidth_gbps
    ports = "core's port" if machine.cores == 1 else "cores' ports"
    whole = "peak" if peak == machine.dram_bandwidth_gbps else f"the {peak:.3g} GB/s of the {ports}"
    return f"{values['bandwidth_gbps']:.{3 + digits}g} GB/s, {values['bandwidth_fraction']:.{digits}%} of {whole}"


def _requests(channels: dict[str, list[int]]) -> tuple[list[int], list[int]]:
    return channels.get("read_requests", []), channels.get("write_requests", [])


def _over_time(amount: int, counters: Counters, digits: int) -> float:
    return round(amount / counters.time_ps, digits) if counters.time_ps else 0.0


def _row_hits(channels: dict[str, list[int]]) -> float | None:
    if "row_hits" not in channels:
        return None
    served = sum(sum(channels.get(name, [])) for name in ("row_hits", "row_misses", "row_conflicts"))
    return round(sum(channels["row_hits"]) / served, 4) if served else None
