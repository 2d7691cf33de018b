"""Simpler programs: fewer results, lines replaced by inputs or operands, smaller sizes, plainer dtypes and layouts."""

import dataclasses
import re
from collections.abc import Iterator

from fuzzing.programs import machines
from fuzzing.programs.program import Input, Program
from fuzzing.programs.worlds import eager

_SIZES = (1, 2, 3, 4, 5)


def smaller(program: Program) -> Iterator[Program]:
    """Candidates, the boldest first; many of them are illegal, which running them shows."""
    if program.machine != machines.DEFAULT:
        yield dataclasses.replace(program, machine=machines.DEFAULT)
    yield from _fewer_results(program)
    yield from _cut_lines(program)
    yield from _bypassed(program)
    yield from _fewer_runs(program)
    yield from _plainer_text(program)
    yield from _plainer_inputs(program)
    yield from _smaller_sizes(program)
    yield from _other_dtypes(program)


def _fewer_results(program: Program) -> Iterator[Program]:
    for name in program.returns if len(program.returns) > 1 else ():
        yield dataclasses.replace(program, returns=(name,)).without_dead_code()
    for name in program.returns if len(program.returns) > 2 else ():
        kept = tuple(other for other in program.returns if other != name)
        yield dataclasses.replace(program, returns=kept).without_dead_code()


def _cut_lines(program: Program) -> Iterator[Program]:
    """Values become inputs of the same shape and dtype, the latest first: everything before them goes."""
    shapes = _natures(program)
    number = 1 + max((int(i.name[1:]) for i in program.inputs), default=-1)
    for place in reversed(range(len(program.lines))):
        line = program.lines[place]
        rest = [*program.lines[:place], *program.lines[place + 1 :]]
        if not line.results:
            yield dataclasses.replace(program, lines=tuple(rest)).without_dead_code()
            continue
        if any(name not in shapes for name in line.results) or set(line.results) & set(program.returns):
            continue
        made = [Input(f"x{number + n}", number + n, *shapes[name]) for n, name in enumerate(line.results)]
        names = dict(zip(line.results, (i.name for i in made), strict=True))
        lines = tuple(other.reading(names) for other in rest)
        yield dataclasses.replace(program, inputs=(*program.inputs, *made), lines=lines).without_dead_code()


def _bypassed(program: Program) -> Iterator[Program]:
    """A value's uses read one of its operands instead."""
    for place in reversed(range(len(program.lines))):
        line = program.lines[place]
        for operand in line.operands if len(line.results) == 1 else ():
            names = {line.results[0]: operand}
            lines = [other.reading(names) for n, other in enumerate(program.lines) if n != place]
            returns = tuple(names.get(name, name) for name in program.returns)
            returns = tuple(name for name in returns if not name.startswith("x"))
            if returns:
                yield dataclasses.replace(program, lines=tuple(lines), returns=returns).without_dead_code()


def _fewer_runs(program: Program) -> Iterator[Program]:
    if program.mode != "forward":
        yield dataclasses.replace(program, mode="forward", resizes=())
    for pairs in program.resizes:
        yield program.resized(pairs)
        yield dataclasses.replace(program, resizes=(pairs,)) if len(program.resizes) > 1 else program
    if program.resizes:
        yield dataclasses.replace(program, resizes=())


_PLAINER = (
    (r", (bias|weight)=[xv]\d+", ""), (r"torch\.(bfloat16|float16|float64)", "torch.float32"),
    (r", keepdim=True", ""), (r", (alpha|beta|value)=[-\d.]+", ""), (r"stride=\(?[\d, ]+\)?", "stride=1"),
    (r"padding=\(?[\d, ]+\)?", "padding=0"), (r"dilation=\(?[\d, ]+\)?", "dilation=1"), (r"groups=\d+", "groups=1"),
    (r"\.(contiguous|clone)\(\)", ""), (r", None, ", ", "),
)  # fmt: skip


def _plainer_text(program: Program) -> Iterator[Program]:
    for place, line in enumerate(program.lines):
        for pattern, text in _PLAINER:
            plainer = re.sub(pattern, text, line.expression)
            if plainer != line.expression:
                plain_line = dataclasses.replace(line, expression=plainer)
                lines = (*program.lines[:place], plain_line, *program.lines[place + 1 :])
                yield dataclasses.replace(program, lines=lines).without_dead_code()


def _plainer_inputs(program: Program) -> Iterator[Program]:
    for place, entry in enumerate(program.inputs):
        for change in ({"order": None}, {"step": 1}, {"offset": 0}, {"distinct": False}):
            plainer = dataclasses.replace(entry, **change)  # type: ignore[arg-type]
            if plainer != entry:
                yield _with_input(program, place, plainer)


def _smaller_sizes(program: Program) -> Iterator[Program]:
    """A number is replaced wherever it is a size; then one size of one input, and the same number in the lines."""
    sizes = sorted({n for i in program.inputs for n in i.size if n > 1}, reverse=True)
    for old in sizes:
        for new in [n for n in (*_SIZES, old // 2, old - 1) if 0 < n < old]:
            resized = program.resized([(old, new)])
            yield dataclasses.replace(resized, resizes=program.resizes)
            lines = tuple(
                dataclasses.replace(line, expression=re.sub(rf"\b{old}\b", str(new), line.expression))
                for line in program.lines
            )
            yield dataclasses.replace(resized, lines=lines, resizes=program.resizes)
    for place, entry in enumerate(program.inputs):
        for dim, old in enumerate(entry.size):
            for new in [n for n in (1, 2) if n < old]:
                size = (*entry.size[:dim], new, *entry.size[dim + 1 :])
                yield _with_input(program, place, dataclasses.replace(entry, size=size))


def _other_dtypes(program: Program) -> Iterator[Program]:
    dtypes = {i.dtype for i in program.inputs}
    for old in sorted(dtypes & {"float64", "float16", "bfloat16"}):
        inputs = [dataclasses.replace(i, dtype="float32" if i.dtype == old else i.dtype) for i in program.inputs]
        yield dataclasses.replace(program, inputs=tuple(inputs))


def _with_input(program: Program, place: int, entry: Input) -> Program:
    inputs = (*program.inputs[:place], entry, *program.inputs[place + 1 :])
    return dataclasses.replace(program, inputs=inputs)


def _natures(program: Program) -> dict[str, tuple[str, tuple[int, ...]]]:
    """Dtype and shape of every value, by running the program once."""
    every = [name for line in program.lines for name in line.results]
    whole = dataclasses.replace(program, mode="forward", returns=tuple(every))
    results, _ = eager(whole)
    return {
        name: (str(value.dtype).removeprefix("torch."), tuple(value.shape))
        for name, value in zip(every, results, strict=False)
        if value is not None and hasattr(value, "dtype")
    }
