"""Finding the targets of ``npusim validate``: the modules of `targets`, by their names."""

from importlib import import_module
from pkgutil import iter_modules

from npusim.frontend.cli.options import did_you_mean
from npusim.frontend.cli.validation import targets
from npusim.frontend.cli.validation.target import Target
from npusim.simulator.errors import OptionError


def target_names() -> list[str]:
    """All targets."""
    return sorted(module.name for module in iter_modules(targets.__path__))


def find_target(name: str) -> Target:
    """A target by its name.

    Raises:
        OptionError: there is none of that name.
    """
    names = target_names()
    if name not in names:
        raise OptionError(f"no target '{name}'{did_you_mean(name, names)}; there are {', '.join(names)}")
    target: Target = import_module(f"{targets.__name__}.{name}").TARGET
    return target
