"""Who lowers an operator: users before npusim, npusim on its device only, everybody else as before."""

import importlib.metadata

import pytest
import torch
from npusim.frontend import packages
from npusim.frontend.backend import register_backend
from npusim.frontend.lowering import discovery, lowering_digest, register_lowering, table
from npusim.simulator.errors import OptionError, UnsupportedError
from torch._inductor.lowering import lowerings

aten = torch.ops.aten


@pytest.fixture
def tables(monkeypatch):
    """Inductor's and the device's table, put back afterwards."""
    register_backend()
    inductor, device = dict(lowerings), dict(table._device_lowerings)
    yield
    for mine, saved in ((lowerings, inductor), (table._device_lowerings, device)):
        mine.clear()
        mine.update(saved)


def own(function):
    """As if npusim defined the function."""
    function.__module__ = "npusim.mlir_templates.something"
    return function


def lowering_for_device(overload):
    return table._device_lowerings[overload]


def test_a_packet_stands_for_all_its_overloads(tables):
    @register_lowering(aten.bernoulli)
    def lower(*args):
        raise NotImplementedError

    for name in aten.bernoulli.overloads():
        assert lowering_for_device(getattr(aten.bernoulli, name)) is lower


def test_other_devices_keep_the_entry_they_had(tables):
    previous = lowerings[aten.cos.default]
    register_lowering(aten.cos.default)(lambda x: 1 / 0)
    assert lowerings[aten.cos.default].previous is previous


@pytest.mark.parametrize("users_first", [True, False])
def test_a_users_function_wins_whatever_the_order(tables, users_first):
    users, ours = (lambda x: "user"), own(lambda x: "ours")
    for function in (users, ours) if users_first else (ours, users):
        register_lowering(aten.cos.default)(function)
    assert lowering_for_device(aten.cos.default) is users


def test_a_users_entry_in_inductors_table_wins_over_a_later_one_of_ours(tables):
    users = lambda x: "user"  # noqa: E731
    lowerings.update({aten.cos.default: users})
    register_lowering(aten.cos.default)(own(lambda x: "ours"))
    assert lowerings[aten.cos.default] is users


def test_a_users_entry_in_inductors_table_wins_over_an_earlier_one_of_ours(tables):
    register_lowering(aten.cos.default)(own(lambda x: "ours"))
    users = lambda x: "user"  # noqa: E731
    lowerings.update({aten.cos.default: users})
    assert lowerings[aten.cos.default] is users


def test_the_later_of_two_users_functions_wins(tables):
    register_lowering(aten.cos.default)(lambda x: "first")
    second = register_lowering(aten.cos.default)(lambda x: "second")
    assert lowering_for_device(aten.cos.default) is second


def test_inductors_own_entries_are_not_taken_for_a_users(tables):
    assert not [name for name, _ in table._user_lowerings() if name.startswith("lowerings[")]


@pytest.mark.parametrize("way", ["decorator", "table"])
def test_a_users_lowering_changes_the_key_of_cached_graphs(tables, way):
    before = lowering_digest()
    if way == "decorator":
        register_lowering(aten.cos.default)(lambda x: "user")
    else:
        lowerings.update({aten.cos.default: lambda x: "user"})
    assert lowering_digest() != before


def test_an_operator_may_be_named_before_a_library_defines_it(tables, device, monkeypatch):
    monkeypatch.setattr(table, "_awaited", {})

    @register_lowering("npusim_test::defined_later")
    def lower(x):
        return lowerings[aten.mul.Tensor](x, 2)

    register_lowering("npusim_test::defined_later")(own(lambda x: 1 / 0))  # a user's wins, whatever the order

    @torch.library.custom_op("npusim_test::defined_later", mutates_args=())
    def doubled(x: torch.Tensor) -> torch.Tensor:
        return x * 2

    doubled.register_fake(torch.empty_like)
    torch._dynamo.reset()
    x = torch.randn(5, 7)
    torch.testing.assert_close(torch.compile(lambda x: doubled(x) + 1)(x.to(device)).cpu(), x * 2 + 1)
    register_lowering("npusim_test::defined_later")(lambda x: lowerings[aten.mul.Tensor](x, 3))  # now there is one
    torch._dynamo.reset()
    torch.testing.assert_close(torch.compile(lambda x: doubled(x) + 1)(x.to(device)).cpu(), x * 3 + 1)


