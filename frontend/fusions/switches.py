"""Names of the fusions, and which of them are switched off.

`NPUSIM_NO_FUSE=prologue,horizontal` (or `all`) switches off when a process starts, `torch.npu.set_fusion` and
`torch.npu.fusion` while it runs. The fusions that are off are part of the keys of the compile caches. Imports no torch.
"""

import difflib
import os
from collections.abc import Iterable, Iterator
from contextlib import AbstractContextManager, contextmanager

from npusim.frontend.settings.setting import Setting
from npusim.simulator.errors import OptionError

VARIABLE = "NPUSIM_NO_FUSE"
ALL = "all"

POINTWISE = "pointwise"
HORIZONTAL = "horizontal"
EPILOGUE = "epilogue"
REDUCTION_EPILOGUE = "reduction_epilogue"
PROLOGUE = "prologue"
SIBLING = "sibling"
FOREACH = "foreach"
ATTENTION = "attention"

FUSIONS = {
    POINTWISE: "a pointwise or reduction node with one that reads its result",
    HORIZONTAL: "pointwise or reduction nodes that read the same data",
    EPILOGUE: "pointwise nodes on the tile of a template's result",
    REDUCTION_EPILOGUE: "reductions of the rows of a template's result, and what reads them, on its tile",
    PROLOGUE: "pointwise nodes on the tile of a template's operand",
    SIBLING: "templates that read the same operand and whose results meet in an epilogue",
    ATTENTION: "two products and the softmax between them (attention that a program writes out)",
    FOREACH: "equal loops for the tensors of a list (torch._foreach_*, optimizers), as one loop over the tensors",
}
"""Name of a fusion -> the nodes that it puts into one kernel."""


setting: Setting[frozenset[str]] = Setting(lambda: parse_names([os.environ.get(VARIABLE, "")], VARIABLE))
"""The fusions that are off."""


def fusions() -> dict[str, bool]:
    """Every fusion by its name, and whether it is on."""
    off = switched_off()
    return {name: name not in off for name in FUSIONS}


def is_on(name: str) -> bool:
    """Whether a fusion is on."""
    return name not in switched_off()


def switched_off() -> frozenset[str]:
    """Names of the fusions that are off.

    Raises:
        OptionError: the environment variable names one that does not exist.
    """
    return setting.value()


def set_fusion(name: str, enabled: bool) -> None:
    """Switches a fusion (a name of `fusions()`, or `all`) on or off for everything that is compiled from now on.

    Raises:
        OptionError: there is no fusion of this name.
    """
    names = parse_names([name], "set_fusion")
    setting.choose(switched_off() - names if enabled else switched_off() | names)


@contextmanager
def fusion(**enabled: bool) -> Iterator[None]:
    """`with torch.npu.fusion(prologue=False): ...` switches fusions for what is compiled inside."""
    with setting.during(setting.value()):
        for name, on in enabled.items():
            set_fusion(name, on)
        yield


def without(names: Iterable[str]) -> AbstractContextManager[None]:
    """`fusion` with these fusions switched off."""
    return fusion(**dict.fromkeys(names, False))


def parse_names(words: Iterable[str], source: str) -> frozenset[str]:
    """The fusions that words such as `prologue,horizontal` or `all` name.

    Raises:
        OptionError: a name that does not exist; the message names `source`.
    """
    names = {part.strip() for word in words for part in word.split(",") if part.strip()}
    if ALL in names:
        return frozenset(FUSIONS)
    for name in sorted(names - FUSIONS.keys()):
        close = difflib.get_close_matches(name, FUSIONS, n=1)
        hint = f" (did you mean {close[0]}?)" if close else ""
        raise OptionError(f"{source}: there is no fusion called {name!r}{hint}; there are: {', '.join(FUSIONS)}, {ALL}")
    return frozenset(names)


def state() -> str:
    """The fusions that are off, as one word for cache keys and guards."""
    return ",".join(sorted(switched_off()))
