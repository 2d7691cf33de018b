"""Compiled code belongs to a machine: on another one it is compiled again, with tiles of that machine's size.

Dynamo checks guards before it reuses compiled code. One more guard, on an attribute of `torch.npu` that follows the
scheduler's machine, makes it compile once per machine. Checked with torch 2.13.0.
"""

import functools

import torch
from npusim.scheduler import current_machine, on_machine_change
from npusim.simulator.machine import Machine
from torch._dynamo.guards import GuardBuilder, install_guard
from torch._dynamo.source import AttrSource, ImportSource
from torch._guards import TracingContext

ATTRIBUTE = "_compile_machine"


def guard_machine() -> None:
    """Called while a graph that touches the device is compiled: its code is valid for the present machine only."""
    _follow_machine()
    if TracingContext.try_get() is not None:
        source = AttrSource(AttrSource(ImportSource("torch"), "npu"), ATTRIBUTE)
        install_guard(source.make_guard(GuardBuilder.EQUALS_MATCH))


@functools.cache
def _follow_machine() -> None:
    _remember(current_machine())
    on_machine_change(_remember)


def _remember(machine: Machine) -> None:
    setattr(torch.npu, ATTRIBUTE, machine.digest)  # type: ignore[attr-defined]
