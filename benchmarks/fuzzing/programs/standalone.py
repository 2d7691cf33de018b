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
    """The pairs of values, by number, whose memory overlaps: who changes one may change the other. Parts of one storage
    that lie apart do not.
    """
    known = [(n, v, addresses(v)) for n, v in enumerate(values) if v is not None and v.numel() > 0]
    pairs = [(one, other) for one in known for other in known if one[0] < other[0]]
    return {
        (n, m) for (n, v, here), (m, w, there) in pairs if max(here.start, there.start) < min(here.stop, there.stop)
    }


def addresses(value: torch.Tensor) -> range:
    """From the first element's address to behind the last one's."""
    reach = sum((size - 1) * stride for size, stride in zip(value.shape, value.stride(), strict=True))
    return range(value.data_ptr(), value.data_ptr() + (reach + 1) * value.element_size())
