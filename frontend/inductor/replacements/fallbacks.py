"""Operators that other devices leave to eager kernels, though the device has a decomposition of them."""

import functools
from typing import Any

from npusim.frontend.lowering.decompositions import is_decomposed_here_only


def beside_decompositions(stock: Any) -> Any:
    """Wraps `make_fallback`, which refuses operators that are in the table of decompositions: that of the device hands
    a call on other devices back as it is.
    """

    @functools.wraps(stock)
    def make(op: Any, *args: Any, **kwargs: Any) -> None:
        if is_decomposed_here_only(op):
            kwargs = {**kwargs, "override_decomp": True}
        stock(op, *args, **kwargs)

    return make
