"""Sources of Dynamo, by which it gets at an object (`self.layers[3].norm.weight`): rewritten for a copy of a layer, and
evaluated.

A layer has hundreds of guards, whose sources share their first parts and end alike. Torch rewrites each from its
beginning, copies what does not change, and compiles each step as text.
"""

import dataclasses
import functools
from collections.abc import Callable
from types import CodeType
from typing import Any
from weakref import WeakKeyDictionary

from npusim.frontend.inductor.patching import around
from npusim.frontend.inductor.tracing_api import Source

_rewritten: "WeakKeyDictionary[Callable[[Source], Source], dict[int, tuple[Source, Source]]]" = WeakKeyDictionary()
"""Sources by their identity, kept alive, and what became of them: by the function that rewrites, which Dynamo makes for
each call of a layer. Equal sources need not be the same: `x[1]` and `x[True]`."""


@around
def rewriting_once(
    stock: Callable[..., Source], source: Source, transform_fn: Callable[[Source], Source] | None = None
) -> Source:
    """Wraps `ChainedSource.clone`: a function rewrites each part of a source once. Parts that it leaves as they are
    stay the same objects, which nobody changes.
    """
    if transform_fn is None:
        return stock(source)
    known = _rewritten.setdefault(transform_fn, {})
    if id(source) not in known:
        known[id(source)] = source, transform_fn(_with_parts(source, transform_fn))
    return known[id(source)][1]


def _with_parts(source: Any, transform_fn: Callable[[Source], Source]) -> Source:
    changed = {}
    for name in _fields(source.__class__):
        part = getattr(source, name)
        if isinstance(part, Source) and (own := part.clone(transform_fn)) is not part:
            changed[name] = own
    found: Source = dataclasses.replace(source, **changed) if changed else source
    return found


@functools.cache
def _fields(kind: type) -> tuple[str, ...]:
    return tuple(field.name for field in dataclasses.fields(kind))


@around
def evaluating_compiled(
    _: Callable[..., Any], source: Any, globals: dict[str, Any], locals: dict[str, Any], cache: dict[Source, Any]
) -> Any:
    """Replaces `ChainedSource.get_value`: the text of a step, of which there are few, is compiled once."""
    if source in cache:
        return cache[source]
    base = source.base.get_value(globals, locals, cache)
    name, counter = "tmp", 0
    while name in locals:
        name, counter = f"tmp{counter}", counter + 1
    locals[name] = base
    cache[source] = value = eval(_compiled(source._name_template.format(name)), globals, locals)
    del locals[name]
    return value


@functools.lru_cache(4096)
def _compiled(text: str) -> CodeType:
    return compile(text.strip(), "<source>", "eval")
