"""The timing engine: C++ (`_engine`, built with nanobind) behind a typed interface.

A `Program` holds the static tables of one kernel, an `Engine` the simulated machine and its clock; docs/architecture.md
describes the configuration, the trace records and the order in which things happen.
"""

from npusim.simulator.engine._engine import (
    DRAM_LATENCY_BIN_TICKS,
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
    dram_locate,
    dram_replay,
)

__all__ = [
    "DRAM_LATENCY_BIN_TICKS",
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
    "dram_locate",
    "dram_replay",
]
