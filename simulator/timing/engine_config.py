"""Translates a machine to the engine's configuration (docs/architecture.md, "The engine from Python")."""

from typing import Any

from npusim.simulator.engine import DMA_ENGINES, UNITS, Engine, connect_interruption
from npusim.simulator.machine import Machine
from npusim.simulator.machine.shared_memory import cache_banks, cmem_banks

TIMELINE_EVENTS_PER_LAUNCH = 20_000


def engine_config(machine: Machine) -> dict[str, Any]:
    """The dict that `Engine` takes.

    A single core at a `simple` interconnect shares nothing: its latency is added to every request, both ways, and the
    port's width limits the DMA engines. The memories next to the core add the latency: the CMEM, and the cache or,
    without a cache, DRAM.
    """
    shared = machine.cores > 1 or machine.noc_model != "simple"
    outside_ps = 0.0 if shared else 2 * machine.noc_latency_cycles * machine.cycle_ps
    latency_ps = round(1000 * machine.dram_latency_ns + (0 if machine.cache_kib else outside_ps))
    return {
        "core_freq_mhz": machine.core_freq_mhz,
        "cores": machine.cores,
        "arrays": machine.systolic_arrays,
        "fold_stall_cycles": machine.systolic_fold_stall_cycles,
        "queue_depth": {
            unit: machine.dma_queue_depth if unit in DMA_ENGINES else machine.unit_queue_depth for unit in UNITS
        },
        "launch_overhead_cycles": machine.kernel_launch_cycles,
        "dma_setup_cycles": machine.dma_descriptor_cycles,
        "dma_row_piece_bytes": machine.dma_row_piece_bytes,
        "dma_outstanding_requests": machine.dma_outstanding_requests,
        "dma_requests_per_cycle": max(1, machine.dma_bytes_per_cycle // machine.dram_request_bytes),
        "dma_bytes_per_cycle": _port_bytes_per_cycle(machine),
        "core_port_bytes_per_cycle": machine.core_port_bytes_per_cycle,
        "request_bytes": machine.dram_request_bytes,
        "memory": _memory_config(machine, latency_ps, shared=shared),
        **({"noc": _interconnect(machine)} if shared else {}),
        **({"cache": _cache(machine, outside_ps)} if machine.cache_kib else {}),
        **({"cmem": _cmem(machine, outside_ps)} if machine.cmem_kib else {}),
        "timeline_events": TIMELINE_EVENTS_PER_LAUNCH,
    }


def _port_bytes_per_cycle(machine: Machine) -> int:
    return min(machine.dma_bytes_per_cycle, machine.noc_bytes_per_cycle)


def _requests_per_cycle(machine: Machine) -> int:
    """Of a DMA engine at the interconnect: a smaller buffer would be empty before the cycle ends."""
    return _port_bytes_per_cycle(machine) // machine.dram_request_bytes


def _interconnect(machine: Machine) -> dict[str, Any]:
    return {
        "model": machine.noc_model,
        "latency_cycles": machine.noc_latency_cycles,
        "bytes_per_cycle": machine.noc_bytes_per_cycle,
        "buffer_requests": max(machine.noc_buffer_requests, _requests_per_cycle(machine)),
        "channel_requests": machine.noc_channel_requests,
        "mesh_columns": machine.noc_mesh_columns,
    }


def _cache(machine: Machine, outside_ps: float) -> dict[str, Any]:
    return {
        "bytes": machine.cache_kib * 1024,
        "ways": machine.cache_ways,
        "line_bytes": machine.cache_line_bytes,
        "banks": cache_banks(machine),
        "mshrs": machine.cache_mshrs,
        "bytes_per_cycle": machine.cache_bytes_per_cycle,
        "latency_ns": round(machine.cache_latency_cycles * machine.cycle_ps + outside_ps) / 1000,
        "replacement": machine.cache_replacement,
        "fetch_on_write": machine.cache_write_miss == "fetch",
    }


def _cmem(machine: Machine, outside_ps: float) -> dict[str, Any]:
    assert machine.cmem_bandwidth_gbps is not None  # checked with the machine
    return {
        "bytes": machine.cmem_kib * 1024,
        "banks": cmem_banks(machine),
        "interleave_bytes": machine.cmem_interleave_bytes,
        "bandwidth_bytes_per_s": round(machine.cmem_bandwidth_gbps * 1e9),
        "latency_ns": round(1000 * machine.cmem_latency_ns + outside_ps) / 1000,
        "policy": machine.cmem_policy,
        "min_tensor_bytes": machine.cmem_min_kib * 1024,
        "max_tensor_bytes": 1024 * (machine.cmem_max_kib or max(machine.cmem_kib, machine.cmem_min_kib)),
        "reuse": round(machine.cmem_reuse, 3),
    }


def _memory_config(machine: Machine, latency_ps: int, *, shared: bool) -> dict[str, Any]:
    common = {
        "model": machine.dram_model,
        "channels": machine.dram_channels,
        "interleave_bytes": machine.dram_interleave_bytes,
        "channel_hash": machine.dram_channel_hash,
        "channel_hash_function": machine.dram_channel_hash_function,
        "bandwidth_bytes_per_s": round(machine.dram_bandwidth_gbps * machine.dram_efficiency * 1e9),
        "latency_ns": latency_ps / 1000,
    }
    if machine.dram_model != "command":
        return common
    policy = {
        "mapping": machine.dram_mapping,
        "interleave_bytes": machine.dram_interleave_bytes,
        "channel_hash": machine.dram_channel_hash,
        "channel_hash_function": machine.dram_channel_hash_function,
        "scheduler": machine.dram_scheduler,
        "page_policy": machine.dram_page_policy,
        "refresh": machine.dram_refresh,
        "read_queue": machine.dram_read_queue,
        "write_queue": machine.dram_write_queue,
        # An interconnect of its own keeps these places itself.
        "waiting_requests": 0 if shared else machine.noc_channel_requests,
    }
    return {**common, "device": machine.load_dram_device().engine_numbers(), "policy": policy}


def make_engine(machine: Machine) -> Any:
    """An engine that simulates the machine."""
    from npusim.simulator.native import interruption

    connect_interruption(*interruption())
    return Engine(engine_config(machine))
