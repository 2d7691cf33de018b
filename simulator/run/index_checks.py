"""Errors for indices out of range, found while values are computed and raised by the launch.

Kernels check indices on the host (`npu.check_index`), without simulated time. The kernel's `meta` has the origins of
the indices by the number of the check: `{"index_checks": [{"op": ..., "dim": ..., "source": ...}, ...]}`.
"""

from collections.abc import Mapping
from typing import Any

from npusim.simulator import native
from npusim.simulator.errors import IndexOutOfRangeError


def found_error(name: str, meta: Mapping[str, Any]) -> IndexOutOfRangeError | None:
    """The error of the first index out of range in the calling thread's last program, or None.

    Args:
        name: the kernel's name.
        meta: the kernel's `meta`.
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
