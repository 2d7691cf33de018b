"""Arguments that an operator is tried with: what `sample_inputs` decorates makes them."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

import torch
from npusim.frontend.custom_operators.names import overload_of
from npusim.frontend.inductor.core_api import OpOverload
from npusim.simulator.errors import OptionError, ShapeError

Function = TypeVar("Function", bound=Callable[..., Sequence[Any]])


class SampleTensors:
    """Makes seeded tensors on the CPU.

    Args:
        dtype: of the tensors of floating-point numbers.
        seed: the same one gives the same values.
    """

    def __init__(self, dtype: torch.dtype = torch.float32, seed: int = 0) -> None:
        self.dtype = dtype
        self._generator = torch.Generator().manual_seed(seed)

    def __call__(self, *shape: int, scale: float = 1.0) -> torch.Tensor:
        """A tensor of normal values times `scale`."""
        return (torch.randn(shape, generator=self._generator) * scale).to(self.dtype)

    def integers(self, low: int, high: int, *shape: int, dtype: torch.dtype = torch.int64) -> torch.Tensor:
        """A tensor of integers, at least `low` and less than `high`."""
        return torch.randint(low, high, shape, generator=self._generator, dtype=dtype)


@dataclass(frozen=True)
class Samples:
    """What an operator is tried with.

    Attributes:
        operator: the overload.
        sizes: the numbers of a shape by name, with their defaults.
        function: makes the operator's arguments from `SampleTensors` and the numbers of a shape.
    """

    operator: OpOverload
    sizes: dict[str, int]
    function: Callable[..., Sequence[Any]]

    def arguments(
        self, shape: Sequence[int] | None = None, dtype: torch.dtype = torch.float32, seed: int = 0
    ) -> list[Any]:
        """Arguments on the CPU, for the default shape without one.

        Raises:
            ShapeError: the shape has another number of sizes.
        """
        given = tuple(self.sizes.values()) if shape is None else tuple(shape)
        if len(given) != len(self.sizes):
            raise ShapeError(f"{self.operator._schema.name} takes the sizes {', '.join(self.sizes)}, not {given}")
        return list(self.function(SampleTensors(dtype, seed), *given))


_samples: dict[str, Samples] = {}


def sample_inputs(operator: Any, /, **sizes: int) -> Callable[[Function], Function]:
    """Makes the decorated function what an operator is tried with, by tests, `check_operator` and `npusim run`.

        @sample_inputs(linear, M=129, K=65, N=33)
        def _(make, M, K, N):
            return make(M, K), make(N, K), make(N), "relu"

    Args:
        operator: as of `register_kernel`.
        sizes: the numbers of a shape, and their defaults.

    The function gets what makes tensors (`SampleTensors`: `make(M, K)`, `make.integers(0, 10, M)`) and the sizes, and
    returns the operator's arguments in the schema's order, those after `*` as well.
    """
    overload = overload_of(operator)

    def decorate(function: Function) -> Function:
        _samples[overload._schema.name] = Samples(overload, sizes, function)
        return function

    return decorate


def samples_of(operator: Any) -> Samples:
    """The samples of an operator, or of a name such as `mylib::linear`; OptionError when there are none."""
    name = operator if isinstance(operator, str) else overload_of(operator)._schema.name
    if name not in _samples:
        known = ", ".join(_samples) or "none"
        raise OptionError(f"'{name}' has no @sample_inputs; operators that have: {known}")
    return _samples[name]
