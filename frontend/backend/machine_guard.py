"""The Dynamo guard on the compile state (`npusim.frontend.compile_state`): when it changes, code is compiled again.

Dynamo checks guards before it reuses compiled code. This one is on an attribute of `torch.npu` that follows the state.
"""

import functools

import torch
from npusim.frontend.compile_state import compile_state, on_compile_state_change
from npusim.frontend.inductor.tracing_api import AttrSource, GuardBuilder, ImportSource, TracingContext, install_guard

ATTRIBUTE = "_compile_machine"


def guard_machine() -> None:
    """Called while a graph that touches the device is compiled: its code is valid for the present state only."""
    _follow_machine()
    if TracingContext.try_get() is not None:
        source = AttrSource(AttrSource(ImportSource("torch"), "npu"), ATTRIBUTE)
        install_guard(source.make_guard(GuardBuilder.EQUALS_MATCH))


@functools.cache
def _follow_machine() -> None:
    _remember()
    on_compile_state_change(_remember)


def _remember() -> None:
    setattr(torch.npu, ATTRIBUTE, compile_state())  # type: ignore[attr-defined]
