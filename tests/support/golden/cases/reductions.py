"""Reductions of rows, columns and everything; statistics; rows longer than a tile."""

import torch
from common import make
from torch.nn import functional

from golden.case import golden


@golden(make((33, 129)))
def row_reductions(x):
    return x.sum(1), x.amax(1), x.prod(1)


@golden(make((65, 37)))
def column_reductions(x):
    return x.sum(0), x.amin(0)


@golden(make((5, 65, 11)))
def reductions_of_the_middle(x):
    return x.mean(1), x.argmax(1)


@golden(make((65, 37)))
def reduction_to_a_number(x):
    return (x * 2).mean()


@golden(make((2, 3, 5, 7)))
def reductions_over_several_dimensions(x):
    return x.sum((0, 2)), x.amax((1, 3))


@golden(make((9, 65)))
def places_of_extremes(x):
    return x.argmax(1), x.argmin(0), x.max(1)


@golden(make((9, 65), torch.bool))
def boolean_reductions(x):
    return x.any(1), x.all(0), x.sum()


@golden(make((9, 65), torch.int32))
def whole_number_reductions(x):
    return x.sum(1), x.amax(0)


@golden(make((17, 65), torch.bfloat16))
def narrow_reductions(x):
    return x.sum(1), x.float().amax(1)


@golden(make((33, 65)))
def softmax_of_rows(x):
    return torch.softmax(x, -1)


@golden(make((33, 65)))
def softmax_of_columns(x):
    return torch.softmax(x, 0)


@golden(make((9, 65)), make((65,), seed=1), make((65,), seed=2))
def layer_norm(x, weight, bias):
    return functional.layer_norm(x, (65,), weight, bias)


@golden(make((9, 65)), make((65,), seed=1), make((65,), seed=2), gradients=True)
def layer_norm_gradients(x, weight, bias):
    return functional.layer_norm(x, (65,), weight, bias)


@golden(make((17, 33)))
def variances(x):
    return torch.var_mean(x, 1), torch.var(x, 0), torch.std(x)


@golden(make((3, 8, 6, 5)), make((8,), seed=1))
def batch_and_group_norms(x, weight):
    return functional.batch_norm(x, None, None, weight, training=True), functional.group_norm(x, 4)


@golden(make((2, 90_001)))
def streamed_softmax(x):
    return torch.softmax(x, -1)


@golden(make((2, 90_001)))
def streamed_variance(x):
    return torch.var_mean(x, -1)


@golden(make((17, 33)), torch.arange(17) * 5 % 33, gradients=True)
def cross_entropy(x, classes):
    return functional.cross_entropy(x, classes)


@golden(make((9, 33)), torch.arange(9) * 5 % 33, gradients=True)
def cross_entropy_with_label_smoothing(x, classes):
    return functional.cross_entropy(x, classes, label_smoothing=0.1)


@golden(make((6, 20)), make((6, 20), seed=1))
def horizontal_fusion(x, y):
    return x.sum(1), (x * 2).amax(1), x + 1, y - 1


@golden(make((6, 20)), within=lambda: torch.npu.fusion(horizontal=False))
def reductions_without_horizontal_fusion(x):
    return x.sum(1), (x * 2).amax(1)
