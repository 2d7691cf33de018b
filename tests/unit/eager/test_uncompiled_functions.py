"""Functions that Dynamo gives up are announced, counted, reported and refused; their cycles would be missing."""

import warnings

import pytest
import torch
from npusim.frontend.backend.uncompiled_functions import UncompiledWarning
from npusim.frontend.device import HostFallbackWarning
from npusim.simulator.errors import HostFallbackError
from torch._dynamo import config


@pytest.fixture(autouse=True)
def fresh_dynamo(device):
    torch._dynamo.reset()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", HostFallbackWarning)
        yield
    torch._dynamo.reset()


def twice_sine(x):
    return x.sin() * 2


@torch.library.custom_op("npusim_tests::unknown_to_the_device", mutates_args=())
def unknown(x: torch.Tensor) -> torch.Tensor:
    return x + 1


unknown.register_fake(torch.empty_like)


def without_lowering(x):
    return unknown(x) * 2


def cut_up(x):
    for _ in range(3):
        torch._dynamo.graph_break()
        x = twice_sine(x) + 1
    return x


def incomplete(simulation):
    return [(entry["name"], entry["calls"]) for entry in simulation.report().to_dict()["incomplete"]]


def simulator():
    return torch.npu.simulator(machine="small8x8", mode="functional")


@pytest.mark.parametrize("limit", ["recompile_limit", "accumulated_recompile_limit"])
def test_what_runs_beyond_a_limit_of_recompilations_is_announced_and_reported(limit):
    compiled = torch.compile(twice_sine, dynamic=False)
    with config.patch({limit: 2}), simulator() as simulation, pytest.warns(UncompiledWarning) as caught:
        for size in (3, 4, 5, 6, 5, 3):
            compiled(torch.ones(size, device="npu"))
        assert incomplete(simulation) == [("twice_sine", 3)]
        assert "INCOMPLETE: 'twice_sine'" in str(simulation.report()) and f"{limit} " in str(simulation.report())
    messages = [str(w.message) for w in caught if w.category is UncompiledWarning]
    assert (
        len(messages) == 1 and f"'twice_sine' ({__file__}:" in messages[0] and f"exceeding the {limit}" in messages[0]
    )


def test_later_simulations_report_what_ran_during_them():
    compiled = torch.compile(twice_sine, dynamic=False)
    with config.patch(recompile_limit=2):
        with simulator() as first:
            for size in (3, 4, 5):
                compiled(torch.ones(size, device="npu"))
        with simulator() as second:
            compiled(torch.ones(3, device="npu"))
            assert incomplete(second) == []
            compiled(torch.ones(6, device="npu"))
            assert incomplete(second) == [("twice_sine", 1)]
    assert incomplete(first) == [("twice_sine", 1)]


def test_the_policy_error_refuses_what_would_run_beyond_the_limit():
    compiled = torch.compile(twice_sine, dynamic=False)
    with config.patch(recompile_limit=1), torch.npu.set_fallback_policy("error"), simulator() as simulation:
        compiled(torch.ones(3, device="npu"))
        for size in (4, 5):
            with pytest.raises(HostFallbackError, match=r"'twice_sine' .* uncompiled.*recompile_limit"):
                compiled(torch.ones(size, device="npu"))
        torch.testing.assert_close(compiled(torch.ones(3, device="npu")).cpu(), twice_sine(torch.ones(3)))
        assert incomplete(simulation) == []


def test_the_policy_allow_counts_in_silence():
    compiled = torch.compile(twice_sine, dynamic=False)
    with config.patch(recompile_limit=1), torch.npu.set_fallback_policy("allow"), simulator() as simulation:
        with warnings.catch_warnings():
            warnings.simplefilter("error", HostFallbackWarning)
            for size in (3, 4):
                compiled(torch.ones(size, device="npu"))
        assert incomplete(simulation) == [("twice_sine", 1)]


