"""A notebook's cell that puts a lowering into Inductor's table, and is changed and run again."""

import pytest
import torch
from npusim.frontend import compile_state
from npusim.frontend.digests import of_objects
from npusim.frontend.settings import lowering_changes
from torch._inductor.lowering import lowerings

aten = torch.ops.aten

CELL = """
def lower(x):
    return lowerings[aten.mul.Tensor](x, FACTOR)
lowerings.update({torch.ops.npusim_cells.scaled.default: lower})
"""


@pytest.fixture(scope="module")
def scaled():
    library = torch.library.Library("npusim_cells", "FRAGMENT")
    library.define("scaled(Tensor x) -> Tensor")
    library.impl("scaled", torch.clone, "CPU")
    library.impl("scaled", torch.empty_like, "Meta")
    yield torch.ops.npusim_cells.scaled.default
    lowerings.pop(torch.ops.npusim_cells.scaled.default, None)
    library._destroy()


def run_cell(factor):
    exec(
        CELL.replace("FACTOR", str(factor)),
        {"__name__": "__main__", "torch": torch, "aten": aten, "lowerings": lowerings},
    )


def test_a_cell_that_is_run_again_is_what_compiled_functions_and_eager_calls_compute_with(device, scaled):
    x = torch.tensor([1.0, 2.0], device=device)
    compiled = torch.compile(lambda x: scaled(x) + 1)
    for factor in (2, 3):
        run_cell(factor)
        assert compiled(x).tolist() == [factor + 1, 2 * factor + 1]
        with torch.npu.set_eager_mode("compile"):
            assert scaled(x).tolist() == [factor, 2 * factor]
    with torch._dynamo.config.patch(error_on_recompile=True):
        compiled(x)


def test_a_lowering_of_npusims_that_a_user_replaces_is_used_by_what_was_compiled(device):
    x = torch.tensor([1.0, 2.0], device=device)
    compiled = torch.compile(lambda x: torch.cos(x))
    torch.testing.assert_close(compiled(x).cpu(), x.cpu().cos())
    before = lowerings[aten.cos.default]
    try:
        lowerings[aten.cos.default] = lambda x: lowerings[aten.mul.Tensor](x, 5)
        assert compiled(x).tolist() == [5, 10]
    finally:
        lowerings[aten.cos.default] = before
    torch.testing.assert_close(compiled(x).cpu(), x.cpu().cos())


def test_what_inductor_writes_into_its_table_is_no_change(device):
    torch.compile(lambda x: x + 1)(torch.ones(3, device=device))
    lowering_changes.notice()
    before = compile_state.compile_state()
    lowerings[aten.cos.default], lowerings[aten.sin.default] = (
        lowerings[aten.cos.default],
        lowerings[aten.sin.default],
    )
    torch._inductor.lowering.make_fallback(aten.special_zeta.self_scalar, warn=False, override_decomp=True)
    lowering_changes.notice()
    assert compile_state.compile_state() == before


def scale_by(factor, *, offset=0):
    def lower(x):
        return [each * factor for each in [x]], (lambda y: y + offset)

    return lower


def digest(function):
    return of_objects([("one", function)])


def test_a_digest_is_of_the_function_not_only_of_its_file():
    assert digest(scale_by(2)) == digest(scale_by(2))
    kinds = [scale_by(2), scale_by(3), scale_by(2.0), scale_by(2, offset=1), scale_by(scale_by(2)), lambda x: x]
    assert len(set(map(digest, kinds))) == len(kinds)


@pytest.mark.parametrize(
    ("text", "changes"),
    [
        ("def f(x):\n    return x + 1", ("1", "2")),
        ("def f(x, by=1):\n    return x + by", ("1", "2")),
        ("BY = 1\ndef f(x):\n    return x + BY", ("1", "2")),
        ("def g(x):\n    return x + 1\ndef f(x):\n    return g(x)", ("1", "2")),
        ("def f(x):\n    return f(x) in {'a', 'b', 1}", ("'a'", "'c'")),
        ("def f(x):\n    def inner(y):\n        return y + 1\n    return inner(x)", ("1", "2")),
        ("class f:\n    def lower(self):\n        return 1", ("1", "2")),
        ("class f:\n    @property\n    def tile(self):\n        return 1", ("1", "2")),
        ("import functools\nf = functools.partial(max, 1)", ("1", "2")),
        ("f = lambda x: x\nf.__defaults__ = ([1],)\nf.__defaults__[0].append(f.__defaults__[0])", ("[1]", "[2]")),
    ],
)
def test_a_digest_of_what_has_no_file_is_of_all_it_is_made_of(text, changes):
    def typed(source):
        names = {"__name__": "npusim_cells_typed"}
        exec(source, names)
        return digest(names["f"])

    assert typed(text) == typed(text) != typed(text.replace(*changes))
