"""A folder in memory for what a run leaves behind: compiled kernels, run folders, Inductor's files."""

import os
import shutil
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

_MEMORY = Path("/dev/shm")
_MOST_BYTES = 2 << 30
_YOUNG_SECONDS = 120.0


@contextmanager
def scratch() -> Iterator[Path]:
    """Points the caches of npusim and Inductor, and the run folders, to a folder that is removed at the end.

    The compiled device stays in the user's cache: compiling it takes a quarter of a minute.
    """
    parent = _MEMORY if os.access(_MEMORY, os.W_OK) else None
    folder = Path(tempfile.mkdtemp(prefix="npusim-fuzz-", dir=parent))
    device = Path(os.environ.get("NPUSIM_CACHE_DIR") or "~/.cache/npusim").expanduser() / "device"
    device.mkdir(parents=True, exist_ok=True)
    (folder / "device").symlink_to(device.resolve())
    os.environ["NPUSIM_CACHE_DIR"] = str(folder)
    os.environ["NPUSIM_DUMP_DIR"] = str(folder / "runs")
    os.environ["TORCHINDUCTOR_CACHE_DIR"] = str(folder / "inductor")
    try:
        yield folder
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def trim(folder: Path) -> None:
    """Removes files that nobody has written lately, when there are too many bytes; other processes may use it."""
    files = [path for path in folder.rglob("*") if path.is_file() and "device" not in path.relative_to(folder).parts]
    sizes = {path: status for path in files if (status := _status(path))}
    if sum(status.st_size for status in sizes.values()) < _MOST_BYTES:
        return
    for path, status in sizes.items():
        if time.time() - status.st_mtime > _YOUNG_SECONDS:
            path.unlink(missing_ok=True)


def _status(path: Path) -> os.stat_result | None:
    try:
        return path.stat()
    except FileNotFoundError:
        return None  # another process was faster
