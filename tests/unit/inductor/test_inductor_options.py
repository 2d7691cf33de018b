"""Compile-time options: set for graphs on the device, never for others, and a user's own win."""

import errno
import inspect
import os

import pytest
import torch
from npusim.frontend.backend import options
from npusim.simulator.errors import OptionError
from torch._inductor import config
from torch._inductor.custom_graph_pass import CustomGraphPass
from torch._inductor.exc import InductorError


class Probe(CustomGraphPass):
    """Remembers the configuration that a graph is compiled with."""

    def __call__(self, graph):
        self.seen = {key: getattr(config, key) for key in options.DEVICE_OPTIONS}

    def uuid(self):
        return None


@pytest.fixture
def compile_with_probe():
    def run(function, *inputs, **keywords):
        torch._dynamo.reset()
        probe = Probe()
        with config.patch(post_grad_custom_post_pass=probe, force_disable_caches=True):
            torch.compile(function, **keywords)(*inputs)
        return probe.seen

    return run


def stock():
    return {key: getattr(config, key) for key in options.DEVICE_OPTIONS}


def test_a_graph_on_the_device_gets_the_devices_options(device, compile_with_probe):
    assert compile_with_probe(lambda x: x + 1, torch.ones(3).to(device)) == options.DEVICE_OPTIONS


@pytest.mark.slow
def test_a_graph_on_the_cpu_keeps_the_stock_options(device, compile_with_probe):
    x = torch.randn(20, 30)
    before = stock()
    assert compile_with_probe(lambda x: torch.softmax(x @ x.t(), 0), x) == before
    compile_with_probe(lambda x: x + 1, torch.ones(3).to(device))
    assert stock() == before
    torch._dynamo.reset()
    torch.testing.assert_close(torch.compile(lambda x: torch.softmax(x @ x.t(), 0))(x), torch.softmax(x @ x.t(), 0))


def test_options_of_torch_compile_win(device, compile_with_probe):
    seen = compile_with_probe(lambda x: x.sum(), torch.ones(3).to(device), options={"split_reductions": True})
    assert seen == {**options.DEVICE_OPTIONS, "split_reductions": True}


def test_values_that_the_user_set_globally_win(device, compile_with_probe):
    with config.patch(unroll_reductions_threshold=4):
        seen = compile_with_probe(lambda x: x.sum(), torch.ones(3).to(device))
    assert seen["unroll_reductions_threshold"] == 4


@pytest.mark.parametrize("option", options.TRITON_OPTIONS)
def test_options_of_triton_have_no_meaning(device, option):
    torch._dynamo.reset()
    x = torch.randn(5, 7)
    given = x.to(device)

    def many(x):
        return x.sin(), x.cos() * 2, x.sum(1), x.exp() @ x.t()

    got = torch.compile(many, options={option: True})(given)
    with config.patch({option: True}):
        torch._dynamo.reset()
        again = torch.compile(many)(given)
    for one, other, wanted in zip(got, again, many(x), strict=True):
        torch.testing.assert_close(one.cpu(), wanted)
        torch.testing.assert_close(other.cpu(), wanted)


def test_a_second_compile_gets_them_too(device, compile_with_probe):
    for _ in range(2):
        assert compile_with_probe(lambda x: x + 1, torch.ones(3).to(device)) == options.DEVICE_OPTIONS


def test_a_tensor_made_inside_the_graph_counts(device, compile_with_probe):
    torch.npu.reset_fallback_counts()
    assert compile_with_probe(lambda: torch.zeros(4, device="npu") + 1) == options.DEVICE_OPTIONS
    assert torch.npu.fallback_counts() == {}, "constants are folded by the compiler, not by the program"


def test_an_error_of_ours_ends_without_advice_about_dynamo(device):
    torch._dynamo.reset()
    with torch.npu.implementation(gemm="split_k"), pytest.raises(OptionError) as caught:
        torch.compile(torch.mm)(torch.ones(4, 4, device=device), torch.ones(4, 4, device=device))
    assert str(caught.value).endswith("K = 4 has no parts of 512 or more elements")


def test_an_error_of_ours_keeps_its_type_through_inductor():
    from npusim.simulator.errors import KernelError, ShapeError

    with pytest.raises(ShapeError, match="too long") as caught, options.typed_errors():
        try:
            raise ShapeError("too long")
        except ShapeError as error:
            raise RuntimeError("wrapped") from error
    assert caught.value.__cause__ is not None
    with pytest.raises(KernelError) as caught, options.typed_errors():
        try:
            raise KernelError("bad text", line=3, column=4)
        except KernelError as error:
            raise RuntimeError("wrapped") from error
    assert (caught.value.line, caught.value.column) == (3, 4)


def test_errors_of_others_pass_unchanged():
    with pytest.raises(ZeroDivisionError), options.typed_errors():
        raise ZeroDivisionError


@pytest.mark.parametrize("number", [errno.ENOSPC, errno.EROFS, errno.EACCES])
def test_a_disk_that_the_compiler_cannot_write_is_one_sentence(number):
    with pytest.raises(OptionError, match="set TORCHINDUCTOR_CACHE_DIR to a folder"), options.typed_errors():
        try:
            raise OSError(number, os.strerror(number))
        except OSError as error:
            raise InductorError(error, inspect.currentframe()) from error
