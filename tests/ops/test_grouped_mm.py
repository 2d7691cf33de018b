"""Grouped matrix products (mixtures of experts): group sizes are data, empty groups, every form of the operands."""

import pytest
import torch
from common import check, compare, main, make, on_device, report_of
from npusim.simulator.machine import load_machine

SHAPES = [(40, 16, 24, 4), (129, 64, 56, 3), (300, 128, 48, 8)]


def ends(sizes, dtype=torch.int32):
    """Where groups of these sizes end."""
    return torch.tensor(sizes).cumsum(0).to(dtype)


def split(total, groups, seed=0):
    """Sizes of groups that add up to `total`: multiples of 8, some of them 0, the rest in the last one."""
    generator = torch.Generator().manual_seed(seed)
    sizes = []
    for _ in range(groups - 1):
        sizes.append(
            min(total - sum(sizes), 8 * int(torch.randint(0, 2 * total // (8 * groups) + 1, (), generator=generator)))
        )
    return [*sizes, total - sum(sizes)]


def grouped(a, b, offs):
    return torch._grouped_mm(a, b, offs=offs)


def run(device, shape, dtype=torch.bfloat16):
    """`shape` is (rows of all groups, K, N, groups)."""
    m, k, n, groups = shape
    a, b = make((m, k), dtype), (make((groups, k, n), seed=1) / k**0.5).to(dtype)
    check(grouped, a, b, ends(split(m, groups)), device=device)


@pytest.mark.covering("(40, 16, 24, 4)", "(129, 64, 56, 3)")
@pytest.mark.parametrize("shape", SHAPES, ids=str)
def test_rows_of_each_group_meet_their_own_matrix(device, shape):
    run(device, shape)


SIZES = {
    "one group": [40],
    "empty groups": [0, 17, 0, 0, 23, 0],
    "all in the last": [0, 0, 40],
    "one row each": [1] * 40,
    "odd sizes": [1, 3, 5, 7, 11, 13],
}


@pytest.mark.covering("empty groups", "odd sizes")
@pytest.mark.parametrize("name", SIZES)
def test_groups_of_any_size(device, name):
    sizes = SIZES[name]
    a, b = make((40, 32), torch.bfloat16), (make((len(sizes), 32, 40), seed=1) / 6).to(torch.bfloat16)
    check(grouped, a, b, ends(sizes), device=device)


def test_one_compile_serves_other_group_sizes(device):
    torch._dynamo.reset()
    compiled = torch.compile(grouped, dynamic=False, fullgraph=True)
    a, b = make((40, 32), torch.bfloat16), (make((3, 32, 40), seed=1) / 6).to(torch.bfloat16)
    for sizes in ([10, 20, 10], [0, 40, 0], [39, 0, 1]):
        with torch._dynamo.config.patch(error_on_recompile=True):
            result = compiled(a.to(device), b.to(device), ends(sizes).to(device))
        compare(result, grouped(a, b, ends(sizes)))


def test_what_lies_behind_the_last_group_is_zero(device):
    a, b, offs = make((40, 32), torch.bfloat16), make((2, 32, 40), torch.bfloat16, 1), ends([8, 9])
    torch._dynamo.reset()
    result = torch.compile(grouped, fullgraph=True)(a.to(device), b.to(device), offs.to(device)).cpu()
    torch.testing.assert_close(result[:17], grouped(a, b, offs)[:17])
    assert not result[17:].any()


def by_groups(a, b, offs):
    """The experts' product as Hugging Face transformers writes it down."""
    result, start = a.new_zeros(a.shape[0], b.shape[2]), 0
    for i, end in enumerate(offs.tolist()):
        result[start:end] = a[start:end] @ b[i]
        start = end
    return result


def gradients_by_groups(a, b, offs, gradient):
    of_a, of_b, start = torch.zeros_like(a), torch.zeros_like(b), 0
    for i, end in enumerate(offs.tolist()):
        of_a[start:end] = gradient[start:end] @ b[i].T
        of_b[i] = a[start:end].T @ gradient[start:end]
        start = end
    return of_a, of_b


def define_operators_of_transformers():
    """Two operators that the library registers when it is imported."""
    if hasattr(torch.ops.transformers, "grouped_mm_fallback"):
        return
    forward, backward = "transformers::grouped_mm_fallback", "transformers::grouped_mm_fallback_backward"
    arguments = "Tensor input, Tensor weight, Tensor offs"
    torch.library.custom_op(forward, by_groups, mutates_args=(), schema=f"({arguments}) -> Tensor")
    schema = f"({arguments}, Tensor grad_output) -> (Tensor, Tensor)"
    torch.library.custom_op(backward, gradients_by_groups, mutates_args=(), schema=schema)
    torch.library.register_fake(forward, lambda a, b, offs: a.new_empty(a.shape[0], b.shape[2]))
    torch.library.register_fake(backward, lambda a, b, offs, g: (torch.empty_like(a), torch.empty_like(b)))


@pytest.mark.covering("torch.int64-torch.float16")
@pytest.mark.parametrize("dtype", [torch.float32, torch.float16], ids=str)
@pytest.mark.parametrize("ends_dtype", [torch.int32, torch.int64], ids=str)
def test_experts_of_transformers_and_their_gradients(device, dtype, ends_dtype):
    define_operators_of_transformers()
    a, b = make((40, 32), dtype), (make((4, 32, 40), seed=1) / 6).to(dtype)
    offs = ends([7, 0, 20, 13], ends_dtype)
    check(torch.ops.transformers.grouped_mm_fallback, a, b, offs, device=device)
    check(torch.ops.transformers.grouped_mm_fallback_backward, a, b, offs, make((40, 40), dtype), device=device)


def test_columns_may_be_grouped(device):
    a, b = make((3, 24, 32), torch.bfloat16), (make((32, 48), seed=1) / 6).to(torch.bfloat16)
    check(grouped, a, b, ends([8, 0, 40]), device=device)
    check(grouped, a, b, ends([16, 16, 16]), device=device)


def test_reductions_may_be_grouped(device):
    a, b = make((24, 48), torch.bfloat16), (make((48, 40), seed=1) / 4).to(torch.bfloat16)
    check(grouped, a, b, ends([8, 0, 40]), device=device)
    check(grouped, a, b, ends([16, 24, 8]), device=device)


def test_without_ends_it_is_a_batch(device):
    a, b = make((3, 24, 32), torch.bfloat16), (make((3, 32, 40), seed=1) / 6).to(torch.bfloat16)
    check(lambda a, b: torch._grouped_mm(a, b), a, b, device=device)


def test_matrices_may_be_transposed(device):
    a = make((32, 40), torch.bfloat16).t()
    b = (make((3, 40, 32), seed=1) / 6).to(torch.bfloat16).transpose(1, 2)
    moved = [on_device(tensor, device) for tensor in (a, b, ends([8, 24, 8]))]
    torch._dynamo.reset()
    with torch.npu.simulator(mode="functional") as simulation:
        result = torch.compile(grouped, fullgraph=True)(*moved)
        assert len(simulation.report().kernels) == 1
    compare(result, grouped(a, b, ends([8, 24, 8])))


@pytest.mark.slow
def test_routing_and_experts_in_one_graph(device):
    def experts(x, choice, up, down):
        order = torch.argsort(choice, stable=True)
        counts = (choice[:, None] == torch.arange(4, device=x.device)).sum(0)
        offs = counts.cumsum(0).to(torch.int32)
        hidden = torch.relu(torch._grouped_mm(x[order], up, offs=offs))
        result = torch._grouped_mm(hidden, down, offs=offs)
        return torch.zeros_like(result).index_copy(0, order, result)

    x, choice = make((50, 32), torch.bfloat16), torch.arange(50) * 7 % 4
    up, down = ((make(s, seed=2) / 6).to(torch.bfloat16) for s in ((4, 32, 64), (4, 64, 32)))
    check(experts, x, choice, up, down, device=device)


def test_experts_train(device):
    a, b, offs = make((40, 32), torch.bfloat16), (make((3, 32, 40), seed=1) / 6).to(torch.bfloat16), ends([8, 0, 32])
    gradients = {}
    for where in ("cpu", device):
        x, w = (tensor.detach().to(where).requires_grad_() for tensor in (a, b))
        call = torch.compile(grouped, fullgraph=True) if where is device else grouped
        torch._dynamo.reset()
        (call(x, w, offs.to(where)).float() ** 2).sum().backward()
        gradients[str(where)] = (x.grad.cpu(), w.grad.cpu())
    first, second = gradients.values()
    for got, wanted in zip(second, first, strict=True):
        # products are rounded to bfloat16: one that is rounded the other way (1/32 at 8), doubled, times a weight of up
        # to a half, is 3e-2
        torch.testing.assert_close(got, wanted, rtol=1.6e-2, atol=5e-2)


def cycles(device, sizes, machine="tpuv3"):
    a = torch.empty(sum(sizes), 256, dtype=torch.bfloat16, device=device)
    b = torch.empty(len(sizes), 256, 256, dtype=torch.bfloat16, device=device)
    report = report_of(grouped, a, b, ends(sizes).to(device), machine=machine)
    return report.cycles, report.to_dict()["kernels"][0]


def test_time_follows_the_sizes_of_the_groups(device):
    full, kernel = cycles(device, [128, 128, 128, 128])
    skewed, _ = cycles(device, [512, 0, 0, 0])
    assert kernel["mapping"]["template"] == "grouped_gemm"
    assert kernel["mapping"]["key"] == "4_512_256_256"
    read = kernel["memory"]["read_payload_bytes"]
    assert read >= 2 * (512 * 256 + 4 * 256 * 256)
    assert skewed != full


def test_several_cores_share_the_columns(device):
    one, _ = cycles(device, [128] * 4)
    two, _ = cycles(device, [128] * 4, "tpuv3x2")
    assert two < one


def test_a_tile_of_all_columns_stays_where_more_cores_would_only_read_the_rows_again(device):
    machines = [load_machine("tpuv3").evolve(cores=cores) for cores in (1, 4)]
    one, four = (cycles(device, [128] * 8, machine)[0] for machine in machines)
    assert four < 1.02 * one


if __name__ == "__main__":
    main("grouped_mm", run, SHAPES, "(512,256,256,8)", "ROWS,K,N,GROUPS")
