"""Cycles: kernels become operation tables and trace programs, which the engine simulates."""

from npusim.simulator.timing.compile import TimingKernel, check_costs, compile_timing
from npusim.simulator.timing.data_flow import DataFlow, data_flow
from npusim.simulator.timing.dependence import depends_on_data
from npusim.simulator.timing.table import Buffer, Operation, OperationTable

__all__ = [
    "Buffer",
    "DataFlow",
    "Operation",
    "OperationTable",
    "TimingKernel",
    "check_costs",
    "compile_timing",
    "data_flow",
    "depends_on_data",
]
