"""The driver of a sweep: hands units to a pool, keeps what comes back, and survives whatever ends it."""

import json
import os
import time
from collections import Counter, deque
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing
from dataclasses import dataclass, field
from html import escape
from pathlib import Path
from typing import Any

from npusim.frontend.cli.sweeps import metrics as metrics_of
from npusim.frontend.cli.sweeps.bounds import Rivals
from npusim.frontend.cli.sweeps.checking import check
from npusim.frontend.cli.sweeps.database import Database, Outcome, Unit
from npusim.frontend.cli.sweeps.metrics import Metrics
from npusim.frontend.cli.sweeps.pools.local import LocalPool
from npusim.frontend.cli.sweeps.pools.pool import Pool
from npusim.frontend.cli.sweeps.search import IMPOSSIBLE, Search, make_search
from npusim.frontend.cli.sweeps.space import Point, Space
from npusim.frontend.cli.sweeps.specification import Specification, make_specification, read_specification
from npusim.frontend.cli.sweeps.table import Row, best, breaks, rows, shown_rows
from npusim.frontend.cli.sweeps.units import sweep_digest, units_of, version
from npusim.simulator.errors import NpuSimError, OptionError
from npusim.simulator.machine import Machine
from npusim.simulator.report.notebooks import data_frame, html_table

_BEAT_S = 10.0
_POLL_S = 0.5

Progress = Callable[["Summary"], None]


@dataclass
class Summary:
    """How far a sweep is.

    Attributes:
        points: number of points, as far as known.
        counts: points by what became of them: `done`, `failed`, `skipped` (their bounds lose), `excluded` (they break
            a constraint); `computed` and `known` count units.
        elapsed_s: since the begin of this session.
        results: the file.
        specification: what was swept.
    """

    points: int
    results: Path
    specification: Specification
    counts: Counter[str] = field(default_factory=Counter)
    began_s: float = field(default_factory=time.monotonic)
    simulated_s: float = 0.0

    @property
    def finished(self) -> int:
        """Points that need nothing more."""
        return sum(self.counts[name] for name in ("done", "failed", "skipped", "excluded"))

    @property
    def elapsed_s(self) -> float:
        """Seconds since the sweep began."""
        return time.monotonic() - self.began_s

    @property
    def table(self) -> list[Row]:
        """A row for every point that was taken: its values, `state`, the metrics, `limiter` and `note`."""
        with closing(Database(self.results)) as database:
            return rows(self.specification, database)

    def to_pandas(self) -> Any:
        """The table as a data frame.

        Raises:
            OptionError: pandas is not installed.
        """
        found = self.table
        return data_frame(found, list(found[0]) if found else [])

    def _repr_html_(self) -> str:
        """The best points in a notebook, with what varies and the metrics."""
        front = best(self.specification, self.table)
        table = html_table(*shown_rows(self.specification, front))
        return f"<p>{escape(str(self))}</p>{table if front else ''}<p>results: {escape(str(self.results))}</p>"

    def __str__(self) -> str:
        rate = self.finished / max(self.elapsed_s, 1e-3)
        left = f"{(self.points - self.finished) / rate:,.0f} s left" if rate else "the first ones are under way"
        parts = [f"{self.counts[name]:,} {name}" for name in ("skipped", "excluded", "failed") if self.counts[name]]
        parts += [f"{self.counts['computed']:,} computed, {self.counts['known']:,} known before"]
        ahead = left if self.points > self.finished else f"{self.elapsed_s:,.1f} s"
        return f"{self.finished:,} of {self.points:,} points ({', '.join(parts)}), {rate:.3g} points/s, {ahead}"


@dataclass
class _Open:
    """A point whose units are not all there."""

    number: int
    point: Point
    machine: Machine
    units: list[Unit]
    missing: set[str]


