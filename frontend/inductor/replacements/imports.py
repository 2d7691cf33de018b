"""What Inductor computes while it is imported, for devices that a program may not have."""

from collections.abc import Callable
from functools import cached_property
from typing import Any

import torch
from npusim.frontend.inductor.patching import around


class DeferredTemplate:
    """A Jinja template that is compiled when it is used first: Inductor's are of Triton, but for those of the CPU."""

    def __init__(self, compile_template: Callable[[str], Any], source: str) -> None:
        self._compile = compile_template
        self._source = source

    @cached_property
    def _template(self) -> Any:
        return self._compile(self._source)

    def render(self, *args: Any, **kwargs: Any) -> str:
        text: str = self._template.render(*args, **kwargs)
        return text


@around
def compiled_when_used(compile_template: Callable[[str], Any], source: str) -> DeferredTemplate:
    """Wraps `KernelTemplate._template_from_string`: a third of the processor time of importing Inductor's lowerings."""
    return DeferredTemplate(compile_template, source)


_operators_seen: set[str] = set()


@around
def if_there_are_more(materialize: Callable[[], None]) -> None:
    """Wraps `_materialize_cpp_cia_ops`, which looks up every operator again for each namespace of operators."""
    registered = torch._C._dispatch_get_registrations_for_dispatch_key("CompositeImplicitAutograd")
    if not _operators_seen.issuperset(registered):
        materialize()
        _operators_seen.update(registered)