def test_between_graphs_the_eager_mode_compile_leaves_nothing_to_the_host():
    x = torch.linspace(-1, 1, 7)
    with torch.npu.set_eager_mode("compile"), simulator() as simulation, warnings.catch_warnings():
        warnings.simplefilter("error", HostFallbackWarning)
        torch.testing.assert_close(torch.compile(cut_up)(x.to("npu")).cpu(), cut_up(x))
        assert incomplete(simulation) == [] and not simulation.report().host_operators


def test_a_higher_limit_and_a_reset_compile_again():
    compiled = torch.compile(twice_sine, dynamic=False)
    with simulator() as simulation:
        for limit in (1, 2):
            with config.patch(recompile_limit=limit):
                for size in (3, 4):
                    compiled(torch.ones(size, device="npu"))
        torch._dynamo.reset()
        with config.patch(recompile_limit=1):
            compiled(torch.ones(5, device="npu"))
        assert incomplete(simulation) == [("twice_sine", 1)]


def test_errors_that_dynamo_suppresses_are_announced_with_what_went_wrong():
    compiled = torch.compile(without_lowering)
    with config.patch(suppress_errors=True), simulator() as simulation:
        with pytest.warns(UncompiledWarning, match="'without_lowering' .*unknown_to_the_device"):
            for _ in range(2):
                compiled(torch.ones(3, device="npu"))
        assert incomplete(simulation) == [("without_lowering", 2)]


def test_suppressed_errors_are_refused_under_the_policy_error():
    compiled = torch.compile(without_lowering)
    refused = pytest.raises(HostFallbackError, match=r"'without_lowering' .*unknown_to_the_device")
    with config.patch(suppress_errors=True), torch.npu.set_fallback_policy("error"), refused:
        compiled(torch.ones(3, device="npu"))


def test_a_function_that_a_graph_break_cuts_up_is_reported_and_what_it_calls_is_compiled():
    compiled = torch.compile(cut_up)
    with simulator() as simulation, pytest.warns(UncompiledWarning, match="'cut_up' .*graph break"):
        for _ in range(2):
            compiled(torch.ones(3, device="npu"))
        report = simulation.report()
    assert incomplete(simulation) == [("cut_up", 2)] and report.launches == 6
    assert {operator.name for operator in report.host_operators} == {"aten::add.Tensor"}


def test_a_function_that_computes_nothing_itself_leaves_the_report_complete():
    def steps(x):
        for _ in range(2):
            torch._dynamo.graph_break()
            x = twice_sine(x)
        return x

    with torch.npu.set_fallback_policy("error"), simulator() as simulation:
        torch.compile(steps)(torch.ones(3, device="npu"))
        assert incomplete(simulation) == [] and simulation.report().launches == 2


@pytest.mark.slow
def test_programs_on_the_cpu_are_left_alone():
    compiled = torch.compile(twice_sine, dynamic=False, backend="inductor")
    with config.patch(recompile_limit=1), torch.npu.set_fallback_policy("error"):
        for size in (3, 4):
            torch.testing.assert_close(compiled(torch.ones(size)), twice_sine(torch.ones(size)))


class Replaced(torch.nn.Module):
    """Makes a part of itself in its first call, with a constructor that Dynamo cannot trace."""

    class Part(torch.nn.Module):
        def __init__(self, weight):
            torch._dynamo.graph_break()
            super().__init__()
            self.weight = weight

    def __init__(self):
        super().__init__()
        self.weight = torch.nn.Parameter(torch.ones(3))
        self.part = None

    def forward(self, x):
        if self.part is None:
            self.part = self.Part(self.weight)
        return x * self.part.weight


def test_a_compiled_program_may_construct_modules_in_its_calls():
    model = Replaced().to("npu")
    with simulator():
        assert torch.compile(model)(torch.full((3,), 2.0, device="npu")).tolist() == [2.0] * 3