@pytest.mark.parametrize("arguments", [(), ("aten.mm",), (torch.mm,)], ids=["none", "name", "function"])
def test_what_is_no_operator_is_refused(arguments):
    with pytest.raises(OptionError, match="register_lowering"):
        register_lowering(*arguments)(lambda: None)


def test_a_broken_operator_package_is_named(monkeypatch):
    register_backend()
    entry = importlib.metadata.EntryPoint("mine", "no_such_package.templates", packages.TEMPLATES)
    monkeypatch.setattr(packages, "entry_points", lambda group: [entry])
    monkeypatch.setattr(discovery, "_errors", [])
    discovery.load_templates.__wrapped__()
    with pytest.raises(UnsupportedError, match=r"mine = no_such_package\.templates.*ModuleNotFoundError"):
        discovery.raise_template_errors()


def test_a_lowering_may_hand_a_call_on(tables, device):
    calls = []

    @register_lowering(aten.sin.default)
    def lower(x):
        calls.append(x)

    torch._dynamo.reset()
    x = torch.randn(7, 5)
    with torch._inductor.config.patch(force_disable_caches=True):
        result = torch.compile(torch.sin)(x.to(device))
    assert len(calls) == 1
    torch.testing.assert_close(result.cpu(), torch.sin(x))


def test_a_lowering_is_called_for_the_device_only(tables, device):
    calls = []

    @register_lowering(aten.mm.default)
    def lower(a, b):
        calls.append(a.get_device().type)

    torch._dynamo.reset()
    a, b = torch.randn(5, 6), torch.randn(6, 7)
    with torch._inductor.config.patch(force_disable_caches=True):
        torch.testing.assert_close(torch.compile(torch.mm)(a, b), a @ b)
    assert calls == []


@pytest.mark.parametrize("way", ["decorator", "table"])
def test_a_view_of_a_computation_has_a_layout_of_its_own_in_a_users_lowering(tables, device, way):
    previous, layouts = lowerings[aten.sin.default], []

    def lower(a):
        a.realize()
        layouts.append((list(a.layout.size), list(a.layout.stride), a.layout.offset))
        return previous(a)

    if way == "decorator":
        register_lowering(aten.sin.default)(lower)
    else:
        lowerings.update({aten.sin.default: lower})
    torch._dynamo.reset()
    x = torch.randn(6, 9)
    with torch._inductor.config.patch(force_disable_caches=True):
        result = torch.compile(lambda x: torch.sin((x + 1).t()[2:]))(x.to(device))
    torch.testing.assert_close(result.cpu(), torch.sin((x + 1).t()[2:]))
    assert layouts == [([7, 6], [1, 9], 2)]


def test_an_operator_that_only_the_device_lowers_runs_as_before_elsewhere(tables, device):
    @torch.library.custom_op("npusim_test::tripled", mutates_args=())
    def tripled(x: torch.Tensor) -> torch.Tensor:
        assert x.stride() == (1, 7)
        return (x * 3).contiguous()

    tripled.register_fake(lambda x: torch.empty(x.shape))

    @register_lowering(torch.ops.npusim_test.tripled)
    def lower(x):
        raise AssertionError("not on the device")

    torch._dynamo.reset()
    x = torch.randn(5, 7)
    with torch._inductor.config.patch(force_disable_caches=True):
        for _ in range(2):
            result = torch.compile(lambda x: tripled((x + 1).t()) * 2)(x)
            torch.testing.assert_close(result, (x + 1).t() * 6)
