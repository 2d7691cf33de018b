"""What the store holds, whether it is whole, and how it is made smaller.

Only files that npusim has written are looked at: those in the folders of the kinds of entries (and of earlier
versions) whose names are digests. A folder that was named as the cache by mistake loses nothing.
"""

import os
import re
import time
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from npusim.simulator.system import store
from npusim.simulator.system.store_trust import cache_directory, why_untrusted

OLDER = "older"
LEFT_OVER = "left over"
TITLES = {kind: described.title for kind, described in store.KINDS.items()} | {
    OLDER: "of earlier versions",
    LEFT_OVER: "left by killed processes",
}
"""Kinds of items and what they are called."""

_OLD_FOLDERS = ("objects", "trials")
_DIGEST = re.compile(r"[0-9a-f]{6,64}(-[0-9a-f]+|-none)?$|device-[0-9a-f]{16}$")
_TEMPORARY = re.compile(r"(device-)?[0-9a-f]{6,}")
_UNFINISHED_S = 3600.0


@dataclass(frozen=True)
class Item:
    """A file of the store.

    Attributes:
        path: the file.
        kind: of `TITLES`.
        size_bytes: its size.
        used_s: when it was last used, in seconds since 1970.
    """

    path: Path
    kind: str
    size_bytes: int
    used_s: float

    def about(self) -> dict[str, str]:
        """What the entry says about itself; empty if it says nothing."""
        try:
            return store.read_footer(self.path) or {}
        except OSError:
            return {}

    def fault(self) -> str | None:
        """Why the entry is not used, None for an entry that is whole and trusted."""
        if self.kind not in store.KINDS:
            return None
        try:
            whole, reason = self.path.read_bytes(), why_untrusted(self.path)
        except FileNotFoundError:  # removed meanwhile
            return None
        except OSError as error:
            return f"cannot be read ({error.strerror})"
        return reason or (None if store.unsealed(whole) else "its checksum is wrong")


def items() -> list[Item]:
    """Every file of the store, the one that was used longest ago first."""
    return sorted(_found(), key=lambda item: (item.used_s, item.path))


def outdated(found: Iterable[Item], older_than_s: float | None, keep_bytes: int | None) -> Iterator[Item]:
    """Which of `items()` go: not used for `older_than_s`; and, longest unused first, as many as exceed `keep_bytes`.

    What killed processes have left goes too.
    """
    found, now_s = list(found), time.time()
    total = sum(item.size_bytes for item in found)
    for item in found:
        age_s = now_s - item.used_s
        is_old = older_than_s is not None and age_s > older_than_s
        is_too_much = keep_bytes is not None and total > keep_bytes
        if is_old or is_too_much or (item.kind == LEFT_OVER and age_s > _UNFINISHED_S):
            total -= item.size_bytes
            yield item


def remove(chosen: Iterable[Item]) -> tuple[list[Item], list[tuple[Item, str]]]:
    """Removes files and the folders that they leave empty: those removed, and those that stay with the reason.

    Processes that use the store meanwhile make again what they miss.
    """
    removed, kept = [], []
    for item in chosen:
        try:
            item.path.unlink(missing_ok=True)
        except OSError as error:
            kept.append((item, error.strerror or str(error)))
        else:
            removed.append(item)
            _remove_empty(item.path.parent)
    return removed, kept


def _remove_empty(folder: Path) -> None:
    while folder != cache_directory():
        try:
            folder.rmdir()
        except OSError:  # not empty, or another process writes into it
            return
        folder = folder.parent


def _found() -> Iterator[Item]:
    for kind in (*store.KINDS, *_OLD_FOLDERS):
        for folder, _, names in os.walk(cache_directory() / kind):
            for path in (Path(folder, name) for name in names):
                which = _kind(path, kind)
                if which is not None:
                    try:
                        status = path.lstat()
                    except FileNotFoundError:
                        continue
                    yield Item(path, which, status.st_size, status.st_mtime)


def _kind(path: Path, folder: str) -> str | None:
    """The kind of a file in a folder of the store; None for a file that npusim has not written."""
    if path.suffix == store.TEMPORARY:
        return LEFT_OVER if _TEMPORARY.match(path.name) else None
    if not (_DIGEST.match(path.stem) or _DIGEST.match(path.parent.name)):
        return None
    is_entry = folder in store.KINDS and path == store.Key(folder, path.stem).path
    return folder if is_entry else OLDER
