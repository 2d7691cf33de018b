"""Arithmetic on constants while a program is traced, which is not counted as the program's host operators.

Fake tensors carry the value of small constants such as `torch.tensor(12.0, device="npu")`, and compute with them in
eager mode for as long as they are constants. On the device that would be a host operator, counted or refused; the
traced program does the arithmetic on the device all the same.
"""

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext

from npusim.frontend.device import policy, runtime
from npusim.frontend.inductor.patching import around


@around
@contextmanager
def uncounted(no_dispatch: Callable[[], AbstractContextManager[None]]) -> Iterator[None]:
    """Real computation inside of fake tensors is neither counted nor refused."""
    with policy.uncounted_host_work() if runtime.is_started() else nullcontext(), no_dispatch():
        yield
