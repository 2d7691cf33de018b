"""The timing engine: C++ (`_engine`, built with nanobind) behind a typed interface.

A `Program` holds the static tables of one kernel, an `Engine` the simulated machine and its clock; docs/architecture.md
describes the configuration, the trace records and the order of events.
"""

import functools
import hashlib
from pathlib import Path

from npusim.simulator.engine import _engine
from npusim.simulator.engine._engine import (
    CRITICAL_PATH_CAUSES,
    DMA_ENGINES,
    DRAM_CHANNEL_HASHES,
    DRAM_LATENCY_BIN_TICKS,
    DRAM_PAGE_POLICIES,
    DRAM_REFRESHES,
    DRAM_SCHEDULERS,
    DRAM_TIMINGS,
    RECORD_WORDS,
    TRACE_OPS,
    UNITS,
    ArrayStatistics,
    Buffer,
    DramCommandChecker,
    DramReplayResult,
    DramStatistics,
    Engine,
    LaunchResult,
    MemoryStatistics,
    Operation,
    Program,
    Progress,
    UnitStatistics,
    connect_interruption,
    dram_constraints,
    dram_locate,
    dram_replay,
)

__all__ = [
    "CRITICAL_PATH_CAUSES",
    "DMA_ENGINES",
    "DRAM_CHANNEL_HASHES",
    "DRAM_LATENCY_BIN_TICKS",
    "DRAM_PAGE_POLICIES",
    "DRAM_REFRESHES",
    "DRAM_SCHEDULERS",
    "DRAM_TIMINGS",
    "RECORD_WORDS",
    "TRACE_OPS",
    "UNITS",
    "ArrayStatistics",
    "Buffer",
    "DramCommandChecker",
    "DramReplayResult",
    "DramStatistics",
    "Engine",
    "LaunchResult",
    "MemoryStatistics",
    "Operation",
    "Program",
    "Progress",
    "UnitStatistics",
    "connect_interruption",
    "digest",
    "dram_constraints",
    "dram_locate",
    "dram_replay",
]


@functools.cache
def digest() -> str:
    """Digest of the engine's machine code, for keys of what it has simulated."""
    return hashlib.sha256(Path(str(_engine.__file__)).read_bytes()).hexdigest()
