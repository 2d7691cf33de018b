"""Implementations that are forced by name: for a process, for a block, for a call site.

`NPUSIM_IMPLEMENTATION=gemm=split_k,mylib::linear=wide` forces when a process starts, `torch.npu.implementation` while
it runs; inside of a compiled function it marks the calls that are traced in its block. What is forced is part of the
keys of the compile caches. Imports no torch.
"""

import os
import sys
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from npusim.frontend.settings.setting import Setting
from npusim.simulator.errors import OptionError

VARIABLE = "NPUSIM_IMPLEMENTATION"
MARK = "npusim_implementation"
"""Key of the names in `meta["custom"]` of a traced node."""

setting: Setting[dict[str, str]] = Setting(lambda: parse_names([os.environ.get(VARIABLE, "")], VARIABLE))


def forced() -> dict[str, str]:
    """Operator -> the name of its forced implementation, outside of any call site's block.

    Raises:
        OptionError: the environment variable has another form.
    """
    return setting.value()


def forced_at(node: Any) -> dict[str, str]:
    """What is forced for a node of the traced graph: its call site's names go before the others."""
    return {**forced(), **forced_here(node)}


def forced_here(node: Any) -> dict[str, str]:
    """What the blocks around its call site force for a node."""
    found: dict[str, str] = (node.meta.get("custom") or {}).get(MARK, {})
    return found


@contextmanager
def implementation(names: Mapping[str, str] | None = None, /, **more: str) -> Iterator[None]:
    """`with torch.npu.implementation(gemm="split_k"): ...` forces implementations for what is compiled inside; inside
    of a compiled function, for the calls in the block.

    Args:
        names: operator -> implementation, for operators whose names are no Python names: `{"mylib::linear": "wide"}`.
        more: the same.
    """
    wanted = {**(names or {}), **more}
    torch = sys.modules["torch"]
    if torch.compiler.is_compiling():
        with torch.fx.traceback.annotate({MARK: wanted}):
            yield
        return
    with forcing(wanted):
        yield


@contextmanager
def forcing(wanted: Mapping[str, str]) -> Iterator[None]:
    """`implementation` outside of compiled functions."""
    with setting.during({**forced(), **wanted}):
        yield


def parse_names(words: Iterable[str], source: str) -> dict[str, str]:
    """The names that words such as `gemm=split_k,mylib::linear=wide` give.

    Raises:
        OptionError: another form; the message names `source`.
    """
    found: dict[str, str] = {}
    for part in (part.strip() for word in words for part in word.split(",") if part.strip()):
        operator, _, name = part.partition("=")
        if not operator or not name:
            raise OptionError(f"{source}: {part!r} is not of the form OPERATOR=NAME, such as gemm=split_k")
        found[operator] = name
    return found


def state() -> str:
    """What is forced, as one word for cache keys and guards."""
    return ",".join(f"{operator}={name}" for operator, name in sorted(forced().items()))
