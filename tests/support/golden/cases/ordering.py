"""Scans, sorts, first keys, and what is made with them."""

import torch
from common import make

from golden.case import golden


def sizes_from_data():
    """Results may be as long as the data say."""
    return torch._dynamo.config.patch(capture_dynamic_output_shape_ops=True)


@golden(make((5, 33)))
def cumulative_sum(x):
    return torch.cumsum(x, 1)


@golden(make((33, 5)))
def cumulative_sum_of_columns(x):
    return torch.cumsum(x, 0)


@golden(make((2, 5000)))
def cumulative_sum_of_long_rows(x):
    return torch.cumsum(x, 1)


@golden(make((5, 33)))
def cumulative_maximum(x):
    return tuple(torch.cummax(x, 1))


@golden(make((5, 33), torch.bfloat16))
def cumulative_products(x):
    return torch.cumprod(x, 1)


@golden(make((3, 20)))
def sort(x):
    return tuple(torch.sort(x, 1))


@golden(make((20, 3), torch.int64))
def stable_sort_of_columns(x):
    return tuple(torch.sort(x, dim=0, descending=True, stable=True))


@golden(make((1, 600)))
def sort_of_a_long_row(x):
    return torch.sort(x, 1).values


@golden(make((5, 61)))
def top_k(x):
    return tuple(torch.topk(x, 7, 1))


@golden(make((1, 600)))
def first_of_many(x):
    return torch.topk(x, 3, 1, largest=False).values


@golden(make((3, 7)), values=True)
def medians(x):
    return tuple(torch.median(x, 1))


@golden(make((9, 11)), values=True, within=sizes_from_data)
def selected_elements(x):
    return torch.masked_select(x, x > 0.5) * 2


@golden(make((7, 9)) > 0.3, values=True, within=sizes_from_data)
def places_of_true_elements(x):
    return torch.nonzero(x)


@golden(make((9,)), torch.tensor([0.0, 0.5, 1.0, 1.5]))
def buckets(x, boundaries):
    return torch.bucketize(x, boundaries)
