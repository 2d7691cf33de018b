"""Operands of complex arithmetic, converted to parts of one dtype."""

from typing import Any

import torch
from npusim.frontend.complex_numbers import Pair, pair_of
from npusim.frontend.inductor.core_api import disable_current_modes

Parts = tuple[Any, Any]


def is_complex(value: Any) -> bool:
    """Whether an operand is complex: a Pair or a Python number with an imaginary part."""
    return isinstance(value, (Pair, complex))


def common(*values: Any) -> tuple[Parts, ...]:
    """Parts of each operand in the result's dtype by PyTorch's type promotion; numbers stay numbers."""
    dtype = result_dtype(*values).to_real()
    return tuple((_converted(re, dtype), _converted(im, dtype)) for re, im in map(pair_of, values))


def result_dtype(*values: Any) -> torch.dtype:
    """Dtype of the elementwise result of Pairs, real tensors and numbers, at least one of them complex."""
    with disable_current_modes():
        stand_ins = [_stand_in(value) for value in values]
        result = stand_ins[0]
        for other in stand_ins[1:]:
            rank = max(getattr(result, "ndim", 0), getattr(other, "ndim", 0))
            result = torch.empty((1,) * rank, dtype=torch.result_type(result, other), device="meta")
    dtype = result.dtype if isinstance(result, torch.Tensor) else torch.complex64
    return dtype if dtype.is_complex else torch.complex64


def _stand_in(value: Any) -> Any:
    if isinstance(value, (Pair, torch.Tensor)):
        return torch.empty((1,) * min(value.dim(), 1), dtype=value.dtype, device="meta")
    return 1j if isinstance(value, complex) else 1.0


def _converted(part: Any, dtype: torch.dtype) -> Any:
    return part.to(dtype) if isinstance(part, torch.Tensor) else part


def packed_operand(a: Pair, b: Pair) -> tuple[torch.Tensor, torch.Tensor]:
    """Packed forms of both operands with one dtype and broadcastable shapes."""
    dtype = result_dtype(a, b)
    return a.to(dtype).packed, b.to(dtype).packed


def aligned(re: torch.Tensor, im: Any) -> tuple[torch.Tensor, torch.Tensor]:
    """Both parts as tensors of one shape; with real operands the imaginary part may be a number or smaller."""
    if not isinstance(im, torch.Tensor):
        return re, torch.full_like(re, im)
    if not isinstance(re, torch.Tensor):
        return torch.full_like(im, re), im
    return (re, im) if re.shape == im.shape else tuple(torch.broadcast_tensors(re, im))  # type: ignore[return-value]


def product(a: Parts, b: Parts) -> Pair:
    """Product of two complex numbers given by their parts."""
    (a_re, a_im), (b_re, b_im) = a, b
    return Pair(*aligned(a_re * b_re - a_im * b_im, a_re * b_im + a_im * b_re))


def quotient(a: Parts, b: Parts) -> Pair:
    """Quotient by Smith's algorithm, which scales by the larger part of the divisor so that nothing overflows, with
    infinities and zeros as in eager PyTorch on the CPU.
    """
    (a_re, a_im), (c, d) = a, b
    if not isinstance(c, torch.Tensor) and c == d == 0:
        return Pair(*aligned(a_re / torch.full_like(a_re, 0.0), a_im / torch.full_like(a_im, 0.0)))
    swaps = abs(d) > abs(c)
    large, small = _choose(swaps, d, c), _choose(swaps, c, d)
    ratio = small / large
    scale = 1.0 / (large + small * ratio)
    u, v = _choose(swaps, a_im, a_re, like=large), _choose(swaps, -a_re, a_im, like=large)
    turn = _choose(swaps, -ratio, ratio)
    is_zero = large == 0
    re = _choose(is_zero, a_re / abs(c), (u + v * turn) * scale)
    im = _choose(is_zero, a_im / abs(d), (v - u * turn) * scale)
    return Pair(*aligned(re, im))


def _choose(condition: Any, yes: Any, no: Any, like: Any = None) -> Any:
    """Elements of `yes` or `no`, of which each may be a number; of `like`'s dtype if both are."""
    if isinstance(condition, bool):
        return yes if condition else no
    if not isinstance(yes, torch.Tensor) and not isinstance(no, torch.Tensor):
        yes = torch.full_like(like, yes)
    return torch.where(condition, yes, no)
