"""The run folders below a folder, and removing them.

A folder is a run's if it has a run's name and the files that every run writes when it begins; nothing else is listed or
removed, nor what a link points to. The process that writes a run holds a lock on its folder (`RunDirectory`), which the
system releases when the process ends, however it ends.
"""

import fcntl
import json
import os
import re
import shutil
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

_NAME = re.compile(r"(\d{8}-\d{6})-\d+-\d+")
_BEGINNING = ("machine.yaml", "versions.json")
_LEAVING = ".removed-"


@dataclass(frozen=True)
class RunFolder:
    """One run's folder.

    Attributes:
        path: the folder.
    """

    path: Path

    @property
    def started_s(self) -> float:
        """When the run began, in seconds since 1970."""
        begun = _NAME.fullmatch(self.path.name)
        assert begun is not None
        return time.mktime(time.strptime(begun.group(1), "%Y%m%d-%H%M%S"))

    @cached_property
    def report(self) -> dict[str, Any]:
        """The content of report.json; empty without one."""
        return _json(self.path / "report.json")

    @cached_property
    def command(self) -> str:
        """The command line of the run's process."""
        words = _json(self.path / "versions.json").get("command")
        return " ".join(map(str, words)) if isinstance(words, list) else ""

    @cached_property
    def size_bytes(self) -> int:
        """What removing the folder gains: files that the store has as well do not count."""
        files = (os.lstat(Path(folder, name)) for folder, _, names in os.walk(self.path) for name in names)
        return sum(status.st_size for status in files if status.st_nlink == 1)

    @property
    def state(self) -> str:
        """`running`, `complete`, `interrupted`, or `failed` when an exception ended the program's block."""
        with _locked(self.path) as is_free:
            if not is_free:
                return "running"
        if self.report.get("complete", False) is False:  # None without simulated time
            return "interrupted"
        return "failed" if self.report.get("error") else "complete"

    def remove(self) -> bool:
        """Removes the folder; False if the run is in progress.

        Raises:
            OSError: it cannot be removed.
        """
        with _locked(self.path) as is_free:
            if is_free:
                leaving = self.path.with_name(f"{_LEAVING}{self.path.name}")
                self.path.rename(leaving)  # at once: no half removed run is listed
                shutil.rmtree(leaving)
        return is_free


def find_runs(parent: Path) -> list[RunFolder]:
    """The runs in a folder, the oldest first; none if there is no such folder."""
    if not parent.is_dir():
        return []
    return sorted((RunFolder(path) for path in parent.iterdir() if _is_run(path)), key=lambda run: run.path.name)


def _is_run(path: Path) -> bool:
    if _NAME.fullmatch(path.name) is None or path.is_symlink():
        return False
    return all((path / name).is_file() for name in _BEGINNING)


def lock_folder(path: Path) -> int | None:
    """Locks a folder for this process: the file descriptor that holds the lock; None if it is held already."""
    descriptor = os.open(path, os.O_RDONLY | os.O_DIRECTORY)
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:  # held, or a file system without locks, where no run is known to have ended
        os.close(descriptor)
        return None
    return descriptor


def unlock_folder(descriptor: int) -> None:
    """Ends the lock, which processes that were forked meanwhile share."""
    fcntl.flock(descriptor, fcntl.LOCK_UN)
    os.close(descriptor)


@contextmanager
def _locked(path: Path) -> Iterator[bool]:
    descriptor = lock_folder(path)
    try:
        yield descriptor is not None
    finally:
        if descriptor is not None:
            unlock_folder(descriptor)


def _json(path: Path) -> dict[str, Any]:
    try:
        value = json.loads(path.read_text())
    except (OSError, ValueError, RecursionError):
        return {}
    return value if isinstance(value, dict) else {}
