"""`npusim run conv`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from npusim.frontend.cli.operator_inputs import Function, Inputs, Request
from npusim.frontend.cli.operators import FLOATING, Operator, register_operators
from npusim.simulator.errors import ShapeError

if TYPE_CHECKING:
    from torch import Tensor


def _conv(make: Inputs, request: Request) -> tuple[Function, list[Tensor]]:
    batch, channels, filters, size, *rest = request.shape
    kernel, stride, padding, groups = (*rest, *(3, 1, 1, 1)[len(rest) :])
    _check_convolution(request.shape, channels, filters, size, (kernel, stride, padding, groups))
    conv2d = make.torch.nn.functional.conv2d
    inputs = [
        make.make(batch, channels, size, size),
        make.weight(channels // groups * kernel**2, filters, channels // groups, kernel, kernel),
        make.make(filters),
    ]
    return lambda x, weight, bias: conv2d(x, weight, bias, stride, padding, 1, groups), inputs


def _check_convolution(
    shape: Sequence[int], channels: int, filters: int, size: int, steps: tuple[int, int, int, int]
) -> None:
    kernel, stride, padding, groups = steps
    given = ",".join(map(str, shape))
    if min(kernel, stride, groups) < 1 or padding < 0:
        raise ShapeError(
            f"conv takes a kernel, stride and groups of at least 1 and a padding of at least 0, not {given}"
        )
    if channels % groups or filters % groups:
        raise ShapeError(f"conv takes numbers of channels that {groups} groups divide, not {given}")
    if size + 2 * padding < kernel:
        raise ShapeError(
            f"conv takes a kernel that is not larger than the padded image of {size + 2 * padding}, not {given}"
        )


register_operators(
    Operator(
        "conv",
        "2-D convolution of images of HW x HW with bias (K 3, STRIDE 1, PADDING 1, GROUPS 1)",
        ("B", "CIN", "COUT", "HW", "K", "STRIDE", "PADDING", "GROUPS"),
        (2, 64, 64, 28, 3, 1, 1, 1),
        _conv,
        dtypes=FLOATING,
        least=4,
    ),
)
