"""A complex tensor while its graph is rewritten: packed as pairs along a last axis, or as two real tensors.

Data movement keeps packed tensors packed, so that a copy moves whole pairs; arithmetic works on the parts. Each form is
made from the other at its first use.
"""

from collections.abc import Callable
from typing import Any

import torch


class Pair:
    """Real and imaginary parts of a complex tensor.

    Args:
        real, imag: tensors of one shape and one real dtype; or
        packed: both along a last axis of size 2.

    Attributes:
        memory: the complex tensor whose memory `packed` is, for one that exists outside of the graph.
        conjugate_of: the Pair that this one is the conjugate of, if that is how it was made.
    """

    def __init__(
        self, real: torch.Tensor | None = None, imag: torch.Tensor | None = None, *, packed: torch.Tensor | None = None
    ) -> None:
        self._real, self._imag, self._packed = real, imag, packed
        self.memory: torch.Tensor | None = None
        self.conjugate_of: Pair | None = None

    @property
    def is_packed(self) -> bool:
        return self._packed is not None

    @property
    def real(self) -> torch.Tensor:
        if self._real is None:
            assert self._packed is not None
            self._real = self._packed.select(-1, 0)
        return self._real

    @property
    def imag(self) -> torch.Tensor:
        if self._imag is None:
            assert self._packed is not None
            self._imag = self._packed.select(-1, 1)
        return self._imag

    @property
    def packed(self) -> torch.Tensor:
        if self._packed is None:
            real, imag = self.real.unsqueeze(-1), self.imag.unsqueeze(-1)
            # Not stack: both halves of a concatenation would load their common operands once each.
            first = torch.arange(2, device=real.device) == 0
            self._packed = torch.where(first, real, imag)
        return self._packed

    @property
    def parts(self) -> list[torch.Tensor]:
        """The tensors that hold it."""
        return [part for part in (self._packed, self._real, self._imag) if part is not None]

    @property
    def part_dtype(self) -> torch.dtype:
        return self._either.dtype

    @property
    def dtype(self) -> torch.dtype:
        return self.part_dtype.to_complex()

    @property
    def device(self) -> torch.device:
        return self._either.device

    @property
    def shape(self) -> torch.Size:
        return self._either.shape[:-1] if self.is_packed else self._either.shape

    def dim(self) -> int:
        return len(self.shape)

    def numel(self) -> int:
        return self.real.numel()  # type: ignore[no-any-return]  # may be symbolic

    def each(self, function: Callable[[torch.Tensor], torch.Tensor]) -> "Pair":
        """The function of both parts, one after the other."""
        return Pair(function(self.real), function(self.imag))

    def both(self, function: Callable[[torch.Tensor], torch.Tensor]) -> "Pair":
        """The function of both parts at once, for one that works on elements: on the packed form if there is one."""
        return Pair(packed=function(self._packed)) if self._packed is not None else self.each(function)

    def to(self, dtype: torch.dtype) -> "Pair":
        """Converted to a complex dtype."""
        return self if dtype == self.dtype else self.both(lambda part: part.to(dtype.to_real()))

    def conjugate(self) -> "Pair":
        if self.conjugate_of is not None:
            return self.conjugate_of
        made = Pair(self.real, -self.imag)
        made.conjugate_of = self
        return made

    @property
    def _either(self) -> torch.Tensor:
        found = self._packed if self._packed is not None else self._real
        assert found is not None
        return found


def pair_of(value: Any) -> Any:
    """(real part, imaginary part) of a Pair, a real tensor or a number; 0.0 stands for no imaginary part."""
    if isinstance(value, (Pair, complex)):
        return value.real, value.imag
    return value, 0.0
