"""Where the store is, and whom its files can be trusted from.

The store holds machine code. Checksums guard against accidents, not attacks: a file counts only if it and its folders
in the store belong to this user or root, and nobody else can write them.
"""

import grp
import logging
import os
import pwd
import stat
from collections.abc import Iterator
from pathlib import Path

from npusim.simulator.system.environment import read

log = logging.getLogger("npusim.cache")
_reported: set[str] = set()


def cache_directory() -> Path:
    """Folder of the cache: `NPUSIM_CACHE_DIR`, or `~/.cache/npusim`."""
    configured = read("CACHE_DIR")
    return Path(configured).expanduser() if configured else Path.home() / ".cache" / "npusim"


def make_folder(folder: Path) -> None:
    """Creates a cache folder and its parents; only this user may write new ones, regardless of the umask."""
    missing = [each for each in (folder, *folder.parents) if not each.exists()]
    for each in reversed(missing):
        each.mkdir(mode=0o755, exist_ok=True)


def why_untrusted(path: Path) -> str | None:
    """Why a cache file must not be loaded, and the remedy; None if only this user or root can have written it.

    Raises:
        OSError: the file or a folder cannot be inspected.
    """
    for each in _up_to_the_cache(path):
        status = os.stat(each)
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
        log.warning("%s", message)


def _up_to_the_cache(path: Path) -> Iterator[str]:
    """A file and its parent folders, up to the cache's."""
    root, place = str(cache_directory()), str(path)
    yield place
    while place != root and place != (place := os.path.dirname(place)):
        yield place


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
