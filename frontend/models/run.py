"""Runs a model on the device, forward, backward or one decoding step, and compares it with eager PyTorch on the CPU."""

from __future__ import annotations

import copy
import resource
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Any

import torch
from npusim.frontend.comparison import Comparison, compared, together
from npusim.frontend.device.memory import memory_of
from npusim.frontend.device.policy import set_eager_mode
from npusim.frontend.inductor.compile_time import CompileTime, compile_time
from npusim.frontend.models.accuracy import InDtype, compare_all
from npusim.frontend.models.building.build import build
from npusim.frontend.models.building.program import Call, Program
from npusim.frontend.models.generation import Generated, generate, greedy_options
from npusim.frontend.models.request import GENERATE, TRAIN, ModelRequest
from npusim.frontend.models.results import Results, StepTimes, steps_for
from npusim.frontend.models.training.optimizers import check_optimizer
from npusim.frontend.models.training.steps import train_on_cpu, train_on_device
from npusim.scheduler.session import checked_mode, resolved_machine, simulator
from npusim.simulator.machine import Machine
from npusim.simulator.report.report import Report
from npusim.simulator.run.simulation import Simulation
from torch import Tensor

#: Of Dynamo: NumPy draws outside of graphs, as on the CPU.
_OUTSIDE = {"use_numpy_random_stream": True}
#: Tokens of an expert, and the gradient of a mask as an index, have computed sizes in a graph.
_WITH_COMPUTED_SIZES = {**_OUTSIDE, "capture_dynamic_output_shape_ops": True}
#: (what is being done, details of it) -> a context in which it is done.
Progress = Callable[..., AbstractContextManager[Any]]


@dataclass(frozen=True)
class ModelRun:
    """What a run of a model gave.

    Attributes:
        name: the model and its preset.
        sizes: of its inputs, in words.
        parameters: how many.
        report: of the simulation.
        comparison: with the CPU; of gradients as well when it trained.
        graphs: compiled graphs, forward and backward.
        compile_s: seconds that their compilation took.
        device_bytes: the most memory of the device in use at once.
        host_bytes: the most memory that this process had.
        generated: the simulated times of tokens, when it made any.
        steps: the simulated times of training steps, and their losses.
    """

    name: str
    sizes: str
    parameters: int
    report: Report
    comparison: Comparison
    graphs: int
    compile_s: float
    device_bytes: int
    host_bytes: int
    generated: Generated | None = None
    steps: tuple[StepTimes, ...] = ()


def run_model(
    request: ModelRequest | str,
    machine: str | Path | Machine | None = None,
    mode: str | None = None,
    dump_dir: str | Path | None = None,
    mapping: Any = None,
    progress: Progress | None = None,
) -> ModelRun:
    """Runs a model once in a simulation of its own: ``run_model("bert:base", "tpuv6e", "timing")``.

    Modes that compute values compare them with eager PyTorch on the CPU; `TRAIN` compares every parameter's gradient.

    Raises:
        OptionError: there is no such model, machine or mode, or the model has not what is asked for.
        MissingLibraryError: the model's library is not installed.
        RunInterrupted: Ctrl-C; it has the report of what was simulated until then.
    """
    request = ModelRequest(request) if isinstance(request, str) else request
    mode = checked_mode(mode)
    check_optimizer(request.optimizer)
    progress = progress or _silently
    machine = resolved_machine(machine)
    with progress(f"building {request.model}"), memory_of(machine):
        program = build(request, values=mode != "timing")
    expected, reason = None, ""
    if mode != "timing":
        with progress(f"computing {request.model} on the CPU"):
            expected, reason = _expected(program, request)
    from npusim.frontend.inductor.tracing_api import GuardOnDataDependentSymNode  # which loads Dynamo

    simulated = partial(_simulated, program, request, partial(simulator, machine, mode, dump_dir, mapping=mapping))
    try:
        report, results, device_bytes, compiling = simulated(progress, mode != "timing", _WITH_COMPUTED_SIZES)
    except GuardOnDataDependentSymNode:  # the program's own code branches on a size: it is a number between graphs
        if program.is_one_graph:
            raise
        torch._dynamo.reset()
        report, results, device_bytes, compiling = simulated(progress, mode != "timing", _OUTSIDE)
    comparison = Comparison(message=reason) if expected is None else _compare(program, request, results, expected)
    return _finished(program, report, results, comparison, compiling, device_bytes)


def _simulated(
    program: Program,
    request: ModelRequest,
    new_simulator: Callable[[], AbstractContextManager[Simulation]],
    progress: Progress,
    values: bool,
    outside: Mapping[str, bool],
) -> tuple[Report, Results, int, CompileTime]:
    """The report of a simulation of the program, its results, the memory that it took and what its compilation did."""
    with new_simulator() as simulation, compile_time() as compiling:
        with progress(f"compiling and running {request.model}", simulation.describe_progress):
            results, device_bytes = _on_device(program, request, values, outside)
        return simulation.report(), results, device_bytes, compiling


