"""The points of a sweep: values of the keys that vary, and the machines that they make."""

import hashlib
import itertools
import json
import math
import random
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from npusim.frontend.cli.options import did_you_mean
from npusim.frontend.cli.sweeps.specification import METRICS, Scalar, Specification
from npusim.simulator.errors import MachineError, OptionError
from npusim.simulator.machine import Machine, load_machine
from npusim.simulator.machine.loader import parse_values

MAPPING = "mapping"
"""The name by which the mapping of a point is among its values."""

_MOST_POINTS = {"grid": 10**7, "random": sys.maxsize, "optuna": math.inf}


@dataclass(frozen=True)
class Point:
    """One choice of values: of keys of the machine, and of the mapping (`MAPPING`)."""

    values: Mapping[str, Scalar]

    @property
    def mapping(self) -> str:
        """How templates are mapped."""
        return str(self.values[MAPPING])

    @property
    def text(self) -> str:
        """The values as JSON, the same for the same point."""
        return json.dumps(dict(self.values), sort_keys=True)


class Space:
    """All points of a sweep.

    Raises:
        MachineError: the base machine cannot be loaded.
        OptionError: a key that varies is no key of a machine, an expression names something else, or there are more
            points than anybody can simulate.
    """

    def __init__(self, specification: Specification) -> None:
        self.specification = specification
        self.base = load_machine(specification.machine)
        self._plain = self.base.model_dump(mode="json")
        self.axes: dict[str, tuple[Scalar, ...]] = {
            key: tuple(dict.fromkeys(values))
            for key, values in {**specification.values, MAPPING: specification.mappings}.items()
        }
        for key in (*specification.vary, *specification.derive):
            _check_key(key)
        self._check_names()
        self.count = math.prod(len(values) for values in self.axes.values())
        if self.count > _MOST_POINTS[specification.search.method]:
            raise OptionError(
                f"the sweep has {self.count:.3g} points, more than the search method {specification.search.method} can "
                "take: vary fewer keys or values, or let `search: {method: optuna}` choose"
            )

    @property
    def taken(self) -> int:
        """How many points the search takes; none comes twice."""
        search = self.specification.search
        return self.count if search.method == "grid" else min(self.count, search.points)

    def _check_names(self) -> None:
        """Expressions name keys, and those of constraints results as well."""
        given = self.specification
        keys = {*flat(self._plain), *Machine.model_fields, *self.axes, *given.derive} - {MAPPING}
        for expression in (*given.derived.values(), *given.limits):
            known = keys.union(METRICS if expression in given.limits else ())
            for name in expression.names:
                if name not in known:
                    raise OptionError(
                        f"{expression.text!r} names {name!r}, which is no key of a machine or result"
                        f"{did_you_mean(name, sorted(known))}"
                    )

    def point(self, number: int) -> Point:
        """The point of a number; the last key varies fastest."""
        places: list[int] = []
        for values in reversed(self.axes.values()):
            number, place = divmod(number, len(values))
            places.append(place)
        return self.point_at(places[::-1])

    def point_at(self, places: Sequence[int]) -> Point:
        """The point with the value at a place of each axis."""
        return Point({key: values[place] for (key, values), place in zip(self.axes.items(), places, strict=True)})

    def points(self) -> Iterator[Point]:
        """The points of the methods `grid` and `random`, in their order."""
        search = self.specification.search
        if search.method == "grid":
            yield from (
                Point(dict(zip(self.axes, each, strict=True))) for each in itertools.product(*self.axes.values())
            )
            return
        chosen = random.Random(search.seed).sample(range(self.count), self.taken)
        yield from map(self.point, chosen)

    def machine(self, point: Point) -> Machine:
        """The machine of a point; its name has a digest of the values.

        Raises:
            MachineError: the values make no machine.
            OptionError: a derived value cannot be computed.
        """
        values = json.loads(json.dumps(self._plain))
        for key, value in point.values.items():
            if key != MAPPING:
                _set(values, key, value)
        for key, expression in self.specification.derived.items():
            _set(values, key, self._typed(key, expression.value(flat(values))))
        changed = hashlib.sha256(point.text.encode()).hexdigest()[:8]
        name = f"{self.base.name}-{changed}"[-64:]
        return parse_values({**values, "name": name}, source=name)

    @staticmethod
    def _typed(key: str, value: Any) -> Any:
        """A whole number as an int, where the key counts something: `2 * 64 / 4` is 32."""
        field = Machine.model_fields.get(key)
        is_count = field is not None and field.annotation is int
        return int(value) if is_count and isinstance(value, float) and value.is_integer() else value


def flat(values: Mapping[str, Any], before: str = "") -> dict[str, Any]:
    """Keys and values, those of tables as `table.key`."""
    found: dict[str, Any] = {}
    for key, value in values.items():
        if isinstance(value, Mapping):
            found |= flat(value, f"{before}{key}.")
        elif isinstance(value, (int, float, str)):
            found[f"{before}{key}"] = value
    return found


def _check_key(key: str) -> None:
    known = Machine.model_fields.keys() - {"name", "description", "sources"}
    if key.partition(".")[0] not in known:
        raise OptionError(
            f"{key!r} is no key of a machine that can vary{did_you_mean(key, sorted(known))}; docs/machines.md has "
            "the keys"
        )


def _set(values: dict[str, Any], key: str, value: Any) -> None:
    *tables, last = key.split(".")
    for table in tables:
        inner = values.get(table)
        if not isinstance(inner, dict):
            raise MachineError(f"{key}: the machine has no table {table}")
        values = inner
    values[last] = value
