"""Stores to computed addresses, with every way to combine; bags of embeddings."""

import torch
from common import make
from torch.nn import functional

from golden.case import golden, whole_numbers

X, PLACES, SOURCE = make((6, 9)), whole_numbers(6, (20, 7)), make((21, 8), seed=2)


@golden(X, PLACES % 6, SOURCE)
def scatter_add(x, places, source):
    return x.scatter_add(0, places, source)


@golden(X, PLACES, SOURCE)
def scatter_maximum(x, places, source):
    return torch.scatter_reduce(x, 0, places, source, "amax")


@golden(X, PLACES, SOURCE)
def scatter_minimum(x, places, source):
    return torch.scatter_reduce(x, 0, places, source, "amin", include_self=False)


@golden(X, PLACES, SOURCE)
def scatter_product_and_mean(x, places, source):
    return torch.scatter_reduce(x, 0, places, source, "prod"), torch.scatter_reduce(x, 0, places, source, "mean")


@golden(X, whole_numbers(6, (4, 9)), make((4, 9), seed=1))
def scatter(x, places, source):
    return x.scatter(0, places, source)


@golden(make((50, 33)), torch.randperm(50, generator=torch.Generator().manual_seed(1))[:20], make((20, 33), seed=1))
def index_put(x, rows, values):
    return x.index_put((rows,), values)


@golden(make((9, 33)), whole_numbers(9, (20,)), make((20, 33), seed=1))
def index_put_with_additions(x, rows, values):
    return x.index_put((rows,), values, accumulate=True)


@golden(make((9, 33), torch.bfloat16), whole_numbers(9, (12,)), make((12, 33), torch.bfloat16, seed=1))
def index_add_of_narrow_floats(x, rows, values):
    return x.index_add(0, rows, values)


@golden(make((4, 9, 3)), make((4, 9), seed=4) > 0, make((3,), seed=5))
def masked_put(x, mask, values):
    return x.index_put((mask,), values)


@golden(make((50, 33)), whole_numbers(50, (40,)), gradients=True)
def embedding_gradients(table, places):
    return functional.embedding(places, table)


@golden(make((50, 33)), whole_numbers(50, (23,)), torch.tensor([0, 0, 3, 4, 20]))
def embedding_bag(table, places, offsets):
    return functional.embedding_bag(places, table, offsets, mode="sum")


@golden(make((50, 33)), whole_numbers(50, (23,)), torch.tensor([0, 0, 3, 4, 20]), make((23,), seed=3))
def weighted_embedding_bag(table, places, offsets, weights):
    return functional.embedding_bag(places, table, offsets, mode="sum", per_sample_weights=weights)


@golden(make((50, 33)), whole_numbers(50, (23,)), torch.tensor([0, 0, 3, 4, 20]))
def maxima_and_means_of_bags(table, places, offsets):
    return tuple(functional.embedding_bag(places, table, offsets, mode=mode) for mode in ("max", "mean"))


@golden(make((50, 33)), whole_numbers(50, (23,)), torch.tensor([0, 0, 3, 4, 20]), gradients=True, values=True)
def embedding_bag_gradients(table, places, offsets):
    return functional.embedding_bag(places, table, offsets, mode="mean")


@golden(make((30,), torch.int64).abs())
def histogram(x):
    counts = torch.zeros(12, dtype=torch.int64, device=x.device)
    return counts.scatter_add(0, x, torch.ones_like(x))
