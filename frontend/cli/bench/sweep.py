"""Sizes of a benchmark: shapes with symbols, and the values that the symbols take."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from npusim.simulator.errors import OptionError

MOST_POINTS = 100_000
_EXAMPLES = "such as M=128:4096:2x, M=64:512:64 or M=1,7,128"


@dataclass(frozen=True)
class Shape:
    """The shapes of one or several tensors, whose sizes are numbers or symbols."""

    tensors: tuple[tuple[int | str, ...], ...]

    @property
    def symbols(self) -> set[str]:
        """The symbols that need a value."""
        return {size for tensor in self.tensors for size in tensor if isinstance(size, str)}

    def sizes(self, values: Mapping[str, int]) -> list[tuple[int, ...]]:
        """The shapes with values for the symbols."""
        return [tuple(values[size] if isinstance(size, str) else size for size in tensor) for tensor in self.tensors]


def parse_shapes(text: str) -> Shape:
    """``M,512`` or, for several tensors, ``M,K;K,N``; OptionError for anything else."""
    tensors = [tuple(map(_size, filter(None, re.split(r"[,\s]+", part.strip(" ()[]"))))) for part in text.split(";")]
    if not all(tensors) or any(size is None for tensor in tensors for size in tensor):
        raise OptionError(
            f"--shape {text!r} is no list of sizes and symbols, such as M,512 or, for two tensors, M,K;K,N"
        )
    return Shape(tuple(tuple(size for size in tensor if size is not None) for tensor in tensors))


def parse_sweeps(texts: Sequence[str]) -> dict[str, list[int]]:
    """The values of each symbol, from ``M=128:4096:2x`` (factor), ``M=64:512:64`` (step) or ``M=1,7,128``."""
    sweeps: dict[str, list[int]] = {}
    for text in texts:
        name, _, values = text.partition("=")
        if not re.fullmatch(r"[A-Za-z_]\w*", name.strip()) or name.strip() in sweeps:
            raise OptionError(f"--sweep {text!r}: write each symbol once with its values, {_EXAMPLES}")
        sweeps[name.strip()] = _values(text, values.strip())
    return sweeps


def points(sweeps: Mapping[str, Sequence[int]]) -> Iterator[dict[str, int]]:
    """Every combination of values, the last symbol's varying fastest."""
    for values in itertools.product(*sweeps.values()):
        yield dict(zip(sweeps, values, strict=True))


def _size(text: str) -> int | str | None:
    if text.isdecimal():
        return int(text)
    return text if re.fullmatch(r"[A-Za-z_]\w*", text) else None


def _values(text: str, values: str) -> list[int]:
    if re.fullmatch(r"\d+(\s*,\s*\d+)*", values):
        return [int(value) for value in values.split(",")]
    match = re.fullmatch(r"(\d+):(\d+):(\d+)(x?)", values)
    if match is None:
        raise OptionError(f"--sweep {text!r} is no range and no list of sizes, {_EXAMPLES}")
    first, last, step = map(int, match.groups()[:3])
    is_factor = bool(match.group(4))
    if first > last or step < (2 if is_factor else 1) or (is_factor and first < 1):
        raise OptionError(f"--sweep {text!r} never ends or is empty: begin, end and step must grow, {_EXAMPLES}")
    return _range(text, first, last, step, is_factor)


def _range(text: str, first: int, last: int, step: int, is_factor: bool) -> list[int]:
    values = []
    while first <= last:
        values.append(first)
        first = first * step if is_factor else first + step
        if len(values) > MOST_POINTS:
            raise OptionError(f"--sweep {text!r} has more than {MOST_POINTS:,} values; take a larger step")
    return values
