"""Several implementations of one operator: who computes a call, who is forced, what autotuning finds and keeps."""

import contextlib
import itertools
import json
import sys

import pytest
import torch
from common import kernel_reports
from npusim.frontend import register_implementation, register_kernel, register_lowering
from npusim.frontend.cli.app import app
from npusim.frontend.implementations.forcing import implementation
from npusim.frontend.implementations.registry import implementations_of
from npusim.frontend.lowering import lowering_digest
from npusim.simulator.errors import OperatorError, OptionError, UnsupportedError
from typer.testing import CliRunner

TEXT = """
  {{ kernel.def_tile("tile", {"m": ROWS, "n": 32}, of="x") }}
  {{ kernel.for_loop("m", x.get_size()[0], ROWS) }}
    {{ kernel.for_loop("n", x.get_size()[1], 32) }}
      {{ kernel.dma_load("x", "tile", ["m", "n"]) }}
      {{ kernel.store_output("tile", ["m", "n"]) }}
    {{ kernel.end_loop() }}
  {{ kernel.end_loop() }}
"""
numbers = itertools.count()


def few_rows(machine, x, factor):
    return None if x.get_size()[0] <= machine.vector_lanes else f"{x.get_size()[0]} rows are more than the lanes"


def copier(**priorities):
    """A copy of a matrix: `wide` (priority 10), for few rows, and `narrow`, in tiles of one row."""
    name = f"choose::copy_{next(numbers)}"

    def copy(x: torch.Tensor, factor: float = 1.0) -> torch.Tensor:
        return x.clone()

    made = torch.library.custom_op(name, copy, mutates_args=())
    made.register_fake(lambda x, factor=1.0: torch.empty_like(x))
    register_kernel(made, TEXT, implementation="narrow")(lambda kernel, x, factor: {"ROWS": 1})
    wide = register_kernel(made, TEXT, implementation="wide", priority=priorities.get("wide", 10), when=few_rows)
    wide(lambda kernel, x, factor: {"ROWS": 128})
    return made, name


def choices(operator, *arguments, function=None, device, **options):
    """What a compiled call chose, its values checked: the reports of its choices."""
    torch._dynamo.reset()
    with torch.npu.simulator(machine="small8x8", mode="both", **options) as simulation:
        result = torch.compile(function or operator, fullgraph=True)(*(each.to(device) for each in arguments))
        kernels = simulation.report().to_dict()["kernels"]
    assert torch.equal(result.cpu(), arguments[0])
    return [choice for kernel in kernels for choice in kernel["implementations"]]


@contextlib.contextmanager
def cached():
    """Inductor's caches are used, which the other tests do without."""
    with torch._inductor.utils.fresh_cache(), torch.compiler.config.patch(force_disable_caches=False):
        yield


def test_the_highest_priority_that_can_compute_a_call_does_and_reports_say_why_not_the_others(device):
    copy, name = copier()
    (few,), (many,) = (choices(copy, torch.rand(rows, 40), device=device) for rows in (8, 9))
    assert (few["operator"], few["chosen"], few["by"]) == (name, "wide", "priority 10")
    assert few["call"] == f"{name}(float32[8, 40])"
    assert (many["chosen"], many["by"]) == ("narrow", "priority 0")
    refused = next(each for each in many["candidates"] if each["implementation"] == "wide")
    assert not refused["eligible"] and refused["why"] == "9 rows are more than the lanes"


def test_a_condition_that_compares_a_symbolic_size_is_not_met(device):
    copy, _ = copier()
    options = {"dynamic": True, "machine": "small8x8", "mode": "both"}
    (choice,) = kernel_reports(copy, torch.rand(5, 6).to(device), **options)[0]["implementations"]
    assert choice["chosen"] == "narrow" and "symbolic" in choice["candidates"][0]["why"]


@pytest.mark.slow
def test_a_name_is_forced_in_a_block_and_at_a_call_site_whatever_is_cached(device):
    copy, name = copier()
    x = torch.rand(8, 40)

    def here(x):
        with torch.npu.implementation({name: "narrow"}):
            return copy(x)

    with cached():
        for _ in range(2):  # the second time from Inductor's caches
            assert [each["by"] for each in choices(copy, x, device=device)] == ["priority 10"]
            (forced,) = choices(copy, x, function=here, device=device)
            assert (forced["chosen"], forced["by"]) == ("narrow", "forced")
    with implementation({name: "narrow"}):
        assert choices(copy, x, device=device)[0]["chosen"] == "narrow"


def test_a_forced_name_that_cannot_compute_a_call_or_does_not_exist_is_an_error(device, monkeypatch):
    copy, name = copier()
    with implementation({name: "wide"}), pytest.raises(OptionError, match=r"'wide'.*9 rows are more"):
        choices(copy, torch.rand(9, 4), device=device)
    with implementation({name: "wid"}), pytest.raises(OptionError, match="did you mean wide"):
        choices(copy, torch.rand(8, 4), device=device)
    with implementation(gemmm="tiled"), pytest.raises(OptionError, match="did you mean gemm"):
        choices(copy, torch.rand(8, 4), device=device)
    monkeypatch.setenv("NPUSIM_IMPLEMENTATION", "gemm")
    with pytest.raises(OptionError, match="gemm=split_k"):
        choices(copy, torch.rand(8, 4), device=device)


def test_what_a_condition_raises_or_returns_beside_sentences_names_the_condition(device):
    copy, name = copier()
    for condition, told in (
        (lambda machine, x: 1 / 0, "ZeroDivisionError"),
        (lambda machine, x: True, "returned True"),
    ):
        register_implementation(name, "wide", when=condition)(implementations_of(name)["wide"].function)
        with pytest.raises(OperatorError, match=f"condition of implementation wide of {name} .*{told}"):
            choices(copy, torch.rand(9, 4), device=device)


