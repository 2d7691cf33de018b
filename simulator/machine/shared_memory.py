"""Checks of the keys of the shared memory level: a last-level cache, a CMEM, or both.

The keys are fields of `MachineKeys`; docs/shared_memory.md explains them.
"""

from npusim.simulator.machine.keys import MachineKeys

_MOST_SECTORS = 64


def cache_banks(machine: MachineKeys) -> int:
    """Banks of the last-level cache: as many as DRAM channels unless the machine says otherwise."""
    return machine.cache_banks or machine.dram_channels


def cmem_banks(machine: MachineKeys) -> int:
    """Banks of the CMEM: as many as DRAM channels unless the machine says otherwise."""
    return machine.cmem_banks or machine.dram_channels


def cache_sets(machine: MachineKeys) -> int:
    """Sets of the last-level cache, all banks together."""
    return machine.cache_kib * 1024 // (machine.cache_ways * machine.cache_line_bytes)


def check_shared_memory(machine: MachineKeys) -> None:
    """Raises ValueError with the keys that do not fit together."""
    if machine.cache_kib:
        _check_cache(machine)
    if machine.cmem_kib:
        _check_cmem(machine)


def _check_cache(machine: MachineKeys) -> None:
    line, request = machine.cache_line_bytes, machine.dram_request_bytes
    if not request <= line <= _MOST_SECTORS * request:
        raise ValueError(
            f"cache_line_bytes is {line}; a line has 1 to {_MOST_SECTORS} requests of dram_request_bytes ({request})"
        )
    banks = cache_banks(machine)
    row = machine.cache_ways * line * banks
    size = machine.cache_kib * 1024
    if size % row:
        raise ValueError(
            f"cache_kib is {machine.cache_kib}; it must be a multiple of {row / 1024:g} KiB, which is one set of "
            f"cache_ways ({machine.cache_ways}) x cache_line_bytes ({line}) in each of {banks} banks "
            f"(cache_banks; 0: one per DRAM channel)"
        )


def _check_cmem(machine: MachineKeys) -> None:
    if machine.cmem_bandwidth_gbps is None:
        raise ValueError(f"cmem_kib is {machine.cmem_kib}, so cmem_bandwidth_gbps is needed too")
    if machine.cmem_interleave_bytes < machine.dram_request_bytes:
        raise ValueError(
            f"cmem_interleave_bytes ({machine.cmem_interleave_bytes}) is below dram_request_bytes "
            f"({machine.dram_request_bytes}); a request must lie in one bank"
        )
    if machine.cmem_max_kib and machine.cmem_max_kib < machine.cmem_min_kib:
        raise ValueError(
            f"cmem_max_kib ({machine.cmem_max_kib}) is below cmem_min_kib ({machine.cmem_min_kib}); "
            f"no tensor has such a size"
        )
