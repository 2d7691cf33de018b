"""Mapping files: finds the entry for a kernel. docs/mapping.md describes the files."""

import difflib
import re
from collections.abc import Iterable, Set
from pathlib import Path
from typing import Any

from npusim.frontend.mapping.entry import FileEntry
from npusim.frontend.mapping.space import MappingSpace, MappingT, families
from npusim.scheduler import MappingStrategy
from npusim.scheduler.tuned_table import Row
from npusim.simulator.errors import MappingError

ANY_SHAPE = "*"
#: Keys of this form at the top of a file are matrix products, as in PyTorchSim's files.
_PRODUCT = re.compile(r"\d+_\d+_\d+")
_PRODUCT_FAMILY = "gemm"
_SIZES = re.compile(r"\d+(x\d+)*")


def external_mapping(space: MappingSpace[MappingT], strategy: MappingStrategy) -> MappingT | None:
    """The mapping that the strategy's file gives for a kernel; None when it says nothing about it.

    Raises:
        MappingError: an unknown template or key, an impossible value, or tiles that do not fit.
    """
    entry = external_entry(space, strategy)
    return None if entry is None else _checked(space, entry)


def tuned_mapping(space: MappingSpace[MappingT], file: Path, row: Row) -> MappingT:
    """The mapping that a row of a tuned table gives for a kernel; MappingError as for mapping files."""
    return _checked(space, FileEntry(file, f"row {row.number}, {space.family}", space.key, row.chosen))


def _checked(space: MappingSpace[MappingT], entry: FileEntry) -> MappingT:
    mapping = space.from_entry(entry)
    entry.end()
    if not space.in_whole_groups(mapping):
        entry.refuse("its tiles cut groups by which a fused operand is computed or read; use multiples of them")
    if not space.fits(mapping):
        entry.refuse(
            f"its tiles take {space.scratchpad_bytes(mapping):,} bytes per lane, more than the part of the "
            f"{space.machine.scratchpad_bytes_per_lane:,} of machine {space.machine.name} that tiles may fill"
        )
    return mapping


def external_entry(space: MappingSpace[Any], strategy: MappingStrategy) -> FileEntry | None:
    """The entry that the strategy's file has for a kernel; None without one, and for strategies without a file."""
    return entry_at(space.family, space.key, strategy)


def entry_at(family: str, key: str, strategy: MappingStrategy) -> FileEntry | None:
    """`external_entry` by family and key, for lowerings, which choose a kernel's buffers before its space exists."""
    if strategy.file is None:
        return None
    section = sections(strategy).get(family, {})
    for each in (key, ANY_SHAPE):
        if each in section:
            return FileEntry(strategy.file, family, each, section[each])
    return None


def sections(strategy: MappingStrategy) -> dict[str, dict[str, Any]]:
    """The file's entries by template; matrix products at the top level count as entries of their template."""
    found: dict[str, dict[str, Any]] = {}
    for name, value in strategy.entries.items():
        if _PRODUCT.fullmatch(name):
            _check_once(strategy, _PRODUCT_FAMILY, found.get(_PRODUCT_FAMILY, {}).keys() & {name})
            found.setdefault(_PRODUCT_FAMILY, {})[name] = value
        elif name not in families():
            raise MappingError(f"{strategy.file}: {_unknown(name)}")
        elif not isinstance(value, dict):
            raise MappingError(f'{strategy.file}: {name!r} must be an object of shapes, such as {{"*": {{...}}}}')
        else:
            _check_shapes(strategy, name, value)
            _check_once(strategy, name, found.get(name, {}).keys() & value)
            found.setdefault(name, {}).update(value)
    return found


def _check_once(strategy: MappingStrategy, family: str, twice: Set[str]) -> None:
    """A product's shape may stand at the top or below `gemm`, but not in both places."""
    if twice:
        raise MappingError(f"{strategy.file}: {family}[{min(twice)!r}] stands twice, at the top and below {family!r}")


def _check_shapes(strategy: MappingStrategy, family: str, shapes: Iterable[str]) -> None:
    """Refuses keys that no kernel can have: the kernels they were meant for would silently get the default."""
    form = families()[family].file_key
    for shape in shapes:
        parts = shape.split("_")
        if shape != ANY_SHAPE and (len(parts) != form.count("_") + 1 or not all(map(_SIZES.fullmatch, parts))):
            raise MappingError(f"{strategy.file}: {family}[{shape!r}] is no shape; write {form}, in numbers, or '*'")


def _unknown(name: str) -> str:
    close = difflib.get_close_matches(name, families(), n=1, cutoff=0.5)
    hint = f"; did you mean {close[0]!r}?" if close else ""
    known = ", ".join(sorted(families()))
    return f"{name!r} is neither a template nor a matrix product's M_N_K{hint} (templates are {known})"
