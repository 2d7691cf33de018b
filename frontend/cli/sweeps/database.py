"""Results on disk: one SQLite file, which several sweeps, processes and sessions share.

A unit is one workload on one machine with one mapping. Its key is a digest of all that its result depends on, so a
result is computed once, whichever sweep asks first. Who computes a unit claims it, and says now and then that it is
still at work; claims of processes that ended are taken over.
"""

import contextlib
import json
import os
import socket
import sqlite3
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from npusim.simulator.errors import OptionError

FORMAT = "npusim-sweep-results"
VERSION = 1
STALE_S = 60.0
"""A claim without a sign of life for so long is taken over, also from other hosts."""

_BUSY_S = 60.0
_AGAIN_S = 0.01
_TABLES = """
CREATE TABLE IF NOT EXISTS meta (name TEXT PRIMARY KEY, value TEXT NOT NULL);
CREATE TABLE IF NOT EXISTS results (
  key TEXT PRIMARY KEY, status TEXT NOT NULL, owner TEXT, heartbeat REAL,
  machine TEXT NOT NULL, workload TEXT NOT NULL, mapping TEXT NOT NULL, version TEXT NOT NULL,
  result TEXT, error TEXT, seconds REAL);
CREATE TABLE IF NOT EXISTS sweeps (sweep TEXT PRIMARY KEY, specification TEXT NOT NULL);
CREATE TABLE IF NOT EXISTS points (
  sweep TEXT NOT NULL, number INTEGER NOT NULL, point TEXT NOT NULL, units TEXT NOT NULL, note TEXT,
  PRIMARY KEY (sweep, number));
"""


@dataclass(frozen=True)
class Unit:
    """One workload on one machine: what is computed once.

    Attributes:
        key: digest of all that the result depends on.
        machine: its plain values.
        workload: its plain values.
        mapping: how templates are mapped.
        version: of npusim and its sources.
    """

    key: str
    machine: Mapping[str, Any]
    workload: Mapping[str, Any]
    mapping: str
    version: str


@dataclass(frozen=True)
class Outcome:
    """What a unit gave: a result or an error."""

    result: Mapping[str, Any] | None
    error: str | None = None
    seconds: float = 0.0


