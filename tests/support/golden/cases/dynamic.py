"""Symbolic sizes, for each kind of kernel."""

import torch
from common import make
from torch.nn import functional

from golden.case import golden

X = make((17, 29))


@golden(X, dynamic=True)
def symbolic_pointwise(x):
    return functional.gelu(x) + x.t().contiguous().t()


@golden(X, dynamic=True)
def symbolic_reductions(x):
    return x.sum(0), x.mean(1), x.amax()


@golden(X, dynamic=True)
def symbolic_softmax(x):
    return torch.softmax(x, 1)


@golden(X, dynamic=True)
def symbolic_variance(x):
    return torch.var_mean(x, 1)


@golden(X, dynamic=True)
def symbolic_views(x):
    return x[1:, :-1].reshape(-1), torch.cat([x, x * 2], 0), functional.pad(x, (1, 2))


@golden(X, make((29, 40), seed=1), dynamic=True)
def symbolic_product(x, w):
    return torch.relu(x @ w)


@golden(*(make((1, 2, 21, 16), seed=seed) for seed in range(3)), dynamic=True)
def symbolic_attention(q, k, v):
    return functional.scaled_dot_product_attention(q, k, v)


@golden(*(make((1, 2, 21, 16), seed=seed) for seed in range(3)), gradients=True, dynamic=True)
def symbolic_attention_gradients(q, k, v):
    return functional.scaled_dot_product_attention(q, k, v)


@golden(make((3, 8, 9, 9)), make((12, 8, 3, 3), seed=1) / 8, dynamic=True)
def symbolic_convolution(x, w):
    return functional.conv2d(x, w, padding=1)


@golden(X, dynamic=True)
def symbolic_scan(x):
    return torch.cumsum(x, 1)


@golden(X, dynamic=True)
def symbolic_sort(x):
    return tuple(torch.sort(x, dim=1, stable=True))


@golden(X, torch.arange(40) % 17, dynamic=True)
def symbolic_gather(x, places):
    return x.index_select(0, places) * 2