def test_a_call_that_no_implementation_can_compute_is_an_error_that_says_why(device):
    copy, name = copier()
    for each in implementations_of(name).values():
        register_implementation(name, each.name, when=lambda machine, x: few_rows(machine, x, 1))(each.function)
    with pytest.raises(UnsupportedError, match="narrow: 9 rows are more than the lanes; wide: 9 rows"):
        choices(copy, torch.rand(9, 4), device=device)


def test_autotuning_takes_the_fastest_and_a_table_keeps_it(device, tmp_path):
    copy, _ = copier(wide=-10)
    x, file = torch.rand(8, 64), tmp_path / "tuned.json"
    (tuned,) = choices(copy, x, device=device, mapping=f"autotune={file}")
    cycles = {each["implementation"]: each["cycles"] for each in tuned["candidates"]}
    assert (tuned["chosen"], tuned["by"]) == ("wide", "autotune") and cycles["wide"] < cycles["narrow"]
    (row,) = json.loads(file.read_text())["rows"]
    assert (
        row["implementation"] == "wide"
        and {each["implementation"]: each["cycles"] for each in row["candidates"]} == cycles
    )
    (read,) = choices(copy, x, device=device, mapping=str(file))
    assert (read["chosen"], read["by"]) == ("wide", f"table: {file} row 1") and read["candidates"] == tuned[
        "candidates"
    ]
    with cached():
        for _ in range(2):
            file.unlink()
            choices(copy, x, device=device, mapping=f"autotune={file}")  # also where the graph comes from a cache
            assert json.loads(file.read_text())["rows"] == [row]


def test_a_candidate_that_cannot_be_simulated_leaves_the_others_and_says_why(device):
    copy, name = copier()

    @register_implementation(name, "impossible", priority=-1)
    def impossible(x):
        raise UnsupportedError("nobody can")

    (tuned,) = choices(copy, torch.rand(8, 64), device=device, mapping="autotune")
    reasons = {each["implementation"]: each["why"] for each in tuned["candidates"]}
    assert tuned["chosen"] == "wide" and "not simulated: nobody can" in reasons["impossible"]


def test_a_row_that_cannot_be_followed_is_an_error(device, tmp_path):
    copy, _ = copier()
    file = tmp_path / "tuned.json"
    choices(copy, torch.rand(9, 4), device=device, mapping=f"autotune={file}")
    assert not file.exists()  # one eligible implementation: nothing was tuned
    choices(copy, torch.rand(8, 4), device=device, mapping=f"autotune={file}")
    file.write_text(
        file.read_text()
        .replace("[8, 4]", "[9, 4]")
        .replace('"implementation": "narrow",\n', '"implementation": "wide",\n')
    )
    with pytest.raises(OptionError, match=r"row 1.*9 rows are more than the lanes"):
        choices(copy, torch.rand(9, 4), device=device, mapping=str(file))


def test_a_lowering_with_a_name_stands_beside_the_one_that_was_there(device):
    copy, name = copier()
    before = lowering_digest()
    calls = []

    @register_lowering(copy._opoverload, implementation="third", priority=20)
    def third(x, factor=1.0):
        calls.append(x)
        return implementations_of(name)["narrow"].function(x, factor)

    assert choices(copy, torch.rand(8, 4), device=device)[0]["chosen"] == "third" and calls
    assert lowering_digest() != before


def test_splits_of_a_product_are_forced_and_inspected(device, tmp_path, monkeypatch):
    monkeypatch.setenv("NPUSIM_DUMP_DIR", str(tmp_path))
    command = ["run", "matmul", "--shape", "8,1024,8", "--mode", "timing", "--quiet"]
    assert CliRunner().invoke(app, [*command, "--implementation", "gemm=split_k"]).exit_code == 0
    shown = CliRunner().invoke(app, ["inspect", "--list", str(tmp_path)]).output
    assert "gemm: split_k  (by forced) for aten::mm(float32[8, 1024], float32[1024, 8])" in shown
    assert "- zero_skipping (priority 20), not eligible: torch.npu.skip_zero_tiles is off" in shown


@pytest.mark.slow
def test_attention_by_products_has_the_values_of_the_one_kernel(device):
    x = torch.rand(1, 2, 5, 8)
    attend = torch.nn.functional.scaled_dot_product_attention
    with implementation(attention="products"):
        torch._dynamo.reset()
        result = torch.compile(attend)(*[x.to(device)] * 3)
    torch.testing.assert_close(result.cpu(), attend(x, x, x))


def test_names_are_forced_without_importing_torch():
    assert "torch" not in vars(sys.modules["npusim.frontend.implementations.forcing"])


@pytest.mark.slow
def test_candidates_are_compared_with_what_is_fused_with_them(device):
    x, w = torch.empty(16, 7168, device=device), torch.empty(7168, 32, device=device)

    def tuned(function):
        kernels = kernel_reports(function, x, w, machine="tpuv3x2", mapping="autotune:1")
        choice = next(choice for kernel in kernels for choice in kernel["implementations"])
        best = next(each for each in choice["candidates"] if each["implementation"] == choice["chosen"])
        return choice["chosen"], best["cycles"], sum(kernel["cycles"] for kernel in kernels)

    alone, alone_cycles, alone_total = tuned(lambda x, w: x @ w)
    fused, fused_cycles, fused_total = tuned(lambda x, w: torch.softmax(x @ w, -1))
    assert (alone, fused) == ("split_k", "tiled")
    assert (alone_cycles, fused_cycles) == (alone_total, fused_total)
