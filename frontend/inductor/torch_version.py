"""The version of torch that npusim is written for, and the warning about any other."""

import functools
import warnings

import torch

TORCH_VERSION = "2.13.0"
GUIDE = "docs/torch_upgrade.md"


class TorchVersionWarning(UserWarning):
    """npusim works with private parts of torch that may have changed since the version it was checked with."""


def is_checked_version() -> bool:
    """Whether this is the version that npusim was checked with; builds for other accelerators (`+cpu`) are the same."""
    return str(torch.__version__).partition("+")[0] == TORCH_VERSION


@functools.cache
def warn_about_other_versions() -> None:
    """Called when the device starts: one warning in a process with another torch."""
    if not is_checked_version():
        warnings.warn(
            f"npusim was checked with torch {TORCH_VERSION}, and this is torch {torch.__version__}: compiled programs "
            f"may fail or be wrong. Ways out: {ways_out()}.",
            TorchVersionWarning,
            stacklevel=2,
        )


def ways_out() -> str:
    """What a user and a developer of npusim can do about another version of torch."""
    return f"pip install torch=={TORCH_VERSION}, or bring npusim up to this torch ({GUIDE})"
