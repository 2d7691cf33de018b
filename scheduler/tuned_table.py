"""Tuned tables: what autotuning chose for each call, with the cycles of all candidates, as a file that people review.

One JSON object, `{"npusim_tuned_table": 1, "rows": [...]}`. A row belongs to a machine (by the digest of its values),
an operator and a call, whose text spells shapes and dtypes; what it chooses is an implementation, or the mapping of a
template's kernel. Rows are sorted, so that files are equal whatever the order of tuning (docs/implementations.md).
"""

import json
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import nullcontext
from dataclasses import dataclass, replace
from functools import cached_property
from hashlib import sha256
from pathlib import Path
from typing import Any, NoReturn

from npusim.simulator.errors import MappingError
from npusim.simulator.machine import Machine
from npusim.simulator.system import store
from npusim.simulator.system.store_trust import report_once

MARK = "npusim_tuned_table"
FORMAT = 1
_TEXTS = ("machine", "machine_digest", "operator", "call")
IMPLEMENTATION, MAPPING = "implementation", "mapping"


@dataclass(frozen=True)
class Row:
    """One choice.

    Attributes:
        machine, machine_digest: for whom.
        operator: whose implementation, or the template whose mapping.
        call: with shapes and dtypes.
        kind: `implementation` or `mapping`.
        chosen: the implementation's name, or the mapping as an entry of mapping files.
        candidates: objects with `implementation` or `mapping`, and `cycles` (None: could not be simulated).
        number: in the file, from 1; 0 for a new one.
    """

    machine: str
    machine_digest: str
    operator: str
    call: str
    kind: str
    chosen: Any
    candidates: tuple[Mapping[str, Any], ...]
    number: int = 0

    @property
    def key(self) -> tuple[str, ...]:
        """What the choice is for: machine, operator, kind and call."""
        return (self.machine, self.machine_digest, self.operator, self.kind, self.call)

    def text(self) -> str:
        """Its JSON: a line for everything."""
        texts = [f'"{name}": {json.dumps(getattr(self, name))}' for name in _TEXTS]
        candidates = ",\n    ".join(json.dumps(dict(each)) for each in self.candidates)
        lines = [*texts, f'"{self.kind}": {json.dumps(self.chosen)}', f'"candidates": [\n    {candidates}\n   ]']
        return "  {" + ",\n   ".join(lines) + "}"


@dataclass(frozen=True)
class TunedTable:
    """The rows of a file."""

    file: Path
    rows: tuple[Row, ...] = ()

    @cached_property
    def _by_key(self) -> dict[tuple[str, ...], Row]:
        return {row.key[1:]: row for row in self.rows}

    @cached_property
    def _rows_by_machine(self) -> Counter[str]:
        return Counter(row.machine_digest for row in self.rows)

    def row(self, machine: Machine, operator: str, call: str, kind: str = IMPLEMENTATION) -> Row | None:
        """The row for a call on a machine; says once how many rows belong to other machines."""
        digest = machine.digest  # computed from all values each time it is asked for
        others = len(self.rows) - self._rows_by_machine[digest]
        if others:
            report_once(
                f"{self.file}: {others} of {len(self.rows)} rows were tuned for other machines than {machine.name} as "
                f"it is now (digest {digest[:12]}) and are ignored"
            )
        return self._by_key.get((digest, operator, kind, call))


def is_tuned_table(content: Mapping[str, Any]) -> bool:
    """Whether the content of a JSON file is a tuned table, of any version."""
    return MARK in content


def table_of(file: Path, content: Mapping[str, Any]) -> TunedTable:
    """The table that a file holds; without rows, and with a line that says so, if it is of another version.

    Raises:
        MappingError: the file is no tuned table that npusim writes.
    """
    if content.get(MARK) != FORMAT:
        report_once(f"{file}: is {_version(content)}; its rows are ignored")
        return TunedTable(file)
    rows = content.get("rows")
    if not isinstance(rows, list) or content.keys() - {MARK, "rows"}:
        raise MappingError(f'{file}: a tuned table has "{MARK}" and a list of "rows", nothing else')
    read = [_row(file, number, row) for number, row in enumerate(rows, 1)]
    _check_once(file, read)
    return TunedTable(file, tuple(read))


def _version(content: Mapping[str, Any]) -> str:
    return f"a tuned table of version {content.get(MARK)!r}, and this npusim has version {FORMAT}"


