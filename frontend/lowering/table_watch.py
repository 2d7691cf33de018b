"""Notices lowerings that users put into Inductor's own table after programs were compiled."""

from typing import Any

from npusim.frontend.inductor.api import lowerings
from npusim.frontend.inductor.tracing_api import dict_version
from npusim.frontend.lowering.table import users_entry
from npusim.frontend.settings import lowering_changes


class TableWatch:
    """Compares Inductor's table with what it was at the last look, if its version says that it was written to.

    Inductor and npusim write to it too (operators without a lowering get one that calls them); only a user's function
    that takes the place of another entry, or is removed, makes compiled code invalid.
    """

    def __init__(self) -> None:
        self._remember()

    def look(self) -> None:
        if dict_version(lowerings) == self._version:
            return
        before = self._entries
        self._remember()
        if any(_replaced(entry, lowerings.get(key)) for key, entry in before.items()):
            lowering_changes.add()

    def _remember(self) -> None:
        self._version = dict_version(lowerings)
        self._entries: dict[Any, Any] = dict(lowerings)


def _replaced(before: Any, now: Any) -> bool:
    return before is not now and users_entry(before) is not users_entry(now)
