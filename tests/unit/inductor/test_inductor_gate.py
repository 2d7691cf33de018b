"""Nothing of a compiled graph runs on the host unnoticed."""

import pytest
import torch
from npusim.simulator.errors import UnsupportedError


@pytest.fixture(autouse=True)
def fresh(device):
    torch._dynamo.reset()
    torch.npu.reset_fallback_counts()
    yield
    torch.npu.reset_fallback_counts()


def determinant(x):
    y = x + 1
    return torch.linalg.det(y)


@torch.library.custom_op("npusim_test::opaque", mutates_args=())
def opaque(x: torch.Tensor) -> torch.Tensor:
    return x * 2


opaque.register_fake(torch.empty_like)


def calls_opaque(x):
    return opaque(x + 1)


def test_an_operator_without_lowering_is_an_error_that_helps(device):
    with torch.npu.set_fallback_policy("error"), pytest.raises(UnsupportedError) as caught:
        torch.compile(determinant)(torch.eye(3).to(device))
    message = str(caught.value)
    assert "'aten._linalg_det.default' has no lowering" in message
    line = determinant.__code__.co_firstlineno + 2
    assert f"{__file__}, line {line}, in determinant: return torch.linalg.det(y)" in message
    for way in (
        "register_lowering(aten._linalg_det.default)",
        "x.cpu()",
        "set_fallback_policy('allow')",
        "NPUSIM_FALLBACK=allow",
    ):
        assert way in message
    assert torch.npu.fallback_counts() == {}


@pytest.mark.parametrize("dtype", [torch.float8_e8m0fnu, torch.float8_e5m2fnuz, torch.float8_e4m3fnuz], ids=str)
def test_dtypes_that_kernels_do_not_store_are_named(device, dtype):
    for function in (lambda x: x.to(dtype), lambda x: torch.zeros(3, dtype=dtype, device=device)):
        with pytest.raises(UnsupportedError, match=f"tensors of {dtype} are not supported on the device; convert them"):
            torch.compile(function)(torch.ones(3).to(device))


@pytest.mark.parametrize("policy", ["warn", "error"])
def test_other_policies_than_allow_keep_it_out(device, policy):
    with torch.npu.set_fallback_policy(policy), pytest.raises(UnsupportedError):
        torch.compile(calls_opaque)(torch.eye(3).to(device))


HOST_PATH = {
    "inverse": torch.linalg.inv,
    "qr": lambda x: torch.linalg.qr(x)[1].abs(),
    "complex inverse": lambda x: torch.view_as_real(torch.linalg.inv(torch.complex(x, x * 0.5))) * 2,
    "complex eigenvalues": lambda x: torch.linalg.eigvals(x).abs().sum(),
}


@pytest.mark.covering("qr", "complex eigenvalues")
@pytest.mark.parametrize("name", HOST_PATH)
def test_linear_algebra_runs_on_the_host_with_a_warning_and_is_counted(device, name):
    function = HOST_PATH[name]

    def model(x):
        return function(x + 1) * 2

    x = torch.randn(4, 4) + 4 * torch.eye(4)
    compiled = torch.compile(model, fullgraph=True)
    # A module that this process has loaded already says nothing again.
    fresh = torch._inductor.config.patch(force_disable_caches=True)
    warns = pytest.warns(torch.npu.HostFallbackWarning, match="compiled graph")
    with fresh, torch.npu.set_fallback_policy("warn"), warns:
        result = compiled(x.to(device))
    torch.testing.assert_close(result.cpu(), model(x))
    assert sum(torch.npu.fallback_counts().values()) >= 1


@pytest.mark.covering("inverse", "complex eigenvalues")
@pytest.mark.parametrize("name", HOST_PATH)
def test_the_policy_error_refuses_linear_algebra(device, name):
    with torch.npu.set_fallback_policy("error"), pytest.raises(UnsupportedError, match="has no lowering"):
        torch.compile(HOST_PATH[name])(torch.eye(4).to(device))


def test_the_policy_allow_lets_it_run_and_counts_it(device):
    x = torch.randn(4, 4)
    with torch.npu.set_fallback_policy("allow"):
        result = torch.compile(determinant)(x.to(device))
    torch.testing.assert_close(result.cpu(), determinant(x))
    assert sum(torch.npu.fallback_counts().values()) >= 1


def test_a_graph_that_was_allowed_is_not_taken_from_the_cache_later(device):
    with torch.npu.set_fallback_policy("allow"):
        torch.compile(determinant)(torch.eye(3).to(device))
    torch._dynamo.reset()
    with torch.npu.set_fallback_policy("error"), pytest.raises(UnsupportedError):
        torch.compile(determinant)(torch.eye(3).to(device))


def test_operators_on_the_cpu_pass(device):
    def mixed(x):
        return torch.linalg.det(x.cpu()).to("npu") + 1

    x = torch.randn(4, 4)
    torch.testing.assert_close(torch.compile(mixed)(x.to(device)).cpu(), torch.linalg.det(x) + 1)


def test_an_operator_with_a_kernel_of_the_device_passes(device):
    @torch.library.custom_op("npusim_test::doubled", mutates_args=(), device_types="npu")
    def doubled(x: torch.Tensor) -> torch.Tensor:
        return (x.cpu() * 2).to(x.device)

    doubled.register_fake(torch.empty_like)
    x = torch.randn(4, 4)
    torch.testing.assert_close(torch.compile(lambda x: doubled(x) + 1)(x.to(device)).cpu(), x * 2 + 1)


def test_in_place_index_writes_are_gated_too(device):
    def put(x, index, values):
        return torch.index_put(x, (index,), values, accumulate=True)

    x, index, values = torch.zeros(5), torch.tensor([1, 1, 4]), torch.ones(3)
    try:
        result = torch.compile(put)(x.to(device), index.to(device), values.to(device))
    except UnsupportedError as error:
        assert "index_put" in str(error)
    else:
        torch.testing.assert_close(result.cpu(), put(x, index, values))
        assert torch.npu.fallback_counts() == {}


def test_eagers_random_numbers_are_drawn_on_the_host_and_counted(device):
    def model(x):
        return torch.nn.functional.dropout(x + 1, 0.3), torch.poisson(x + 3), torch.randperm(7, device=x.device)

    x, results = torch.ones(64, device=device), []
    with torch._inductor.config.patch(fallback_random=True), torch.npu.set_fallback_policy("warn"):
        for function in (model, torch.compile(model, fullgraph=True)):
            torch.npu.reset_fallback_counts()
            torch.manual_seed(0)
            results.append([part.cpu() for part in function(x)])
    assert torch.npu.fallback_counts() == {
        "aten::native_dropout": 1,
        "aten::poisson": 1,
        "aten::randperm.generator_out": 1,
    }
    torch.testing.assert_close(results[1], results[0], rtol=0, atol=0)
    with torch.npu.set_fallback_policy("error"), pytest.raises(UnsupportedError, match="poisson"):
        torch.compile(lambda x: torch.poisson(x * 2))(x)
