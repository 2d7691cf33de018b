"""The Python module that Inductor generates: kernels by their text, launches as plain calls."""

import re

import pytest
import torch
from npusim.frontend.backend.generated.wrapper import kernel_definition
from npusim.scheduler import registered_kernels
from torch._inductor.utils import run_and_get_code


@pytest.mark.parametrize(
    "text",
    [
        "func.func @a() {\n  return\n}\n",
        "a '''quoted''' text\n",
        "ends with a backslash\\\n",
        "no end",
        "blank\n\nline\n",
    ],
)
def test_a_kernels_text_survives_its_definition(text):
    meta = {"kind": "template", "ops": ["aten.mm.default"], "template": None}
    source = kernel_definition("npu_mm", text, meta)
    taken = eval(source, {"npusim_register_kernel": lambda *args: args})
    assert taken == ("npu_mm", text, meta)


def compiled_code(function, *inputs, **options):
    torch._dynamo.reset()
    return run_and_get_code(torch.compile(function, **options), *inputs)


def test_a_kernel_used_twice_is_defined_once(device):
    x = torch.randn(16, 16)
    result, (code,) = compiled_code(lambda x: (x @ x) @ (x @ x + 1), x.to(device))
    assert code.count("npusim_register_kernel(") == len(set(code.split("npusim_register_kernel('")[1:]))
    torch.testing.assert_close(result.cpu(), (x @ x) @ (x @ x + 1))


def test_sizes_are_passed_as_integers(device):
    _, (code,) = compiled_code(lambda x: x @ x.t(), torch.randn(6, 9).to(device), dynamic=True)
    assert re.search(r"\n +npu_fused_\w+\(arg\w+, (buf0|arg\w+), (buf0|arg\w+), s\d+, s\d+\)\n", code), code


def test_the_branches_of_a_cond_share_the_module(device):
    def function(x):
        return torch.cond(x.sum() > 0, lambda x: x @ x, lambda x: x - 1, (x,))

    for x in (torch.ones(8, 8), -torch.ones(8, 8)):
        torch._dynamo.reset()
        torch.testing.assert_close(torch.compile(function)(x.to(device)).cpu(), function(x))


def test_kernels_know_their_operators_and_source_lines(device):
    compiled_code(lambda x: torch.relu(x @ x), torch.randn(24, 24).to(device))
    meta = registered_kernels()[-1].meta
    assert meta["kind"] == "template" and meta["template"] == "MLIRGemmTemplate"
    assert meta["ops"] == ["aten.mm.default", "aten.relu.default"]
    assert [origin.rsplit(":", 1)[0] for origin in meta["origins"]] == [__file__]


def test_another_machine_means_another_compile(device):
    torch._dynamo.reset()
    compiled = torch.compile(lambda x: x @ x)
    x = torch.randn(64, 64).to(device)
    expected = x.cpu() @ x.cpu()
    torch.testing.assert_close(compiled(x).cpu(), expected)
    first = registered_kernels()[-1]
    with torch.npu.simulator(machine="small8x8", mode="functional"):
        torch.testing.assert_close(compiled(x).cpu(), expected)
        second = registered_kernels()[-1]
    assert second.module.text != first.module.text
    count = len(registered_kernels())
    compiled(x)
    assert len(registered_kernels()) == count
