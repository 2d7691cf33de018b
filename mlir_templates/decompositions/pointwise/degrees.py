"""Degrees of polynomials that a tensor holds: recurrences take as many steps as the code generator writes out."""

from functools import partial
from typing import Any

import torch
from npusim.frontend import register_lowering
from npusim.frontend.codegen.math.orthogonal import LARGEST_DEGREE
from npusim.frontend.inductor.api import ir
from npusim.frontend.inductor.api import lowering as inductor
from npusim.mlir_templates.indexing.assertions import lower_checked

aten = torch.ops.aten
_WITHOUT_LIMIT = (aten.special_laguerre_polynomial_l, aten.special_legendre_polynomial_p)
"""In eager PyTorch, too, Hermite polynomials of larger degrees are NaN; Chebyshev polynomials have closed forms."""


def _of_degrees(operator: Any, polynomial: Any, x: Any, degrees: Any) -> Any:
    if isinstance(degrees, ir.TensorBox):
        is_known = inductor.logical_not(inductor.lowerings[aten.gt.Scalar](degrees, LARGEST_DEGREE))
        message = f"{operator} expects degrees of at most {LARGEST_DEGREE} in a tensor (a number may be larger)"
        degrees = lower_checked(degrees, is_known, message)
    return polynomial(x, degrees)


for _operator in _WITHOUT_LIMIT:
    _name = str(_operator).removeprefix("aten.special_")
    register_lowering(_operator.default)(partial(_of_degrees, _name, inductor.lowerings[_operator.default]))
