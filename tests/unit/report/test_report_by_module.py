"""Launches belong to modules, operators and source lines of the program, and reports sum them up."""

import json
import sys
from types import SimpleNamespace
from typing import Any

import pytest
import torch
from common import report_of
from npusim.simulator.errors import OptionError
from npusim.simulator.report.text.summary import GROUPS, common_path, summarize
from torch import nn


class Attention(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.query = nn.Linear(16, 16, bias=False)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return torch.softmax(self.query(x), -1)


class Encoder(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.layer = nn.ModuleList([nn.ModuleDict({"attention": Attention()}) for _ in range(2)])
        self.head = nn.Linear(16, 3)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        for layer in self.layer:
            x = layer["attention"](x)
        return self.head(x)


@pytest.fixture(scope="module")
def trained(device: torch.device, tmp_path_factory: pytest.TempPathFactory) -> Any:
    """The report of a forward and a backward pass."""
    torch._dynamo.reset()
    model = Encoder().to(device)
    with torch.npu.simulator(mode="timing", dump_dir=tmp_path_factory.mktemp("runs")) as simulation:
        gradient = torch.empty(8, 3, device=device)
        torch.compile(model)(torch.empty(8, 16, device=device)).backward(gradient)
        return simulation.report()


def names(summary: Any) -> set[str]:
    return {row.name for row in summary.rows}


@pytest.mark.parametrize("by", GROUPS)
def test_rows_of_every_grouping_add_up_to_the_run(trained: Any, by: str) -> None:
    summary = trained.summary(by)
    cycles = [row.cycles for row in summary.rows]
    assert sum(cycles) == summary.total.cycles == trained.cycles and cycles == sorted(cycles, reverse=True)
    assert sum(row.launches for row in summary.rows) == trained.launches
    assert sum(row.percent for row in summary.rows) == pytest.approx(100, abs=0.1)
    assert 0 < summary.total.roofline_fraction < 1


def test_launches_of_forward_and_backward_belong_to_modules(trained: Any) -> None:
    assert names(trained.summary("module")) == {"layer.0.attention.query", "layer.1.attention.query", "head"} | (
        names(trained.summary("module")) & {"layer.0.attention", "layer.1.attention"}
    )
    assert names(trained.summary("module", depth=2)) == {"layer.0", "layer.1", "head"}
    assert names(trained.summary("phase")) == {"forward", "backward"}
    backward = [site.origin.module for site in trained.call_sites if site.origin.phase == "backward"]
    assert {path.split(".attention")[0] for path in backward} == {"layer.0", "layer.1", "head"}


def test_layers_share_a_kernel_but_not_its_launches(trained: Any) -> None:
    sites = [site for site in trained.call_sites if site.origin.phase == "forward"]
    by_kernel = {kernel: [s.origin.module for s in sites if s.digest == kernel] for kernel in {s.digest for s in sites}}
    assert ["layer.0.attention.query", "layer.1.attention.query"] in by_kernel.values()
    rows = {row.name: row for row in trained.summary("kernel").rows}
    assert rows[next(s.kernel for s in sites if "query" in s.origin.module)].module == "layer.*.attention.query"


def test_flops_are_those_of_the_executed_products(trained: Any) -> None:
    forward = next(row for row in trained.summary("phase").rows if row.name == "forward")
    assert forward.flops == 2 * 8 * 16 * (16 + 16 + 16)  # the head's 3 columns are padded
    assert forward.dram_bytes > 4 * (8 * 16 + 2 * 16 * 16 + 3 * 16)
    assert forward.bound == "memory" and forward.operations_per_byte > 0


def test_operators_are_those_that_the_program_calls(trained: Any) -> None:
    assert {"aten.mm", "aten.addmm"} <= names(trained.summary("operator"))


def test_every_launch_names_its_call_site(trained: Any) -> None:
    content = trained.to_dict()
    for number, site in enumerate(content["call_sites"]):
        own = [launch for launch in content["launch_list"] if launch["call_site"] == number]
        assert len(own) == site["launches"] and {launch["kernel"] for launch in own} == {site["kernel"]}


def test_equal_graphs_of_models_with_other_names_stay_apart(device: torch.device) -> None:
    def modules(name: str) -> set[str]:
        model = nn.ModuleDict({name: nn.Linear(5, 7, bias=False)}).to(device)
        return names(report_of(lambda x: model[name](x), torch.empty(3, 5, device=device)).summary("module"))

    assert [modules("first"), modules("second"), modules("first")] == [{"first"}, {"second"}, {"first"}]


def test_eager_operators_belong_to_the_line_that_calls_them(device: torch.device) -> None:
    x = torch.empty(5, device=device)
    line = test_eager_operators_belong_to_the_line_that_calls_them.__code__.co_firstlineno + 5
    with torch.npu.set_eager_mode("compile"), torch.npu.simulator(mode="timing") as simulation:
        for _ in range(2):
            torch.add(x, x)
            torch.mul(x, x)
        summary = simulation.report().summary("source")
    assert {(row.name, row.launches) for row in summary.rows} == {(f"{__file__}:{line + n}", 2) for n in (0, 1)}


def test_paths_in_common() -> None:
    assert common_path(["encoder.layer.0.o", "encoder.layer.11.o"]) == "encoder.layer.*.o"
    assert common_path(["encoder.layer.0.o", "encoder.layer.0.q"]) == "encoder.layer.0.*"
    assert common_path(["a", "b"]) == "*" and common_path([]) == common_path([""]) == ""
    assert common_path(["a.0", "a"]) == "a"


@pytest.mark.parametrize(("by", "depth"), [("layer", None), ("module", 0), ("kernel", 2)])
def test_a_grouping_that_there_is_not_is_refused(trained: Any, by: str, depth: int | None) -> None:
    with pytest.raises(OptionError, match=r"a summary is by module|goes with a summary by module"):
        trained.summary(by, depth)


def site_without_time(**names: str) -> dict[str, Any]:
    site = dict.fromkeys(("cycles", "time_ns", "limiter", "flops", "vector_operations", "dram_bytes"))
    site |= dict.fromkeys(("roofline_cycles", "roofline_resource"))
    return {**site, "module": "", "source": "", "launches": 3, **names}


def test_a_run_without_time_has_launches_and_no_cycles() -> None:
    summary = summarize({"call_sites": [site_without_time()]}, "module")
    assert (summary.rows[0].name, summary.rows[0].launches, summary.rows[0].cycles) == ("(no module)", 3, None)
    assert " 3 " in str(summary) and " - " in str(summary)


@pytest.mark.parametrize(("by", "begin"), [("kernel", "start"), ("source", "\N{HORIZONTAL ELLIPSIS}")])
def test_long_names_keep_their_end_and_those_of_kernels_their_begin_too(by: str, begin: str) -> None:
    name = f"start{'x' * 200}12345678"
    shown = str(summarize({"call_sites": [site_without_time(**{by: name})]}, by))
    assert f"\n{begin}" in shown and "x" * 100 not in shown and "12345678 " in shown


def test_reports_show_themselves_in_notebooks(trained: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    shown = trained._repr_html_()
    assert shown.count("<tr>") == len(trained.kernels) + 2 and trained.run_dir in shown
    assert "(no module)" not in trained.summary("module")._repr_html_()
    parts = (trained, *trained.kernels, *trained.call_sites, trained.machine)
    assert all(len(repr(part)) < 300 for part in parts) and f"{trained.cycles:,} cycles" in repr(trained)
    monkeypatch.setitem(sys.modules, "pandas", None)
    with pytest.raises(OptionError, match="pip install pandas"):
        trained.to_pandas()
    frames = SimpleNamespace(DataFrame=lambda rows, columns: (rows, columns))
    monkeypatch.setitem(sys.modules, "pandas", frames)
    rows, columns = trained.summary("module").to_pandas()
    assert [row["name"] for row in rows] == [row.name for row in trained.summary("module").rows]
    assert columns[0] == "name" and set(columns) == set(rows[0])


def test_the_command_sums_a_run_up(trained: Any, npusim: Any) -> None:
    command = ["inspect", trained.run_dir, "--by", "module", "--depth", "1"]
    for options, shown in (([], "layer"), (["--csv"], "name,launches,cycles"), (["--json"], '"by": "module"')):
        _, printed, _ = npusim(*command, *options)
        assert shown in printed
    assert {row["name"] for row in json.loads(printed)["rows"]} == {"layer", "head"}
