"""The store: what npusim computes once per machine and keeps on disk, for all models and processes.

An entry is a file `<kind>/<start of the digest>/<digest><suffix>` below `cache_directory()`: its content and, as the
last line, a footer in JSON that says what it is, with the SHA-256 of all before it. The footer is a comment of MLIR,
and linkers ignore it: entries may be used as files. The digest of a key covers all inputs of the content, so entries
never become invalid.

- Entries are written under another name and renamed: they are whole or absent, whenever a process is killed.
- They are read as a whole, and count only if the checksum is right and no other user can have written them
  (`npusim.simulator.system.store_trust`). Else they are made again, with a warning.
- The modification time of the file is that of the last use, to the hour.
- Whoever removes an entry needs no lock, as readers take an entry that is gone for one that was never there.
- `claimed` keeps processes from computing the same at the same time, if the file system has locks; the one that comes
  late finds what the other one has stored. Without a lock both compute, and the last to write wins.

An unusable store costs only time, and is reported once per cause. Nothing heavy is imported, as the device reads its
library from here before anything else.
"""

import contextlib
import fcntl
import hashlib
import json
import os
import platform
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager, ExitStack, contextmanager, nullcontext
from dataclasses import dataclass
from io import FileIO
from pathlib import Path
from typing import NamedTuple

from npusim.simulator.system.store_trust import cache_directory, log, make_folder, report_once, why_untrusted


class Kind(NamedTuple):
    """A kind of entries: the suffix of its files, and its title for people."""

    suffix: str
    title: str


KINDS = {
    "device": Kind(".so", "device library"),
    "functional": Kind(".o", "machine code of values"),
    "trace": Kind(".o", "trace programs"),
    "combined": Kind(".o", "trace programs with values"),
    "assumed": Kind(".o", "trace programs with assumed values"),
    "stages": Kind(".mlir", "lowered MLIR"),
    "times": Kind(".times", "times of launches"),
    "candidates": Kind(".json", "cycles of candidate kernels"),
    "mappings": Kind(".json", "mapping decisions"),
    "cores": Kind(".txt", "numbers of cores that share a kernel"),
    "rehearsed": Kind(".ok", "kernels that MLIR survived"),
}
"""The kinds of entries by the name of their folder."""

LOCKS = "locks"
TEMPORARY = ".tmp"
_FOOTER = b"\n// npusim "
_SEPARATOR = b" sha256:"
_FOOTER_BYTES = 4096
_TOUCHED_EVERY_S = 3600.0
_LONGEST_CLAIM_S = 60.0
_POLL_S = 0.005
_MODE = 0o644  # others may use what root has stored
_LONGEST_NOTE = 200


class Key(NamedTuple):
    """An entry's kind and the digest of everything that its content depends on."""

    kind: str
    digest: str

    @property
    def path(self) -> Path:
        """The entry's file."""
        return cache_directory() / self.kind / self.digest[:2] / f"{self.digest}{KINDS[self.kind].suffix}"


@dataclass(frozen=True)
class Entry:
    """What an entry holds.

    Attributes:
        content: its bytes.
        about: for people: `name`, `machine`, `cpu`, `made` (seconds since 1970), as far as they apply.
    """

    content: bytes
    about: Mapping[str, str]


def read(key: Key) -> bytes | None:
    """The content of an entry; None if it is absent, damaged or untrusted."""
    entry = read_entry(key)
    return None if entry is None else entry.content


def read_entry(key: Key) -> Entry | None:
    """As `read`, with what the entry says about itself."""
    path = key.path
    try:
        whole, reason = path.read_bytes(), why_untrusted(path)
    except FileNotFoundError:
        return None
    except OSError as error:
        report_once(f"cannot read the cache {cache_directory()}: {error.strerror}; what it holds is made again")
        return None
    if reason is not None:
        report_once(f"the cache is not used: {reason}")
        return None
    entry = unsealed(whole)
    if entry is None:
        log.warning("%s is damaged; what it holds is made again", path)
        with contextlib.suppress(OSError):
            path.unlink()
    else:
        touch(path)
    return entry


def write(key: Key, content: bytes, **about: str) -> None:
    """Stores an entry. A failed write is reported once, not raised."""
    try:
        replace(key.path, sealed(content, **about))
    except OSError as error:
        report_unwritable(error)


def replace(path: Path, whole: bytes) -> None:
    """Writes a file of the store completely or not at all.

    Raises:
        OSError: it cannot be written.
    """
    make_folder(path.parent)
    handle, temporary = tempfile.mkstemp(dir=path.parent, prefix=path.stem[:16], suffix=TEMPORARY)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(whole)
            os.fchmod(handle, _MODE)
        os.replace(temporary, path)
    except BaseException:
        Path(temporary).unlink(missing_ok=True)
        raise


