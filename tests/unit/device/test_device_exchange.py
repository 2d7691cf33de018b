"""DLPack: tensors of the device for NumPy and others, and back."""

import gc

import numpy as np
import pytest
import torch


def test_the_device_of_a_tensor_survives(device):
    x = torch.arange(6.0).view(2, 3).t().to(device)
    assert x.__dlpack_device__() == (torch.utils.dlpack.DLDeviceType.kDLExtDev, 0)
    y = torch.from_dlpack(x)
    assert y.device == x.device and y.data_ptr() == x.data_ptr() and y.stride() == x.stride()
    z = torch.from_dlpack(torch.utils.dlpack.to_dlpack(x))
    assert z.device == x.device and z.cpu().equal(x.cpu())


@pytest.mark.covering("torch.float32")
@pytest.mark.parametrize("dtype", [torch.float32, torch.int64, torch.bool], ids=str)
def test_numpy_gets_the_memory_itself_and_keeps_it(device, dtype):
    gc.freeze()  # only what is made here is searched
    x = torch.ones(1000, device=device).to(dtype)
    address = x.data_ptr()
    array = np.from_dlpack(x[10:], device="cpu")
    assert array.__array_interface__["data"][0] == address + 10 * x.itemsize
    del x
    gc.collect()
    others = [torch.zeros(1000, device=device).to(dtype) for _ in range(3)]
    assert array.all() and all(other.data_ptr() != address for other in others)


def test_arrays_come_to_the_device(device):
    array = np.arange(12, dtype=np.float32).reshape(3, 4)
    x = torch.from_dlpack(array, device="npu")
    assert x.device == device and x.cpu().numpy().tolist() == array.tolist()


def test_tensors_that_want_gradients_are_refused_as_everywhere(device):
    with pytest.raises(BufferError, match="require gradient"):
        np.from_dlpack(torch.ones(3, device=device, requires_grad=True), device="cpu")
