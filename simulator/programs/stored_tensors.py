"""Where the inputs and outputs of a program lie, and what of them NumPy can show."""

from typing import Annotated, Self

import numpy as np
from npusim.simulator.run.memory.host_arrays import Array, from_bits
from pydantic import BaseModel, ConfigDict, Field, model_validator

_ELEMENTS = {"bfloat16": "bf16", "float8_e4m3fn": "f8E4M3FN", "float8_e5m2": "f8E5M2"}
_STORED = {"bfloat16": "uint16", "float8_e4m3fn": "uint8", "float8_e5m2": "uint8"}
_PLAIN = (
    *("float64", "float32", "float16", "complex64", "complex128", "bool"),
    *(f"{sign}int{bits}" for sign in ("", "u") for bits in (8, 16, 32, 64)),
)
DTYPES = frozenset((*_PLAIN, *_STORED))
"""Names of the types that inputs and outputs may have, as torch names them."""

_Extent = Annotated[int, Field(ge=0, le=2**46, strict=True)]


class StoredTensor(BaseModel):
    """A tensor in an allocation: its offset in bytes, its type, and its shape and strides in elements."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    allocation: Annotated[int, Field(ge=0, lt=2**31, strict=True)]
    offset: _Extent = 0
    dtype: str
    shape: Annotated[tuple[_Extent, ...], Field(max_length=64)] = ()
    stride: Annotated[tuple[_Extent, ...], Field(max_length=64)] = ()

    @model_validator(mode="after")
    def _is_a_tensor(self) -> Self:
        if self.dtype not in DTYPES:
            raise ValueError(f"a tensor has type {self.dtype[:40]!r}; it can be {', '.join(sorted(DTYPES))}")
        if len(self.shape) != len(self.stride):
            raise ValueError(f"a tensor has {len(self.shape)} sizes and {len(self.stride)} strides")
        return self

    @property
    def end(self) -> int:
        """The byte of the allocation behind its last element."""
        if 0 in self.shape:
            return self.offset
        last = sum((size - 1) * stride for size, stride in zip(self.shape, self.stride, strict=True))
        return self.offset + (last + 1) * self._stored.itemsize

    @property
    def _stored(self) -> np.dtype[np.generic]:
        return np.dtype(_STORED.get(self.dtype, self.dtype))

    def read(self, memory: Array) -> Array:
        """Its values, given the bytes of its allocation: `float32` for types that NumPy lacks."""
        elements = memory[self.offset : self.end].view(self._stored)
        strides = [stride * self._stored.itemsize for stride in self.stride]
        bits = np.lib.stride_tricks.as_strided(elements, self.shape, strides) if elements.size else elements
        values = np.ascontiguousarray(bits).reshape(self.shape)
        return from_bits(values, _ELEMENTS[self.dtype]) if self.dtype in _ELEMENTS else values
