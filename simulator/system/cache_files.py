"""Cache files: read only if complete and writable by no other user, written atomically.

A file starts with the SHA-256 of its content: an empty, truncated or changed file counts as absent. The digest guards
against accidents, not attacks: as the cache holds machine code, a file also counts as absent if it or its folder in the
cache belongs to, or can be written by, a user other than this one or root. An unusable cache costs only time, and is
reported once per cause. Nothing heavy is imported, as the device reads its library this way before anything else.
"""

import grp
import hashlib
import logging
import os
import pwd
import stat
import tempfile
from collections.abc import Iterator
from pathlib import Path

from npusim.simulator.system.environment import read

_log = logging.getLogger("npusim.cache")
DIGEST_BYTES = hashlib.sha256().digest_size
_reported: set[str] = set()


def cache_directory() -> Path:
    """Folder of the cache: `NPUSIM_CACHE_DIR`, or `~/.cache/npusim`."""
    configured = read("CACHE_DIR")
    return Path(configured).expanduser() if configured else Path.home() / ".cache" / "npusim"


def read_checked(path: Path) -> bytes | None:
    """The content of a cache file; None if it is absent, damaged or untrusted."""
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
    content = whole[DIGEST_BYTES:]
    if hashlib.sha256(content).digest() != whole[:DIGEST_BYTES]:
        _log.warning("%s is damaged; what it holds is made again", path)
        return None
    return content


def write_checked(path: Path, content: bytes) -> None:
    """Writes a cache file. A failed write is reported once, not raised."""
    try:
        make_folder(path.parent)
        write_atomically(path, hashlib.sha256(content).digest() + content)
    except OSError as error:
        report_unwritable(error)


def report_unwritable(error: OSError) -> None:
    """Reports, once per process and cause, that the cache cannot be written."""
    report_once(
        f"cannot write the compile cache {cache_directory()}: {error.strerror}; what is compiled now will be compiled "
        "again by the next process. Set NPUSIM_CACHE_DIR to a folder that can be written and has room"
    )


def make_folder(folder: Path) -> None:
    """Creates a cache folder and its parents; only this user may write new ones, regardless of the umask."""
    missing = [each for each in (folder, *folder.parents) if not each.exists()]
    for each in reversed(missing):
        each.mkdir(mode=0o755, exist_ok=True)


def write_atomically(path: Path, content: bytes) -> None:
    """Writes a file completely or not at all."""
    handle, temporary = tempfile.mkstemp(dir=path.parent, prefix=path.stem[:16], suffix=".tmp")
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(content)
        os.replace(temporary, path)
    except BaseException:
        Path(temporary).unlink(missing_ok=True)
        raise


def why_untrusted(path: Path) -> str | None:
    """Why a cache file must not be loaded, and the remedy; None if only this user or root can have written it.

    Raises:
        OSError: the file or a folder cannot be inspected.
    """
    for each in _up_to_the_cache(path):
        status = each.stat()
        if status.st_uid not in (os.geteuid(), 0):
            owner = _user_name(status.st_uid)
            return (
                f"{each} belongs to {owner}, who could have put any code there; set NPUSIM_CACHE_DIR to a folder of "
                "your own"
            )
        if _others_may_write(status):
            return (
                f"{each} can be written by other users, who could have put any code there; remove the cache, and keep "
                f"others out of the new one (chmod go-w {each}), or set NPUSIM_CACHE_DIR to a folder of your own"
            )
    return None


def report_once(message: str) -> None:
    """Logs a warning once per process."""
    if message not in _reported:
        _reported.add(message)
        _log.warning("%s", message)


def _up_to_the_cache(path: Path) -> Iterator[Path]:
    """A file and its parent folders, up to the cache's."""
    root, place = cache_directory().resolve(), path.resolve()
    yield place
    for folder in place.parents:
        yield folder
        if folder == root:
            return


def _others_may_write(status: os.stat_result) -> bool:
    if stat.S_ISDIR(status.st_mode) and status.st_mode & stat.S_ISVTX:
        return False  # such as /tmp: other users may add files, but not replace this user's
    by_group = bool(status.st_mode & stat.S_IWGRP) and not _is_private_group(status.st_gid)
    return by_group or bool(status.st_mode & stat.S_IWOTH)


def _is_private_group(number: int) -> bool:
    """Whether a group is the user's private group."""
    try:
        group, user = grp.getgrgid(number), pwd.getpwuid(os.geteuid())
    except KeyError:
        return False
    return group.gr_name == user.pw_name and set(group.gr_mem) <= {user.pw_name}


def _user_name(number: int) -> str:
    try:
        return pwd.getpwuid(number).pw_name
    except KeyError:
        return f"the user with the number {number}"