def _silently(*_: Any) -> AbstractContextManager[Any]:
    return nullcontext()


def _finished(
    program: Program,
    report: Report,
    results: Results,
    comparison: Comparison,
    compiling: CompileTime,
    device_bytes: int,
) -> ModelRun:
    host_bytes = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024
    return ModelRun(
        program.name,
        program.sizes,
        program.parameters,
        report,
        comparison,
        compiling.graphs,
        compiling.seconds,
        device_bytes,
        host_bytes,
        results.generated,
        results.steps,
    )


def _expected(program: Program, request: ModelRequest) -> tuple[Results | None, str]:
    """The results of eager PyTorch on the CPU; None, and the reason, if no other run has to give them again."""
    state = torch.get_rng_state()
    results = _eager(program, request)
    if torch.equal(state, torch.get_rng_state()):
        return results, ""
    again = _eager(program, request).named()
    if all(compared(each, again[name], {"rtol": 0, "atol": 0}).match for name, each in results.named().items()):
        return results, ""
    return None, "they depend on random numbers, of which the device draws its own"


def _eager(
    program: Program, request: ModelRequest, dtype: torch.dtype | None = None, rounding: int | None = None
) -> Results:
    """The results of eager PyTorch on the CPU, in another dtype if it is given; with parameters that are rounded if
    ``rounding``, a seed, is given.
    """
    call = copy.deepcopy(program.call).to(dtype=dtype)
    if rounding is not None:
        _round(call, rounding)
    with nullcontext() if dtype is None else InDtype(dtype):
        if request.task == TRAIN:
            return train_on_cpu(call, program, request, dtype)
        return _results(call, call, program, request, "cpu", dtype)


@torch.no_grad()
def _round(call: Call, seed: int) -> None:
    """Moves each parameter, in place, up or down by as much as one rounding may, mostly to the number next to it."""
    draws = torch.Generator().manual_seed(seed)
    for parameter in call.parameters():
        if parameter.is_floating_point():
            signs = torch.randint(2, parameter.shape, generator=draws) * 2.0 - 1
            parameter.copy_(parameter.double() * (1 + torch.finfo(parameter.dtype).eps / 2 * signs.double()))


def _on_device(
    program: Program, request: ModelRequest, values: bool, outside: Mapping[str, bool]
) -> tuple[Results, int]:
    call = (copy.deepcopy(program.call) if values else program.call).to("npu")
    torch.accelerator.reset_peak_memory_stats()
    compiled = torch.compile(call.function(), dynamic=False, fullgraph=program.is_one_graph)
    with _between_graphs(program, outside):
        if request.task == TRAIN:
            results = train_on_device(call, compiled, program, request, values)
        else:
            results = _results(call, compiled, program, request, "npu", None)
    kept = torch.accelerator.max_memory_allocated()
    return (results.on_cpu() if values else results), kept


@contextmanager
def _between_graphs(program: Program, outside: Mapping[str, bool]) -> Iterator[None]:
    """Operators that no graph holds are kernels too."""
    if program.is_one_graph:
        yield
        return
    with set_eager_mode("compile"), torch._dynamo.config.patch(**outside):
        yield


def _results(
    call: Call, called: Callable[..., Any], program: Program, request: ModelRequest, device: str, dtype: Any
) -> Results:
    args, kwargs = program.arguments(device, dtype)
    if request.task == GENERATE:
        return _generated(call.model, kwargs, request, device)
    with torch.no_grad():
        outputs = called(*args, **kwargs)
    program.check_outputs(outputs)
    return Results(outputs)


def _generated(model: Any, kwargs: dict[str, Any], request: ModelRequest, device: str) -> Results:
    options = greedy_options(model, request.new_tokens, request.cache if device == "npu" else "dynamic")
    if device == "npu":
        made = generate(model, **kwargs, **options)
        return Results([made.tokens], generated=made)
    with torch.no_grad():
        return Results([model.generate(**kwargs, **options)])


def _compare(program: Program, request: ModelRequest, got: Results, expected: Results) -> Comparison:
    ours, theirs = got.named(), expected.named()
    if missing := ours.keys() ^ theirs.keys():
        return Comparison(False, None, f"on one side only: {', '.join(sorted(missing))}")
    if request.task == GENERATE:
        return compared(got.outputs[0], expected.outputs[0], {})

    def in_dtype(names: Sequence[str], dtype: torch.dtype | None, rounding: int | None = None) -> dict[str, Tensor]:
        fewer = replace(request, steps=steps_for(names, request.steps))
        return _eager(program, fewer, dtype, rounding).named()

    def rounded(names: Sequence[str], seed: int) -> dict[str, Tensor]:
        return in_dtype(names, None, seed)

    found = compare_all(ours, theirs, partial(in_dtype, dtype=torch.float64), rounded)
    return found if got.update is None else together([found, got.update])
