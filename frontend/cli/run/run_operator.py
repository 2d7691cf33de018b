"""``npusim run OP``: one operator on the device, compared with eager PyTorch on the CPU."""

from __future__ import annotations

import warnings
from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from npusim.frontend.autoload import autoload
from npusim.frontend.cli.custom_operators import custom_operator
from npusim.frontend.cli.operator_inputs import Request
from npusim.frontend.cli.operators import Case, Operator, build_case, find_operator, requested
from npusim.frontend.cli.options import parse_dim
from npusim.frontend.cli.summary import Subject, partial_summary, print_summary
from npusim.frontend.cli.target import Settings, unwrapped_errors
from npusim.frontend.comparison import Comparison, compared, together, tolerances
from npusim.scheduler.session import checked_mode, simulator
from npusim.simulator.errors import OptionError, UnsupportedError
from npusim.simulator.machine import Machine
from npusim.simulator.report.report import Report
from npusim.simulator.run.memory.resident_tensors import check_cmem

if TYPE_CHECKING:
    from torch import Tensor

VALUES_DIFFER = 1


def run_operator(
    name: str, shape: str | None, dtype: str | None, dim: str | None, seed: int, settings: Settings
) -> int:
    """Run an operator and print its summary. Returns the exit status: 0, or 1 when values differ."""
    operator = custom_operator(name) if "::" in name else find_operator(name)
    request = replace(requested(operator, shape, dtype), dim=parse_dim(dim), seed=seed)
    subject = Subject(operator.name, request.shape, request.dtype)
    with partial_summary(subject, settings):
        report, comparison = measure(operator, request, settings)
    print_summary(subject, report, comparison, settings)
    return VALUES_DIFFER if comparison.match is False else 0


def measure(operator: Operator, request: Request, settings: Settings) -> tuple[Report, Comparison]:
    """Runs an operator once: what it took, and how its values compare with the CPU's.

    Raises:
        RunInterrupted: Ctrl-C; it has the report of what was simulated until then.
    """
    machine, mode = settings.resolved_machine(), checked_mode(settings.mode)
    with settings.progress("loading torch"):
        autoload()
        case = build_case(operator, request, values=mode != "timing")
    expected = None if mode == "timing" else _on_cpu(operator, case, request, settings)
    return _execute(operator, case, machine, mode, settings, expected)


def _execute(
    operator: Operator, case: Case, machine: Machine, mode: str, settings: Settings, expected: Tensor | None
) -> tuple[Report, Comparison]:
    import torch

    warnings.filterwarnings("ignore", module=r"torch\.")
    numbers, patterns = _resident_arguments(settings.resident, len(case.inputs), operator.name)
    opened = simulator(machine, mode, settings.dump_dir, resident=patterns, mapping=settings.mapping)
    with unwrapped_errors(), opened as simulation, torch.no_grad():
        with settings.progress("starting the device"):
            inputs = [tensor.to("npu") for tensor in case.inputs]
        for number in numbers:
            check_cmem(machine)
            torch.npu.make_resident(inputs[number], name=f"input {number}")
        with settings.progress(f"compiling and running {operator.name}", simulation.describe_progress):
            result = torch.compile(case.function, dynamic=False, fullgraph=True)(*inputs)
        report = simulation.report()
        comparison = (
            Comparison() if expected is None else _compare(result, expected, _tolerance(operator, case, expected))
        )
    return report, comparison


def _resident_arguments(given: Sequence[str], inputs: int, name: str) -> tuple[list[int], list[str]]:
    """The tensors that ``--resident`` names: numbers of the operator's inputs, and patterns of kernels' arguments."""
    numbers = [int(text) for text in given if text.isdecimal()]
    for number in numbers:
        if number >= inputs:
            raise OptionError(f"--resident {number}: {name} has inputs 0 to {inputs - 1}")
    return numbers, [text for text in given if not text.isdecimal()]


def _on_cpu(operator: Operator, case: Case, request: Request, settings: Settings) -> Tensor:
    """The result of eager PyTorch; ``UnsupportedError`` when PyTorch refuses the operator."""
    try:
        with settings.progress(f"computing {operator.name} on the CPU"):
            expected: Tensor = (operator.on_cpu or case.function)(*case.inputs)
    except RuntimeError as error:
        raise UnsupportedError(
            f"{operator.name} of {request.dtype} cannot be compared: PyTorch itself refuses it on the CPU ({error})"
        ) from error
    return expected


def _tolerance(operator: Operator, case: Case, expected: Tensor) -> dict[str, float]:
    """Options of `assert_close`: none (its default for the dtype), or a larger absolute tolerance for sums that cancel.

    Rounding errors of n additions of values near 1 grow as eps * sqrt(n) (random signs); 16 covers both sides' order.
    """
    import torch

    if not operator.cancels or not expected.dtype.is_floating_point:
        return {}
    dtype = expected.dtype
    rtol, atol = tolerances(dtype)
    added = case.inputs[0].numel() / max(1, expected.numel())
    eps = torch.finfo(torch.float64 if dtype == torch.float64 else torch.float32).eps
    return {"rtol": rtol, "atol": max(atol, 16 * eps * added**0.5)}


def _compare(result: Tensor, expected: Tensor, tolerance: dict[str, float]) -> Comparison:
    """How a result, or each of several, compares with the CPU's."""
    if isinstance(expected, (list, tuple)):
        return together([_compare(*pair, tolerance) for pair in zip(result, expected, strict=True)])
    got = result.cpu()
    if expected.dtype.itemsize == 1 and expected.dtype.is_floating_point:
        rtol, atol = tolerances(expected.dtype)
        got, expected, tolerance = got.float(), expected.float(), {"rtol": rtol, "atol": atol}
    return compared(got, expected, tolerance)
