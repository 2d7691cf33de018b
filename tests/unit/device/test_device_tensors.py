"""Tensors of the device: storage, views, copies, fills, printing. Nothing here may count as a host fallback."""

import pytest
import torch

DTYPES = [
    torch.float64, torch.float32, torch.float16, torch.bfloat16, torch.int64, torch.int32, torch.int16, torch.int8,
    torch.uint8, torch.bool, torch.complex64, torch.float8_e4m3fn,
]  # fmt: skip


pytestmark = pytest.mark.usefixtures("no_host_operators")


def counting(*shape, dtype=torch.float32):
    return torch.arange(torch.Size(shape).numel()).reshape(shape).to(dtype)


@pytest.mark.parametrize("dtype", DTYPES, ids=str)
def test_values_survive_the_way_to_the_device_and_back(dtype):
    values = counting(3, 4, dtype=torch.float32).to(dtype)
    there = values.to("npu")
    assert there.device == torch.device("npu", 0) and there.dtype == dtype and there.is_npu
    assert torch.equal(there.cpu().view(torch.uint8), values.view(torch.uint8))


@pytest.mark.parametrize(("source", "target"), [("cpu", "npu"), ("npu", "cpu"), ("npu", "npu")])
def test_copies_work_between_any_strides_and_dtypes(source, target):
    values = counting(6, 5)
    views = [lambda x: x, lambda x: x.t(), lambda x: x[::2, 1:], lambda x: x[1].expand(3, 5), lambda x: x[0, 0]]
    for view in views:
        wanted = view(values)
        for dtype in (torch.float32, torch.float16, torch.int8):
            got = torch.zeros(wanted.shape, dtype=dtype, device=target).t()
            got.copy_(view(values.to(source)).t())
            assert torch.equal(got.cpu(), wanted.to(dtype).t())


def test_a_copy_into_a_strided_view_changes_only_the_view():
    there = torch.zeros(4, 6, device="npu")
    there[1:3, ::2].copy_(torch.ones(2, 3))
    wanted = torch.zeros(4, 6)
    wanted[1:3, ::2] = 1
    assert torch.equal(there.cpu(), wanted)


def test_empty_tensors_have_the_strides_that_were_asked_for():
    assert torch.empty(2, 3, 4, device="npu").stride() == (12, 4, 1)
    assert torch.empty(2, 3, 4, 5, device="npu", memory_format=torch.channels_last).stride() == (60, 1, 15, 3)
    assert torch.empty_strided((2, 3), (1, 2), device="npu").stride() == (1, 2)
    assert torch.empty(0, 3, device="npu").cpu().shape == (0, 3)


def test_views_share_memory_with_their_base():
    base = counting(4, 6).to("npu")
    views = [base.view(24), base.t(), base[1:, 2], base.as_strided((2, 2), (6, 1), 3), base.unfold(1, 2, 1), base[None]]
    base.zero_()
    for view in views:
        assert view.untyped_storage().data_ptr() == base.untyped_storage().data_ptr()
        assert view.cpu().abs().sum() == 0


def test_slicing_and_reshaping_match_the_cpu():
    values = counting(3, 4, 5)
    there = values.to("npu")
    for view in (
        lambda x: x[1],
        lambda x: x[..., ::3],
        lambda x: x.permute(2, 0, 1),
        lambda x: x.transpose(0, 2).reshape(5, 12),
        lambda x: x.flatten().split(7)[1],
        lambda x: x.movedim(0, 1).contiguous(),
        lambda x: torch.diagonal(x, dim1=1, dim2=2),
        lambda x: x.view(torch.int32)[0],
    ):
        assert torch.equal(view(there).cpu(), view(values))
        assert view(there).stride() == view(values).stride()


def test_fills_and_item_are_the_devices_own():
    there = torch.full((3, 4), 2.5, device="npu")
    assert there[1, 2].item() == 2.5 and there.tolist() == [[2.5] * 4] * 3
    there.t()[0].fill_(7)
    there[:, 1].fill_(torch.tensor(8.0))
    there[2].zero_()
    assert torch.equal(there.cpu()[0], torch.tensor([7.0, 8.0, 2.5, 2.5]))
    assert not there[2].cpu().any()
    assert bool(torch.tensor(True, device="npu")) and int(torch.ones((), device="npu", dtype=torch.int64)) == 1


