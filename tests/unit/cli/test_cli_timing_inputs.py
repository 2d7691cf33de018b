"""Inputs of `npusim run OP --mode timing`: no values, no memory."""

import os
from pathlib import Path

import torch
from npusim.frontend.cli.operator_inputs import Request
from npusim.frontend.cli.operators import build_case, operators

GIB = 2**30


def resident_bytes() -> int:
    return int(Path("/proc/self/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")


def test_large_matrices_take_no_room_when_only_time_is_wanted() -> None:
    torch.ones(1, device="npu")
    before = resident_bytes()
    case = build_case(operators()["matmul"], Request((16384, 16384, 16384), "f32", None, 0), values=False)
    assert [(tensor.shape, tensor.device.type) for tensor in case.inputs] == [((16384, 16384), "npu")] * 2
    assert resident_bytes() - before < GIB // 8


def test_inputs_have_values_otherwise() -> None:
    case = build_case(operators()["matmul"], Request((4, 4, 4), "f32", None, 0))
    assert all(tensor.device.type == "cpu" and tensor.count_nonzero() == 16 for tensor in case.inputs)
