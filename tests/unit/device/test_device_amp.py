"""Automatic mixed precision on the device."""

import pytest
import torch
import torch.nn.functional as F

pytestmark = pytest.mark.usefixtures("host_operators_allowed")


@pytest.mark.parametrize("dtype", [torch.bfloat16, torch.float16])
def test_autocast_lowers_matmuls_and_keeps_softmax_in_f32(dtype):
    x = torch.randn(4, 8, device="npu")
    weight = torch.randn(8, 8, device="npu", requires_grad=True)
    with torch.autocast("npu", dtype=dtype):
        product = F.linear(x, weight)
        scores = torch.softmax(product, -1)
        total = product.sum()
        mixed = torch.cat([product, x])
    assert (product.dtype, scores.dtype, total.dtype) == (dtype, torch.float32, torch.float32)
    assert mixed.dtype == torch.float32
    assert F.linear(x, weight).dtype == torch.float32
    scores.sum().backward()
    assert weight.grad.dtype == torch.float32


def test_autocast_can_be_nested_and_switched_off():
    x = torch.randn(4, 4, device="npu")
    with torch.autocast("npu", dtype=torch.bfloat16):
        assert torch.is_autocast_enabled("npu") and torch.get_autocast_dtype("npu") == torch.bfloat16
        with torch.autocast("npu", enabled=False):
            assert (x @ x).dtype == torch.float32
        assert (x @ x).dtype == torch.bfloat16
    assert not torch.is_autocast_enabled("npu")


def test_autocast_leaves_the_cpu_alone():
    with torch.autocast("npu", dtype=torch.bfloat16):
        assert (torch.ones(2, 2) @ torch.ones(2, 2)).dtype == torch.float32


def test_the_supported_dtypes_are_known_and_others_are_refused():
    assert torch.npu.get_amp_supported_dtype() == [torch.bfloat16, torch.float16] and torch.npu.is_bf16_supported()
    with pytest.warns(UserWarning, match="not supported"), torch.autocast("npu", dtype=torch.float64):
        assert (torch.ones(2, 2, device="npu") @ torch.ones(2, 2, device="npu")).dtype == torch.float32


def test_a_gradient_scaler_skips_steps_that_overflow_and_takes_the_others():
    scaler = torch.amp.GradScaler("npu", init_scale=2.0**16)
    model = torch.nn.Linear(2, 2, device="npu")
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for factor, scale_after in ((1e38, 2.0**15), (1.0, 2.0**15)):
        before = model.weight.detach().cpu()
        optimizer.zero_grad()
        scaler.scale((model(torch.ones(3, 2, device="npu")) * factor).sum()).backward()
        scaler.unscale_(optimizer)
        scaler.step(optimizer)
        scaler.update()
        assert scaler.get_scale() == scale_after
        assert torch.equal(before, model.weight.detach().cpu()) == (factor > 1)
    assert model.weight.grad.flatten().tolist() == [3, 3, 3, 3]


def autocast_kernels(key):
    return set(torch._C._dispatch_get_registrations_for_dispatch_key(key))


def test_autocast_has_a_rule_for_every_operator_that_has_one_on_cuda():
    of_cuda_only = {"aten::cudnn_convolution", "aten::cudnn_convolution_transpose"}
    assert autocast_kernels("AutocastPrivateUse1") >= autocast_kernels("AutocastCUDA") - of_cuda_only


X, W = (4, 4), (4, 4, 3)
LOWER_PRECISION = {
    "linear": (F.linear, X, X),
    "matmul": (torch.matmul, X, X),
    "addmm": (torch.addmm, X, X, X),
    "bmm": (torch.bmm, (2, 3, 4), (2, 4, 5)),
    "conv1d": (F.conv1d, W, W),
    "prelu": (F.prelu, X, (1,)),
}
FLOAT32 = {
    "exp": (torch.exp, X),
    "pow": (lambda x: x.pow(2), X),
    "log_softmax": (lambda x: F.log_softmax(x, 0), X),
    "layer_norm": (lambda x: F.layer_norm(x, (4,)), X),
    "mse_loss": (F.mse_loss, X, X),
    "norm": (lambda x: x.norm(), X),
    "sum": (lambda x: x.sum(), X),
    "cumsum": (lambda x: x.cumsum(0), X),
}
WIDEST = {"addcmul": (torch.addcmul, X, X, X), "dot": (torch.dot, (4,), (4,)), "cat": (lambda *x: torch.cat(x), X, X)}


@pytest.mark.parametrize(
    ("rules", "given", "wanted"),
    [
        (LOWER_PRECISION, (torch.float32,) * 3, torch.bfloat16),
        (FLOAT32, (torch.bfloat16,) * 3, torch.float32),
        (WIDEST, (torch.bfloat16, torch.float32, torch.bfloat16), torch.float32),
        (WIDEST, (torch.bfloat16,) * 3, torch.bfloat16),
    ],
    ids=["lower precision", "float32", "widest, mixed", "widest, narrow"],
)
def test_results_have_the_dtype_of_the_operators_list(rules, given, wanted):
    found = {}
    for name, (function, *shapes) in rules.items():
        inputs = [torch.ones(shape).to("npu", dtype) for shape, dtype in zip(shapes, given, strict=False)]
        with torch.autocast("npu", dtype=torch.bfloat16):
            found[name] = function(*inputs).dtype
    assert found == dict.fromkeys(rules, wanted)


def test_binary_cross_entropy_is_refused_as_on_cuda():
    x = torch.full((2,), 0.5, device="npu")
    with torch.autocast("npu"), pytest.raises(RuntimeError, match="binary_cross_entropy_with_logits"):
        F.binary_cross_entropy(x, x)


def test_autocast_is_open_to_operators_of_your_own():
    @torch.library.custom_op("eager_amp_test::scaled", mutates_args=())
    def scaled(x: torch.Tensor) -> torch.Tensor:
        return x * 2

    torch.library.register_autocast("eager_amp_test::scaled", "npu", torch.bfloat16)
    with torch.autocast("npu", dtype=torch.bfloat16):
        assert scaled(torch.ones(2, device="npu")).dtype == torch.bfloat16