def sweep(
    specification: Specification | Mapping[str, Any] | str | Path,
    results: str | Path | None = None,
    *,
    workers: int | None = None,
    ray: str | None = None,
    retry: bool = False,
    progress: Progress | None = None,
    pool: Pool | None = None,
) -> Summary:
    """Simulates the points of a sweep that are not known yet.

    Args:
        specification: a sweep file, or its content.
        results: the file that keeps results, by default the sweep file's with the suffix `.sqlite`. Other sweeps may
            use it at the same time.
        workers: processes of this host, or of the Ray cluster; by default one for each processor.
        ray: address of a Ray cluster whose processors compute; `local` starts one.
        retry: whether units that failed before are tried again.
        progress: called now and then.
        pool: computes units; by default processes of this host.

    Raises:
        OptionError: a wrong sweep file; a file of results that cannot be used, or no room for it; no Ray cluster. What
            is finished stays there in any case, also after Ctrl-C or a kill, and the same call goes on.
    """
    source = Path(specification) if isinstance(specification, (str, Path)) else None
    if source is not None:
        specification = read_specification(source)
    elif not isinstance(specification, Specification):
        specification = make_specification(specification)  # type: ignore[arg-type]
    check(specification)
    space = Space(specification)
    search = make_search(specification, space)
    file = Path(results) if results is not None else (source or Path("sweep")).with_suffix(".sqlite")
    database = Database(file)
    with closing(database), closing(pool or _pool(workers, ray)) as chosen:
        return _Driver(space, search, database, chosen, retry=retry, progress=progress or (lambda _: None)).run()


def _pool(workers: int | None, ray: str | None) -> Pool:
    if ray is None:
        return LocalPool(workers or os.cpu_count() or 1)
    from npusim.frontend.cli.sweeps.pools.cluster import RayPool

    return RayPool(ray, workers)


