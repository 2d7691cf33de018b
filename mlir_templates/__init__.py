"""The operators that npusim provides, one folder per family.

New modules are found by their file names:

- `command.py` registers the operators of `npusim run`; it imports no torch;
- `eager.py` registers kernels for eager mode and the shapes of results while tracing; it loads no Inductor;
- every other module registers lowerings and decompositions.
"""

from collections.abc import Callable
from importlib import import_module
from pathlib import Path

_COMMAND, _EAGER = "command", "eager"


def load_commands() -> None:
    """Entry point of the group `npusim.commands`."""
    _import_modules(lambda name: name == _COMMAND)


def load_eager() -> None:
    """Entry point of the group `npusim.eager`."""
    _import_modules(lambda name: name == _EAGER)


def load_templates() -> None:
    """Entry point of the group `npusim.templates`."""
    _import_modules(lambda name: name not in (_COMMAND, _EAGER))


def _import_modules(is_wanted: Callable[[str], bool]) -> None:
    root = Path(__file__).parent
    for file in sorted(root.rglob("*.py")):
        if file.stem != "__init__" and is_wanted(file.stem):
            import_module(".".join((__name__, *file.relative_to(root).with_suffix("").parts)))
