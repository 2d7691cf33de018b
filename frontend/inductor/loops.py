"""Loops of Inductor that the device has no kernels for, made of those it has: scans and sorts.

`install_loops` puts a function before `ir.Scan.create` and `ir.Sort.create` that takes over for tensors on the device,
so every lowering that makes such a loop works without knowing of it. Checked with torch 2.13.0.
"""

import functools
from typing import Any

from npusim.frontend.inductor.scans import scan
from npusim.frontend.inductor.sorts import sort
from torch._inductor import ir


@functools.cache
def install_loops() -> None:
    """Teaches Inductor the device's scans and sorts. Other devices keep what they had."""
    _take_over(ir.Scan, _scan)
    _take_over(ir.Sort, _sort)


def _scan(*, device: Any, dtypes: Any, inner_fns: Any, size: Any, axis: int, combine_fn: Any, **_: Any) -> Any:
    return scan(device, dtypes, inner_fns, size, axis, combine_fn)


def _sort(*, device: Any, dtypes: Any, inner_fns: Any, size: Any, axis: int, descending: bool, **_: Any) -> Any:
    return sort(device, dtypes, inner_fns, size, axis, descending)


def _take_over(loop: Any, create: Any) -> None:
    previous = loop.create

    @functools.wraps(previous)
    def dispatch(**kwargs: Any) -> Any:
        return (create if kwargs["device"].type == "npu" else previous)(**kwargs)

    loop.create = staticmethod(dispatch)
