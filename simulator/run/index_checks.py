"""Errors for indices out of range and forbidden values, found while values are computed and raised by the launch.

Kernels check indices on the host (`npu.check_index`), without simulated time. The kernel's `meta` has the origins of
the indices by the number of the check: `{"index_checks": [{"op": ..., "dim": ..., "source": ..., "message": ...}]}`.
What fails for a check with a message is the message's condition.
"""

from collections.abc import Mapping
from typing import Any

from npusim.simulator import native
from npusim.simulator.errors import ForbiddenValueError, IndexOutOfRangeError, NpuSimError
from npusim.simulator.ir.dialect import FIRST_OF_NONE


def found_error(name: str, meta: Mapping[str, Any]) -> NpuSimError | None:
    """The error of the first check that failed in the calling thread's last program, or None.

    Args:
        name: the kernel's name.
        meta: the kernel's `meta`.
    """
    found = native.take_bad_index()
    return None if found is None else _error(name, meta, *found)


def _error(name: str, meta: Mapping[str, Any], number: int, index: int, size: int) -> NpuSimError:
    checks = meta.get("index_checks", ())
    check = checks[number] if number < len(checks) else {}
    dim, source, forbidden = check.get("dim"), check.get("source"), check.get("message")
    index = 0 if index == FIRST_OF_NONE else index
    where = "" if dim is None else f"dimension {dim} with "
    wrong = forbidden or f"index {index} is out of bounds for {where}size {size}"
    message = (
        f"{check.get('op') or f'kernel {name}'}: {wrong}"
        f"{f' ({source})' if source else ''}; torch.npu.check_indices(False) switches these errors off"
    )
    return ForbiddenValueError(message) if forbidden else IndexOutOfRangeError(message, index=index, size=size, dim=dim)
