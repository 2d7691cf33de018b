"""Rolled, reflected and circular indices: several strided transfers, and no gather."""

import pytest
import torch
from common import check, check_gradients, check_sizes, main, make

SHAPES = [(7,), (3, 5), (2, 6, 9, 4)]


def rolled(x):
    dims = range(-1, -min(3, x.dim()) - 1, -1)
    return torch.roll(x, [n + 2 for n in range(len(dims))], list(dims)) + 1


def shifted_windows(x, window=4):
    b, h, w, c = x.shape
    x = torch.roll(x, (-1, -2), (1, 2)).view(b, h // window, window, w // window, window, c)
    return x.transpose(2, 3).reshape(-1, window * window, c) * 2


def reflected(x):
    return torch.nn.functional.pad(x, (3, 2, 1, 3), mode="reflect") * 2


def taken_modulo_the_length(x):
    places = torch.arange(x.shape[1], device=x.device)
    return x[:, (places + 3) % x.shape[1]] * x[:, (places - 2).abs()]


def run(device, shape, dtype=torch.float32):
    x = make(shape, dtype)
    check(rolled, x, device=device)
    check(lambda x: torch.roll(x, -2), x, device=device)


@pytest.mark.covering("(1, 13, 5)")
@pytest.mark.parametrize("shape", [(1, 13, 5), (2, 3, 4, 17)], ids=str)
def test_elements_come_around(device, shape):
    run(device, shape)


FORMS = [
    (rolled, (3, 9, 5)),
    (shifted_windows, (2, 8, 12, 3)),
    (reflected, (2, 2, 7, 6)),
    (taken_modulo_the_length, (3, 11)),
]


@pytest.mark.covering("taken_modulo_the_length-")
@pytest.mark.parametrize(("form", "shape"), FORMS, ids=lambda value: getattr(value, "__name__", ""))
def test_gradients_go_back_around(device, form, shape):
    check_gradients(form, make(shape), device=device)


@pytest.mark.covering("taken_modulo_the_length")
@pytest.mark.parametrize("form", [rolled, reflected, taken_modulo_the_length])
def test_lengths_may_be_symbolic(device, form):
    rank = 2 if form is taken_modulo_the_length else 3
    check_sizes(form, *([make((2, length, length + 1)[-rank:])] for length in (5, 14)), device=device)


@pytest.mark.covering("rolled-", "reflected-", "taken_modulo_the_length-")
@pytest.mark.parametrize(("form", "shape"), FORMS, ids=lambda value: getattr(value, "__name__", ""))
def test_pieces_are_moved_by_strided_transfers(device, form, shape):
    torch._dynamo.reset()
    with torch.npu.simulator(mode="timing") as simulation:
        torch.compile(form, dynamic=False)(make(shape).to(device))
    texts = [path.read_text() for path in (simulation.run_dir / "kernels").glob("*.mlir")]
    assert texts and not any("npu.gather" in text for text in texts)


@pytest.mark.parametrize("step", [7, 70000])
def test_remainders_of_places_that_skip_quotients(device, step):
    check(lambda x: x[torch.arange(17, device=x.device) * step % 17] + 1, make((17,)), device=device)


if __name__ == "__main__":
    main("roll", run, SHAPES, "(8,56,56,96)")
