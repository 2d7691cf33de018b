"""The Dynamo guard on the compile state (`npusim.frontend.compile_state`): when it changes, code is compiled again.

Dynamo checks guards before it reuses compiled code. This one is on a property of an object in `torch.npu`: the state,
which follows the changes that are reported, and looks for those that are not.
"""

import functools

import torch
from npusim.frontend.compile_state import compile_state, on_compile_state_change
from npusim.frontend.inductor.tracing_api import AttrSource, GuardBuilder, ImportSource, TracingContext, install_guard
from npusim.frontend.settings.lowering_changes import notice

ATTRIBUTE = "_compile_machine"


class _State:
    """The compile state."""

    def __init__(self) -> None:
        self._update()
        on_compile_state_change(self._update)

    @property
    def now(self) -> str:
        notice()
        return self._known

    def _update(self) -> None:
        self._known = compile_state()


def guard_machine() -> None:
    """Called while a graph that touches the device is compiled: its code is valid for the present state only."""
    _follow_machine()
    if TracingContext.try_get() is not None:
        source = AttrSource(AttrSource(AttrSource(ImportSource("torch"), "npu"), ATTRIBUTE), "now")
        install_guard(source.make_guard(GuardBuilder.EQUALS_MATCH))


@functools.cache
def _follow_machine() -> None:
    setattr(torch.npu, ATTRIBUTE, _State())  # type: ignore[attr-defined]
