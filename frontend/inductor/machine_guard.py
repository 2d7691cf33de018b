"""Compiled code belongs to a machine, a mapping strategy, the fusions that are on and whether zeros are skipped: with
others it is compiled again.

Dynamo checks guards before it reuses compiled code. One more guard, on an attribute of `torch.npu` that follows all of
these, makes it compile once for each. Checked with torch 2.13.0.
"""

import functools

import torch
from npusim.frontend import sparsity
from npusim.frontend.fusions import switches
from npusim.scheduler import current_machine, current_strategy, on_machine_change, on_strategy_change
from torch._dynamo.guards import GuardBuilder, install_guard
from torch._dynamo.source import AttrSource, ImportSource
from torch._guards import TracingContext

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
    on_machine_change(_remember)
    on_strategy_change(_remember)
    switches.on_change(_remember)
    sparsity.on_change(_remember)


def _remember(*_: object) -> None:
    state = f"{current_machine().digest} {current_strategy().digest} {switches.state()} {sparsity.skips_zero_tiles()}"
    setattr(torch.npu, ATTRIBUTE, state)  # type: ignore[attr-defined]
