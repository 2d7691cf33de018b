"""Mixtures of experts in mode `timing`: tokens go to experts as a routing says, and cycles are those of such a run."""

import warnings

import pytest
import torch
import torch.nn.functional as F
from common import report_of
from npusim.scheduler import PoisonValueWarning
from npusim.simulator.errors import OptionError
from torch import nn

EXPERTS, CHOSEN, WIDTH, HIDDEN = 4, 2, 32, 48
KINDS = ("one by one", "grouped", "by mask", "by one-hot mask")


class Mixture(nn.Module):
    """A router, and experts: `one by one` as Mixtral has them, all in one `grouped` product, or for a token only the
    likeliest (`by mask`, `by one-hot mask` as Switch Transformer has it).
    """

    def __init__(self, kind):
        super().__init__()
        self.kind = kind
        self.gate = nn.Linear(WIDTH, EXPERTS, bias=False)
        self.up = nn.Parameter(torch.randn(EXPERTS, WIDTH, HIDDEN) * 0.1)
        self.down = nn.Parameter(torch.randn(EXPERTS, HIDDEN, WIDTH) * 0.1)

    def forward(self, tokens):
        likely = F.softmax(self.gate(tokens), -1)
        if self.kind.startswith("by"):
            return self.likeliest(tokens, likely)
        weights, chosen = torch.topk(likely, CHOSEN, -1)
        weights = weights / weights.sum(-1, keepdim=True)
        return (self.grouped if self.kind == "grouped" else self.one_by_one)(tokens, weights, chosen)

    def likeliest(self, tokens, likely):
        result, (weights, chosen) = torch.zeros_like(tokens), likely.max(-1)
        goes_to = F.one_hot(likely.argmax(-1), EXPERTS)
        goes_to = goes_to * (goes_to.cumsum(0) <= len(tokens) // 2)
        for expert in range(EXPERTS):
            if self.kind == "by mask":
                (rows,) = torch.where(chosen == expert)
            else:
                (rows,) = torch.where(goes_to[:, expert])
            made = F.silu(tokens[rows] @ self.up[expert]) @ self.down[expert]
            result.index_add_(0, rows, made * weights[rows, None])
        return result

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
    mixtures = {kind: Mixture(kind).to(device) for kind in KINDS}
    tokens, compiled = torch.randn(256, WIDTH).to(device), {}

    def run(kind, **options):
        function = compiled.setdefault(kind, torch.compile(mixtures[kind], fullgraph=True))
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


@pytest.mark.slow
@pytest.mark.covering("grouped", "by one-hot mask", "by mask")
@pytest.mark.parametrize("kind", KINDS)
def test_cycles_are_those_of_a_run_with_values_that_is_routed_alike(run, tmp_path, kind):
    with torch.npu.record_routing() as recorded:
        computed = run(kind, mode="both")
    recorded.save(tmp_path / "routing.json")
    assert computed["routing"] == []
    for routing in (recorded, tmp_path / "routing.json"):
        timed = run(kind, mode="timing", routing=routing)
        assert timed["cycles"] == computed["cycles"]
        assert timed["routing"][0]["name"].startswith("recorded from")
    balanced = run(kind, mode="timing")
    assert balanced["routing"] == [{"name": "balanced", "decisions": 1}]
    assert balanced["cycles"] == pytest.approx(computed["cycles"], rel=0.05)
    assert run(kind, mode="timing", routing="balanced")["cycles"] == balanced["cycles"]


@pytest.mark.slow
def test_an_uneven_distribution_is_named_and_takes_other_time(run):
    weights = [100, *[1] * (EXPERTS - 1)]
    uneven, balanced = run("one by one", mode="timing", routing=weights), run("one by one", mode="timing")
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
            run("one by one", mode="timing", routing=wrong)
    damaged = tmp_path / "damaged.json"
    start = '{"format": "npusim-routing", "version": 1, "decisions": '
    for text in (start + "[" * 100_000, start + '[{"choices": 4, "experts": [[9223372036854775808]]}]}', "\0"):
        damaged.write_text(text)
        with pytest.raises(OptionError, match="is no file of"):
            run("one by one", mode="timing", routing=damaged)
    with torch.npu.record_routing() as nothing:
        pass
    with pytest.raises(OptionError, match="0 decisions"):
        run("one by one", mode="timing", routing=nothing)


def test_a_maximum_that_selects_no_rows_is_no_decision(device):
    def accuracy(tokens, gate, labels):
        return ((tokens @ gate).argmax(-1) == labels).float().mean()

    inputs = [torch.randn(64, WIDTH).to(device), torch.randn(WIDTH, EXPERTS).to(device), torch.zeros(64).to(device)]
    assert report_of(accuracy, *inputs).to_dict()["routing"] == []


@pytest.mark.slow
def test_another_graph_selects_by_what_was_decided(device):
    def mixture(tokens, gate, experts):
        goes_to = F.one_hot((tokens @ gate).argmax(-1), EXPERTS)
        torch._dynamo.graph_break()
        hit = (goes_to.sum(0) > 0).nonzero()
        return [tokens[torch.where(goes_to[:, expert[0]])[0]] @ experts[expert[0]] for expert in hit]

    tokens, gate = torch.randn(64, WIDTH).to(device), torch.randn(WIDTH, EXPERTS).to(device)
    compiled = torch.compile(mixture)
    with (
        warnings.catch_warnings(),
        torch.npu.set_fallback_policy("allow"),
        torch.npu.simulator(machine="tpuv3", mode="timing", routing=[1, 1, 0, 0]),
    ):
        warnings.simplefilter("error", PoisonValueWarning)
        made = compiled(tokens @ torch.eye(WIDTH).to(device), gate, torch.randn(EXPERTS, WIDTH, HIDDEN).to(device))
    assert len(made) == 2
    assert sum(map(len, made)) == len(tokens)
