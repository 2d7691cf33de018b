"""Programs with fusions: what their kernels are, and what they take."""

import torch
from common import check, report_of


def reports(function, device, *inputs, machine="tpuv3", mode="functional", **options):
    """As `check`; what is reported of every kernel."""
    with torch.npu.simulator(machine, mode) as simulation:
        check(function, *inputs, device=device, **options)
        return simulation.report().to_dict()["kernels"]


def measured(function, *inputs):
    """Cycles and DRAM bytes, and the kernels, for inputs of some shapes and dtypes."""
    moved = [torch.empty(shape, device="npu", dtype=dtype) for shape, dtype in inputs]
    report = report_of(function, *moved)
    return report.cycles, report.statistics["dram_bytes"], report.to_dict()["kernels"]
