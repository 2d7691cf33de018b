"""What mode timing did not compute and the host reads all the same: a warning once per line, or an error."""

import copy
import io
import re
import warnings

import pytest
import torch
from npusim.frontend.device import poison
from npusim.scheduler import PoisonValueWarning
from npusim.simulator.errors import PoisonValueError

multiply = torch.compile(lambda x: x @ x + 1)


@pytest.fixture(autouse=True)
def fresh(device, monkeypatch):
    """Every test is told of every line, whatever other tests ran."""
    monkeypatch.setattr(poison, "_told", set())
    sizes = torch._dynamo.config.patch(capture_dynamic_output_shape_ops=True, capture_scalar_outputs=True)
    with torch.npu.set_fallback_policy("allow"), sizes:
        yield


@pytest.fixture
def timing():
    with torch.npu.simulator(mode="timing"):
        yield


@pytest.fixture
def product(timing):
    """A tensor that a kernel would have computed."""
    return multiply(torch.rand(6, 6).npu())


def told_by(use):
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        use()
    return [warning for warning in caught if issubclass(warning.category, PoisonValueWarning)]


def doubled_in_place(x):
    target = torch.ones_like(x)
    return target.mul_(x)


def written_to_a_slice(x):
    target = torch.zeros(3, *x.shape, device=x.device)
    target[1] = x
    return target


READS = {
    "cpu": lambda y: y.cpu(),
    "item": lambda y: y[0, 0].item(),
    "tolist": lambda y: y.tolist(),
    "numpy": lambda y: y.numpy(force=True),
    "print": lambda y: str(y),
    "condition": lambda y: bool(y[1, 1] > 0),
    "saving": lambda y: torch.save(y, io.BytesIO()),
    "answer": lambda y: torch.equal(y, torch.zeros_like(y)),
    "view": lambda y: y.t()[2:, 3].cpu(),
    "copy": lambda y: y.clone().cpu(),
    "conversion": lambda y: y.half().cpu(),
    "host operator": lambda y: (y + 1).sum(0).cpu(),
    "in place": lambda y: doubled_in_place(y).cpu(),
    "slice": lambda y: written_to_a_slice(y).cpu(),
    "deep copy": lambda y: copy.deepcopy(y).cpu(),
    "grown": lambda y: y.clone().resize_(60, 60).cpu(),
    "convolution": lambda y: torch.conv1d(y[None], y[:, :, None]).cpu(),
    "statistics": lambda y: torch.nn.BatchNorm1d(6).npu()(y).detach().cpu(),
    "alias": lambda y: torch.npu.cpu_alias(y),
    "list of tensors": lambda y: torch._foreach_add([y], 1)[0].cpu(),
    "size": lambda y: y.nonzero(),
    "assertion": lambda y: torch._assert_async(y[0, 0]),
    "assertion with a message": lambda y: torch._assert_async(y[0, 0], "must not be zero"),
}


@pytest.mark.parametrize("name", READS)
def test_what_the_host_reads_is_told_with_the_line(product, name):
    first = told_by(lambda: READS[name](product))
    assert len(first) == 1 and first[0].filename == __file__
    assert "mode both" in str(first[0].message).lower()
    assert told_by(lambda: READS[name](product)) == []  # the same line


@pytest.mark.parametrize("name", READS)
def test_the_policy_error_refuses_it(product, name, monkeypatch):
    monkeypatch.setattr(poison, "fallback_policy", lambda: "error")
    with pytest.raises(PoisonValueError, match="poison values reach the host"):
        READS[name](product)


KNOWN = {
    "inputs": lambda y: torch.ones(2).npu().cpu(),
    "results of host operators": lambda y: (torch.ones(2).npu() * 2).cpu(),
    "overwritten": lambda y: y.copy_(torch.ones(6, 6)).cpu(),
    "filled": lambda y: y.zero_().cpu(),
    "beside": lambda y: written_to_a_slice(y)[2].cpu(),
    "part overwritten": lambda y: (y[:3].fill_(1), y[:3].cpu()),
    "moved on the device only": lambda y: y.clone().t() + 1,
    "rows by known numbers": lambda y: y[torch.tensor([0, 2]).npu()],
    "rows by a known mask": lambda y: y[(torch.arange(6) > 2).npu()],
    "elements by a known mask": lambda y: y.masked_select(torch.eye(6).npu() > 0),
}


@pytest.mark.parametrize("name", KNOWN)
def test_what_is_known_is_not(product, name):
    assert told_by(lambda: KNOWN[name](product)) == []


def test_memory_that_was_freed_and_given_out_again_is_known(timing):
    x = torch.rand(6, 6).npu()
    y = multiply(x)
    place = y.data_ptr()
    del y
    again = torch.ones(6, 6).npu()
    assert again.data_ptr() == place and told_by(lambda: again.cpu()) == []


