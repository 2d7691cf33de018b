"""What the pool, shrinking and reporting need of a kind of case: programs, mutated kernels, mutated machine files.

A case is text; it crosses the border between processes, and is what is shrunk and saved.
"""

import dataclasses
import importlib
from collections.abc import Iterator, Sequence
from typing import Protocol

from fuzzing.campaign.outcomes import Outcome

DOMAINS = ("programs", "kernels", "machines")
MODES = ("forward", "backward", "dynamic")
"""What is done with a random program: see `fuzzing.programs.program.Program`."""


@dataclasses.dataclass(frozen=True)
class Options:
    """What every case of a run has in common.

    Attributes:
        modes: the modes of programs that are generated.
        timing: one program in so many also has its times checked; 0 for none.
        seconds: processor time that a case may take before it counts as hanging.
    """

    modes: Sequence[str] = MODES
    timing: int = 20
    seconds: float = 60.0


class Domain(Protocol):
    """A kind of case. `prepare`, `run` and `diagnose` are called in a worker; a crash there is an outcome."""

    name: str
    suffix: str
    modules: Sequence[str]
    """What a worker imports before it forks the processes that run cases."""

    def prepare(self) -> None:
        """Settings, once per process that runs cases."""

    def generate(self, seed: int, options: Options) -> str:
        """The case of a seed."""

    def run(self, case: str, options: Options, *, is_shrunk: bool) -> Outcome:
        """What comes of a case. `is_shrunk`: it was changed since it was generated, and may be no case at all."""

    def diagnose(self, case: str, outcome: Outcome) -> str:
        """A label for a failure: whose it is, if that can be found out; else empty."""

    def smaller(self, case: str) -> Iterator[str]:
        """Simpler cases to try instead, the boldest first."""

    def file_text(self, case: str, comment: str) -> str:
        """A file with a comment at its top from which `case_of` gets the case back."""

    def case_of(self, text: str) -> str:
        """The case of a saved file. Raises ValueError."""


def domain(name: str) -> Domain:
    """A domain by its name, or one of yours as `module:Class`. Raises ValueError with the names there are."""
    if ":" in name:
        module, _, attribute = name.partition(":")
        return getattr(importlib.import_module(module), attribute)()  # type: ignore[no-any-return]
    if name == "programs":
        from fuzzing.programs.domain import Programs

        return Programs()
    from fuzzing.hostile.domain import HostileFiles

    files = {"kernels": HostileFiles("kernels", ".mlir", "//"), "machines": HostileFiles("machines", ".yaml", "#")}
    if name not in files:
        raise ValueError(f"there is no kind of case {name!r}; there are {', '.join(DOMAINS)}")
    return files[name]