def test_conjugated_and_negated_views_are_resolved_by_a_copy():
    there = torch.tensor([1 + 2j, 3 - 1j], device="npu")
    assert torch.equal(there.conj().cpu(), torch.tensor([1 - 2j, 3 + 1j]))
    assert torch.equal(there.conj().imag.cpu(), torch.tensor([-2.0, 1.0]))
    assert torch.equal(torch.view_as_real(there).cpu(), torch.tensor([[1.0, 2.0], [3.0, -1.0]]))


def test_resizing_keeps_the_values():
    there = counting(4).to("npu")
    there.resize_(2, 4)
    assert torch.equal(there[0].cpu(), counting(4))
    there.untyped_storage().resize_(4096)
    assert torch.equal(there[0].cpu(), counting(4)) and there.untyped_storage().nbytes() == 4096


def test_a_storage_without_bytes_is_on_the_device():
    """Sharded training frees parameters so, and a compiled `torch.nn.Parameter(x)` begins as such a tensor."""
    there = counting(4).to("npu")
    storage = there.untyped_storage()
    storage.resize_(0)
    assert (storage.device.type, storage.nbytes()) == ("npu", 0)
    storage.resize_(16)
    assert torch.equal(there.copy_(counting(4)).cpu(), counting(4))
    storage.resize_(0)
    assert torch.equal(there.set_(counting(4).to("npu")).cpu(), counting(4))


def test_a_tensor_can_take_over_a_storage():
    base = counting(8).to("npu")
    taker = torch.empty(0, device="npu").set_(base.untyped_storage(), 2, (3,), (2,))
    assert torch.equal(taker.cpu(), torch.tensor([2.0, 4.0, 6.0]))
    assert torch.empty(0, device="npu").set_(base).data_ptr() == base.data_ptr()
    with pytest.raises(RuntimeError, match="cannot put a storage on cpu"):
        taker.set_(torch.ones(2).untyped_storage())


@pytest.mark.parametrize("mode", ["host", "compile"])
def test_a_tensor_is_set_to_those_of_the_same_elements(mode):
    base = counting(8).to("npu")
    others = [base, base.detach(), base[:4], base[1:], base.view(2, 4), base[::2], base.clone()]
    with torch.npu.set_eager_mode(mode):
        assert [base.is_set_to(other) for other in others] == [True, True, False, False, False, False, False]
        assert base[1:].is_set_to(base[1:])


@pytest.mark.parametrize("mode", ["host", "compile"])
def test_conjugation_in_place(mode):
    values = torch.tensor([[1 + 2j, 3 - 1j], [0j, -2j]])
    with torch.npu.set_eager_mode(mode):
        there = values.to("npu")
        assert there.t()[0].conj_physical_().tolist() == values.t()[0].conj().tolist()
        assert there.cpu().tolist() == [[1 - 2j, 3 - 1j], [0j, -2j]]


def test_printing_needs_no_host_operators():
    torch.npu.reset_fallback_counts()
    there = counting(2, 3).to("npu").requires_grad_()
    assert str(there) == "tensor([[0., 1., 2.],\n        [3., 4., 5.]], device='npu:0', requires_grad=True)"
    assert "..." in repr(torch.zeros(5000, device="npu"))
    assert repr(torch.nn.Parameter(torch.ones(1, device="npu"))).startswith("Parameter containing:\ntensor([1.]")
    assert torch.npu.fallback_counts() == {}


def test_a_cpu_alias_shares_the_memory():
    there = counting(2, 3).to("npu")
    alias = torch.npu.cpu_alias(there.t())
    assert alias.device.type == "cpu" and alias.data_ptr() == there.data_ptr()
    alias[0, 1] = 42
    assert there[1, 0].item() == 42
    with pytest.raises(NotImplementedError):
        torch.npu.cpu_alias(torch.ones(2))