@pytest.mark.parametrize("mode", ["functional", "both"])
def test_values_of_the_other_modes_are_known(mode):
    with torch.npu.simulator(mode=mode):
        y = multiply(torch.rand(6, 6).npu())
        assert told_by(lambda: y.cpu()) == []


def test_running_statistics_are_poison_after_poison_values(product):
    norm = torch.nn.BatchNorm1d(6).npu()
    norm(product)
    assert told_by(lambda: norm.running_mean.cpu()) and not told_by(lambda: norm.weight.detach().cpu())


def test_a_training_loop_is_told_at_its_own_line(timing):
    model = torch.nn.Linear(4, 2).npu()
    step = torch.compile(lambda x: model(x).square().mean())
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)

    def loop():
        for _ in range(3):
            optimizer.zero_grad()
            loss = step(torch.rand(3, 4).npu())
            loss.backward()
            optimizer.step()
            loss.item()

    (only,) = told_by(loop)
    lines, start = loop.__code__.co_lines(), loop.__code__.co_firstlineno
    assert only.lineno in {line for *_, line in lines} and only.lineno == start + 6


WORDS = torch.tensor([3, 1, 4, 1, 5, 9, 2, 6, 5, 3, 5])
SIZES = {
    "bincount": (torch.bincount, WORDS),
    "bincount of int32": (torch.bincount, WORDS.int()),
    "unique": (torch.unique, WORDS),
    "unique with all": (lambda x: torch.unique(x, return_inverse=True, return_counts=True), WORDS),
    "nonzero": (lambda x: torch.nonzero(x.sin() > 0), torch.rand(5, 7) * 6),
    "boolean index": (lambda x: x[x > 2], WORDS),
    "masked_select": (lambda x: torch.masked_select(x, x > 0.5), torch.rand(5, 13)),
    "number": (lambda x: torch.arange(x.sum().item()), WORDS),
    "repeat_interleave": (torch.repeat_interleave, WORDS),
}


@pytest.mark.covering(
    "bincount-True",
    "bincount-False",
    "bincount of int32-False",
    "unique-False",
    "unique with all-False",
    "nonzero-True",
    "nonzero-False",
    "boolean index-False",
    "masked_select-False",
    "number-False",
    "repeat_interleave-False",
)
@pytest.mark.parametrize("compiled", [True, False])
@pytest.mark.parametrize("name", SIZES)
def test_sizes_of_known_values_are_right(timing, name, compiled):
    function, x = SIZES[name]
    run = torch.compile(function, fullgraph=True) if compiled else function
    there = []
    assert told_by(lambda: there.append(torch.utils._pytree.tree_map(torch.Tensor.cpu, run(x.npu())))) == []
    torch.testing.assert_close(there[0], function(x))


LARGEST = {
    "nonzero": (lambda x: torch.nonzero(x @ x), (36, 2)),
    "boolean index": (lambda x: x[(x @ x) > 1], (36,)),
    "unique": (lambda x: torch.unique(x @ x), (36,)),
    "bincount": (lambda x: torch.bincount((x @ x).long().flatten()), (1,)),
    "number": (lambda x: x[: (x @ x).sum().long().item()], (0, 6)),
}


@pytest.mark.covering("nonzero", "number")
@pytest.mark.parametrize("name", LARGEST)
def test_sizes_of_poison_values_are_told_and_always_the_same(timing, name):
    function, size = LARGEST[name]
    compiled, x = torch.compile(function, fullgraph=True), torch.rand(6, 6).npu()
    results = []
    for number in (torch.full((9, 9), 7).npu(), torch.full((9, 9), -1).npu()):  # what freed memory holds
        del number
        messages = [str(told.message) for told in told_by(lambda: results.append(compiled(x)))]
        assert not messages or re.search("taken to be|addresses it asks for", messages[0])
    assert [tuple(result.shape) for result in results] == [size, size]


def test_an_assertion_about_known_values_is_checked(timing):
    torch._assert_async(torch.ones(1).npu())
    with pytest.raises(RuntimeError, match="must not be zero"):
        torch._assert_async(torch.zeros(1).npu(), "must not be zero")


def test_device_memory_reads_as_zeros_in_mode_timing(timing):
    x = torch.full((300, 300), 7.0).npu()
    place = x.data_ptr()
    del x
    fresh = torch.empty(300, 300, device="npu")
    assert fresh.data_ptr() == place and not fresh.cpu().any()


@pytest.mark.slow
def test_a_script_that_prints_is_named(fresh_script, tmp_path):
    (tmp_path / "mine.py").write_text("""
import torch
with torch.npu.simulator(mode="timing"):
    y = torch.compile(lambda x: x @ x)(torch.rand(3, 3).npu())
    print(y)
""")
    errors = fresh_script("mine.py", cwd=tmp_path).stderr
    assert "PoisonValueWarning" in errors and "mine.py:5" in errors
