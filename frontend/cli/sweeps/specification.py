"""A sweep file: the base machine, the keys that vary, the workloads, what is sought."""

import math
from collections.abc import Mapping
from functools import cached_property
from pathlib import Path
from typing import Annotated, Any, Literal, Self

from npusim.frontend.cli.sweeps.expressions import Expression
from npusim.simulator.errors import OptionError
from npusim.simulator.system.file_errors import reason
from npusim.simulator.system.yaml_files import YamlError, parse_mapping
from pydantic import BaseModel, ConfigDict, Field, ValidationError, field_validator, model_validator

MOST_VALUES = 10_000
OBJECTIVES = ("time", "energy", "area", "energy_delay", "power")
METRICS = ("time_ns", "energy_pj", "area_mm2", "energy_delay_pjs", "power_w", "cycles")
_OPTIMA = dict(zip(OBJECTIVES, METRICS, strict=False))

Scalar = int | float | str | bool


class _Part(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid", allow_inf_nan=False)


class Range(_Part):
    """Values from one number to another: by a step, by a factor, or so many evenly spread."""

    begin: float = Field(alias="from")
    to: float
    step: float | None = Field(default=None, gt=0)
    factor: float | None = Field(default=None, gt=1)
    count: int | None = Field(default=None, ge=2, le=MOST_VALUES)

    @model_validator(mode="after")
    def _one_way(self) -> Self:
        if [self.step, self.factor, self.count].count(None) != 2:
            raise ValueError("a range has `from`, `to`, and one of `step`, `factor` and `count`")
        if self.begin > self.to or (self.factor and self.begin <= 0):
            raise ValueError("a range goes up, and one with a factor begins above 0")
        if self._length > MOST_VALUES:
            raise ValueError(f"a range has at most {MOST_VALUES:,} values")
        return self

    @property
    def _length(self) -> float:
        if self.step:
            return (self.to - self.begin) / self.step + 1
        return math.log(self.to / self.begin, self.factor) + 1 if self.factor else self.count or 0

    @property
    def values(self) -> list[int | float]:
        """The values; whole numbers where all of them are whole."""
        count = int(self._length + 1e-9)
        if self.step:
            found = [self.begin + i * self.step for i in range(count)]
        elif self.factor:
            found = [self.begin * self.factor**i for i in range(count)]
        else:
            found = [self.begin + (self.to - self.begin) * i / (count - 1) for i in range(count)]
        rounded = [float(f"{value:.12g}") for value in found]
        return [int(value) for value in rounded] if all(value.is_integer() for value in rounded) else list(rounded)


class Workload(_Part):
    """One of: an operator with its shape and dtype, a model or a script with arguments, a package.

    Attributes:
        name: in tables; by default what it is.
        weight: how much its time and energy count in the sums.
    """

    operator: str | None = None
    shape: str | None = None
    dtype: str | None = None
    model: str | None = None
    script: Path | None = None
    arguments: tuple[str, ...] = ()
    package: Path | None = None
    name: str = ""
    weight: float = Field(default=1.0, gt=0)

    @model_validator(mode="after")
    def _is_one_thing(self) -> Self:
        given = [kind for kind in ("operator", "model", "script", "package") if getattr(self, kind) is not None]
        if len(given) != 1:
            raise ValueError("a workload is one of `operator`, `model`, `script` and `package`")
        if (self.shape or self.dtype) and given != ["operator"]:
            raise ValueError("`shape` and `dtype` belong to an `operator`")
        if self.arguments and given[0] not in ("script", "model"):
            raise ValueError("`arguments` belong to a `script` or a `model`")
        return self

    @property
    def file(self) -> Path | None:
        """The file that it reads: a package, a script, or the one of a model of one's own."""
        model = (self.model or "").rpartition(":")[0]
        return Path(model) if model.endswith(".py") else self.package or self.script

    def placed(self, file: Path) -> Self:
        """The same with its file elsewhere."""
        factory = (self.model or "").rpartition(":")[2]
        kind = "model" if self.model else "package" if self.package else "script"
        return self.model_copy(update={kind: f"{file}:{factory}" if self.model else file})

    @property
    def title(self) -> str:
        """What tables call it."""
        parts = [self.operator, self.shape, self.dtype, self.model, *map(str, (self.script or "", self.package or ""))]
        return self.name or " ".join(part for part in (*parts, *self.arguments) if part)


class Search(_Part):
    """Which points are taken: all (`grid`), some at random, or those that Optuna suggests.

    Attributes:
        bounds: whether points whose bounds lose already are skipped.
    """

    method: Literal["grid", "random", "optuna"] = "grid"
    points: int = Field(default=100, ge=1, le=10**6)
    seed: int = Field(default=0, ge=0, lt=2**32)
    batch: int = Field(default=8, ge=1, le=1024)
    bounds: bool = True


class Specification(_Part):
    """A sweep.

    Attributes:
        machine: name or file of the base machine.
        vary: key of the machine -> its values; `energy.dram_read_byte_pj` is a key of a table.
        derive: key -> expression over keys, computed in order for every point.
        workloads: what runs on every machine.
        mappings: how templates are mapped (docs/mapping.md), as one more thing that varies.
        objectives: what is as small as can be.
        constraints: expressions over keys and results (`METRICS`); points that break one are no answer.
    """

    machine: str = "tpuv3"
    vary: dict[str, tuple[Scalar, ...] | Range] = {}
    derive: dict[str, str] = {}
    workloads: Annotated[tuple[Workload, ...], Field(min_length=1)]
    mappings: Annotated[tuple[str, ...], Field(min_length=1)] = ("default",)
    objectives: Annotated[
        tuple[Literal["time", "energy", "area", "energy_delay", "power"], ...], Field(min_length=1)
    ] = ("time",)
    constraints: tuple[str, ...] = ()
    search: Search = Search()

    @field_validator("vary")
    @classmethod
    def _has_values(cls, value: dict[str, Any]) -> dict[str, Any]:
        for key, values in value.items():
            if isinstance(values, tuple) and not 1 <= len(values) <= MOST_VALUES:
                raise ValueError(f"{key} has {len(values)} values; 1 to {MOST_VALUES:,} are possible")
        return value

    @model_validator(mode="after")
    def _expressions(self) -> Self:
        if both := self.vary.keys() & self.derive.keys():
            raise ValueError(f"{', '.join(sorted(both))} is both in `vary` and in `derive`")
        try:
            assert self.derived is not None and self.limits is not None
        except OptionError as error:
            raise ValueError(str(error)) from None
        return self

    @cached_property
    def derived(self) -> Mapping[str, Expression]:
        """The expressions of `derive`."""
        return {key: Expression(text) for key, text in self.derive.items()}

    @cached_property
    def limits(self) -> tuple[Expression, ...]:
        """The expressions of `constraints`."""
        return tuple(Expression(text) for text in self.constraints)

    @property
    def values(self) -> Mapping[str, tuple[Scalar, ...]]:
        """The values of every key that varies."""
        return {key: tuple(v.values) if isinstance(v, Range) else v for key, v in self.vary.items()}

    @property
    def metrics(self) -> tuple[str, ...]:
        """The results that the objectives stand for."""
        return tuple(_OPTIMA[name] for name in self.objectives)

    def to_dict(self) -> dict[str, Any]:
        """Plain values, defaults left out."""
        return self.model_dump(mode="json", by_alias=True, exclude_defaults=True)


def read_specification(path: Path) -> Specification:
    """Reads a sweep file; paths in it are relative to its folder.

    Raises:
        OptionError: it cannot be read, or is no sweep; the message names the key.
    """
    try:
        values = parse_mapping(path.read_text(encoding="utf-8"), "a sweep is a mapping; see docs/sweeps.md")
    except (OSError, UnicodeDecodeError) as error:
        raise OptionError(f"{path}: cannot be read: {reason(error)}") from error
    except YamlError as error:
        raise OptionError(f"{path}: {error}") from error
    return make_specification(values, source=str(path), folder=path.parent)


def make_specification(values: Mapping[str, Any], *, source: str = "sweep", folder: Path = Path()) -> Specification:
    """A sweep from plain values, as `read_specification`."""
    try:
        made = Specification.model_validate(values)
    except ValidationError as error:
        raise OptionError("\n".join(f"{source}: {_explained(detail)}" for detail in _meant(error))) from error
    workloads = tuple(_placed(workload, folder, source) for workload in made.workloads)
    machine = made.machine
    if machine.endswith((".yaml", ".yml")) and not Path(machine).is_absolute():
        machine = str(folder / machine)
    return made.model_copy(update={"workloads": workloads, "machine": machine})


def _placed(workload: Workload, folder: Path, source: str) -> Workload:
    if workload.file is None:
        return workload
    path = folder / workload.file
    if not path.is_file():
        raise OptionError(f"{source}: there is no file {path} of the workload {workload.title}")
    return workload.placed(path)


def _meant(error: ValidationError) -> list[Any]:
    """The errors, but not that a range is no list, a list no range, or a list of wrong entries too short."""
    found: list[Any] = list(error.errors())
    return [e for e in found if e["type"] not in ("tuple_type", "model_type", "too_short")] or found


def _explained(detail: Any) -> str:
    where = ".".join(str(part) for part in detail["loc"] if "[" not in str(part))
    message = str(detail["msg"]).removeprefix("Value error, ")
    if detail["type"] == "extra_forbidden":
        message = "this key is unknown; docs/sweeps.md has the keys of a sweep"
    return f"{where}: {message}" if where else message