def _row(file: Path, number: int, row: Any) -> Row:
    def refuse(problem: str) -> NoReturn:
        raise MappingError(f"{file} row {number}: {problem}")

    if not isinstance(row, dict):
        refuse("must be an object")
    for name in _TEXTS:
        if not isinstance(row.get(name), str):
            refuse(f"{name!r} must be a text")
    kinds = row.keys() - {*_TEXTS, "candidates"}
    kind = next(iter(kinds), "")
    if kinds not in ({IMPLEMENTATION}, {MAPPING}):
        refuse(f"must choose an {IMPLEMENTATION!r} or a {MAPPING!r}, and have no other keys")
    _check_chosen(row[kind], kind, refuse)
    candidates = row.get("candidates")
    if not isinstance(candidates, list):
        refuse("'candidates' must be a list")
    for each in candidates:
        if not isinstance(each, dict) or each.keys() != {kind, "cycles"} or not _are_cycles(each["cycles"]):
            refuse(f"a candidate has {kind!r} and 'cycles' (a whole number, or null), not {each!r:.80}")
        _check_chosen(each[kind], kind, refuse)
    texts = {name: row[name] for name in _TEXTS}
    return Row(**texts, kind=kind, chosen=row[kind], candidates=tuple(candidates), number=number)


def _check_chosen(value: Any, kind: str, refuse: Any) -> None:
    if not isinstance(value, str if kind == IMPLEMENTATION else dict):
        refuse(f"{kind!r} must be {'a name' if kind == IMPLEMENTATION else 'an object'}, not {value!r:.80}")


def _are_cycles(value: Any) -> bool:
    return value is None or (isinstance(value, int) and not isinstance(value, bool) and value >= 0)


def _check_once(file: Path, rows: Sequence[Row]) -> None:
    first: dict[tuple[str, ...], int] = {}
    for row in rows:
        if row.key in first:
            raise MappingError(f"{file}: rows {first[row.key]} and {row.number} are for the same call; leave one out")
        first[row.key] = row.number


def rows_of(meta: Mapping[str, Any], machine: Machine) -> Iterator[Row]:
    """What tuning chose for a kernel, from its metadata."""
    for choice in meta.get("implementations", ()):
        if choice["by"] == "autotune":
            candidates = tuple({IMPLEMENTATION: c[IMPLEMENTATION], "cycles": c["cycles"]} for c in choice["candidates"])
            yield _new_row(machine, choice["operator"], choice["call"], IMPLEMENTATION, choice["chosen"], candidates)
    mapping = meta.get("mapping") or {}
    if mapping.get("strategy") == "autotune" and mapping["candidates"]:
        candidates = tuple({MAPPING: c[MAPPING], "cycles": c["simulated_cycles"]} for c in mapping["candidates"])
        yield _new_row(machine, mapping["template"], mapping["call"], MAPPING, mapping["chosen"], candidates)


def _new_row(machine: Machine, operator: str, call: str, kind: str, chosen: Any, candidates: tuple[Any, ...]) -> Row:
    return Row(machine.name, machine.digest, operator, call, kind, chosen, candidates)


def read_table(file: Path, content: Mapping[str, Any]) -> TunedTable:
    """The table that tuning adds to.

    Raises:
        MappingError: the file is another kind of file, or of another version.
    """
    if content and content.get(MARK) != FORMAT:
        kind = _version(content) if is_tuned_table(content) else "no tuned table"
        raise MappingError(f"{file}: is {kind}; give autotune= another file, or remove this one")
    return table_of(file, content) if content else TunedTable(file)


def merge(file: Path, rows: Iterable[Row], read: Any) -> None:
    """Adds rows to a file, in the place of rows with the same key.

    Args:
        read: the file's content, or an empty object where there is none.

    Raises:
        MappingError: it cannot be written.
    """
    new = {row.key: row for row in rows}
    if not new:
        return
    try:
        with store.locked(sha256(str(file.resolve()).encode()).hexdigest()[:32], lambda _: nullcontext()):
            old = {row.key: row for row in read_table(file, read(file)).rows}
            if all(key in old and replace(old[key], number=0) == row for key, row in new.items()):
                return
            file.parent.mkdir(parents=True, exist_ok=True)
            store.replace(file, table_text((old | new).values()).encode())
    except OSError as error:
        raise MappingError(f"{file}: cannot be written: {error.strerror}") from error


def table_text(rows: Iterable[Row]) -> str:
    """The file of rows."""
    ordered = sorted(rows, key=lambda row: row.key)
    return f'{{"{MARK}": {FORMAT},\n "rows": [\n' + ",\n".join(row.text() for row in ordered) + "\n ]}\n"
