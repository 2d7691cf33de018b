"""Settings common to all runs of the command line, and the simulation that they use."""

import os
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass, field
from pathlib import Path

from npusim.frontend.cli.output import Output
from npusim.scheduler.session import resolved_machine
from npusim.simulator.errors import DeviceError, NpuSimError, OptionError
from npusim.simulator.machine import Machine
from npusim.simulator.machine.keys import RESIDENT_POLICIES
from npusim.simulator.run.memory.resident_tensors import check_cmem
from npusim.simulator.system.environment import is_on
from npusim.simulator.system.progress import waiting


@dataclass(frozen=True)
class Settings:
    """Options that ``run`` and ``simulate`` have in common; None means the environment's value or the default."""

    machine: str | Machine | None = None
    mode: str | None = None
    output: Output = field(default_factory=Output)
    quiet: bool = False
    dump_dir: Path | None = None
    resident: tuple[str, ...] = ()
    resident_policy: str | None = None
    mapping: str | None = None
    html: Path | None = None

    def resolved_machine(self) -> Machine:
        """The machine, with the policy of ``--resident-policy`` if there is one.

        Raises:
            OptionError: there is no such policy, or the machine has no CMEM.
        """
        machine = resolved_machine(self.machine)
        if self.resident_policy is None:
            return machine
        if self.resident_policy not in RESIDENT_POLICIES:
            known = ", ".join(RESIDENT_POLICIES)
            raise OptionError(f"--resident-policy {self.resident_policy!r} is not one of {known}")
        check_cmem(machine)
        return machine.evolve(cmem_policy=self.resident_policy)

    @contextmanager
    def progress(self, text: str, details: Callable[[], str] = str) -> Iterator[None]:
        """A progress line on a terminal unless ``--quiet``; ``details`` says how far it is."""
        with nullcontext() if self.quiet else waiting(text, details):
            yield


def make_settings(
    machine: str | None,
    mode: str | None,
    output: Output,
    quiet: bool,
    dump_dir: Path | None,
    resident: Sequence[str] | None = None,
    resident_policy: str | None = None,
    mapping: str | None = None,
    html: Path | None = None,
) -> Settings:
    """The settings of a command; quiet holds for the build of the device as well (``NPUSIM_QUIET``)."""
    quiet = quiet or is_on("QUIET")
    if quiet:
        os.environ["NPUSIM_QUIET"] = "1"
    return Settings(machine, mode, output, quiet, dump_dir, tuple(resident or ()), resident_policy, mapping, html)


@contextmanager
def unwrapped_errors() -> Iterator[None]:
    """Raise the `NpuSimError` inside an error of torch.compile as itself, so that its message is read."""
    try:
        yield
    except NpuSimError:
        raise
    except Exception as error:
        cause = find_cause(error) or _out_of_memory(error)
        if cause is None:
            raise
        raise cause from error


def _out_of_memory(error: Exception) -> DeviceError | None:
    """torch.OutOfMemoryError as one of ours (named, not imported: this module knows no torch)."""
    return DeviceError(str(error)) if type(error).__name__ == "OutOfMemoryError" else None


def find_cause(error: BaseException) -> NpuSimError | None:
    """The `NpuSimError` that an exception was raised from or wraps (Dynamo keeps it in ``inner_exception``), if any."""
    seen: set[int] = set()
    pending: list[BaseException | None] = [error]
    while pending:
        each = pending.pop()
        if each is None or id(each) in seen:
            continue
        if isinstance(each, NpuSimError):
            return each
        seen.add(id(each))
        pending += [each.__context__, each.__cause__, getattr(each, "inner_exception", None)]
    return None
