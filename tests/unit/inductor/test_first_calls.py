"""What the first call of a model leaves out: work of PyTorch's that changes no result."""

import logging
import random
import sys
import types

import pytest
import sympy
import torch
from npusim.frontend.inductor.api import FloorDiv, ModularIndexing
from npusim.frontend.inductor.patches import FOR_CODE_GENERATION, FOR_TRACING, apply_all
from npusim.frontend.inductor.patching import _originals
from sympy.core.cache import clear_cache
from torch import nn
from torch._dynamo.source import AttrSource, GetItemSource, LocalSource
from torch._inductor.codecache import FxGraphCachePickler


@pytest.fixture(scope="module", autouse=True)
def patched():
    apply_all([*FOR_TRACING, *FOR_CODE_GENERATION])


def weight(layer, *names):
    source = GetItemSource(AttrSource(LocalSource("self"), "layers"), layer)
    for name in names:
        source = AttrSource(source, name)
    return source


def test_a_source_is_rewritten_as_torch_does_it_and_each_part_once():
    asked = []

    def for_third(source):
        asked.append(source)
        return {weight(0): weight(3)}.get(source, source)

    first = weight(0, "norm", "weight")
    second = AttrSource(first.base, "bias")
    assert first.clone(for_third) == weight(3, "norm", "weight") == _originals["sources of copies"](first, for_third)
    del asked[:]
    assert second.clone(for_third) == weight(3, "norm", "bias")
    assert [source.name for source in asked] == ["L['self'].layers[3].norm.bias"]
    assert second.clone(for_third).base is first.clone(for_third).base
    other = AttrSource(LocalSource("self"), "norm")
    assert other.clone(for_third) is other


def test_sources_that_only_compare_as_equal_are_told_apart():
    def same(source):
        return source

    number, truth = GetItemSource(LocalSource("x"), 1), GetItemSource(LocalSource("x"), True)
    assert number == truth
    assert (number.clone(same).index is True, truth.clone(same).index is True) == (False, True)


def test_a_source_has_the_value_that_torch_finds():
    tree = {"x": [{"tmp": 3}, nn.Linear(2, 2)]}
    at = GetItemSource(AttrSource(GetItemSource(LocalSource("x"), 1), "weight"), 0)
    value = at.get_value({}, {"L": tree, "tmp": 5}, {})
    assert torch.equal(value, _originals["values of sources"](at, {}, {"L": tree}, {}))
    assert torch.equal(value, tree["x"][1].weight[0])


@pytest.mark.parametrize("seed", range(3))
def test_common_factors_leave_what_torch_leaves(seed):
    draw = random.Random(seed)
    symbols = sympy.symbols("p0:3", integer=True, nonnegative=True)
    quotient, remainder = (_originals[f"common factors of {each}"].__func__ for each in ("quotients", "remainders"))
    shortened = 0
    for _ in range(60):
        factors = [draw.choice((0, 1, 2, 3, 6, 8, 12, 49, 56, -4, -6)) for _ in symbols]
        index = sympy.Add(*(a * x for a, x in zip(factors, symbols, strict=True)), draw.choice((0, 0, 4, 6, -2)))
        divisor, modulus = sympy.Integer(draw.choice((2, 4, 6, 8, 12, 56))), sympy.Integer(draw.choice((3, 7, 8)))
        if not index.free_symbols:
            continue
        clear_cache()
        found = FloorDiv(index, divisor), ModularIndexing(index, divisor, modulus)
        expected = quotient(FloorDiv, index, divisor), remainder(ModularIndexing, index, divisor, modulus)
        assert all(torchs in (None, own) for own, torchs in zip(found, expected, strict=True))
        shortened += any(each is not None for each in expected)
    assert shortened > 20


def test_common_factors_of_linear_indices_ask_for_no_simplification(monkeypatch):
    x, y = sympy.symbols("x y", integer=True, nonnegative=True)
    clear_cache()
    monkeypatch.setattr(sympy, "simplify", lambda *_, **__: pytest.fail("simplified"))
    assert FloorDiv(6 * x + 10 * y + 2, 8) == FloorDiv(3 * x + 5 * y + 1, 4)
    assert ModularIndexing(6 * x + 10 * y, 8, 7) == ModularIndexing(3 * x + 5 * y, 4, 7)


def test_parts_of_keys_are_explained_where_the_log_is_on(monkeypatch):
    details = type("Details", (), {})()
    details.part = "value"
    pickler = FxGraphCachePickler(torch.fx.GraphModule({}, torch.fx.Graph()))
    monkeypatch.setattr(logging.getLogger("torch.__trace"), "handlers", [])
    log = logging.getLogger("torch._inductor.codecache")
    monkeypatch.setattr(log, "isEnabledFor", lambda _: False)
    assert pickler.debug_lines(details) == []
    monkeypatch.setattr(log, "isEnabledFor", lambda _: True)
    assert len(pickler.debug_lines(details)) == 1


class Layer(nn.Module):
    def __init__(self):
        super().__init__()
        self.first, self.second = nn.Linear(8, 8), nn.Linear(8, 8)

    def forward(self, x):
        return x + self.second(torch.relu(self.first(x)))


def test_keys_tell_memory_formats_apart_and_search_no_module_for_them(monkeypatch):
    def searched(_):
        raise AssertionError("the modules of the process are searched")

    module = types.ModuleType("searched")
    module.__getattr__ = searched
    monkeypatch.setattr(sys, "modules", {"searched": module, **sys.modules})
    formats = (torch.contiguous_format, torch.channels_last, torch.channels_last_3d, torch.preserve_format)
    empty = torch.fx.GraphModule({}, torch.fx.Graph())
    keys = [FxGraphCachePickler(empty).dumps([each]) for each in (*formats, *formats)]
    assert keys[:4] == keys[4:]
    assert len(set(keys)) == len(formats)


def test_a_layer_is_not_traced_to_learn_that_it_changes_nothing(device, monkeypatch):
    def refuse(*_, **__):
        pytest.fail("traced once more")

    model = nn.Sequential(*(Layer() for _ in range(4))).eval().to(device)
    x = torch.linspace(-1, 1, 16).view(2, 8)
    with torch.no_grad():
        expected = model.cpu()(x)
        monkeypatch.setattr("torch._higher_order_ops.utils.materialize_as_graph", refuse)
        found = torch.compile(model.to(device))(x.to(device))
    torch.testing.assert_close(found.cpu(), expected)
