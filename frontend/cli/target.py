"""What every run of the command line shares: its settings, and the simulation it goes to."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from npusim.frontend.cli.progress import progress


@dataclass(frozen=True)
class Settings:
    """Options that ``run`` and ``simulate`` have in common; None means the environment's value or the default."""

    machine: str | None = None
    mode: str | None = None
    json: bool = False
    quiet: bool = False
    dump_dir: Path | None = None

    @contextmanager
    def progress(self, text: str) -> Iterator[None]:
        """A progress line unless ``--quiet``."""
        with progress(text, quiet=self.quiet):
            yield
