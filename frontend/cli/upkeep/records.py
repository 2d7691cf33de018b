"""What a command removes of the records that it lists, and words for them."""

from __future__ import annotations

import time
from dataclasses import dataclass

from npusim.frontend.cli.options import parse_age, parse_bytes
from npusim.simulator.errors import OptionError
from npusim.simulator.report.text.units import size


@dataclass(frozen=True)
class Selection:
    """What is pruned: what is older than some seconds, and the oldest of what exceeds some bytes."""

    older_than_s: float | None
    keep_bytes: int | None

    @staticmethod
    def parsed(prune: bool, older_than: str | None, keep: str | None) -> Selection:
        """The selection of the options `--older-than` and `--keep`, which belong to `--prune`.

        Raises:
            OptionError: without `--prune`, or `--prune` without them, or a value that is none.
        """
        if not prune and (older_than or keep):
            raise OptionError("--older-than and --keep say what --prune removes; add --prune")
        if prune and not (older_than or keep):
            raise OptionError("--prune needs --older-than AGE (such as 30d), --keep SIZE (such as 2GB), or both")
        age_s = None if older_than is None else parse_age(older_than, "--older-than")
        return Selection(age_s, None if keep is None else parse_bytes(keep, "--keep"))


def age(since_s: float) -> str:
    """How long ago a time is, in the largest unit."""
    passed_s = max(0.0, time.time() - since_s)
    for seconds, unit in ((86400, "d"), (3600, "h"), (60, "min")):
        if passed_s >= seconds:
            return f"{passed_s / seconds:.0f} {unit}"
    return f"{passed_s:.0f} s"


def counted(count: int, noun: str) -> str:
    """``1 run``, ``2 runs``, ``3 entries``."""
    plural = f"{noun[:-1]}ies" if noun.endswith("y") else f"{noun}s"
    return f"{count:,} {noun if count == 1 else plural}"


def removed_text(count: int, bytes_: int, noun: str, kept: int) -> str:
    """A sentence about what was removed."""
    rest = f"; {kept} could not be removed" if kept else ""
    return f"removed {counted(count, noun)}, {size(bytes_)}{rest}"
