"""Simulated addresses: offsets in the device's arena after one reserved page."""

from dataclasses import dataclass

import pytest
from npusim.scheduler import memory
from npusim.scheduler.memory import HOST_PAGE_BYTES, set_device_memory, simulated_addresses
from npusim.simulator.errors import DeviceError


@dataclass
class Tensor:
    pointer: int
    shape: tuple = (4,)
    device: str = "npu:0"
    dtype: str = "float32"

    def data_ptr(self):
        return self.pointer

    def dim(self):
        return len(self.shape)

    def numel(self):
        return 0 if 0 in self.shape else 1


@pytest.fixture(autouse=True)
def arena(monkeypatch):
    monkeypatch.setattr(memory, "_memory", memory._memory)
    set_device_memory(0x10000, 0x1000)


def addresses(*tensors):
    return simulated_addresses([tensor.data_ptr() for tensor in tensors], tensors, "k")


def test_a_tensors_address_is_its_offset_after_the_reserved_page():
    assert addresses(Tensor(0x10000), Tensor(0x10FFF)) == [HOST_PAGE_BYTES, HOST_PAGE_BYTES + 0xFFF]


@pytest.mark.parametrize("pointer", [0xFFFF, 0x11000])
def test_a_tensor_outside_the_arena_is_an_error_that_names_it(pointer):
    with pytest.raises(DeviceError, match=r"kernel k: argument 1 \(shape \(4,\).* on cpu.*\.to\('npu'\)"):
        addresses(Tensor(0x10000), Tensor(pointer, device="cpu"))


def test_host_scalars_lie_in_the_reserved_page_at_their_arguments_slot():
    scalars = addresses(Tensor(0x10000), Tensor(1, shape=(), device="cpu"), Tensor(2, shape=(), device="cpu"))
    assert scalars[1:] == [64, 128]
    assert max(scalars[1:]) < HOST_PAGE_BYTES


def test_an_empty_tensor_may_have_no_memory():
    assert addresses(Tensor(0, shape=(0, 3))) == [HOST_PAGE_BYTES]
