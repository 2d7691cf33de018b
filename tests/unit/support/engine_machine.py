"""A machine of one memory channel for tests of the timing engine."""

from typing import Any

ONE_CHANNEL: dict[str, Any] = {
    "core_freq_mhz": 1000,
    "dma_outstanding_requests": 64,
    "dma_bytes_per_cycle": 64,
    "request_bytes": 64,
    "memory": {
        "model": "simple",
        "channels": 1,
        "interleave_bytes": 64,
        "bandwidth_bytes_per_s": 64 * 10**9,
        "latency_ns": 100,
    },
}
"""1 GHz, so that a cycle is a nanosecond, in which the channel moves one request."""
