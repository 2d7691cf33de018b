"""Who lowers an operator: users before npusim, npusim on its device only, everybody else as before."""

import importlib.metadata
import sys

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


@pytest.fixture
def broken_packages(monkeypatch, tmp_path):
    """Loads the packages of these entry points, in a state of its own."""

    def load(*values):
        register_backend()
        entries = [importlib.metadata.EntryPoint("mine", value, packages.TEMPLATES) for value in values]
        monkeypatch.setattr(packages, "entry_points", lambda group: entries)
        monkeypatch.setattr(discovery, "_broken", [])
        monkeypatch.syspath_prepend(tmp_path)
        discovery.load_templates.__wrapped__()

    return load


def test_a_package_that_fails_at_import_is_named_with_its_line_and_breaks_no_other(device, broken_packages, tmp_path):
    (tmp_path / "npusim_test_fails.py").write_text("import sys\nunknown_name\n")
    (tmp_path / "npusim_test_ends.py").write_text("raise SystemExit(3)\n")
    (tmp_path / "npusim_test_works.py").write_text("LOADED = True\n")
    with pytest.warns(RuntimeWarning) as said:
        broken_packages("npusim_test_fails", "npusim_test_ends", "npusim_test_works", "npusim_test_works:nothing")
    texts = [str(warning.message) for warning in said]
    assert len(texts) == 3 and "npusim_test_works" in sys.modules
    assert "mine = npusim_test_ends" in texts[0] and "SystemExit: 3" in texts[0]
    assert "NameError" in texts[1] and "npusim_test_fails.py, line 2: unknown_name." in texts[1]
    assert "AttributeError" in texts[2]
    torch._dynamo.reset()
    assert torch.compile(lambda x: x + 1)(torch.ones(2, device=device)).tolist() == [2, 2]
    operator = torch.library.custom_op("npusim_test::without_lowering", nothing, mutates_args=())
    operator.register_fake(torch.empty_like)
    with pytest.raises(UnsupportedError, match=r"no lowering [^~]*mine = npusim_test_fails[^~]*Ways out"):
        torch.compile(operator)(torch.ones(2, device=device))


def nothing(x: torch.Tensor) -> torch.Tensor:
    return x.clone()


def test_an_error_in_npusims_own_operators_is_raised(broken_packages):
    broken_packages("npusim.no_such_module")
    with pytest.raises(UnsupportedError, match=r"mine = npusim\.no_such_module.*ModuleNotFoundError"):
        discovery.raise_template_errors()


def test_a_lowering_may_hand_a_call_on(tables, device):
    calls = []

    @register_lowering(aten.sin.default)
    def lower(x):
        calls.append(x)

    torch._dynamo.reset()
    x = torch.randn(7, 5)
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
    result = torch.compile(lambda x: torch.sin((x + 1).t()[2:]))(x.to(device))
    torch.testing.assert_close(result.cpu(), torch.sin((x + 1).t()[2:]))
    assert layouts == [([7, 6], [1, 9], 2)]


@pytest.mark.slow
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
    for _ in range(2):
        result = torch.compile(lambda x: tripled((x + 1).t()) * 2)(x)
        torch.testing.assert_close(result, (x + 1).t() * 6)
