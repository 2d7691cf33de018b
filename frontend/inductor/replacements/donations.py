"""Which inputs of a graph may be overwritten: saved tensors that nothing else reads (donated buffers)."""

import functools
from collections.abc import Callable
from typing import Any


def donating_nothing(init: Callable[..., None]) -> Callable[..., None]:
    """Wraps `SubgraphLowering.__init__`: no operand of a subgraph may be overwritten.

    The numbers of donated inputs are the whole backward graph's. A subgraph that took them for its own would return
    the memory of an operand, which the graph around it gives away while the result is still read.
    """

    @functools.wraps(init)
    def __init__(self: Any, *args: Any, **kwargs: Any) -> None:
        init(self, *args, **kwargs)
        self.bw_donated_idxs = None

    return __init__
