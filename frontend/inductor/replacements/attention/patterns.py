"""Inductor's patterns of attention that a program writes out: made when the first graph has a softmax.

Making the thirty of them takes a quarter of a second, and each is then tried at every product and view of a graph. All
of them contain the maximum of a softmax, so that a graph without one has no use for them.
"""

import functools
from collections.abc import Callable
from typing import Any

import torch
from npusim.frontend.inductor.devices import is_npu
from npusim.frontend.inductor.patching import around
from torch._inductor.pattern_matcher import init_once_fakemode

_MAXIMUM = torch.ops.aten.amax.default
_make: Callable[..., None] | None = None
"""Makes the patterns, once per device, in the surroundings that Inductor makes patterns in."""


def made_later(stock: Callable[..., None]) -> Callable[..., None]:
    """`_sfdp_init` that does nothing for the device: `made_when_needed` does it."""
    global _make

    def init(input_device: torch.device | None = None) -> None:
        stock(input_device)

    _make = init_once_fakemode(init)

    @functools.wraps(stock)
    def _sfdp_init(input_device: torch.device | None = None) -> None:
        if not is_npu(input_device):
            stock(input_device)

    return _sfdp_init


@around
def made_when_needed(
    stock: Callable[..., Any], graph: torch.fx.GraphModule, input_device: torch.device | None = None
) -> Any:
    """`joint_graph_passes` that makes the patterns first if a graph on the device can have a match."""
    if (
        is_npu(input_device)
        and _make is not None
        and graph.graph.find_nodes(op="call_function", target=_MAXIMUM, sort=False)
    ):
        _make(input_device)
    return stock(graph, input_device)
