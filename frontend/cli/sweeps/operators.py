"""Operators as workloads: measured as `npusim run OP`, or captured once. Imports torch."""

import warnings
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from npusim.frontend.autoload import autoload
from npusim.frontend.cli.custom_operators import custom_operator
from npusim.frontend.cli.operator_inputs import Request
from npusim.frontend.cli.operators import Operator, build_case, find_operator, requested
from npusim.frontend.cli.run.run_operator import measure
from npusim.frontend.cli.target import Settings, unwrapped_errors
from npusim.scheduler.session import simulator
from npusim.simulator.machine import Machine
from npusim.simulator.programs import Program
from npusim.simulator.report.report import Report


def measured(workload: Mapping[str, Any], mapping: str, machine: Machine, folder: Path) -> Report:
    """The report of an operator compiled for a machine."""
    import torch

    operator, request = _request(workload)
    autoload()
    torch.compiler.reset()
    settings = Settings(machine, "timing", quiet=True, dump_dir=folder, mapping=mapping)
    report, _ = measure(operator, request, settings)
    return report


def captured(workload: Mapping[str, Any], mapping: str, machine: Machine, folder: Path) -> Program:
    """The program of an operator compiled for a machine."""
    import torch

    operator, request = _request(workload)
    autoload()
    torch.compiler.reset()
    warnings.filterwarnings("ignore", module=r"torch\.")
    case = build_case(operator, request, values=False)
    with unwrapped_errors(), simulator(machine, "timing", folder, mapping=mapping), torch.no_grad():
        inputs = [tensor.to("npu") for tensor in case.inputs]
        compiled = torch.compile(case.function, dynamic=False, fullgraph=True)
        program: Program = torch.npu.capture(compiled, *inputs).program  # type: ignore[attr-defined]
    return program


def _request(workload: Mapping[str, Any]) -> tuple[Operator, Request]:
    name = workload["operator"]
    operator = custom_operator(name) if "::" in name else find_operator(name)
    return operator, requested(operator, workload.get("shape"), workload.get("dtype"))
