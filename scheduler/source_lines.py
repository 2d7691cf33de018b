"""The line of the user's program that a warning is about: the innermost one that belongs to no library of ours."""

import os
import sys
import warnings
from types import FrameType

_OURS = ("torch", "npusim")
_COMMAND_LINE = "npusim.frontend.cli.app"
_STANDARD_LIBRARY = os.path.dirname(os.__file__) + os.sep
_GENERATED = ("<eval_with_key", "<frozen ")


def user_frame() -> FrameType | None:
    """The innermost frame outside of torch, npusim, what they generate, and Python's own library; None in a thread
    without one, and where npusim's command line calls."""
    frame: FrameType | None = sys._getframe(1)
    while frame is not None and _is_library(frame):
        frame = None if frame.f_globals.get("__name__") == _COMMAND_LINE else frame.f_back
    return frame


def warn_user(message: str, category: type[Warning], told: set[tuple[str, int]] | None = None) -> None:
    """Warns at the user's line; with `told`, the lines warned about so far, only once per line."""
    frame = user_frame()
    place = ("npusim", 0) if frame is None else (frame.f_code.co_filename, frame.f_lineno)
    if told is not None:
        if place in told:
            return
        told.add(place)
    registry = {} if frame is None else frame.f_globals.setdefault("__warningregistry__", {})
    module = "npusim" if frame is None else frame.f_globals["__name__"]
    warnings.warn_explicit(message, category, *place, module=module, registry=registry)


def _is_library(frame: FrameType) -> bool:
    module, file = frame.f_globals.get("__name__"), frame.f_code.co_filename
    if module is None or file.startswith(_GENERATED):  # code that torch wrote has no module
        return True
    is_standard = file.startswith(_STANDARD_LIBRARY) and "site-packages" not in file
    return is_standard or module.partition(".")[0] in _OURS