class Database:
    """A file of results, made if it is not there.

    Args:
        path: the file.
        is_shown: it is only read, and may lie where nothing can be written.

    Raises:
        OptionError: the file cannot be used, is none of npusim's, or is of another version.
    """

    def __init__(self, path: Path, *, is_shown: bool = False) -> None:
        self.path = path
        self.owner = f"{socket.gethostname()} {os.getpid()} {_started(os.getpid())}"
        with self._reported():
            uri = f"{path.absolute().as_uri()}?{_reading(path) if is_shown else 'mode=rwc'}"
            self._connection = sqlite3.connect(uri, uri=True, timeout=_BUSY_S, isolation_level=None)
            if not is_shown:
                self._keep_log()
                self._connection.execute("PRAGMA synchronous=NORMAL")
            self._prepare(is_shown)

    def _keep_log(self) -> None:
        """Turns the write-ahead log on. SQLite waits for no lock there: who else opens a new file needs a moment."""
        deadline_s = time.monotonic() + _BUSY_S
        while True:
            try:
                self._connection.execute("PRAGMA journal_mode=WAL")
                return
            except sqlite3.OperationalError as error:
                if error.sqlite_errorcode != sqlite3.SQLITE_BUSY or time.monotonic() > deadline_s:
                    raise
            time.sleep(_AGAIN_S)

    def _prepare(self, is_shown: bool) -> None:
        tables = {row[0] for row in self._connection.execute("SELECT name FROM sqlite_master WHERE type='table'")}
        if is_shown and not tables:  # a sweep that has just begun, or was killed then
            raise OptionError(f"{self.path} holds nothing yet; run the sweep first")
        if tables and "meta" not in tables:
            raise OptionError(f"{self.path} is a database, but not of npusim's sweeps; name another file of results")
        if not is_shown:
            with self._transaction() as connection:
                for statement in _TABLES.split(";"):
                    connection.execute(statement)
                connection.execute("INSERT OR IGNORE INTO meta VALUES (?, ?)", (FORMAT, str(VERSION)))
        found = self._connection.execute("SELECT value FROM meta WHERE name = ?", (FORMAT,)).fetchone()
        if found[0] != str(VERSION):
            raise OptionError(
                f"{self.path} has version {found[0]} of the format, and this npusim writes version {VERSION}; name "
                "another file of results"
            )

    @contextmanager
    def _reported(self) -> Iterator[None]:
        try:
            yield
        except sqlite3.Error as error:
            raise OptionError(f"{self.path}: {error}{_advice(error)}") from error

    @contextmanager
    def _transaction(self) -> Iterator[sqlite3.Connection]:
        with self._reported():
            self._connection.execute("BEGIN IMMEDIATE")
            try:
                yield self._connection
                self._connection.execute("COMMIT")
            except BaseException:
                with contextlib.suppress(sqlite3.Error):
                    self._connection.execute("ROLLBACK")
                raise

    def close(self) -> None:
        """Gives claims back and closes the file."""
        with contextlib.suppress(sqlite3.Error):
            self._connection.execute("DELETE FROM results WHERE status='claimed' AND owner=?", (self.owner,))
        self._connection.close()

    def claim(self, unit: Unit, *, retry: bool = False) -> Outcome | bool:
        """The outcome of a unit; else True if it is this process's to compute now, False if another one is at it.

        Args:
            unit: what is wanted.
            retry: compute it again if it failed.
        """
        with self._transaction() as connection:
            row = connection.execute(
                "SELECT status, owner, heartbeat, result, error, seconds FROM results WHERE key=?", (unit.key,)
            ).fetchone()
            if row is not None and row[0] == "claimed" and row[1] != self.owner and not _is_dead(row[1], row[2]):
                return False
            if row is not None and row[0] != "claimed" and not (retry and row[0] == "failed"):
                return Outcome(None if row[3] is None else json.loads(row[3]), row[4], row[5])
            plain = [json.dumps(part, sort_keys=True) for part in (unit.machine, unit.workload)]
            connection.execute(
                "INSERT OR REPLACE INTO results VALUES (?, 'claimed', ?, ?, ?, ?, ?, ?, NULL, NULL, NULL)",
                (unit.key, self.owner, time.time(), *plain, unit.mapping, unit.version),
            )
        return True

    def finish(self, outcomes: Mapping[str, Outcome]) -> None:
        """Stores the outcomes of units that this process has claimed, by key."""
        rows = [
            (
                "failed" if outcome.error else "done",
                None if outcome.result is None else json.dumps(outcome.result, sort_keys=True),
                outcome.error,
                outcome.seconds,
                key,
            )
            for key, outcome in outcomes.items()
        ]
        if rows:
            with self._transaction() as connection:
                connection.executemany(
                    "UPDATE results SET status=?, owner=NULL, heartbeat=NULL, result=?, error=?, seconds=? WHERE key=?",
                    rows,
                )

    def beat(self) -> None:
        """Says that this process is still at work on its claims."""
        with self._transaction() as connection:
            connection.execute(
                "UPDATE results SET heartbeat=? WHERE status='claimed' AND owner=?", (time.time(), self.owner)
            )

    def outcomes(self, keys: Sequence[str], version: str) -> dict[str, Outcome]:
        """The outcomes that are there of a version of npusim, by key."""
        found = {}
        with self._reported():
            for key in dict.fromkeys(keys):
                row = self._connection.execute(
                    "SELECT result, error, seconds FROM results WHERE key=? AND version=? AND status!='claimed'",
                    (key, version),
                ).fetchone()
                if row is not None:
                    found[key] = Outcome(None if row[0] is None else json.loads(row[0]), row[1], row[2])
        return found

    def add_sweep(self, sweep: str, specification: str) -> None:
        """Records a sweep by the digest of its file."""
        with self._transaction() as connection:
            connection.execute("INSERT OR IGNORE INTO sweeps VALUES (?, ?)", (sweep, specification))

    def add_points(self, sweep: str, rows: Sequence[tuple[int, str, Sequence[str], str | None]]) -> None:
        """Records points: number, values, keys of their units, and why they were not computed."""
        with self._transaction() as connection:
            connection.executemany(
                "INSERT OR REPLACE INTO points VALUES (?, ?, ?, ?, ?)",
                [(sweep, number, point, json.dumps(list(units)), note) for number, point, units, note in rows],
            )

    def points(self, sweep: str) -> list[tuple[int, str, list[str], str | None]]:
        """The points of a sweep, as `add_points` got them."""
        with self._reported():
            rows = self._connection.execute(
                "SELECT number, point, units, note FROM points WHERE sweep=? ORDER BY number", (sweep,)
            )
            return [(number, point, json.loads(units), note) for number, point, units, note in rows]

    def count_of_other_versions(self, version: str) -> int:
        """Results that another npusim computed, which this one does not use."""
        with self._reported():
            query = "SELECT count(*) FROM results WHERE version != ? AND status != 'claimed'"
            return int(self._connection.execute(query, (version,)).fetchone()[0])


def _advice(error: sqlite3.Error) -> str:
    name = getattr(error, "sqlite_errorname", "")
    if name == "SQLITE_FULL" or name.startswith("SQLITE_IOERR"):  # an I/O error: also a limit or a quota
        return "; what is finished stays: make room for the file and start the sweep again"
    if name.startswith(("SQLITE_CANTOPEN", "SQLITE_READONLY")):
        return "; it needs a folder that can be written: name another file with --results"
    return "; name another file of results" if name == "SQLITE_NOTADB" else ""


def _reading(path: Path) -> str:
    """How SQLite reads a file: without files beside it where none can be made, unless some results are in them."""
    has_log = path.with_name(f"{path.name}-wal").exists()
    return "mode=ro" if has_log or os.access(path.parent, os.W_OK) else "immutable=1"


def _is_dead(owner: str, heartbeat: float) -> bool:
    """Whether a claim's process has ended, as far as this host knows, or has been silent for too long."""
    host, pid, started = owner.rsplit(" ", 2)
    if host == socket.gethostname() and _started(int(pid)) != started:
        return True
    return time.time() - heartbeat > STALE_S


def _started(pid: int) -> str:
    """When a process of this host began, in ticks since the boot; `-` if there is none."""
    try:
        text = Path(f"/proc/{pid}/stat").read_text()
    except OSError:
        return "-"
    after = text[text.rindex(")") + 2 :].split()
    return "-" if after[0] in "ZX" else after[19]
