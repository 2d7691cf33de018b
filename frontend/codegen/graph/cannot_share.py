"""The exception for nodes that cannot share a kernel, and the rule for it.

Whoever decides about a fusion tries it (records the nodes, measures them) and catches `CannotShareKernel`: the message
is the reason that it notes, and the nodes get kernels of their own. Code is generated only for combinations that have
been tried, so no user sees such an exception: raised all the same it is a defect, and `as_decided` turns it into an
error that says how to go on.
"""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from npusim.simulator.errors import CompileError


class CannotShareKernel(Exception):
    """These nodes cannot share a kernel; the message is the reason, as a sentence."""


@contextmanager
def as_decided(nodes: Sequence[Any]) -> Iterator[None]:
    """The context in which the kernel of nodes that were fused is written.

    Raises:
        CompileError: the nodes cannot share a kernel.
    """
    try:
        yield
    except CannotShareKernel as error:
        names = ", ".join(node.get_name() for node in nodes)
        raise CompileError(
            f"{names} were fused into one kernel, which then could not be written: {error}. This is a defect of "
            "npusim; compile inside `with torch.npu.fusion(all=False):` to go on without fusions"
        ) from error
