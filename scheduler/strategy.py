"""How implementations of operators, and mappings of templates (tile sizes, loop order, core split), are chosen: the
strategy in force.

`default` takes the highest priority and the cost model's choice, `resident` maps matrix products as the compiler of the
TPU v6e was measured to, `autotune` simulates the best candidates and takes the fastest, a JSON file says the mapping of
the shapes it names (docs/mapping.md) or is the table that autotuning wrote (docs/implementations.md).

This module says which strategy is in force; the front end carries it out.
"""

import functools
import hashlib
import json
import math
import os
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any

from npusim.scheduler.tuned_table import TunedTable, is_tuned_table, merge, read_table, rows_of, table_of
from npusim.simulator.errors import MappingError, OptionError
from npusim.simulator.machine import Machine
from npusim.simulator.system.listeners import Listeners

ENVIRONMENT = "NPUSIM_MAPPING"
DEFAULT_CANDIDATES = 8


@dataclass(frozen=True)
class MappingStrategy:
    """One strategy.

    Attributes:
        kind: `default`, `resident`, `autotune`, `external` or `table`.
        candidates: `autotune`: how many mappings are simulated.
        file: `external`: where the entries come from.
        entries: `external`: the file's content.
        table: `table`: the choices; `autotune`: those that were made before, and the file for new ones.
    """

    kind: str = "default"
    candidates: int = 0
    file: Path | None = None
    entries: Mapping[str, Any] = field(default_factory=dict, hash=False)
    table: TunedTable | None = None

    @cached_property
    def digest(self) -> str:
        """Part of the keys of compiled code: equal digests give equal kernels."""
        rows = [row.text() for row in self.table.rows] if self.table is not None else None
        content = json.dumps([self.kind, self.candidates, self.entries, rows], sort_keys=True)
        return hashlib.sha256(content.encode()).hexdigest()[:32]

    @property
    def untuned(self) -> "MappingStrategy":
        """The strategy for kernels that are only compared with others: nothing is tuned for them, so that a table that
        tuning wrote leads to the same kernels.
        """
        return MappingStrategy() if self.kind in ("autotune", "table") else self

    def keep(self, meta: Mapping[str, Any], machine: Machine) -> None:
        """Puts what tuning chose for a kernel into the table that the strategy writes, if any."""
        if self.kind == "autotune" and self.table is not None:
            merge(self.table.file, rows_of(meta, machine), _content_if_any)

    def __str__(self) -> str:
        return str(self.file) if self.file is not None else self.kind


Wanted = str | Path | MappingStrategy | None

_stack: list[MappingStrategy] = []


def on_strategy_change(listener: Callable[[MappingStrategy], None]) -> None:
    """Call ``listener(strategy)`` whenever another strategy comes into force."""
    _listeners.add(listener)


def current_strategy() -> MappingStrategy:
    """The innermost ``with mapping(...)``'s or ``simulator(mapping=...)``'s, else the environment's, else `default`."""
    return _stack[-1] if _stack else resolved_strategy(None)


_listeners: Listeners[MappingStrategy] = Listeners(current_strategy, key=lambda strategy: strategy.digest)


@contextmanager
def mapping(strategy: Wanted) -> Iterator[MappingStrategy]:
    """Code that is compiled in the block gets its mappings from this strategy.

    Args:
        strategy: ``default``, ``resident``, ``autotune`` (or ``autotune:16`` to simulate 16 candidates), or a JSON file
            (docs/mapping.md); with ``autotune=tuned.json`` a table keeps what is chosen (docs/implementations.md), and
            ``tuned.json`` applies it. None leaves the strategy as it is.

    Raises:
        OptionError: no such strategy.
        MappingError: the file cannot be read or is no mapping file.
    """
    chosen = current_strategy() if strategy is None else resolved_strategy(strategy)
    with _listeners.hear():
        _stack.append(chosen)
    try:
        yield chosen
    finally:
        with _listeners.hear():
            _stack.remove(chosen)


