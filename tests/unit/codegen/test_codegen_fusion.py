"""What shares a kernel: reductions with what reads them, templates with their epilogues; and what must not."""

import pytest
import torch
import torch._inductor.config
import torch.nn.functional as F
from npusim.scheduler import registered_kernels


def kernels(function, device, *inputs):
    """Compiles and runs `function`, compares with the CPU, and returns the kernels that are new, in order."""
    torch._dynamo.reset()
    before = len(registered_kernels())
    result = torch.compile(function, fullgraph=True)(*(x.to(device) for x in inputs))
    torch.testing.assert_close(result.cpu(), function(*inputs))
    return registered_kernels()[before:]


def values(*shape):
    return torch.randn(shape, generator=torch.Generator().manual_seed(sum(shape)))


@pytest.mark.parametrize("dim", [0, 1])
def test_a_softmax_over_any_dimension_is_one_kernel(device, dim):
    assert len(kernels(lambda a: torch.softmax(a, dim), device, values(53, 71))) == 1


@pytest.mark.parametrize(
    "norm",
    [
        lambda a: F.batch_norm(a, None, None, training=True),
        lambda a: F.group_norm(a, 3),
        lambda a: F.layer_norm(a, (7, 5)),
        lambda a: F.instance_norm(a[1:]),  # of another size than batch_norm's, whose kernel it could be
    ],
)
def test_a_normalization_is_one_kernel(device, norm):
    assert len(kernels(norm, device, values(4, 6, 7, 5))) == 1


def test_reductions_of_the_same_rows_share_a_kernel(device):
    assert len(kernels(lambda a: a.sum(1) * a.amax(1) + a.mean(1), device, values(43, 61))) == 1


def test_a_gradient_of_a_softmax_is_one_kernel(device):
    def backward(gradient, output):
        return torch._softmax_backward_data(gradient, output, 0, torch.float32)

    assert len(kernels(backward, device, values(41, 37), values(41, 37))) == 1


def test_an_epilogue_joins_its_matrix_product(device):
    found = kernels(lambda a, b, c: torch.relu(a @ b) + c, device, values(33, 20), values(20, 45), values(33, 45))
    assert [k.meta["kind"] for k in found] == ["template"]


def test_a_transposed_reader_does_not_join_a_matrix_product(device):
    found = kernels(lambda a, b: (a @ b).t().contiguous() + 1, device, values(34, 20), values(20, 46))
    assert [k.meta["kind"] for k in found] == ["template", "pointwise"]


def test_a_kernel_knows_its_operations_and_lines(device):
    (kernel,) = kernels(lambda a: torch.tanh(a) + 1.5, device, values(35, 29))
    assert kernel.meta["ops"] == ["aten.tanh.default", "aten.add.Tensor"]
    assert kernel.meta["origins"] and __file__ in kernel.meta["origins"][0]
    assert kernel.name.startswith("npu_fused_tanh_add_")


@pytest.mark.parametrize(
    ("function", "name"),
    [
        pytest.param(lambda a: a.t().unsqueeze(0).exp() * 2, "exp_mul", id="views"),
        pytest.param(lambda a: a.t().contiguous(), "permute_clone", id="views and a copy"),
        pytest.param(
            lambda a: a.t().clone().exp().expand(3, 29, 35).clone(), "exp_clone", id="a copy of what is computed"
        ),
    ],
)
def test_views_are_named_where_nothing_is_computed(function, name, device):
    (kernel,) = kernels(function, device, values(35, 29))
    assert kernel.name.startswith(f"npu_fused_{name}_")


def test_a_template_is_named_first_and_what_other_kernels_compute_is_not_counted(device):
    def function(a, b, c):
        return torch.tanh(F.layer_norm(a, (29,)) @ b) @ c

    *_, first, second = kernels(function, device, values(36, 29), values(29, 31), values(31, 28))
    assert first.meta["ops"][0] == "aten.mm.default" and "aten.tanh.default" in first.meta["ops"]
    assert second.meta["ops"] == ["aten.mm.default"] and second.name.startswith("npu_fused_mm_")


def test_the_same_graph_gives_the_same_text(device):
    def function(a):
        return torch.softmax(a * 3, 0).sum(1)

    first = [k.module.text for k in kernels(function, device, values(19, 23))]
    again = [k.module.text for k in kernels(function, device, values(19, 23))]
    assert first and again == []  # an identical text is registered once
