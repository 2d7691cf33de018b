"""Hostile kernels: valid ones (corpus/*.mlir) after a few random edits, run as `npusim simulate` runs them.

Most edits keep the text a kernel (`legal_edits`), so that it gets as far as being compiled and run; the others are
those of `hostile_edits`. `make(seed)` makes a case, `run(case)` runs one in this process. Needs no torch.
"""

import random
import signal
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np
from npusim.simulator.errors import CompilerCrashError, NpuSimError
from npusim.simulator.ir.kernel import parse_kernel
from npusim.simulator.machine import load_machine
from npusim.simulator.run import standalone
from npusim.simulator.run.memory.host_arrays import storage_type
from npusim.simulator.run.simulation import Simulation

from fuzzing.hostile.edits import Edit
from fuzzing.hostile.hostile_edits import HOSTILE_EDITS
from fuzzing.hostile.legal_edits import LEGAL_EDITS

CORPUS = Path(__file__).parent / "corpus"
PATIENCE_S = 1.0
"""Processor time after which a kernel is stopped: it may loop for years, which is no failure."""

_HOSTILE_SHARE = 0.2
_GUARD_BYTES = 4096
_GUARD = 0xA5
_MOST_ELEMENTS = 1 << 16


@dataclass(frozen=True)
class Case:
    """One kernel to run.

    Attributes:
        seed: from which it was made.
        origin: the kernel of the corpus.
        text: the kernel.
        sizes: values for its arguments of type index, and elements of its tensors of symbolic size.
        machine: name of a machine.
    """

    seed: int
    origin: str
    text: str
    sizes: tuple[int, int]
    machine: str


@dataclass(frozen=True)
class Verdict:
    """What came of a case.

    Attributes:
        kind: `ok`, `refused`, `compiler crash`, `long` (stopped by us) or `wrong`.
        message: the first that there is to read.
        was_run: whether it got as far as being launched.
    """

    kind: str
    message: str = ""
    was_run: bool = False


class _Watched(Simulation):
    """A simulation that counts launches."""

    launches = 0

    def launch(self, *args: Any, **options: Any) -> Any:
        _Watched.launches += 1
        return super().launch(*args, **options)


def make(seed: int) -> Case:
    """The case of a seed."""
    rng = random.Random(seed)
    path = rng.choice(sorted(CORPUS.glob("*.mlir")))
    text = path.read_text(encoding="utf-8")
    hostile = rng.random() < _HOSTILE_SHARE
    for _ in range(rng.choice((1, 1, 2, 2, 3, 5))):
        text = _edited(rng, text, HOSTILE_EDITS if hostile else LEGAL_EDITS)
    sizes = rng.choice(((12, 630), (4, 64), (1, 1), (0, 0), (21, 100), (1 << 40, 64)))
    return Case(seed, path.stem, text, sizes, rng.choice(("small8x8", "small8x8", "tpuv3", "tpuv4")))


def _edited(rng: random.Random, text: str, edits: tuple[tuple[Edit, int], ...]) -> str:
    return rng.choices([edit for edit, _ in edits], [weight for _, weight in edits])[0](rng, text)


# -- running ----------------------------------------------------------------------------------------------------------


class _Patience(BaseException):
    """Raised by the alarm in whatever runs too long."""


_guarded: list[tuple[Any, int, int]] = []


def _guarded_empty(elements: int, element_type: str) -> Any:
    """Like `host_arrays.aligned_empty`, between guard bytes."""
    type_ = storage_type(element_type)
    size = elements * type_.itemsize
    if elements > _MOST_ELEMENTS:
        raise _TooLarge
    raw = np.full(size + 2 * _GUARD_BYTES + 128, _GUARD, np.uint8)
    start = _GUARD_BYTES + -(raw.ctypes.data + _GUARD_BYTES) % 64
    raw[start : start + size] = 0
    _guarded.append((raw, start, start + size))
    return raw[start : start + size].view(type_)


class _TooLarge(Exception):
    """A tensor that is only too large for this test."""


def _guards_are_whole() -> bool:
    whole = all(np.all(raw[:first] == _GUARD) and np.all(raw[end:] == _GUARD) for raw, first, end in _guarded)
    _guarded.clear()
    return whole


@contextmanager
def _patience(seconds: float) -> Iterator[None]:
    def stop(*_: object) -> None:
        raise _Patience

    signal.signal(signal.SIGPROF, stop)
    signal.setitimer(signal.ITIMER_PROF, seconds)  # of processor time: other work on the machine does not count
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)


def run(case: Case) -> Verdict:
    """Run a case in all modes, compare what they say. Mode timing may take what cannot be computed."""
    standalone.aligned_empty, standalone.Simulation, _Watched.launches = _guarded_empty, _Watched, 0
    try:
        with _patience(PATIENCE_S):
            verdict = _run(case)
    except (_Patience, KeyboardInterrupt):  # the engine makes this of whatever a signal's handler raises
        verdict = Verdict("long") if _guards_are_whole() else Verdict("wrong", "guard bytes were written")
    return replace(verdict, was_run=_Watched.launches > 0)


def _run(case: Case) -> Verdict:
    said: dict[str, Verdict] = {}
    values: dict[str, dict[str, Any]] = {}
    for mode in ("functional", "both", "timing"):
        try:
            said[mode], values[mode] = Verdict("ok"), _simulate(case, mode)
        except NpuSimError as error:
            kind = "compiler crash" if isinstance(error, CompilerCrashError) else "refused"
            said[mode] = Verdict(kind, f"{type(error).__name__}: {error}"[:300])
        except _TooLarge:
            return Verdict("ok", "too large for the test")
        if not _guards_are_whole():
            return Verdict("wrong", f"mode {mode}: guard bytes were written")
    if said["functional"].kind != said["both"].kind:
        return Verdict("wrong", f"functional: {said['functional']}, both: {said['both']}")
    if said["functional"].kind == "ok":
        if said["timing"].kind != "ok":
            return Verdict("wrong", f"only mode timing refuses it: {said['timing']}")
        for name, array in values["functional"].items():
            if array.tobytes() != values["both"][name].tobytes():
                return Verdict("wrong", f"{name} differs between the modes functional and both")
    return said["functional"]


def _simulate(case: Case, mode: str) -> dict[str, Any]:
    with tempfile.TemporaryDirectory(prefix="npusim-fuzz") as folder:
        path = Path(folder) / "kernel.mlir"
        path.write_bytes(case.text.encode("utf-8", "surrogatepass"))
        result = standalone.simulate_file(
            path, load_machine(case.machine), mode, _arguments(case), run_dir=Path(folder)
        )
        return result.arrays or {}


def _arguments(case: Case) -> dict[str, int]:
    kernel = parse_kernel(case.text)
    sizes = {argument.name: case.sizes[0] for argument in kernel.sizes}
    return sizes | {argument.name: case.sizes[1] for argument in kernel.tensors if argument.extent is None}
