"""Long reductions cut into parts: when they are, what it gains on several cores, and that values stay right."""

import json

import pytest
import torch
from common import check, compare, main, make, on_device, report_of
from npusim.simulator.errors import MappingError

SHAPES = [(64, 4096, 64), (16, 8192, 33), (1, 4096, 128)]


pytestmark = pytest.mark.usefixtures("no_mapping_from_outside")


def operands(m, k, n, dtype=torch.float32):
    left, right = make((m, k), dtype), make((k, n), dtype, 1)
    return left, (right / k**0.5).to(dtype) if dtype.is_floating_point else right


def split(tmp_path, parts, shape):
    """A mapping file that cuts the reduction of one product."""
    m, k, n = shape
    file = tmp_path / f"split{parts}.json"
    entry = {"TILE_M": 64, "TILE_N": 64, "TILE_K": 256, "SPLIT_K": parts}
    file.write_text(json.dumps({f"{m}_{n}_{k}": entry}))
    return file


def run(device, shape, dtype=torch.float32):
    """`shape` is (M, K, N), on a machine of two cores."""
    with torch.npu.simulator(machine="tpuv3x2", mode="functional"):
        check(torch.matmul, *operands(*shape, dtype), device=device)


@pytest.mark.covering("(16, 8192, 33)")
@pytest.mark.parametrize("shape", SHAPES, ids=str)
def test_values_on_two_cores(device, shape):
    run(device, shape)


@pytest.mark.covering("torch.bfloat16")
@pytest.mark.parametrize("dtype", [torch.bfloat16, torch.float64, torch.int32, torch.int8], ids=str)
def test_parts_are_summed_in_the_accumulation_dtype(device, tmp_path, dtype):
    shape = (20, 600, 30)
    with torch.npu.mapping(split(tmp_path, 6, shape)):
        check(torch.matmul, *operands(*shape, dtype), device=device)


def test_operands_of_any_strides_are_cut_without_a_copy(device, tmp_path):
    left, right = make((600, 40)).t()[3:33], make((50, 700), seed=1).t()[40:640] / 25
    moved = [on_device(tensor, device) for tensor in (left, right)]
    torch._dynamo.reset()
    with torch.npu.simulator(mode="both", mapping=split(tmp_path, 5, (30, 600, 50))) as simulation:
        result = torch.compile(torch.matmul, fullgraph=True)(*moved)
        kernels = simulation.report().to_dict()["kernels"]
    compare(result, left @ right)
    assert [kernel["kind"] for kernel in kernels] == ["template", "reduction"]
    assert kernels[0]["mapping"]["key"] == "30_50_120"
    assert kernels[0]["memory"]["write_payload_bytes"] == 4 * 5 * 30 * 50


def test_epilogues_follow_the_sum(device, tmp_path):
    a, b, bias = *operands(30, 600, 50), make((50,))
    with torch.npu.mapping(split(tmp_path, 4, (30, 600, 50))):
        check(lambda a, b, c: torch.relu(torch.addmm(c, a, b)), a, b, bias, device=device)


def kernels_and_cycles(machine, shape, mapping=None):
    m, k, n = shape
    tensors = [torch.empty(size, dtype=torch.bfloat16, device="npu") for size in ((m, k), (k, n))]
    report = report_of(torch.matmul, *tensors, machine=machine, mapping=mapping)
    return len(report.kernels), report.cycles


def test_one_core_leaves_reductions_whole(device):
    assert kernels_and_cycles("tpuv3", (64, 65536, 64))[0] == 1


def test_results_with_tiles_for_all_cores_are_left_whole(device):
    assert kernels_and_cycles("tpuv3x2", (1024, 1024, 1024))[0] == 1


def test_two_cores_gain_by_sharing_a_long_reduction(device, tmp_path):
    shape = (64, 65536, 64)
    whole = kernels_and_cycles("tpuv3x2", shape, split(tmp_path, 1, shape))
    cut = kernels_and_cycles("tpuv3x2", shape)
    assert (whole[0], cut[0]) == (1, 2)
    assert cut[1] < 0.75 * whole[1]


def test_parts_that_do_not_divide_are_refused(device, tmp_path):
    with pytest.raises(MappingError, match="'SPLIT_K' has the value 7; it must divide K = 600"):
        kernels_and_cycles("tpuv3", (30, 600, 50), split(tmp_path, 7, (30, 600, 50)))


if __name__ == "__main__":
    main("split_k", run, SHAPES, "(64,16384,64)", "M,K,N")
