"""The timing engine: C++ (`_engine`, built with nanobind) behind a typed interface.

A `Program` holds the static tables of one kernel, an `Engine` the simulated machine and its clock; docs/architecture.md
describes the configuration, the trace records and the order in which things happen.
"""

from npusim.simulator.engine._engine import (
    DMA_ENGINES,
    DRAM_LATENCY_BIN_TICKS,
    DRAM_PAGE_POLICIES,
    DRAM_REFRESHES,
    DRAM_SCHEDULERS,
    DRAM_TIMINGS,
    RECORD_WORDS,
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
    "DMA_ENGINES",
    "DRAM_LATENCY_BIN_TICKS",
    "DRAM_PAGE_POLICIES",
    "DRAM_REFRESHES",
    "DRAM_SCHEDULERS",
    "DRAM_TIMINGS",
    "RECORD_WORDS",
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
    "dram_constraints",
    "dram_locate",
    "dram_replay",
]
