"""Lists of tensors, as gradient clipping and optimizers work on them, against eager PyTorch on the CPU."""

import math

import torch
from common import check, main, make, require, require_floating


def run(device, shape, dtype=torch.float32):
    require_floating(dtype)
    require(math.prod(shape) > 0, "--shape needs elements: a norm of none has no maximum")
    check(total_norms, make(shape, dtype), make((3,), dtype), device=device)


def total_norms(x, y):
    return torch.nn.utils.get_total_norm([x, y], 2.0), torch.nn.utils.get_total_norm([x, y], math.inf)


def test_lists_of_tensors_are_worked_on_one_by_one(device):
    def function(x, y):
        torch._foreach_mul_([x, y], [2.0, 0.5])
        lists = [torch._foreach_norm([x, y], 1), torch._foreach_exp([x, y])]
        lists += [
            torch._foreach_addcmul([x, y], [x, y], [x, y], [1.0, 2.0]),
            torch._foreach_maximum([x, y], [0.0, 1.0]),
        ]
        return tuple(result for results in lists for result in results)

    check(function, make((5, 7)), make((3,)), device=device)


def test_norms_of_gradients(device):
    run(device, (5, 7))


if __name__ == "__main__":
    main("foreach", run, [(1,), (5, 7)], "(512,768)")
