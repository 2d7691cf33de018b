"""Operators on sparse compressed tensors of the device (CSR, CSC, BSR, BSC).

Such tensors hold dense tensors of the device; C++ takes them apart (`csrc/sparse.cpp`). An operator that computes is
looked up among those that operator packages registered, which compile it for the device; nothing runs on the host.
"""

import functools
from collections.abc import Callable
from typing import Any, TypeVar

from npusim.frontend.device import runtime

Kernel = TypeVar("Kernel", bound=Callable[..., Any])

_kernels: dict[Any, Callable[..., Any]] = {}


def register_sparse_kernel(*operators: Any) -> Callable[[Kernel], Kernel]:
    """Makes the decorated function the device's kernel of operators (overloads such as `aten.mm.default`) that get a
    sparse compressed tensor. It gets the operator's arguments.
    """

    def decorate(function: Kernel) -> Kernel:
        _kernels.update(dict.fromkeys(operators, function))
        return function

    return decorate


def connect() -> None:
    """Called when the device starts."""
    runtime.registrations("_").fallback(_call, dispatch_key="SparseCsrPrivateUse1")


def take_over(*operators: Any) -> None:
    """Routes operators on sparse tensors to the registered kernels although PyTorch has a kernel for every device,
    which would give a sparse matrix the result's layout; called by operator packages when the device starts.
    """
    library = runtime.registrations("aten")
    for operator in operators:
        library.impl(operator, functools.partial(_call, operator), "SparseCsrPrivateUse1")


def _call(operator: Any, *args: Any, **kwargs: Any) -> Any:
    from npusim.frontend.lowering.discovery import load_templates, raise_template_errors

    load_templates()
    kernel = _kernels.get(operator)
    if kernel is None:
        raise_template_errors()
        known = ", ".join(sorted(str(other).removeprefix("aten.") for other in _kernels))
        raise NotImplementedError(
            f"{operator}: the device npu has no kernel for this operator on sparse tensors (it has {known}); "
            "convert them with to_dense(), or keep them on the CPU"
        )
    return kernel(*args, **kwargs)
