"""From a seed to a program. The same seed gives the same program on every host and under every PYTHONHASHSEED."""

import dataclasses
import random
from collections.abc import Sequence

import torch

from fuzzing.campaign.domain import MODES
from fuzzing.programs import machines
from fuzzing.programs.builder import FLOATS, INTEGERS, NOISE_SEEDS, SIZES, Builder, Reject
from fuzzing.programs.program import Program, used_names
from fuzzing.programs.tolerances import is_tame
from fuzzing.programs.vocabulary import FAMILIES, Operator
from fuzzing.programs.worlds import eager, exact

MOST_LINES = 40
_MOST_RESULTS = 8
_MOST_ELEMENTS = 1 << 20
"""Of a value at another size: nine worlds in float64 must not take the time after which a program hangs."""
_TRIES_PER_LINE = 8
_ATTEMPTS = 50


def generate(seed: int, modes: Sequence[str] = MODES) -> Program:
    """The program of a seed, in one of the modes.

    Values and gradients are finite, of moderate size, and do not change by more than rounding when roundings are made
    visible: see `builder`.
    """
    for attempt in range(_ATTEMPTS):
        program = _attempt(random.Random(f"{seed}:{attempt}:{','.join(modes)}"), seed, modes)
        if program is not None:
            return program
    raise RuntimeError(f"seed {seed} gives no program in {_ATTEMPTS} attempts")


def _attempt(rng: random.Random, seed: int, modes: Sequence[str]) -> Program | None:
    mode = rng.choices(modes, [{"forward": 5, "backward": 4, "dynamic": 2}[m] for m in modes])[0]
    builder = Builder(rng, mode, _dtypes(rng), _sizes(rng))
    wanted = min(MOST_LINES, 2 + int(rng.expovariate(1 / 16)))
    operators = _operators(rng)
    for _ in range(_TRIES_PER_LINE * wanted):
        if len(builder.lines) >= wanted:
            break
        try:
            rng.choice(operators)(builder)
        except Reject:
            continue
    return _finished(builder, seed, mode) if len(builder.lines) >= 2 else None


def _dtypes(rng: random.Random) -> list[str]:
    """Dtypes that new inputs have: mostly one of the floats, and one of the integers."""
    floats = rng.choices(FLOATS, (8, 2, 3, 2), k=1 + (rng.random() < 0.2))
    return [*floats, rng.choice(INTEGERS), "bool"]


def _sizes(rng: random.Random) -> list[int]:
    """Few sizes, so that shapes meet; rarely an empty one."""
    sizes = rng.sample(SIZES, 3)
    return [*sizes, *sizes, 0] if rng.random() < 0.08 else sizes


def _operators(rng: random.Random) -> list[Operator]:
    """A mixture: every family has a part, three or four of them a large one."""
    names = list(FAMILIES)
    favourites = rng.sample(names, rng.choice((3, 4)))
    chosen: list[Operator] = []
    for name in names:
        times = 8 if name in favourites else 1
        chosen += [rng.choice(FAMILIES[name]) for _ in range(times)]
    return chosen


def _finished(builder: Builder, seed: int, mode: str) -> Program | None:
    returns = _returns(builder)
    try:
        returns = _copied(builder, returns) if builder.is_differentiable else returns
    except Reject:
        return None
    machine = builder.rng.choices(list(machines.FREQUENCIES), machines.FREQUENCIES.values())[0]
    program = Program(seed, mode, tuple(builder.inputs), tuple(builder.lines), returns, machine=machine)
    program = program.without_dead_code().renumbered()
    if not program.returns or len(program.lines) < 2 or not is_well_behaved(program):
        return None
    return dataclasses.replace(program, resizes=_resizes(builder, program)) if mode == "dynamic" else program


def _returns(builder: Builder) -> tuple[str, ...]:
    """The values that nothing uses, and some of the others."""
    used = used_names(builder.lines)
    made = [name for line in builder.lines for name in line.results]
    ends = [name for name in made if name not in used]
    others = [name for name in made if name in used and builder.chance(0.15)]
    return (*ends[-_MOST_RESULTS:], *others[: max(0, _MOST_RESULTS - len(ends))])


def _copied(builder: Builder, names: tuple[str, ...]) -> tuple[str, ...]:
    """Results that share memory with an input or with one another are copied: autograd makes such views anew outside
    of the compiled graph, and adds their gradients there, in eager mode.
    """
    seen = {builder.values[i.name].memory for i in builder.inputs}
    copied = []
    for name in names:
        value = builder.values[name]
        copied.append(builder.emit(f"{name}.clone()").name if value.memory in seen else name)
        seen.add(value.memory)
    return tuple(copied)


def _resizes(builder: Builder, program: Program) -> tuple[tuple[tuple[int, int], ...], ...]:
    """Other sizes at which the program is legal and well behaved too: at most two."""
    found = []
    for old in dict.fromkeys(n for i in program.inputs for n in i.size if n > 1):
        for new in builder.rng.sample((2, 3, 6, 9, 11, 19, 32, 37, 66), 3):
            pairs = ((old, new),)
            if new != old and len(found) < 2 and is_well_behaved(program.resized(pairs)):
                found.append(pairs)
                break
    return tuple(found)


def is_well_behaved(program: Program) -> bool:
    """Whether eager PyTorch runs it, in moderate memory, and no result, gradient or changed input hangs on how
    something is rounded.
    """
    try:
        mine, dtypes = eager(program, _MOST_ELEMENTS)
        right = exact(program, dtypes)
        noisy = [exact(program, dtypes, noise=seed) for seed in NOISE_SEEDS]
    except (RuntimeError, ValueError, IndexError, TypeError, NotImplementedError, ZeroDivisionError, NameError):
        return False
    expected = len(program.returns) + len(program.inputs) + sum(program.computed)
    if program.mode == "backward" and len(mine) != expected:
        return False  # no result has a gradient
    return all(
        _is_settled(one, other, [world[number] for world in noisy])
        for number, (one, other) in enumerate(zip(mine, right, strict=True))
    )


def _is_settled(mine: torch.Tensor | None, right: torch.Tensor | None, noisy: Sequence[torch.Tensor | None]) -> bool:
    if mine is None or right is None:
        return mine is None and right is None
    if mine.shape != right.shape or not bool(right.isfinite().all()):
        return False
    return all(other is not None and is_tame(right, other, mine.dtype) for other in noisy)
