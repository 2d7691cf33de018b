"""Strided views count from the beginning of a storage: of inputs with an offset, of views of results, of updates.

Inductor's own code counts from the first element of a buffer, or has the offset of an earlier call.
"""

from collections.abc import Callable
from typing import Any

import pytest
import torch
from common import check_gradients, make
from npusim.simulator.errors import UnsupportedError
from torch import Tensor
from torch.utils._pytree import tree_leaves


def updated(x: Tensor) -> tuple[Tensor, ...]:
    x[1:3] = 0
    return x.as_strided((3,), (1,), 6), x + 1


def written(x: Tensor) -> tuple[Tensor, ...]:
    x.as_strided((2, 2), (2, 1), 5).add_(1)
    x.as_strided((3,), (1,), 6).mul_(2)
    return (x.as_strided((2,), (1,), 7),)


def written_in_front(x: Tensor) -> tuple[Tensor, ...]:
    return x.as_strided((3,), (1,)).mul_(2), x[2:]


def written_beside(x: Tensor) -> tuple[Tensor, ...]:
    x[1:3] = 0
    return torch.as_strided_scatter(x, x[:3] * 10, (3,), (1,), 6), x + 1


def scattered(x: Tensor) -> tuple[Tensor, ...]:
    y = torch.slice_scatter(x, x[:2] * 0, 0, 1, 3)
    return y[2:].as_strided((3,), (1,), 6), torch.as_strided_scatter(y, x[:3] * 10, (3,), (1,), 6), x + 1


def on_diagonal(x: Tensor) -> tuple[Tensor, ...]:
    y = torch.diagonal_scatter(x.view(3, 3), x[:3] * 0)
    return y.as_strided((3,), (1,)), y.as_strided((3,), (1,), 6), y[1:].as_strided((2, 2), (1, 2))


def of_chunks(x: Tensor) -> tuple[Tensor, ...]:
    _, y = (x + 1)[:6].chunk(2)
    return y.as_strided((2,), (1,)), y.view(1, 3).as_strided((2,), (1,), 1)


PROGRAMS: dict[str, Callable[[Tensor], Any]] = {
    "of input": lambda x: x.as_strided((3,), (1,), 6) * 2,
    "of view of input": lambda x: (x[2:].as_strided((3,), (2,)) * 2, x[2:].as_strided((3,), (2,), 4)),
    "of computed": lambda x: ((x * 2)[2:].as_strided((3,), (1,), 1), (x * 2)[2:].as_strided((3,), (1,))),
    "of product": lambda x: (x.view(3, 3) @ x.view(3, 3)).relu()[1:].as_strided((3,), (1,), 2),
    "of sorted": lambda x: x.sort()[0][1:].as_strided((3,), (1,), 3),
    "of chunks": of_chunks,
    "of transposed": lambda x: (x + 1).view(3, 3).t()[1:].as_strided((2, 2), (1, 3), 1),
    "copies": lambda x: [torch.as_strided_copy(y, (3,), (1,), n) for y in (x[1:], (x * 2)[1:]) for n in (None, 6)],
    "of updated": updated,
    "writes": written,
    "writes in front": written_in_front,
    "written beside": written_beside,
    "scatter": scattered,
    "diagonal": on_diagonal,
    "written to view": lambda x: torch.as_strided_scatter((x * 2)[1:], x[:3] * 10, (3,), (2,), 2),
    "written to input": lambda x: torch.as_strided_scatter(x, x[:3] * 10, (3,), (1,), 6),
    "written to part": lambda x: torch.as_strided_scatter(x[1:], x[:3] * 10, (3,), (2,)),
}
WRITES = [
    PROGRAMS[name]
    for name in ("writes", "writes in front", "written to input", "written to part", "written beside", "scatter")
]


def run(program: Callable[[Tensor], Any], call: Callable[[Tensor], Any], device: Any, dtype: torch.dtype) -> None:
    for offset in (5, 0, 3):
        storage = make((20,)).to(dtype)
        there, here = (each[offset : offset + 9] for each in (storage.clone().to(device), storage))
        got, expected = tree_leaves(call(there)), tree_leaves(program(here))
        for one, other in zip((*got, there), (*expected, here), strict=True):
            torch.testing.assert_close(one.cpu(), other)


@pytest.mark.covering(
    "of view of input", "of computed", "copies", "of updated", "writes", "written beside", "scatter", "written to view"
)
@pytest.mark.parametrize("program", PROGRAMS.values(), ids=PROGRAMS)
def test_offsets_count_in_storages_also_in_calls_with_others(device: Any, program: Callable[[Tensor], Any]) -> None:
    run(program, torch.compile(program, fullgraph=True), device, torch.float32)


@pytest.mark.slow
@pytest.mark.covering(ci_strength=1)
@pytest.mark.parametrize("program", PROGRAMS.values(), ids=PROGRAMS)
@pytest.mark.parametrize("dtype", [torch.float32, torch.int8, torch.complex64], ids=str)
@pytest.mark.parametrize("way", ["dynamic", "eager", "aot_eager", "compiled eager", "static"])
def test_offsets_count_in_storages(device: Any, way: str, dtype: torch.dtype, program: Callable[[Tensor], Any]) -> None:
    if dtype.is_complex and program in (PROGRAMS["of product"], PROGRAMS["of sorted"]):
        pytest.skip("complex numbers have no order, and no relu")
    if dtype.is_complex and way == "dynamic" and program in WRITES:
        with pytest.raises(UnsupportedError, match="offset is a symbol"):
            run(program, torch.compile(program, dynamic=True), device, dtype)
        return
    calls: dict[str, Callable[[Tensor], Any]] = {
        "static": torch.compile(program),
        "dynamic": torch.compile(program, dynamic=True),
        "aot_eager": torch.compile(program, backend="aot_eager"),
    }
    mode = torch.npu.eager_mode()
    torch.npu.set_eager_mode("compile" if way == "compiled eager" else mode)
    try:
        run(program, calls.get(way, program), device, dtype)
    finally:
        torch.npu.set_eager_mode(mode)


@pytest.mark.covering("of computed")
@pytest.mark.parametrize("name", ["of computed", "of view of input", "copies", "of transposed", "written to view"])
def test_gradients_of_strided_views_of_views(device: Any, name: str) -> None:
    check_gradients(lambda x: torch.cat(tree_leaves(PROGRAMS[name](x)), -1), make((9,)), device=device)
