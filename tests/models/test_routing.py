"""Mixtures of experts in mode `timing`: tokens go to experts as a routing says, and cycles are those of such a run."""

import warnings

import pytest
import torch
import torch.nn.functional as F
from npusim.scheduler import PoisonValueWarning
from npusim.simulator.errors import OptionError
from torch import nn

EXPERTS, CHOSEN, WIDTH, HIDDEN = 4, 2, 32, 48


class Mixture(nn.Module):
    """A router, and experts as Mixtral has them: one after the other, or all in one grouped product."""

    def __init__(self, is_grouped):
        super().__init__()
        self.is_grouped = is_grouped
        self.gate = nn.Linear(WIDTH, EXPERTS, bias=False)
        self.up = nn.Parameter(torch.randn(EXPERTS, WIDTH, HIDDEN) * 0.1)
        self.down = nn.Parameter(torch.randn(EXPERTS, HIDDEN, WIDTH) * 0.1)

    def forward(self, tokens):
        weights, chosen = torch.topk(F.softmax(self.gate(tokens), -1), CHOSEN, -1)
        weights = weights / weights.sum(-1, keepdim=True)
        return (self.grouped if self.is_grouped else self.one_by_one)(tokens, weights, chosen)

    def one_by_one(self, tokens, weights, chosen):
        result, goes_to = torch.zeros_like(tokens), F.one_hot(chosen, EXPERTS).permute(2, 1, 0)
        for expert in range(EXPERTS):
            place, rows = torch.where(goes_to[expert])
            made = F.silu(tokens[rows] @ self.up[expert]) @ self.down[expert]
            result.index_add_(0, rows, made * weights[rows, place, None])
        return result

    def grouped(self, tokens, weights, chosen):
        order = torch.argsort(chosen.flatten())
        counts = torch.zeros(EXPERTS, dtype=torch.int32, device=tokens.device)
        counts = counts.scatter_add(0, chosen.flatten(), torch.ones_like(chosen.flatten(), dtype=torch.int32))
        ends = counts.cumsum(0, dtype=torch.int32)
        up = torch._grouped_mm(tokens[order // CHOSEN].bfloat16(), self.up.bfloat16(), offs=ends)
        made = torch._grouped_mm(F.silu(up), self.down.bfloat16(), offs=ends).float()
        made = (made * weights.flatten()[order, None])[torch.argsort(order)]
        return made.view(*chosen.shape, WIDTH).sum(1)


@pytest.fixture
def run(device):
    """Runs a compiled mixture on tokens; its report."""
    torch.manual_seed(0)
    mixtures = {is_grouped: Mixture(is_grouped).to(device) for is_grouped in (False, True)}
    tokens, compiled = torch.randn(256, WIDTH).to(device), {}

    def run(is_grouped, **options):
        function = compiled.setdefault(is_grouped, torch.compile(mixtures[is_grouped], fullgraph=True))
        with (
            warnings.catch_warnings(),
            torch._dynamo.config.patch(capture_dynamic_output_shape_ops=True),
            torch.npu.simulator(machine="tpuv3", **options) as simulation,
            torch.no_grad(),
        ):
            warnings.simplefilter("error", PoisonValueWarning)
            function(tokens)
        return simulation.report().to_dict()

    return run


@pytest.mark.covering("grouped")
@pytest.mark.parametrize("is_grouped", [False, True], ids=["one by one", "grouped"])
def test_cycles_are_those_of_a_run_with_values_that_is_routed_alike(run, tmp_path, is_grouped):
    with torch.npu.record_routing() as recorded:
        computed = run(is_grouped, mode="both")
    recorded.save(tmp_path / "routing.json")
    assert computed["routing"] == []
    for routing in (recorded, tmp_path / "routing.json"):
        timed = run(is_grouped, mode="timing", routing=routing)
        assert timed["cycles"] == computed["cycles"]
        assert timed["routing"][0]["name"].startswith("recorded from")
    balanced = run(is_grouped, mode="timing")
    assert balanced["routing"] == [{"name": "balanced", "decisions": 1}]
    assert balanced["cycles"] == pytest.approx(computed["cycles"], rel=0.05)
    assert run(is_grouped, mode="timing", routing="balanced")["cycles"] == balanced["cycles"]


@pytest.mark.slow
def test_an_uneven_distribution_is_named_and_takes_other_time(run):
    weights = [100, *[1] * (EXPERTS - 1)]
    uneven, balanced = run(False, mode="timing", routing=weights), run(False, mode="timing")
    assert uneven["routing"] == [{"name": "weights 100 1 1 1", "decisions": 1}]
    assert uneven["cycles"] != balanced["cycles"]


@pytest.mark.slow
def test_a_routing_that_does_not_fit_says_why(run, tmp_path):
    for wrong, message in (
        ([1, 2], "2 weights, but a router chooses from 4"),
        ([1, 0, 0, 0], "fewer positive weights"),
        ([-1.0], "can be 'balanced'"),
        (tmp_path / "missing.json", "record_routing"),
    ):
        with pytest.raises(OptionError, match=message):
            run(False, mode="timing", routing=wrong)
    with torch.npu.record_routing() as nothing:
        pass
    with pytest.raises(OptionError, match="0 decisions"):
        run(False, mode="timing", routing=nothing)
