"""Which points a sweep takes, and in which order: all, some at random, or those that Optuna suggests."""

import random
from collections.abc import Iterator, Mapping
from typing import Any, Protocol

from npusim.frontend.cli.sweeps.space import Point, Space
from npusim.frontend.cli.sweeps.specification import Specification
from npusim.simulator.errors import OptionError

Metrics = Mapping[str, float | None]
Places = tuple[int, ...]
"""Of a point's values, each among those of its axis."""


IMPOSSIBLE = 1e3
"""How far a point is from an answer that makes no machine, or on which a workload does not run."""


class Search(Protocol):
    """A source of points.

    Attributes:
        learns: later points depend on what is told.
    """

    learns: bool

    def ask(self) -> list[tuple[int, Point]]:
        """The next points and their numbers; none at the end. Those asked before have been told."""

    def tell(self, number: int, metrics: Metrics, excess: float = 0.0) -> None:
        """The result of a point, or its bounds if it was skipped; `excess`: how far it is from meeting constraints."""


def make_search(specification: Specification, space: Space) -> Search:
    """The search of a sweep."""
    if specification.search.method == "optuna":
        return Suggested(specification, space)
    return Listed(space.points())


class Listed:
    """Points that are known before: there is nothing to learn from results, so all are asked for piece by piece."""

    learns = False
    _PIECE = 256

    def __init__(self, points: Iterator[Point]) -> None:
        self._points = enumerate(points)

    def ask(self) -> list[tuple[int, Point]]:
        return [each for _, each in zip(range(self._PIECE), self._points, strict=False)]

    def tell(self, number: int, metrics: Metrics, excess: float = 0.0) -> None:
        pass


class Suggested:
    """Points that Optuna suggests, batch after batch; results are told in the order of the numbers.

    So the suggestions depend on the seed and on the results alone, not on the number of workers or an interruption. A
    suggestion that was taken before is given back; where only such ones come, a point at random takes their place.

    Raises:
        OptionError: Optuna is not installed, or too old.
    """

    learns = True
    _MOST_REPEATS = 32

    def __init__(self, specification: Specification, space: Space) -> None:
        try:
            import optuna

            _ = optuna.Trial.set_constraint
        except (ImportError, AttributeError) as error:
            raise OptionError("search method optuna needs Optuna 5 or later; install npusim[sweep]") from error
        optuna.logging.set_verbosity(optuna.logging.ERROR)
        search, self._names = specification.search, specification.metrics
        sampler: Any = optuna.samplers.TPESampler(seed=search.seed)
        if len(self._names) > 1:
            sampler = optuna.samplers.NSGAIISampler(seed=search.seed, population_size=max(2, search.batch))
        self._study = optuna.create_study(directions=["minimize"] * len(self._names), sampler=sampler)
        self._failed = optuna.trial.TrialState.FAIL
        self._random = random.Random(search.seed)
        self._space, self._batch = space, search.batch
        self._trials: dict[int, Any] = {}
        self._told: dict[int, tuple[Metrics, float]] = {}
        self._taken: set[Places] = set()

    def ask(self) -> list[tuple[int, Point]]:
        for number in sorted(self._told):
            self._tell(self._trials.pop(number), *self._told[number])
        self._told.clear()
        first = len(self._taken)
        return [(number, self._new(number)) for number in range(first, min(first + self._batch, self._space.taken))]

    def tell(self, number: int, metrics: Metrics, excess: float = 0.0) -> None:
        self._told[number] = metrics, excess

    def _new(self, number: int) -> Point:
        """A point that was not taken before, with a trial of its number."""
        for _ in range(self._MOST_REPEATS):
            trial, places = self._suggestion()
            if places not in self._taken:
                break
            self._study.tell(trial, state=self._failed)
        else:
            self._study.enqueue_trial(dict(zip(self._space.axes, self._untaken(), strict=True)))
            trial, places = self._suggestion()
        self._taken.add(places)
        self._trials[number] = trial
        return self._space.point_at(places)

    def _suggestion(self) -> tuple[Any, Places]:
        trial = self._study.ask()
        return trial, tuple(trial.suggest_int(key, 0, len(each) - 1) for key, each in self._space.axes.items())

    def _untaken(self) -> Places:
        while True:
            places = tuple(self._random.randrange(len(values)) for values in self._space.axes.values())
            if places not in self._taken:
                return places

    def _tell(self, trial: Any, metrics: Metrics, excess: float) -> None:
        """Tells Optuna the values of a trial; it compares those of trials that break constraints by `excess` alone."""
        given = [metrics.get(name) for name in self._names]
        if None in given and not excess:  # an objective without a value, such as the energy of a machine without prices
            self._study.tell(trial, state=self._failed)
            return
        trial.set_constraint("excess", excess)
        self._study.tell(trial, [value or 0.0 for value in given])