def report_unwritable(error: OSError) -> None:
    """Reports, once per process and cause, that the cache cannot be written."""
    report_once(
        f"cannot write the compile cache {cache_directory()}: {error.strerror}; what is compiled now will be compiled "
        "again by the next process. Set NPUSIM_CACHE_DIR to a folder that can be written and has room"
    )


# -- the footer


def sealed(content: bytes, **about: str) -> bytes:
    """A content with its footer, as it is in the file."""
    notes = {name: text[:_LONGEST_NOTE] for name, text in about.items()} | {"made": str(int(time.time()))}
    described = content + _FOOTER + json.dumps(notes).encode() + _SEPARATOR
    return described + hashlib.sha256(described).hexdigest().encode() + b"\n"


def unsealed(whole: bytes) -> Entry | None:
    """The entry in the bytes of its file; None if they are not what was written."""
    described, digest = whole[:-65], whole[-65:-1]
    if hashlib.sha256(described).hexdigest().encode() != digest:
        return None
    about = footer(whole)
    return None if about is None else Entry(described[: described.rindex(_FOOTER)], about)


def footer(tail: bytes) -> dict[str, str] | None:
    """What the last bytes of an entry's file say about it, unchecked; None without a footer."""
    start, end = tail.rfind(_FOOTER), tail.rfind(_SEPARATOR)
    if not 0 <= start < end:
        return None
    try:
        about = json.loads(tail[start + len(_FOOTER) : end])
    except ValueError:
        return None
    return about if isinstance(about, dict) else None


def about(key: Key) -> dict[str, str] | None:
    """What an entry says about itself, for entries that are not executed: only the end of the file is looked at.

    None if it is absent or cut off.
    """
    try:
        found = read_footer(key.path)
    except OSError:
        return None
    if found is None:
        log.warning("%s is damaged; what it holds is made again", key.path)
    else:
        touch(key.path)
    return found


def read_footer(path: Path) -> dict[str, str] | None:
    """`footer` of a file.

    Raises:
        OSError: the file cannot be read.
    """
    with path.open("rb") as file:
        file.seek(max(0, path.stat().st_size - _FOOTER_BYTES))
        return footer(file.read())


def touch(path: Path) -> None:
    """Notes that a file of the store was used."""
    with contextlib.suppress(OSError):  # a read-only store has no ages
        if time.time() - path.stat().st_mtime > _TOUCHED_EVERY_S:
            os.utime(path)


# -- locks


@contextmanager
def claimed(digest: str) -> Iterator[bool]:
    """Computes alone what belongs to a digest; gives whether another process was computing it until now.

    The lock is shared by digests with the same start, so claims must not be nested. No claim outlasts a minute: then
    both compute, as they do without a lock.
    """
    with ExitStack() as stack:
        waited = False
        with contextlib.suppress(OSError):  # an unwritable store
            waited = stack.enter_context(locked(digest[:2], lambda _: nullcontext(), _LONGEST_CLAIM_S))
        yield waited


@contextmanager
def locked(
    name: str, waiting: Callable[[str], AbstractContextManager[object]], longest_s: float = float("inf")
) -> Iterator[bool]:
    """Holds a lock among processes; gives whether it had to wait.

    Args:
        name: of its file in the folder `locks`, which also says who holds it.
        waiting: given the holder, entered while this process waits.
        longest_s: seconds after which it waits no longer and goes on without the lock.

    Raises:
        OSError: the file cannot be made.
    """
    folder = cache_directory() / LOCKS
    make_folder(folder)
    with open(folder / name, "ab+", buffering=0) as file:
        waited = not _taken(file)
        if waited:
            file.seek(0)
            with waiting(file.read().decode(errors="replace").strip() or "another process"):
                _take(file, time.monotonic() + longest_s)
        file.truncate(0)
        file.write(f"process {os.getpid()} on {platform.node()}".encode())
        try:
            yield waited
        finally:
            with contextlib.suppress(OSError):
                fcntl.flock(file, fcntl.LOCK_UN)  # closing is not enough while a forked process has the file


def _take(file: FileIO, until_s: float) -> None:
    while time.monotonic() < until_s and not _taken(file):
        time.sleep(_POLL_S)


def _taken(file: FileIO) -> bool:
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    except OSError:  # a file system without locks: everybody computes
        return True
    return True
