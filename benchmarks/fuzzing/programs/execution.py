"""Running a program on the device, in this process, and saying what came of it."""

import collections
import gc
import re
from collections.abc import Iterator, Sequence

import torch

from fuzzing.campaign.outcomes import Outcome, of_exception
from fuzzing.programs import machines
from fuzzing.programs.comparison import judge
from fuzzing.programs.generator import is_well_behaved
from fuzzing.programs.program import Program
from fuzzing.programs.standalone import sharing
from fuzzing.programs.worlds import Result, eager, finished, operands

_GARBAGE_COLLECTION = (200_000, 20, 1000)
"""Objects are what a compilation is made of, and most live as long as it: looking for garbage often finds none."""


def prepare() -> None:
    """One thread, no caches of graphs, no kernel of the host: once per process, before the first program."""
    import torch._dynamo.guards
    import torch._functorch.config
    import torch._inductor.config

    gc.set_threshold(*_GARBAGE_COLLECTION)
    torch._dynamo.guards.profile_guard_manager = lambda *_: 0.0  # how long guards take, which flushes the host's caches
    torch.set_num_threads(1)
    torch._inductor.config.fx_graph_cache = False
    torch._inductor.config.compile_threads = 1
    torch._functorch.config.enable_autograd_cache = False
    torch._dynamo.config.recompile_limit = 64
    torch.npu.init()  # type: ignore[attr-defined]  # which may compile the device: no case's time
    torch.npu.set_fallback_policy("error")  # type: ignore[attr-defined]


def run(program: Program, *, device: str = "npu", backend: str = "inductor", is_checked: bool = True) -> Outcome:
    """Compiles a program, runs it at each of its sizes, compares. `is_checked`: it is known to be well behaved."""
    torch._dynamo.reset()
    facts = {"operators": operators(program), "mode": program.mode, "by_float64": False}
    compiled = torch.compile(program.function(), fullgraph=True, dynamic=program.mode == "dynamic", backend=backend)
    for pairs in _sizes(program):
        sized = program.resized(pairs)
        if not is_checked and not is_well_behaved(sized):
            return Outcome("illegal")
        expected, dtypes = eager(sized)
        try:
            with torch.npu.simulator(machines.machine(program.machine)):  # type: ignore[attr-defined]
                got, shared = run_once(sized, compiled, device)
                again, _ = run_once(sized, compiled, device)
        except Exception as error:  # every exception is an outcome
            outcome = of_exception(error)
            outcome.facts |= facts
            return outcome
        verdict = judge(sized, got, expected, dtypes, shared=shared)
        if verdict.wrong:
            at = f" at sizes {dict(pairs)}" if pairs else ""
            return Outcome("wrong", _signature(program), verdict.wrong + at, facts=facts)
        if not same(got, again):
            return Outcome("wrong", _signature(program), "a second call with the same inputs gives others", facts=facts)
        facts["by_float64"] = facts["by_float64"] or verdict.by_float64
    return Outcome("ok", facts=facts)


def _sizes(program: Program) -> Iterator[tuple[tuple[int, int], ...]]:
    """Changes of sizes to run at, until one makes PyTorch compile again: most of a program's time is compiling it, and
    another program shows more than the same one with other constants.
    """
    yield ()
    for pairs in program.resizes:
        before = _graphs()
        yield pairs
        if _graphs() > before:
            return


def _graphs() -> int:
    import torch._dynamo.utils

    return int(torch._dynamo.utils.counters["stats"]["unique_graphs"])


def run_once(program: Program, compiled: object, device: str) -> tuple[list[Result], set[tuple[int, int]]]:
    """What a compiled program gives for copies of its inputs on a device, brought back to the CPU, and which of it
    shared memory there.
    """
    left = call(program, compiled, device)
    return [None if r is None else r.detach().cpu() for r in left], sharing(left)


def call(program: Program, compiled: object, device: str) -> list[Result]:
    """What a compiled program leaves on a device when it is called with copies of its inputs there."""
    pairs = zip(program.make_inputs(), program.differentiated, strict=True)
    leaves = [moved(value, device, has_gradient) for value, has_gradient in pairs]
    given = operands(program, leaves)
    results = compiled(*given)  # type: ignore[operator]
    return finished(program, results, leaves, given)


def same(results: Sequence[Result], others: Sequence[Result]) -> bool:
    """Whether two calls gave the same values."""
    try:
        torch.testing.assert_close(results, others, rtol=0, atol=0, equal_nan=True)
    except AssertionError:
        return False
    return True


def moved(value: torch.Tensor, device: str, requires_grad: bool) -> torch.Tensor:
    """A copy on a device with the same strides and offset."""
    storage = torch.empty(0, dtype=value.dtype).set_(value.untyped_storage()).to(device, copy=True)
    copy = storage.as_strided(value.shape, value.stride(), value.storage_offset())
    return copy.requires_grad_(requires_grad)


def operators(program: Program) -> list[str]:
    """The names of what it calls, each once."""
    found: list[str] = []
    for line in program.lines:
        found += re.findall(r"\.([A-Za-z_]\w*)\(", line.expression) or [
            "subscript" if "[" in line.expression else "arithmetic"
        ]
    return list(dict.fromkeys(found))


def _signature(program: Program) -> str:
    names = sorted(collections.Counter(operators(program)))
    dtypes = sorted({i.dtype for i in program.inputs})
    return f"wrong {program.mode}: {' '.join(names)} of {' '.join(dtypes)}"


def _error(outcome: Outcome) -> str:
    """The class of an internal error."""
    return outcome.signature.split(" ", 1)[0]


def pytorch_shows_it_too(program: Program, outcome: Outcome) -> str:
    """Which of PyTorch's own ways to compile for the CPU fail in the same way: `aot_eager`, `inductor`, or none."""
    for backend in ("aot_eager", "inductor"):
        other = run(program, device="cpu", backend=backend)
        if other.kind == outcome.kind and (outcome.kind == "wrong" or _error(other) == _error(outcome)):
            return backend
    return ""
