"""Indices that a program uses and its tensors do not have: found while values are computed, raised by the launch.

Kernels check their indices beside the machine (`npu.check_index`): checks take no simulated time. Where the indices
come from is in the kernel's `meta`: `{"index_checks": [{"op": ..., "dim": ..., "source": ...}, ...]}`, by the number of
the check.
"""

from collections.abc import Mapping
from typing import Any

from npusim.simulator import native
from npusim.simulator.errors import IndexOutOfRangeError


def found_error(name: str, meta: Mapping[str, Any]) -> IndexOutOfRangeError | None:
    """The error of the first bad index in what the calling thread has just run, None when all were good.

    Args:
        name: of the kernel.
        meta: of the kernel.
    """
    found = native.take_bad_index()
    return None if found is None else _error(name, meta, *found)


def _error(name: str, meta: Mapping[str, Any], number: int, index: int, size: int) -> IndexOutOfRangeError:
    checks = meta.get("index_checks", ())
    check = checks[number] if number < len(checks) else {}
    dim, source = check.get("dim"), check.get("source")
    where = "" if dim is None else f"dimension {dim} with "
    message = (
        f"{check.get('op') or f'kernel {name}'}: index {index} is out of bounds for {where}size {size}"
        f"{f' ({source})' if source else ''}; torch.npu.check_indices(False) switches these errors off"
    )
    return IndexOutOfRangeError(message, index=index, size=size, dim=dim)
