"""What is computed while a program is traced is the compiler's work, not the program's.

Fake tensors carry the value of small constants such as `torch.tensor(12.0, device="npu")`, and compute with them in
eager mode for as long as they are constants. On the device that would be a host operator, counted or refused; the
traced program does the arithmetic on the device all the same. Checked with torch 2.13.0.
"""

import functools
from collections.abc import Iterator
from contextlib import contextmanager

from npusim.frontend.device import policy, runtime


@functools.cache
def leave_constants_uncounted() -> None:
    """Real computation inside of fake tensors is neither counted nor refused."""
    from torch._subclasses import fake_tensor

    no_dispatch = fake_tensor.no_dispatch

    @contextmanager
    def quiet_no_dispatch() -> Iterator[None]:
        if not runtime.is_started():
            with no_dispatch():
                yield
            return
        with policy.uncounted_host_work(), no_dispatch():
            yield

    fake_tensor.no_dispatch = quiet_no_dispatch  # type: ignore[attr-defined]
