"""Memories that tests put into a shipped machine whose own is another one."""

from typing import Any

SIMPLE_481: dict[str, Any] = {
    "dram_model": "simple",
    "dram_channels": 16,
    "dram_bandwidth_gbps": 481.0,
    "dram_latency_ns": 100.0,
    "dram_interleave_bytes": 32,
    "core_port_bytes_per_cycle": 0,
}
"""Latency and bandwidth only: what a kernel costs without rows, refreshes and turnarounds."""

COMMAND_481: dict[str, Any] = SIMPLE_481 | {
    "dram_model": "command",
    "dram_controller": "channel",
    "dram_read_queue": 32,
    "dram_write_queue": 32,
    "dram_device": "HBM2_1880",
    "dram_mapping": "MOP4CLXOR",
    "dram_refresh": "all_bank",
    "dram_channel_hash": True,
    "dram_latency_ns": 70.0,
    "dma_outstanding_requests": 2048,
}
"""16 channels of HBM2 with nothing in front of them."""
