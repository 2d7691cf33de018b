"""Copies that rearrange: padding, concatenation, windows, steps, gathers."""

import torch
from common import make
from torch.nn import functional

from golden.case import golden, whole_numbers


@golden(make((5, 9)), make((5, 4), seed=1), make((5, 9), seed=2))
def concatenation(x, y, z):
    return torch.cat([x, y * 2, z[:, 1:]], 1) + 1


@golden(make((5, 9)), make((3, 9), seed=1))
def concatenation_of_rows(x, y):
    return torch.cat([x, torch.relu(y)], 0)


@golden(make((2, 3, 7, 9)))
def padding(x):
    return functional.pad(x, (1, 2, 0, 3), value=2.0), functional.pad(x, (2, 1, 1, 2), "reflect")


@golden(make((3, 4, 33)))
def rolls_and_flips(x):
    return torch.roll(x, 5, 2), x.flip(1), x.flip(2)


@golden(make((4, 64)))
def interleaved_elements(x):
    even, odd = x[:, ::2], x[:, 1::2]
    return torch.stack([even - odd, even + odd], -1).flatten(-2)


@golden(make((2, 3, 17, 16)), make((17, 16), seed=1), make((17, 16), seed=2))
def rotated_halves(x, cosine, sine):
    left, right = x.chunk(2, -1)
    return x * cosine + torch.cat((-right, left), -1) * sine


@golden(make((2, 3, 9, 10)))
def windows(x):
    return functional.unfold(x, 3, padding=1, stride=2)


@golden(make((2, 18, 12)))
def windows_put_together(x):
    return functional.fold(x, (6, 5), 3)


@golden(make((2, 9, 20)))
def windows_that_overlap(x):
    return x.unfold(2, 5, 2) * 2


@golden(make((2, 3, 13, 14)))
def pooling(x):
    return functional.max_pool2d(x, 3, 2, 1), functional.avg_pool2d(x, 3, 2, 1)


@golden(make((1, 2, 30, 31)))
def pooling_with_large_windows(x):
    return functional.avg_pool2d(x, 7, 3, 2)


@golden(make((1, 3, 12, 12)), gradients=True, values=True)
def pooling_gradients(x):
    return functional.max_pool2d(x, 3, 2, 1)


@golden(make((1, 2, 7, 8)))
def upsampling(x):
    return functional.interpolate(x, scale_factor=2, mode="bilinear"), functional.interpolate(x, (9, 13))


@golden(make((6, 4, 5)))
def views(x):
    return x.view(24, 5).t()[1:, 3:].reshape(-1) * 2, x.as_strided((5, 3), (7, 2), 4) + 1


@golden(make((5, 9)))
def repeats(x):
    return x.repeat(2, 3), x[:, None].expand(5, 4, 9).reshape(20, 9), x.repeat_interleave(3, 1)


@golden(make((50, 33)), whole_numbers(50, (3, 7)))
def gather_of_rows(table, places):
    return functional.embedding(places, table) * 2


@golden(make((50, 33)), whole_numbers(33, (50, 9)))
def gather_of_elements(x, places):
    return x.gather(1, places) + 1


@golden(make((20, 30)), whole_numbers(20, (7,), low=-20), whole_numbers(30, (4, 1)))
def gather_of_places_in_two_dimensions(x, rows, columns):
    return x[rows, columns]


@golden(make((6, 8)))
def example_template(x):
    return torch._foobar(x)


@golden(make((3, 4, 5, 6, 2, 3)))
def six_dimensions(x):
    return x.permute(5, 1, 3, 0, 4, 2).contiguous()
