"""Hostile machine files: shipped ones after a few random edits, loaded, printed, loaded again, and used for a kernel."""

# ruff: noqa: E501  (lists of words)

import random
import re
import tempfile
from dataclasses import dataclass
from importlib import resources
from pathlib import Path

import numpy as np
from npusim.simulator.errors import NpuSimError
from npusim.simulator.machine import Machine, load_machine, machine_names
from npusim.simulator.run.standalone import simulate_file

from fuzzing.hostile.edits import delete_line, on_lines, repeat_line, replaced, somewhere
from fuzzing.hostile.kernels import CORPUS, Verdict, _Patience, _patience

PATIENCE_S = 5


@dataclass(frozen=True)
class Case:
    """One machine file.

    Attributes:
        seed: from which it was made.
        origin: the shipped machine it was made from.
        text: the YAML.
    """

    seed: int
    origin: str
    text: str


def make(seed: int) -> Case:
    """The case of a seed."""
    rng = random.Random(seed)
    origin = rng.choice(machine_names())
    text = load_machine(origin).to_yaml() if rng.random() < 0.7 else _shipped_text(origin)
    for _ in range(rng.choice((1, 1, 1, 2, 3))):
        text = rng.choice(_EDITS)(rng, text)
    return Case(seed, origin, text)


def _shipped_text(name: str) -> str:
    return (resources.files("npusim.simulator") / "machines" / f"{name}.yaml").read_text(encoding="utf-8")


_VALUES = (
    "0", "1", "-1", "2", "3", "7", "1e3", "1.0e3", "1.5", "0.1", "1e-9", "1e30", "1e400", ".inf", "-.inf", ".nan", "nan", "true", "null", "~", "''", "[]", "{}",
    "[1, 2]", "{a: 1}", "abc", "'5'", "5 GHz", "1_000", "0x10", "0o17", "1:30", "2**3", "4294967296", "9223372036854775807", "9223372036854775808",
    "100000000000000000000000000", "128", "1000000", "tpuv3", "!!python/object:os.system 1", "&a [*a]", "2026-01-01", "on", "&x 1",
)  # fmt: skip
_SCALABLE = re.compile(r"(?<=: )\d+(?:\.\d+)?$", re.M)
_LINE = re.compile(r"^(\s*[\w-]+:)[^\n]*$", re.M)


def _edit_value(rng: random.Random, text: str) -> str:
    match = somewhere(rng, _LINE, text)
    return replaced(text, match, f"{match.group(1)} {rng.choice(_VALUES)}" if match else "")


def _scale_value(rng: random.Random, text: str) -> str:
    match = somewhere(rng, _SCALABLE, text)
    if match is None:
        return text
    number = float(match.group()) * rng.choice((0.5, 2, 3, 10, 1000, 1e6, 1e-3, -1))
    return replaced(text, match, str(int(number) if number == int(number) else number))


@on_lines
def _indent_line(rng: random.Random, lines: list[str]) -> None:
    at = rng.randrange(len(lines))
    lines[at] = rng.choice(("  ", "\t", "- ")) + lines[at]


def _misspell(rng: random.Random, text: str) -> str:
    at = rng.randrange(max(1, len(text)))
    return text[:at] + rng.choice(("", "x", ":", "\x00", "\t", "é", "{", "#", "\n")) + text[at + 1 :]


def _nest(rng: random.Random, text: str) -> str:
    depth = rng.choice((50, 3000))
    return f"{text}\ndeep: {'[' * depth}{']' * depth}\n"


def _cut(rng: random.Random, text: str) -> str:
    return text[: rng.randrange(max(1, len(text)))]


_EDITS = (
    _edit_value, _edit_value, _edit_value, _edit_value, _scale_value, _scale_value, _scale_value, delete_line, repeat_line,
    _indent_line, _misspell, _nest, _cut,
)  # fmt: skip


def run(case: Case) -> Verdict:
    """Load, print, load again, simulate a small kernel."""
    try:
        with _patience(PATIENCE_S):
            return _run(case)
    except (_Patience, KeyboardInterrupt):  # the engine makes this of whatever a signal's handler raises
        return Verdict("long")


def _run(case: Case) -> Verdict:
    with tempfile.TemporaryDirectory(prefix="npusim-fuzz") as name:
        folder = Path(name)
        path = folder / "machine.yaml"
        path.write_bytes(case.text.encode("utf-8", "surrogatepass"))
        try:
            machine = load_machine(path)
            again = folder / "again.yaml"
            again.write_text(machine.to_yaml(), encoding="utf-8")
            if load_machine(again) != machine:
                return Verdict("wrong", "printed and loaded again it is another machine")
            return _simulate(machine, folder)
        except NpuSimError as error:
            return Verdict("refused", f"{type(error).__name__}: {error}"[:300])


def _simulate(machine: Machine, folder: Path) -> Verdict:
    kernel = CORPUS / "pointwise.mlir"
    results = [simulate_file(kernel, machine, mode, run_dir=folder) for mode in ("functional", "both")]
    values = [result.arrays["Y"] for result in results if result.arrays is not None]
    if not np.array_equal(values[0], values[1]):
        return Verdict("wrong", "the values depend on the mode")
    cycles = results[1].report.statistics["cycles"]
    if not cycles or cycles < 1:
        return Verdict("wrong", f"{cycles} cycles")
    return Verdict("ok", was_run=True)
