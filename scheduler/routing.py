"""Routing: which experts of a mixture each token goes to, where mode `timing` does not compute it.

A decision is one execution of a router: for every token, the places of its chosen experts among all. Programs tell the
device where they decide (`frontend/backend/routing.py`); here is what is decided in place of poison values, and what
decided values were recorded. Numbers are NumPy's PCG64 with the decision's number as seed: the same on every host.
"""

import json
import os
from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypeAlias
from weakref import WeakKeyDictionary

import numpy as np
from npusim.simulator.errors import OptionError
from npusim.simulator.run.simulation import Simulation
from numpy.typing import NDArray

Decision: TypeAlias = NDArray[np.int64]
"""Experts (tokens, experts per token), all of a token different."""

_FORMAT, _VERSION = "npusim-routing", 1


class Routing(ABC):
    """Where decisions come from."""

    @abstractmethod
    def describe(self) -> str:
        """For reports."""

    @abstractmethod
    def decide(self, number: int, choices: int, shape: tuple[int, int]) -> Decision:
        """The decision of a number, counted from 0 in a simulation.

        Args:
            choices: experts to choose from.
            shape: tokens, and experts per token.
        """


class BalancedRouting(Routing):
    """Every expert gets as many tokens as every other (or one more), in an order that is shuffled."""

    def describe(self) -> str:
        return "balanced"

    def decide(self, number: int, choices: int, shape: tuple[int, int]) -> Decision:
        random, (tokens, per_token) = np.random.default_rng(number), shape
        dealt = np.arange(tokens * per_token).reshape(shape) % choices
        named: Decision = random.permutation(choices)[dealt]
        return random.permutation(named)


@dataclass(frozen=True)
class WeightedRouting(Routing):
    """Experts are drawn with probabilities in proportion to weights, without repetition for a token."""

    weights: tuple[float, ...]

    def describe(self) -> str:
        return "weights " + " ".join(f"{weight:g}" for weight in self.weights)

    def decide(self, number: int, choices: int, shape: tuple[int, int]) -> Decision:
        """By the largest of log(weight) + Gumbel noise (Kool et al., Stochastic beams and where to find them, 2019).

        Raises:
            OptionError: there are other than `choices` weights, or fewer positive ones than experts per token.
        """
        if len(self.weights) != choices:
            raise OptionError(f"routing has {len(self.weights)} weights, but a router chooses from {choices} experts")
        if sum(weight > 0 for weight in self.weights) < shape[1]:
            raise OptionError(f"routing has fewer positive weights than the {shape[1]} experts that a token goes to")
        with np.errstate(divide="ignore"):
            scores = np.log(np.array(self.weights)) + np.random.default_rng(number).gumbel(size=(shape[0], choices))
        found: Decision = np.argsort(-scores, axis=1)[:, : shape[1]]
        return found


@dataclass
class RecordedRouting(Routing):
    """The decisions of a run that computed values, in their order (`torch.npu.record_routing()`).

    Attributes:
        decisions: (experts to choose from, the chosen ones).
        source: where it was loaded from, for reports.
    """

    decisions: list[tuple[int, Decision]] = field(default_factory=list)
    source: str = "a run with values"

    def describe(self) -> str:
        return f"recorded from {self.source}"

    def decide(self, number: int, choices: int, shape: tuple[int, int]) -> Decision:
        """Raises OptionError: the recording has fewer decisions, or this one was another router's."""
        if number >= len(self.decisions):
            raise OptionError(
                f"the recorded routing has {len(self.decisions)} decisions, and the program makes another one; record "
                "a run of all that is timed"
            )
        recorded, decision = self.decisions[number]
        if recorded != choices or decision.shape != shape:
            raise OptionError(
                f"decision {number} of the recorded routing is {decision.shape[1]} of {recorded} experts for "
                f"{decision.shape[0]} tokens, but the program chooses {shape[1]} of {choices} for {shape[0]}"
            )
        return decision

    def save(self, path: str | Path) -> None:
        """Writes the decisions to a JSON file, which `load` and `simulator(routing=...)` read."""
        decisions = [{"choices": choices, "experts": experts.tolist()} for choices, experts in self.decisions]
        content = {"format": _FORMAT, "version": _VERSION, "decisions": decisions}
        target = Path(path).expanduser()
        unfinished = target.with_name(f"{target.name}.{os.getpid()}")
        unfinished.write_text(json.dumps(content))
        os.replace(unfinished, target)

    @classmethod
    def load(cls, path: str | Path) -> "RecordedRouting":
        """Reads what `save` wrote.

        Raises:
            OptionError: the file cannot be read or holds something else.
        """
        try:
            content = json.loads(Path(path).expanduser().read_text())
            if (content["format"], content["version"]) != (_FORMAT, _VERSION):
                raise ValueError(f"its format is {content['format']} {content['version']}")
            found = [(int(d["choices"]), np.array(d["experts"], np.int64)) for d in content["decisions"]]
            if any(experts.ndim != 2 for _, experts in found):
                raise ValueError("a decision is no table of experts")
        except (OSError, ValueError, KeyError, TypeError, OverflowError, RecursionError) as error:
            raise OptionError(f"routing: {path} is no file of torch.npu.record_routing().save(): {error}") from error
        return cls(found, str(path))


RoutingOption: TypeAlias = Routing | str | Path | Sequence[float] | Mapping[str, Any] | None
"""`"balanced"`, weights of the experts, a recorded routing, or the path of one."""


def resolved_routing(wanted: RoutingOption) -> Routing:
    """The routing for an option of `simulator`; balanced by default.

    Raises:
        OptionError: it is none.
    """
    if wanted is None or wanted == "balanced":
        return BalancedRouting()
    if isinstance(wanted, Routing):
        return wanted
    if isinstance(wanted, (str, Path)):
        return RecordedRouting.load(wanted)
    try:
        weights = tuple(float(weight) for weight in wanted)
    except (TypeError, ValueError):
        weights = ()
    if not weights or min(weights) < 0 or not np.isfinite(weights).all():
        raise OptionError(
            f"routing is {wanted!r}; it can be 'balanced', weights of the experts, a routing that "
            "torch.npu.record_routing() recorded, or the file of one"
        )
    return WeightedRouting(weights)


_chosen: WeakKeyDictionary[Simulation, Routing] = WeakKeyDictionary()
_recordings: list[RecordedRouting] = []


def use_routing(simulation: Simulation, routing: Routing) -> None:
    """Sets where a simulation's decisions come from."""
    _chosen[simulation] = routing


def next_decision(simulation: Simulation, choices: int, shape: tuple[int, int]) -> Decision:
    """The next decision of a simulation; its report names the routing."""
    routing = _chosen.get(simulation) or BalancedRouting()
    decision = routing.decide(simulation.routed.total(), choices, shape)
    simulation.routed[routing.describe()] += 1
    return decision


def is_recorded() -> bool:
    """Whether `record` wants decisions."""
    return bool(_recordings)


def record(choices: int, decision: Decision) -> None:
    """Adds a decision that was computed to all recordings."""
    for recording in _recordings:
        recording.decisions.append((choices, decision))


@contextmanager
def record_routing() -> Iterator[RecordedRouting]:
    """Records the decisions of routers in compiled programs until the block ends, in modes that compute values."""
    recording = RecordedRouting()
    _recordings.append(recording)
    try:
        yield recording
    finally:
        _recordings.remove(recording)
