"""Which tensors a launch may have: those in the device's memory, host scalars, empty tensors."""

from dataclasses import dataclass

import pytest
from npusim.scheduler.tensors import memory
from npusim.scheduler.tensors.memory import check_on_device
from npusim.simulator.errors import DeviceError


@dataclass
class Tensor:
    pointer: int
    shape: tuple = (4,)
    device: str = "npu:0"
    dtype: str = "float32"

    def dim(self):
        return len(self.shape)

    def numel(self):
        return 0 if 0 in self.shape else 1


class Memory:
    base, size_bytes = 0x10000, 0x1000


@pytest.fixture(autouse=True)
def arena(monkeypatch):
    monkeypatch.setattr(memory, "_memory", Memory())


def check(*tensors):
    check_on_device([tensor.pointer for tensor in tensors], tensors, "k")


@pytest.mark.parametrize("pointer", [0xFFFF, 0x11000])
def test_a_tensor_outside_the_arena_is_an_error_that_names_it(pointer):
    with pytest.raises(DeviceError, match=r"kernel k: argument 1 \(shape \(4,\).* on cpu.*\.to\('npu'\)"):
        check(Tensor(0x10000), Tensor(pointer, device="cpu"))


def test_host_scalars_and_empty_tensors_may_be_anywhere():
    check(Tensor(0x10000), Tensor(0x10FFF), Tensor(1, shape=(), device="cpu"), Tensor(0, shape=(0, 3)))
    with pytest.raises(DeviceError, match="argument 0"):
        check(Tensor(1, shape=(), device="meta"))
