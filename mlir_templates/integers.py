"""Powers, greatest common divisors of whole numbers: pointwise kernels. Checked with torch 2.13.0."""

from typing import Any

import torch
from npusim.frontend import register_lowering
from torch._inductor import lowering as inductor
from torch._inductor.virtualized import V, ops

aten = torch.ops.aten
_STEPS = {torch.int8: 12, torch.uint8: 13, torch.int16: 24, torch.int32: 47, torch.int64: 93}
"""Steps of Euclid's algorithm that suffice: neighbouring Fibonacci numbers take the most (Lame's theorem)."""


def _pointwise(function: Any, *operands: Any) -> Any:
    """Of operands in the dtype that the graph says the result has."""
    dtype = V.graph.current_node.meta["val"].dtype
    converted = [inductor.to_dtype(x, dtype) if hasattr(x, "get_dtype") else x for x in operands]
    tensors = inductor.broadcast_tensors(*(x for x in converted if hasattr(x, "get_dtype")))
    ready = iter(tensors)
    filled = [next(ready) if hasattr(x, "get_dtype") else inductor.full_like(tensors[0], x) for x in converted]
    return inductor.make_pointwise(function)(*filled)


@register_lowering(aten.pow.Tensor_Tensor, aten.pow.Scalar)
def lower_power(base: Any, exponent: Any) -> Any:
    """Of integers; a negative exponent gives 1, -1 or 0."""
    dtype = V.graph.current_node.meta["val"].dtype
    if dtype.is_floating_point or dtype.is_complex:
        return None
    return _pointwise(ops.pow, base, exponent)


@register_lowering(aten.gcd.default)
def lower_gcd(x: Any, y: Any) -> Any:
    steps = _STEPS[V.graph.current_node.meta["val"].dtype]

    def euclid(a: Any, b: Any) -> Any:
        a, b = ops.abs(a), ops.abs(b)
        for _ in range(steps):
            # A remainder by 0 is left alone: the other operand is the result then.
            done = ops.eq(b, ops.constant(0, torch.int64))
            a, b = ops.where(done, a, b), ops.where(done, b, ops.mod(a, b))
        return a

    return _pointwise(euclid, x, y)
