"""`npusim run attention`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from npusim.frontend.cli.operator_inputs import Function, Inputs, Request
from npusim.frontend.cli.operators import FLOATING, Operator, register_operators

if TYPE_CHECKING:
    from torch import Tensor


def _attention(make: Inputs, request: Request) -> tuple[Function, list[Tensor]]:
    batch, heads, queries, width, keys = (*request.shape, request.shape[2])[:5]
    inputs = [make.make(batch, heads, length, width) for length in (queries, keys, keys)]
    return make.torch.nn.functional.scaled_dot_product_attention, inputs


register_operators(
    Operator(
        "attention",
        "scaled dot-product attention (KEYS: S)",
        ("B", "H", "S", "D", "KEYS"),
        (1, 12, 512, 64),
        _attention,
        dtypes=FLOATING,
        least=4,
    ),
)
