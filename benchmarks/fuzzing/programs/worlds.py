"""Executing a program line by line: as it is, in float64, and in float64 with roundings made visible.

The exact world is the program with every floating-point dtype widened to float64. A noisy world is the exact one in
which every input and every new floating-point result is multiplied by 1 + d, |d| the unit roundoff of the dtype that
the value has in the program, with random signs (Monte Carlo arithmetic: D. S. Parker, 1997). What a noisy world
changes is what rounding may change; how far noisy worlds are from the exact one is how well conditioned a value is.
"""

import functools
import math
import re
import types
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

import torch
from npusim.frontend.verification.error_model import is_rounded, unit_roundoff, wide

from fuzzing.programs.program import Line, Program
from fuzzing.programs.standalone import tensor

_NARROW = re.compile(r"torch\.(float32|float16|bfloat16|complex64)\b")
_TIE = 64.0
"""Unit roundoffs of the largest element, by which elements differ clearly."""
Result = torch.Tensor | None


class World:
    """Names and what they hold. `noise` is the seed of a noisy world, None for exact ones.

    A value of more than `most_elements`, also an input, is a ValueError.
    """

    def __init__(
        self,
        *,
        is_wide: bool = False,
        noise: int | None = None,
        most_elements: float = math.inf,
    ) -> None:
        self.names: dict[str, Any] = {"torch": torch, "F": torch.nn.functional}
        self._most_elements = most_elements
        self._is_wide = is_wide
        self._signs = None if noise is None else torch.Generator().manual_seed(noise)
        self._storages: dict[int, torch.Tensor] = {}
        self._dtypes: dict[int, torch.dtype] = {}

    def add_input(self, name: str, value: torch.Tensor, requires_grad: bool = False) -> None:
        """A copy of an input of the program, with its strides."""
        self._limit(name, value)
        plain = value.detach()
        storage = torch.empty(0, dtype=value.dtype).set_(plain.untyped_storage()).clone()
        dtype = wide(value.dtype) if self._is_wide else value.dtype
        storage = self._noisy(storage.to(dtype), value.dtype)
        copy = storage.as_strided(plain.shape, plain.stride(), plain.storage_offset())
        self.name(name, copy.requires_grad_(requires_grad), value.dtype)

    def name(self, name: str, value: torch.Tensor, dtype: torch.dtype) -> None:
        """Gives a tensor, in the program of a dtype, a name, under which lines know it."""
        self.names[name] = value
        self._dtypes[_address(value)] = dtype
        self._remember(value)

    def run(self, line: Line, dtypes: Sequence[torch.dtype | None] = ()) -> None:
        """Executes a line; `dtypes` are those of its results in the program. Raises what PyTorch raises, and ValueError
        in the world of the program itself where elements do not differ clearly that must.
        """
        if not self._is_wide and not all(_is_distinct(self.names[name], dim) for name, dim in line.distinct):
            raise ValueError(f"elements are too near to one another for {line.text}")
        with _default_dtype(self._is_wide):
            exec(_compiled(line.text, self._is_wide), self.names)
        for name in line.results:
            self._limit(line.text, self.names[name])
        for name, dtype in zip(line.results, dtypes, strict=False):
            self._settle(name, dtype)

    def _limit(self, name: str, value: Any) -> None:
        if isinstance(value, torch.Tensor) and value.numel() > self._most_elements:
            raise ValueError(f"a value of {name} has more than {self._most_elements} elements")

    def _settle(self, name: str, dtype: torch.dtype | None) -> None:
        value = self.names[name]
        if dtype is not None and self._is_conversion(value, dtype):
            self.names[name] = value = value.clone()
        if self._signs is not None and dtype is not None and is_rounded(dtype) and not self._shares_memory(value):
            self.names[name] = value = self._noisy(value, dtype)
        self._remember(value)

    def _noisy(self, value: torch.Tensor, dtype: torch.dtype) -> torch.Tensor:
        if self._signs is None or not is_rounded(dtype):
            return value
        signs = torch.randint(2, value.shape, generator=self._signs) * 2 - 1
        return value * (1 + unit_roundoff(dtype) * signs.double())

    def _is_conversion(self, value: torch.Tensor, dtype: torch.dtype) -> bool:
        """Whether a value of a dtype is a copy in the program, but not here, where both dtypes are the wide one."""
        source = self._storages.get(_address(value))
        before = self._dtypes.setdefault(_address(value), dtype)
        return source is not None and before != dtype and source.dtype == value.dtype

    def _shares_memory(self, value: torch.Tensor) -> bool:
        return _address(value) in self._storages

    def _remember(self, value: Any) -> None:
        if isinstance(value, torch.Tensor) and _address(value):
            self._storages[_address(value)] = value

    def dtypes(self, line: Line) -> list[torch.dtype | None]:
        """The dtypes of a line's results here; None for what is no tensor."""
        values = [self.names[name] for name in line.results]
        return [value.dtype if isinstance(value, torch.Tensor) else None for value in values]