def test_pinned_memory_is_host_memory_that_knows_it_is_pinned():
    pinned = counting(1000).pin_memory()
    assert pinned.is_pinned() and pinned[3:].is_pinned() and not counting(2).is_pinned()
    assert torch.equal(pinned.to("npu", non_blocking=True).cpu(), counting(1000))
    assert torch.empty(3, pin_memory=True).is_pinned()
    with pytest.raises(RuntimeError, match="only host memory can be pinned"):
        torch.empty(2, device="npu", pin_memory=True)


def test_a_data_loader_pins_its_batches():
    data = torch.utils.data.TensorDataset(counting(8))
    batches = [batch for (batch,) in torch.utils.data.DataLoader(data, batch_size=4, pin_memory=True)]
    assert all(batch.is_pinned() for batch in batches)
    assert torch.equal(torch.cat(batches).to("npu", non_blocking=True).cpu(), counting(8))


def test_default_device_and_device_context_put_tensors_on_the_npu():
    try:
        torch.set_default_device("npu")
        assert torch.zeros(2).device.type == "npu"
    finally:
        torch.set_default_device(None)
    with torch.device("npu"):
        assert torch.tensor([1.0]).device == torch.device("npu:0")
    assert torch.zeros(2).device.type == "cpu"


def test_tensors_of_other_devices_are_not_mixed_silently():
    here, there = torch.ones(1, 1, 2, 2), torch.ones(1, 1, 2, 2, device="npu")
    for mix in (
        lambda: there + here,
        lambda: there @ here,
        lambda: torch.gather(there, 0, here.long()),
        lambda: torch.nn.functional.conv2d(there, here),
        lambda: torch.nn.functional.scaled_dot_product_attention(there, here, here),
    ):
        with torch.npu.set_fallback_policy("allow"), pytest.raises(RuntimeError, match="same device"):
            mix()


def test_scalars_and_indices_may_come_from_the_cpu():
    there = counting(4).to("npu")
    with torch.npu.set_fallback_policy("allow"):
        assert (there * torch.tensor(2.0)).tolist() == [0, 2, 4, 6]
        assert there[torch.tensor([3, 1])].tolist() == [3, 1] and there[[0, 2]].tolist() == [0, 2]


@pytest.mark.parametrize(
    "make",
    [
        lambda: torch.sparse_coo_tensor([[0]], [1.0], device="npu"),
        lambda: torch.empty(2, dtype=torch.quint8, device="npu"),
        lambda: torch.nested.nested_tensor([torch.ones(2), torch.ones(3)], device="npu") * 2,
        lambda: torch.nested.as_nested_tensor([torch.ones(2, device="npu", requires_grad=True)]) * 2,
    ],
)
def test_other_layouts_are_refused_with_a_sentence(make):
    with (
        torch.npu.set_fallback_policy("allow"),
        pytest.raises(NotImplementedError, match="strided and sparse compressed tensors only"),
    ):
        make()


@pytest.mark.covering("False")
@pytest.mark.parametrize("compiled", [False, True])
def test_an_encoder_keeps_a_padded_batch_padded(compiled):
    """Elsewhere eager evaluation makes a nested tensor of it, which the device does not hold."""
    layer = torch.nn.TransformerEncoderLayer(4, 2, 7, batch_first=True)
    encoder = torch.nn.TransformerEncoder(layer, 1).eval()
    x, padding = torch.randn(2, 5, 4), torch.arange(5) >= torch.tensor([[5], [3]])
    run = torch.compile(encoder) if compiled else encoder
    with torch.no_grad(), torch.npu.set_fallback_policy("allow"):
        expected = encoder(x, src_key_padding_mask=padding)
        encoder.to("npu")
        result = run(x.to("npu"), src_key_padding_mask=padding.to("npu")).cpu()
    torch.testing.assert_close(result[~padding], expected[~padding])


def test_there_is_one_device():
    assert torch.npu.device_count() == 1 and torch.npu.current_device() == 0
    with pytest.raises(RuntimeError, match="npu:1"):
        torch.empty(2, device="npu:1")
    from npusim.simulator.errors import DeviceError

    with pytest.raises(DeviceError, match="npu:3"):
        torch.npu.set_device(3)
    with torch.npu.device(0):
        assert torch.ones(1, device="npu").item() == 1