def resolved_strategy(strategy: Wanted) -> MappingStrategy:
    """A strategy from what a user wrote, or from the environment."""
    if isinstance(strategy, MappingStrategy):
        return strategy
    if strategy is None:
        return _from_environment(os.environ.get(ENVIRONMENT, ""))
    return _parsed(str(strategy), isinstance(strategy, Path))


@functools.lru_cache(maxsize=1)
def _tuning_of_process(wanted: str) -> MappingStrategy:
    """Autotuning by the environment: the rows that a table had when the process started to use it, so that the rows
    that it adds compile nothing again.
    """
    return _parsed(wanted)


def _from_environment(wanted: str) -> MappingStrategy:
    return _tuning_of_process(wanted) if wanted.startswith("autotune") else _parsed(wanted or "default")


def _parsed(wanted: str, is_path: bool = False) -> MappingStrategy:
    kind, _, table = wanted.partition("=")
    kind, _, count = kind.partition(":")
    if wanted in ("default", "resident"):
        return MappingStrategy(wanted)
    if kind == "autotune" and not is_path:
        kept = _table(Path(table).expanduser()) if "=" in wanted else None
        return MappingStrategy("autotune", _candidates(count, wanted), table=kept)
    if is_path or wanted.endswith(".json") or Path(wanted).is_file():
        return _external(Path(wanted).expanduser())
    raise OptionError(f"mapping is {wanted!r}; it can be default, resident, autotune, autotune:16 or a JSON file")


def _candidates(count: str, wanted: str) -> int:
    if not count:
        return DEFAULT_CANDIDATES
    if not count.isdigit() or int(count) < 1:
        raise OptionError(f"mapping is {wanted!r}; behind autotune: stands how many candidates to simulate")
    return int(count)


def _table(file: Path) -> TunedTable:
    """The table that autotuning adds to; without rows if there is no such file yet."""
    if file.suffix != ".json":
        raise OptionError(
            f"mapping is 'autotune={file}'; behind autotune= stands the JSON file that keeps what is chosen"
        )
    return read_table(file, _content_if_any(file))


def _content_if_any(file: Path) -> dict[str, Any]:
    return _content(file) if file.exists() else {}


_read: dict[tuple[Path, int], MappingStrategy] = {}


def _external(file: Path) -> MappingStrategy:
    """The strategy of a file, read once per modification time."""
    try:
        key = (file.resolve(), file.stat().st_mtime_ns)
        if key not in _read:
            _read[key] = _of_content(file, _content(file))
    except OSError as error:
        raise MappingError(f"{file}: cannot be read: {error.strerror}") from error
    return _read[key]


def _of_content(file: Path, content: dict[str, Any]) -> MappingStrategy:
    if is_tuned_table(content):
        return MappingStrategy("table", table=table_of(file, content))
    return MappingStrategy("external", 0, file, content)


def _content(file: Path) -> dict[str, Any]:
    try:
        content = json.loads(
            file.read_text(encoding="utf-8"),
            object_pairs_hook=lambda pairs: _object(file, pairs),
            parse_constant=_finite,
            parse_float=_finite,
        )
    except (ValueError, RecursionError) as error:  # also what is no UTF-8, and numbers of thousands of digits
        raise MappingError(f"{file}: is no JSON: {error}") from error
    if not isinstance(content, dict):
        raise MappingError(f"{file}: the whole file must be one JSON object (docs/mapping.md)")
    return content


def _finite(number: str) -> float:
    """NaN and infinities, which JSON does not have, and numbers that become one."""
    value = float(number)
    if not math.isfinite(value):
        raise ValueError(f"{number} is no finite number")
    return value


def _object(file: Path, pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """A JSON object; refuses duplicate keys, of which Python's parser would take the last."""
    made: dict[str, Any] = {}
    for key, value in pairs:
        if key in made:
            raise MappingError(f"{file}: the key {key!r} stands twice in one object; leave one of them out")
        made[key] = value
    return made