def _address(value: torch.Tensor) -> int:
    return value.untyped_storage().data_ptr()


def gradients(results: Sequence[torch.Tensor], wanted: Sequence[torch.Tensor]) -> list[Result]:
    """Gradients of a fixed weighted sum of the results, for every wanted input (None: it does not depend)."""
    roots = [r for r in results if r.requires_grad]
    if not roots or not wanted:
        return []
    weights = [
        tensor(number, root.dtype, tuple(root.shape), 0.5, 1.5).to(root.device) for number, root in enumerate(roots)
    ]
    return list(torch.autograd.grad(roots, wanted, weights, allow_unused=True))


def in_world(program: Program, world: World, dtypes: Sequence[Sequence[torch.dtype | None]] | None) -> list[Result]:
    """The results of a program, gradients (backward), and the other inputs, which it may have changed.

    `dtypes` of each line's results as the program itself has them (None: this world is the program itself).
    """
    made = program.make_inputs()
    for entry, value, has_gradient in zip(program.inputs, made, program.differentiated, strict=True):
        world.add_input(entry.name, value, has_gradient)
    leaves = [world.names[entry.name] for entry in program.inputs]
    given = operands(program, leaves)
    for entry, value, source in zip(program.inputs, given, made, strict=True):
        world.name(entry.name, value, source.dtype)
    for number, line in enumerate(program.lines):
        world.run(line, () if dtypes is None else dtypes[number])
    results = [world.names[name] for name in program.returns]
    return finished(program, results, leaves, given)


def operands(program: Program, leaves: Sequence[torch.Tensor]) -> list[torch.Tensor]:
    """What the program is called with: its inputs, and copies of those that are computed."""
    pairs = zip(leaves, program.computed, strict=True)
    return [leaf.clone() if is_computed else leaf for leaf, is_computed in pairs]


def finished(
    program: Program, results: Sequence[torch.Tensor], leaves: Sequence[torch.Tensor], given: Sequence[torch.Tensor]
) -> list[Result]:
    """What is compared of one run: results, gradients, and operands that it may have changed as they are left behind.

    Args:
        leaves: the inputs, of which there are gradients.
        given: the operands.
    """
    if program.mode != "backward":
        return [*results, *given]
    wanted = [x for x, is_wanted in zip(leaves, program.differentiated, strict=True) if is_wanted]
    left = [x.detach() for x, is_changeable in zip(given, program.changeable, strict=True) if is_changeable]
    # Copies: results that are views of inputs are made anew outside of the compiled graph.
    results = [result.clone() for result in results]
    return [*(result.detach() for result in results), *gradients(results, wanted), *left]


def eager(program: Program, most_elements: float = math.inf) -> tuple[list[Result], list[list[torch.dtype | None]]]:
    """What eager PyTorch gives on the CPU, and the dtypes of each line's results."""
    world = World(most_elements=most_elements)
    results = in_world(program, world, None)
    return results, [world.dtypes(line) for line in program.lines]


def exact(program: Program, dtypes: Sequence[Sequence[torch.dtype | None]], noise: int | None = None) -> list[Result]:
    """What float64 gives, or a noisy world."""
    world = World(is_wide=True, noise=noise)
    return in_world(program, world, dtypes)


def _is_distinct(value: torch.Tensor, dim: int | None) -> bool:
    """Whether elements along a dimension (None: all) differ by more than rounding explains."""
    elements = value.detach().reshape(-1) if dim is None or value.dim() == 0 else value.detach()
    if elements.numel() < 2:
        return True
    if elements.dtype == torch.bool:
        return False
    along = -1 if dim is None or value.dim() == 0 else dim
    gaps = elements.to(wide(value.dtype)).sort(along).values.diff(dim=along)
    if not is_rounded(value.dtype):
        return bool((gaps != 0).all())
    return bool((gaps > _TIE * unit_roundoff(value.dtype) * float(elements.abs().max())).all())


@functools.lru_cache(maxsize=4096)
def _compiled(text: str, is_wide: bool) -> types.CodeType:
    return compile(_NARROW.sub(_widened, text) if is_wide else text, f"<line {text}>", "exec")


def _widened(found: re.Match[str]) -> str:
    return "torch.complex128" if found[1] == "complex64" else "torch.float64"


@contextmanager
def _default_dtype(is_wide: bool) -> Iterator[None]:
    before = torch.get_default_dtype()
    torch.set_default_dtype(torch.float64 if is_wide else before)
    try:
        yield
    finally:
        torch.set_default_dtype(before)
