"""The environment variables that npusim reads: one table that the code, its checks, the command line's help and
docs/cli.md share. A new variable is one line of `VARIABLES`.
"""

import difflib
import os
import re
import warnings
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from npusim.simulator.errors import OptionError

PREFIX = "NPUSIM_"


@dataclass(frozen=True)
class Variable:
    """An environment variable.

    Attributes:
        name: without `PREFIX`.
        meaning: one line; says the default.
        allowed: description of its values, for messages and for the documentation.
        accepts: whether a nonempty value is valid, as far as known without its reader.
    """

    name: str
    meaning: str
    allowed: str
    accepts: Callable[[str], bool] = bool

    @property
    def full_name(self) -> str:
        return PREFIX + self.name


def _one_of(*words: str) -> Callable[[str], bool]:
    return lambda value: value in words


def _are_folders(value: str) -> bool:
    return all(Path(entry).is_dir() for entry in value.split(os.pathsep) if entry)


_SWITCH = ("0 or 1", _one_of("0", "1"))
_FOLDERS = (f"folders that exist, separated by {os.pathsep!r}", _are_folders)
_MODES = ("functional, timing, both", _one_of("functional", "timing", "both"))
_EAGER_MODES = ("host, compile, error", _one_of("host", "compile", "error"))
_POLICIES = ("error, warn, allow", _one_of("error", "warn", "allow"))
_IMPLEMENTATIONS = (
    "OPERATOR=NAME, separated by ','; such as gemm=split_k",
    lambda value: all(re.fullmatch(r"[^=]+=[^=]+", part.strip()) for part in value.split(",") if part.strip()),
)
_PROCESSORS = "native, or LLVM's name of an older processor"
_FUSIONS = "names of fusions (docs/fusion.md)"

VARIABLES = (
    Variable("MACHINE", "machine when none is given (default tpuv3)", "a machine's name or a YAML file"),
    Variable("MODE", "what is simulated (default both)", *_MODES),
    Variable("DUMP_DIR", "folder in which run folders are made (default npusim_runs)", "a folder"),
    Variable("NO_FUSE", "fusions to switch off, such as prologue,horizontal, or all", _FUSIONS),
    Variable("MAPPING", "how templates are mapped (default default)", "default, resident, autotune or a mapping file"),
    Variable("IMPLEMENTATION", "implementations to force (docs/implementations.md)", *_IMPLEMENTATIONS),
    Variable("CACHE_DIR", "where compiled kernels and the device are kept (default ~/.cache/npusim)", "a folder"),
    Variable("HOST_CPU", "processor that values are compiled for (default native: this host)", _PROCESSORS),
    Variable("MACHINE_PATH", "folders with machines of your own", *_FOLDERS),
    Variable("DRAM_PATH", "folders with DRAM devices of your own", *_FOLDERS),
    Variable("FALLBACK", "operators without a kernel on the device (default warn)", *_POLICIES),
    Variable("EAGER", "what eager operators do (default host; docs/eager.md)", *_EAGER_MODES),
    Variable("SKIP_ZERO_TILES", "1: products skip tiles of weights that are all zero", *_SWITCH),
    Variable("ASSUME_FINITE", "1: programs compute no infinity and no NaN (docs/code_generation.md)", *_SWITCH),
    Variable("COMPILE_REGIONS", "0: graphs are compiled whole, without regions (docs/code_generation.md)", *_SWITCH),
    Variable("REUSE_TIMES", "0: launches that were simulated before are simulated again (docs/engine.md)", *_SWITCH),
    Variable("VERIFY", "1: every kernel is compared with eager PyTorch as it runs (docs/debugging.md)", *_SWITCH),
    Variable("QUIET", "1: as --quiet", *_SWITCH),
)

_BY_NAME = {variable.full_name: variable for variable in VARIABLES}
_told: set[str] = set()


def read(name: str, environment: Mapping[str, str] = os.environ) -> str:
    """The value of a variable of the table by its name without `PREFIX`; empty if it is not set.

    Raises:
        OptionError: the value is invalid; the message lists valid ones.
    """
    variable = _BY_NAME[PREFIX + name]
    value = environment.get(variable.full_name, "")
    if value and not variable.accepts(value):
        raise OptionError(f"{variable.full_name} is {value!r}; it can be {variable.allowed}")
    return value


def is_on(name: str) -> bool:
    """Whether a switch of the table is 1."""
    return read(name) == "1"


def folders(name: str) -> list[Path]:
    """The list of folders in a variable of the table."""
    return [Path(entry) for entry in read(name).split(os.pathsep) if entry]


@contextmanager
def restored() -> Iterator[None]:
    """A context that restores all environment variables at its end."""
    before = {name: value for name, value in os.environ.items() if name.startswith(PREFIX)}
    try:
        yield
    finally:
        for name in [name for name in os.environ if name.startswith(PREFIX) and name not in before]:
            del os.environ[name]
        os.environ.update(before)


def unknown_variables(environment: Mapping[str, str] = os.environ) -> list[str]:
    """A message for each variable that begins with `PREFIX` and is not in the table."""
    names = sorted(name for name in environment if name.startswith(PREFIX) and name not in _BY_NAME)
    return [f"there is no environment variable {name}{_suggestion(name)}" for name in names]


def _suggestion(name: str) -> str:
    close = difflib.get_close_matches(name, _BY_NAME, n=1, cutoff=0.6)
    return f"; did you mean {close[0]}?" if close else f"; there are {', '.join(_BY_NAME)}"


def check_environment(tell: Callable[[str], None] | None = None) -> None:
    """Checks all variables; unknown ones are reported, each once per process.

    Args:
        tell: receives a message; by default it becomes a `UserWarning`.

    Raises:
        OptionError: a value is invalid.
    """
    for sentence in unknown_variables():
        if sentence not in _told:
            _told.add(sentence)
            (tell or _warn)(sentence)
    for variable in VARIABLES:
        read(variable.name)


def _warn(sentence: str) -> None:
    warnings.warn(sentence, UserWarning, stacklevel=2)


def help_lines() -> list[str]:
    """Name and meaning of every variable, aligned, for the command line's help."""
    width = max(map(len, _BY_NAME))
    return [f"{variable.full_name:<{width}}  {variable.meaning}" for variable in VARIABLES]


def table() -> str:
    """The table of docs/cli.md."""
    rows = [f"| `{v.full_name}` | {v.meaning} | {v.allowed} |" for v in VARIABLES]
    return "\n".join(["| variable | meaning | values |", "| -- | -- | -- |", *rows])
