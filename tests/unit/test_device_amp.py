"""Automatic mixed precision on the device."""

import pytest
import torch
import torch.nn.functional as F


@pytest.fixture(autouse=True)
def host_operators_allowed(device):
    with torch.npu.set_fallback_policy("allow"):
        yield


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
