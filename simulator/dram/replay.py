"""Replaying address traces against DRAM alone: `npusim dram`, without torch.

Requests are injected in order, at most `injection` per tick of the device; a request that a full queue refuses is
retried at the next tick, and later requests wait (the protocol of `npusim validate dram`).
"""

from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from npusim.simulator.dram.device import DramDevice
from npusim.simulator.errors import OptionError
from npusim.simulator.system.file_errors import reason
from numpy.typing import NDArray

PATTERNS = ("seq", "random", "mixed")
_DEFAULT_SPAN_BYTES = 1 << 34


@dataclass(frozen=True)
class Trace:
    """Requests in order: byte addresses (int64) and write flags (uint8), both of shape (requests,)."""

    addresses: NDArray[np.int64]
    writes: NDArray[np.uint8]


@dataclass(frozen=True)
class ReplayReport:
    """The measurements of a replay. Cycles are device ticks from the first request to the last answer."""

    device: DramDevice
    channels: int
    requests: int
    result: Any

    @property
    def time_ns(self) -> float:
        """Time of the whole replay."""
        return float(self.result.ticks * self.device.tick_ps / 1000)

    @property
    def bandwidth_gbps(self) -> float:
        """Bytes of all requests over the time, 10^9 bytes/s."""
        return self.requests * self.device.burst_bytes / self.time_ns if self.time_ns else 0.0

    def to_dict(self) -> dict[str, Any]:
        """One JSON object; latencies are of reads, in cycles (ticks)."""
        result, total = self.result, self.result.total
        reads = result.answered_reads
        return {
            "device": self.device.name,
            "channels": self.channels,
            "requests": self.requests,
            "cycles": result.ticks,
            "time_ns": round(self.time_ns, 3),
            "bytes_per_cycle": round(self.requests * self.device.burst_bytes / max(1, result.ticks), 3),
            "bandwidth_gbps": round(self.bandwidth_gbps, 3),
            "peak_fraction": round(self.bandwidth_gbps / self.device.peak_gbps(self.channels), 4),
            "reads": total.reads + total.forwarded_reads,
            "writes": total.writes + total.replaced_writes,
            "forwarded_reads": total.forwarded_reads,
            "replaced_writes": total.replaced_writes,
            "row_hits": total.row_hits,
            "row_misses": total.row_misses,
            "row_conflicts": total.row_conflicts,
            "activates": total.activates,
            "precharges": total.precharges,
            "refreshes": total.refreshes,
            "read_latency_average": round(result.latency_sum / reads, 2) if reads else None,
            "read_latency_max": result.latency_max if reads else None,
            "read_latency_histogram": self.histogram(),
        }

    def histogram(self) -> list[dict[str, int]]:
        """Reads by latency: bins `from_cycles` (inclusive); the last possible bin has all above."""
        from npusim.simulator.engine import DRAM_LATENCY_BIN_TICKS

        counts = enumerate(self.result.latency_histogram)
        return [{"from_cycles": i * DRAM_LATENCY_BIN_TICKS, "reads": reads} for i, reads in counts if reads]


def read_trace(path: Path) -> Trace:
    """Reads a text trace: one request per line, `R` or `W` and an address (decimal or 0x...); `#` starts a comment.

    Raises:
        OptionError: the file cannot be read, or a line is malformed.
    """
    try:
        lines = path.read_text(encoding="utf-8").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        raise OptionError(f"the trace {str(path)!r} cannot be read: {reason(error)}") from error
    requests = [_request(path, number, line) for number, line in enumerate(lines, 1) if line.partition("#")[0].strip()]
    if not requests:
        raise OptionError(f"the trace {str(path)!r} has no requests; a line is R or W and an address, such as R 0x40")
    addresses, writes = zip(*requests, strict=True)
    return Trace(np.array(addresses, np.int64), np.array(writes, np.uint8))


def _request(path: Path, number: int, line: str) -> tuple[int, bool]:
    words = line.partition("#")[0].split()
    try:
        kind, address = words[0].upper(), int(words[1], 0)
    except (IndexError, ValueError):
        kind, address = "", -1
    if kind not in ("R", "W") or len(words) != 2 or not 0 <= address < 1 << 62:
        raise OptionError(f"{path}:{number}: {line.strip()!r} is no request; a line is R or W and an address")
    return address, kind == "W"


def make_trace(pattern: str, requests: int, device: DramDevice, *, seed: int = 0) -> Trace:
    """A generated trace: `seq`, `stride<BYTES>` (also `stride4k`), `random` or `mixed` (random, each third a write).

    Raises:
        OptionError: no such pattern, or fewer than one request.
    """
    if requests < 1:
        raise OptionError(f"--requests is {requests}; a trace needs at least one")
    numbers = np.arange(requests, dtype=np.int64)
    writes = np.zeros(requests, np.uint8)
    if pattern in ("random", "mixed"):
        blocks = np.random.default_rng(seed).integers(0, _DEFAULT_SPAN_BYTES // device.burst_bytes, requests)
        if pattern == "mixed":
            writes[2::3] = 1
        return Trace(blocks.astype(np.int64) * device.burst_bytes, writes)
    stride = device.burst_bytes if pattern == "seq" else _stride_of(pattern)
    if requests * stride >= 1 << 62:
        raise OptionError(f"{requests} requests with a stride of {stride} bytes exceed the address space")
    return Trace(numbers * stride, writes)


def _stride_of(pattern: str) -> int:
    number = pattern.removeprefix("stride")
    scale = 1024 if number.endswith("k") else 1
    digits = number.removesuffix("k")
    if not pattern.startswith("stride") or not digits.isdecimal() or int(digits) < 1:
        raise OptionError(
            f"there is no pattern {pattern!r}; there are: {', '.join(PATTERNS)} and stride<BYTES>, such as stride256"
        )
    return int(digits) * scale


def replay(device: DramDevice, trace: Trace, *, channels: int = 1, injection: int = 1, **policy: Any) -> ReplayReport:
    """Replays a trace.

    Args:
        device: the device of each channel.
        trace: requests in order.
        channels: independent channels.
        injection: requests per tick, at most.
        policy: keys of the engine's `memory.policy` (docs/dram.md): mapping, page_policy, refresh, ...

    Raises:
        EngineError: an unknown policy or invalid numbers.
    """
    from npusim.simulator.engine import dram_replay

    result = dram_replay(device.engine_numbers(), policy, channels, trace.addresses, trace.writes, injection)
    return ReplayReport(device, channels, len(trace.addresses), result)