class _Driver:
    def __init__(
        self, space: Space, search: Search, database: Database, pool: Pool, *, retry: bool, progress: Progress
    ) -> None:
        self._specification = specification = space.specification
        self._space, self._search, self._database, self._pool, self._retry = space, search, database, pool, retry
        self._base = space.base.model_dump(mode="json")
        self.summary = Summary(space.taken, database.path, specification)
        self._sweep, self._version = sweep_digest(specification), version()
        self._outcomes: dict[str, Outcome] = {}
        self._waiting: dict[str, list[_Open]] = {}
        self._elsewhere: dict[str, Unit] = {}
        self._queue: deque[Unit] = deque()
        self._rivals = self._judges = Rivals(specification.metrics)
        self._progress, self._told, self._beat_s = progress, (time.monotonic(), 0), time.monotonic()

    def run(self) -> Summary:
        self._database.add_sweep(self._sweep, json.dumps(self._specification.to_dict(), sort_keys=True))
        while asked := self._search.ask():
            if self._search.learns:  # in whichever order the results of a batch come, the same points are skipped
                self._judges = self._rivals.copy()
            self._take(iter(asked))
        if self._told[1] != self.summary.finished:
            self._progress(self.summary)
        return self.summary

    def _take(self, points: Iterator[tuple[int, Point]]) -> None:
        """Computes points; there are never more units on their way than workers."""
        following = next(points, None)
        while following is not None or self._waiting:
            while following is not None and self._pool.free > len(self._queue):
                self._begin(*following)
                following = next(points, None)
            self._feed()
            self._collect(_POLL_S if self._waiting else 0.0)
            self._tell()

    def _begin(self, number: int, point: Point) -> None:
        try:
            machine = self._space.machine(point)
            known = metrics_of.of_machine(machine)
            broken = metrics_of.broken(self._specification.limits, machine, known)
        except NpuSimError as error:
            self._end(number, point, [], "failed", str(error))
            self._search.tell(number, {}, IMPOSSIBLE)
            return
        units = units_of(self._specification, self._space.base, machine, point, self._version)
        if broken:
            self._end(number, point, units, "excluded", breaks(broken))
            self._search.tell(number, known, sum(broken.values()))
            return
        bounds = self._bounds(machine, units)
        if self._loses(bounds, units):
            self._end(number, point, units, "skipped", "its bounds lose against a point that was simulated")
            self._search.tell(number, bounds)
            return
        missing = {unit.key for unit in units if not self._is_known(unit)}
        self._database.add_points(self._sweep, [(number, point.text, [unit.key for unit in units], None)])
        opened = _Open(number, point, machine, units, missing)
        for key in missing:
            self._waiting.setdefault(key, []).append(opened)
        if not missing:
            self._complete(opened)

    def _feed(self) -> None:
        """Hands claimed units to free workers."""
        while self._queue and self._pool.free:
            unit = self._queue.popleft()
            task = {"key": unit.key, "machine": unit.machine, "workload": unit.workload, "mapping": unit.mapping}
            self._pool.submit({**task, "base": self._base})

    def _bounds(self, machine: Machine, units: list[Unit]) -> Metrics:
        pairs = zip(units, self._specification.workloads, strict=True)
        least_ns = (workload.weight * self._judges.least_time_ns(_work(unit), machine) for unit, workload in pairs)
        return {**metrics_of.of_machine(machine), "time_ns": sum(least_ns)}

    def _loses(self, bounds: Metrics, units: list[Unit]) -> bool:
        """Whether a point's bounds lose against results, and nothing is known of it yet."""
        if not self._specification.search.bounds or not self._judges.beat(bounds):
            return False
        keys = [unit.key for unit in units]
        if all(key in self._outcomes for key in keys):
            return False
        return self._search.learns or len(self._database.outcomes(keys, self._version)) < len(set(keys))

    def _is_known(self, unit: Unit) -> bool:
        if unit.key in self._outcomes:
            self.summary.counts["known"] += 1
            return True
        if unit.key in self._waiting:
            return False
        claimed = self._database.claim(unit, retry=self._retry)
        if isinstance(claimed, Outcome):
            self._outcomes[unit.key] = claimed
            self.summary.counts["known"] += 1
            self._learn(unit, claimed)
            return True
        if claimed:
            self._queue.append(unit)
        else:
            self._elsewhere[unit.key] = unit
        return False

    def _learn(self, unit: Unit, outcome: Outcome) -> None:
        if outcome.result is not None:
            self._rivals.add_work(_work(unit), outcome.result)

    def _collect(self, timeout_s: float) -> None:
        outcomes: dict[str, Outcome] = {}
        try:
            for answer in self._pool.wait(timeout_s):
                outcomes[answer["key"]] = Outcome(answer["result"], answer["error"], answer["seconds"])
        finally:  # whatever ends the wait, what has come is kept
            self._database.finish(outcomes)
        for key, outcome in outcomes.items():
            self.summary.counts["computed"] += 1
            self.summary.simulated_s += outcome.seconds
            self._arrived(key, outcome)
        for key, unit in list(self._elsewhere.items()):
            if self._pool.free <= len(self._queue):
                break
            claimed = self._database.claim(unit)
            if claimed is False:
                continue
            del self._elsewhere[key]
            if isinstance(claimed, Outcome):
                self.summary.counts["known"] += 1
                self._arrived(key, claimed)
            else:  # whoever had it has ended
                self._queue.append(unit)
        if time.monotonic() - self._beat_s > _BEAT_S:
            self._beat_s = time.monotonic()
            self._database.beat()

    def _arrived(self, key: str, outcome: Outcome) -> None:
        self._outcomes[key] = outcome
        for opened in self._waiting.pop(key):
            opened.missing.discard(key)
            for unit in opened.units:
                if unit.key == key:
                    self._learn(unit, outcome)
            if not opened.missing:
                self._complete(opened)

    def _complete(self, opened: _Open) -> None:
        judged = self._judged(opened)
        if judged is None:
            self.summary.counts["failed"] += 1
            self._search.tell(opened.number, {}, IMPOSSIBLE)
            return
        metrics, broken = judged
        self.summary.counts["excluded" if broken else "done"] += 1
        self._search.tell(opened.number, metrics, sum(broken.values()))
        if not broken:
            self._rivals.add(metrics)

    def _judged(self, opened: _Open) -> tuple[Metrics, Mapping[str, float]] | None:
        """The metrics of a point and the constraints that it breaks; None if a unit or a constraint failed."""
        found = [self._outcomes[unit.key].result for unit in opened.units]
        results = [result for result in found if result is not None]
        if len(results) < len(found):
            return None
        metrics = metrics_of.of_results(opened.machine, self._specification.workloads, results)
        try:
            return metrics, metrics_of.broken(self._specification.limits, opened.machine, metrics)
        except OptionError:  # a constraint without a value for this point
            return None

    def _end(self, number: int, point: Point, units: list[Unit], what: str, note: str) -> None:
        self.summary.counts[what] += 1
        self._database.add_points(self._sweep, [(number, point.text, [u.key for u in units], f"{what}: {note}")])

    def _tell(self) -> None:
        """Reports progress every two seconds, and every ten where there is none."""
        now_s, finished = time.monotonic(), self.summary.finished
        if now_s - self._told[0] > (2 if finished > self._told[1] else 10):
            self._told = (now_s, finished)
            self._progress(self.summary)


def _work(unit: Unit) -> tuple[str, str]:
    """The name of a unit's work, whatever the machine."""
    return json.dumps(unit.workload), unit.mapping
