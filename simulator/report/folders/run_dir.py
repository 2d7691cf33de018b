"""The run folder: kernels and their stages, report, timeline, machine, versions.

Each run creates its own folder `<parent>/<date>-<time>-<pid>-<n>` exclusively. Files are written under another name
first and then renamed, so that readers never see incomplete files.
"""

import os
import platform
import sys
import tempfile
import time
import weakref
from collections.abc import Iterator
from contextlib import contextmanager
from importlib import metadata
from pathlib import Path
from typing import Any, TextIO

from npusim.simulator.errors import OptionError
from npusim.simulator.report.folders.json_lines import text_of
from npusim.simulator.report.folders.run_list import lock_folder, unlock_folder

DEFAULT_PARENT = Path("npusim_runs")
_REPORTED_PACKAGES = ("npusim", "torch", "numpy", "torch-mlir", "llvmlite")


class RunDirectory:
    """One run's folder.

    Args:
        parent: folder in which the run folder is created.

    Raises:
        OptionError: the folder cannot be created.
    """

    def __init__(self, parent: Path | None = None) -> None:
        self.path = _make(Path(parent) if parent is not None else DEFAULT_PARENT)
        self._names: dict[str, str] = {}
        lock = lock_folder(self.path)
        self._unlocked = None if lock is None else weakref.finalize(self, unlock_folder, lock)

    def finish(self) -> None:
        """Says that the run writes no more, so that its folder may be removed."""
        if self._unlocked is not None:
            self._unlocked()

    def kernel_file(self, name: str, digest: str) -> str:
        """Stem of a kernel's files below `kernels/`: its name, plus the digest's start if the name is taken."""
        safe = "".join(letter if letter.isalnum() or letter in "._-" else "_" for letter in name)[:120]
        stem = safe if self._names.setdefault(safe, digest) == digest else f"{safe}.{digest[:8]}"
        self._names[stem] = digest
        return stem

    def write_text(self, name: str, text: str) -> Path:
        """Writes one file below the folder; sub-folders are made."""
        with self.replacing(name) as file:
            file.write(text)
        return self.path / name

    def write_json(self, name: str, value: Any) -> Path:
        """Writes one JSON file (`json_lines.text_of`)."""
        return self.write_text(name, text_of(value))

    @contextmanager
    def replacing(self, name: str) -> Iterator[TextIO]:
        """A text file that replaces `name` if the block ends without an error."""
        target = self.path / name
        with _reported(target):
            target.parent.mkdir(parents=True, exist_ok=True)
            with atomic_file(target) as file:
                yield file

    def link(self, name: str, source: Path) -> bool:
        """Makes `name` the same file as `source`; False if that cannot be, as across file systems."""
        target = self.path / name
        with _reported(target):
            target.parent.mkdir(parents=True, exist_ok=True)
        try:
            os.link(source, target)
        except OSError:
            return target.exists()
        return True


@contextmanager
def atomic_file(target: Path) -> Iterator[TextIO]:
    """A temporary text file beside `target`, renamed to it at the end, removed on an error."""
    handle, temporary = tempfile.mkstemp(dir=target.parent, prefix=f".{target.name}.", suffix=".tmp", text=True)
    try:
        with os.fdopen(handle, "w", encoding="utf-8") as file:
            yield file
        os.chmod(temporary, 0o644)
        os.replace(temporary, target)
    except BaseException:
        Path(temporary).unlink(missing_ok=True)
        raise


@contextmanager
def _reported(target: Path) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        raise OptionError(
            f"cannot write {target}: {error.strerror or error}; choose another folder with NPUSIM_DUMP_DIR"
        ) from error


def _make(parent: Path) -> Path:
    with _reported(parent):
        parent.mkdir(parents=True, exist_ok=True)
        stem = f"{time.strftime('%Y%m%d-%H%M%S')}-{os.getpid()}"
        for number in range(1_000_000):
            path = parent / f"{stem}-{number}"
            try:
                path.mkdir()
            except FileExistsError:
                continue
            return path.resolve()
    raise OptionError(f"{parent} holds too many runs; remove some")


def versions() -> dict[str, Any]:
    """Versions that affect a run's results, as far as known without imports."""
    return {
        "python": platform.python_version(),
        "platform": platform.platform(),
        "command": sys.argv,
        "packages": {name: _version(name) for name in _REPORTED_PACKAGES},
    }


def _version(package: str) -> str | None:
    try:
        return metadata.version(package)
    except metadata.PackageNotFoundError:
        return None
