"""What the text of a program needs to run alone; its source is a part of every case that is written to a file."""

import torch


def tensor(
    seed: int,
    dtype: torch.dtype,
    size: tuple[int, ...],
    low: float = -2.0,
    high: float = 2.0,
    order: tuple[int, ...] | None = None,
    step: int = 1,
    offset: int = 0,
    distinct: bool = False,
) -> torch.Tensor:
    """Numbers from a grid between low and high, the same on every host; whole ones are rounded down.

    `order` lists the dimensions from the outermost in memory to the innermost, whose stride is `step`; the first
    element is number `offset` of the storage. `distinct`: every element of the storage differs from the others.
    """
    generator = torch.Generator().manual_seed(seed)
    strides, extent = [0] * len(size), step
    for dim in reversed(range(len(size)) if order is None else order):
        strides[dim], extent = extent, extent * max(size[dim], 1)
    count = extent + offset
    steps = (
        torch.randperm(count, generator=generator) if distinct else torch.randint(4096, (count,), generator=generator)
    )
    values = low + (high - low) * steps.double() / (count if distinct else 4096)
    values = values >= (low + high) / 2 if dtype is torch.bool else values
    if dtype.is_complex:
        values = torch.complex(values, values.flip(0))
    whole = not (dtype.is_floating_point or dtype.is_complex or dtype is torch.bool)
    return (values.floor() if whole else values).to(dtype).as_strided(size, strides, offset)


def sharing(values: list[torch.Tensor | None]) -> set[tuple[int, int]]:
    """The pairs of values, by number, that share memory without being one object: who changes one changes the other."""
    known = [(n, v, v.untyped_storage().data_ptr()) for n, v in enumerate(values) if v is not None and v.numel() > 0]
    pairs = [(one, other) for one in known for other in known if one[0] < other[0]]
    return {(n, m) for (n, v, place), (m, w, other) in pairs if place == other and v is not w}
