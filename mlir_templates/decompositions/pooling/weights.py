"""Products of images with matrices of weights, in which an output reads few of the inputs.

A matrix is dense, and 0 times an infinity or a NaN is NaN. Those are left out of the product, therefore, and a second
one counts them: +inf is 1 and -inf 256; read with a negative weight, a 256th of that. A sum's digits in the base of 256
then say what an output has read: its third 1 .. 255 elements that become +inf, its second and fourth ones -inf. NaN is
beyond all digits, and so is what becomes NaN: an infinity of weight 0. (`torch.npu.assume_finite` leaves this out.)
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from math import prod

import torch
from npusim.frontend.inductor.tracing_api import guarding_hint_or_throw
from npusim.frontend.settings.switches import finiteness
from torch import Tensor

_READ_AS_NAN = 2.0


@dataclass(frozen=True)
class Weights:
    """Of inputs in outputs along one dimension, or along several that are seen as one.

    Attributes:
        values: (outputs, inputs), 0 for inputs that an output does not read.
        reads: the same shape: 0, 1 for what is read, at least 2 for what makes an output NaN when it is not finite.
        most_inputs: that an output reads.
        most_outputs: that read an input.
    """

    values: Tensor
    reads: Tensor
    most_inputs: float
    most_outputs: float

    @property
    def shape(self) -> torch.Size:
        return self.values.shape

    @property
    def growth(self) -> float:
        count, size = map(guarding_hint_or_throw, self.shape)
        return float(count / max(size, 1))

    def transposed(self) -> "Weights":
        """Of outputs in inputs."""
        return Weights(self.values.t(), self.reads.t(), self.most_outputs, self.most_inputs)

    def joined(self, other: "Weights") -> "Weights":
        """Of two dimensions as one: the Kronecker product."""
        values, reads = _kronecker(self.values, other.values), _kronecker(self.reads, other.reads)
        return Weights(values, reads, self.most_inputs * other.most_inputs, self.most_outputs * other.most_outputs)


@dataclass(frozen=True)
class Kept:
    """A dimension of `size` elements that stays as it is."""

    size: int

    @property
    def shape(self) -> tuple[int, int]:
        return (self.size, self.size)

    @property
    def growth(self) -> float:
        return 1.0


def weights_of(values: Tensor, reads: Tensor, most: float, scale: float) -> Weights:
    """Weights of an image's dimension where an output reads `most` neighbours and lies at `scale` times its number."""
    outputs = values.shape[0]
    return Weights(values, reads, most, min((most + 1) / scale + 1, outputs) if scale > 0 else outputs)


def marked(positive: Tensor, negative: Tensor, zero: Tensor) -> Tensor:
    """`reads` from where inputs are read with weights of each sign; with several they become NaN, as inf - inf."""
    unclear = zero | (positive & negative)
    return torch.where(unclear, _READ_AS_NAN, torch.where(positive | negative, 1.0, 0.0))


def joined(weights: Sequence[Weights | Kept], planes: int) -> list[Weights | Kept]:
    """Neighbouring dimensions as one, with the Kronecker product of their matrices, where there are so many planes that
    it has fewer elements than what two products would write between them.
    """
    found = [weights[0]]
    for one in weights[1:]:
        before = found[-1]
        if isinstance(before, Weights) and isinstance(one, Weights) and _is_small(before, one, planes):
            found[-1] = before.joined(one)
        else:
            found.append(one)
    return found


def _is_small(before: Weights, after: Weights, planes: int) -> bool:
    return bool(guarding_hint_or_throw(before.shape[0] * after.shape[1]) <= planes)


def _kronecker(first: Tensor, second: Tensor) -> Tensor:
    sizes = [one * other for one, other in zip(first.shape, second.shape, strict=True)]
    return (first[:, None, :, None] * second[:, None, :]).reshape(sizes)


def weighted(weights: Weights | Kept, x: Tensor, dim: int) -> Tensor:
    """The sums of a contiguous `x` along a dimension; only what an output reads makes it infinite or NaN."""
    if isinstance(weights, Kept):
        return x
    if finiteness.value() or not x.is_floating_point():
        return along(weights.values, x, dim)
    finite = x.isfinite()
    sums = along(weights.values, torch.where(finite, x, 0), dim)
    return _Digits(weights.most_inputs).put(weights, x, finite, sums, dim)


class _Digits:
    """Numbers of infinities and NaN that outputs read.

    Args:
        most: what a digit counts to. Float32 holds three digits of 8 bits, float64 three of 17.
    """

    def __init__(self, most: float) -> None:
        is_small = bool(most < 1 << 8)
        self._base = float(1 << 8 if is_small else 1 << 17)
        self._dtype = torch.float32 if is_small else torch.float64

    def put(self, weights: Weights, x: Tensor, finite: Tensor, sums: Tensor, dim: int) -> Tensor:
        """`sums` with the infinities and NaN that outputs read."""
        found = along(self._factors(weights), self._flags(x, finite), dim)
        whole, high = found.floor(), (found / self._base).floor()
        negative = (high > 0) | (found > whole)
        both = negative & (whole > high * self._base)
        special = torch.where(both | (found >= self._base**2), math.nan, torch.where(negative, -math.inf, math.inf))
        return torch.where(found == 0, sums, special.to(sums.dtype))

    def _flags(self, x: Tensor, finite: Tensor) -> Tensor:
        infinite = torch.where(x > 0, 1.0, self._base)
        return torch.where(finite, 0.0, torch.where(x.isnan(), self._base**3, infinite)).to(self._dtype)

    def _factors(self, weights: Weights) -> Tensor:
        signed = torch.where(weights.values < 0, 1 / self._base, 1.0)
        read = torch.where(weights.reads < _READ_AS_NAN, signed, self._base**2)
        return torch.where(weights.reads == 0, 0.0, read).to(self._dtype)


def along(matrix: Tensor, x: Tensor, dim: int) -> Tensor:
    """The contraction of a dimension of a contiguous tensor with the columns of `matrix`; its result is contiguous."""
    before, after = x.shape[:dim], x.shape[dim + 1 :]
    if not after:
        return (x.reshape(prod(before), x.shape[dim]) @ matrix.t()).view(*before, matrix.shape[0])
    rows = x.reshape(prod(before), x.shape[dim], prod(after))
    return torch.bmm(matrix.expand(prod(before), *matrix.shape), rows).view(*before, matrix.shape[0], *after)
