"""Whether what a device computed is right: eager's values within the default tolerance, else float64 decides."""

import dataclasses
from collections.abc import Sequence, Set

import torch
from npusim.frontend.verification.error_model import far_from_exact, is_rounded, unit_roundoff

from fuzzing.programs.program import Program
from fuzzing.programs.standalone import sharing
from fuzzing.programs.tolerances import limit
from fuzzing.programs.worlds import Result, exact

NOISY_WORLDS = 8


@dataclasses.dataclass(frozen=True)
class Verdict:
    """`wrong`: what differs, in words, or empty. `by_float64`: right, but not within the tolerance of eager."""

    wrong: str = ""
    by_float64: bool = False


def judge(
    program: Program,
    got: Sequence[Result],
    eager: Sequence[Result],
    dtypes: Sequence[Sequence[torch.dtype | None]],
    *,
    shared: Set[tuple[int, int]] = frozenset(),
) -> Verdict:
    """Compares everything that a run gave with what eager PyTorch gave. `shared`: pairs of values, by number, that
    shared memory on the device.
    """
    if len(got) != len(eager):
        return Verdict(f"{len(got)} results instead of {len(eager)}")
    for number, (one, other) in enumerate(zip(got, eager, strict=True)):
        if nature := _different_nature(one, other):
            return Verdict(f"{_place(program, number)}: {nature}")
    for one, other in sorted(shared - sharing(list(eager))):
        return Verdict(f"{_place(program, one)} and {_place(program, other)} share memory")
    off = [number for number in range(len(got)) if not _is_close(got[number], eager[number])]
    if not off:
        return Verdict()
    right = exact(program, dtypes)
    noisy = [exact(program, dtypes, noise=100 + seed) for seed in range(NOISY_WORLDS)]
    for number in off:
        precision, worlds = _precision(program, number, dtypes), [world[number] for world in noisy]
        if wrong := _beyond(got[number], eager[number], right[number], worlds, precision):
            return Verdict(f"{_place(program, number)}: {wrong}")
    return Verdict(by_float64=True)


def _place(program: Program, number: int) -> str:
    inputs = list(zip(program.inputs, program.differentiated, program.changeable, strict=True))
    gradients = [f"gradient of {entry.name}" for entry, is_wanted, _ in inputs if is_wanted]
    left = [f"input {entry.name} afterwards" for entry, _, is_changeable in inputs if is_changeable]
    return [*program.returns, *gradients, *left][number]


def _different_nature(got: Result, wanted: Result) -> str:
    if got is None or wanted is None:
        return "" if got is wanted else f"{_nature(got)} instead of {_nature(wanted)}"
    same = got.dtype == wanted.dtype and got.shape == wanted.shape
    return "" if same else f"{_nature(got)} instead of {_nature(wanted)}"


def _nature(value: Result) -> str:
    return "nothing" if value is None else f"{str(value.dtype).removeprefix('torch.')}{list(value.shape)}"


def _is_close(got: Result, wanted: Result) -> bool:
    if got is None or wanted is None:
        return True
    try:
        torch.testing.assert_close(got, wanted, equal_nan=True, check_stride=False)
    except AssertionError:
        return False
    return True


def _precision(program: Program, number: int, dtypes: Sequence[Sequence[torch.dtype | None]]) -> torch.dtype:
    """The least precise dtype that a value was computed from: `x.double()` is no more precise than x."""
    part = program  # of gradients, and of inputs that were changed
    if name := program.returns[number : number + 1]:
        part = dataclasses.replace(program, returns=name).without_dead_code()
    found = [getattr(torch, entry.dtype) for entry in part.inputs]
    found += [dtype for line, made in zip(program.lines, dtypes, strict=True) if line in part.lines for dtype in made]
    rounded = [dtype for dtype in found if dtype is not None and is_rounded(dtype)]
    return max(rounded, key=unit_roundoff, default=torch.float64)


def _beyond(got: Result, eager: Result, right: Result, noisy: Sequence[Result], precision: torch.dtype) -> str:
    """What is wrong with a value that float64 decides about, or nothing."""
    assert got is not None and eager is not None and right is not None
    worlds = [other for other in noisy if other is not None]
    bad = far_from_exact(got, eager, right, worlds, limit(precision), precision)
    if not bool(bad.any()):
        return ""
    place = tuple(bad.nonzero()[0].tolist())
    return (
        f"{int(bad.sum())} of {bad.numel()} elements are wrong; at {list(place)}: {got[place].item()!r}, "
        f"eager {eager[place].item()!r}, float64 {right[place].item()!r}"
    )
