"""`npusim bench`: sizes, what can be measured, what is printed and saved, points that fail, Ctrl-C."""

import csv
import json
from importlib.util import find_spec

import pytest
from npusim.frontend.cli.bench import measuring
from npusim.frontend.cli.bench.results import read_results
from npusim.frontend.cli.bench.sweep import parse_shapes, parse_sweeps, points
from npusim.simulator.errors import OptionError


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("NPUSIM_DUMP_DIR", str(tmp_path / "runs"))
    return tmp_path


def test_sweeps_are_factors_steps_and_lists_and_combine():
    sweeps = parse_sweeps(["M=128:1100:2x", "K=64:200:64", "n=7,1"])
    assert sweeps == {"M": [128, 256, 512, 1024], "K": [64, 128, 192], "n": [7, 1]}
    assert list(points({"M": [1, 2], "K": [3, 4]})) == [
        {"M": 1, "K": 3}, {"M": 1, "K": 4}, {"M": 2, "K": 3}, {"M": 2, "K": 4},
    ]  # fmt: skip
    assert list(points({})) == [{}]
    assert parse_shapes("(M, 64); 64,N").sizes({"M": 3, "N": 5}) == [(3, 64), (64, 5)]


@pytest.mark.parametrize("text", ["M", "M=", "M=a", "M=1:2", "M=1:8:1x", "M=0:8:2x", "M=8:1:1", "=1", "M=1:8:0"])
def test_a_wrong_sweep_is_named_with_examples(text):
    with pytest.raises(OptionError, match="such as M=128:4096:2x"):
        parse_sweeps([text])


@pytest.mark.parametrize(
    "words, sentence",
    [
        (["nothing"], "there is no operator"),
        (["matmul", "--shape", "M,4,4"], "M without values; add --sweep M="),
        (["matmul", "--sweep", "Q=1,2"], "--sweep Q: matmul has no such size"),
        (["torch.nn.functional.nothing", "--shape", "3"], "has no function nothing"),
        (["no_such_module:f", "--shape", "3"], "cannot be imported"),
        (["torch.relu"], "needs --shape"),
        (["add", "--arg", "dim=-1"], "takes no --arg"),
        (["torch.softmax", "--shape", "3", "--arg", "dim"], "such as dim=-1"),
        (["add", "--mode", "functional"], "can be timing or both"),
        (["add", "--machine", "tpuv33"], "tpuv33"),
        (["add", "--save", "a.txt"], "must end with .json"),
        (["add", "--save", "no/a.json"], "there is no folder no"),
        (["add", "--against", "no.json"], "cannot be read"),
        (["add", "--implementation", "split_k"], "not of the form OPERATOR=NAME"),
        (["add", "--json", "--csv"], "exclude each other"),
    ],
)
def test_bad_options_are_sentences(npusim, words, sentence):
    status, _, errors = npusim("bench", *words)
    assert status == 2 and sentence in errors


def test_points_are_shown_saved_and_compared_and_one_that_fails_stops_no_other(npusim, folder, device):
    (folder / "mine_to_bench.py").write_text(
        "def add(x, w):\n    return x + w\n\nadd.sample_inputs = lambda make, R=3, D=8: (make(R, 8), make(D))\n"
    )
    words = ["mine_to_bench:add", "--sweep", "D=8,7,1", "--save", "r.json", "-q"]
    status, table, _ = npusim("bench", *words)
    assert status == 1 and "mine_to_bench:add f32 tpuv3" in table
    records = json.loads((folder / "r.json").read_text())["points"]
    assert [(r["shape"], r["D"], r["cycles"] is None) for r in records] == [
        ("3,8", 8, False), ("3,7", 7, True), ("3,1", 1, False),
    ]  # fmt: skip
    assert "broadcast" in records[1]["error"] and records[1]["error"][:30] in table
    assert records[0]["time_ns"] > 0 and 0 < records[0]["roofline_fraction"] <= 1 and records[0]["tflops"] is None
    words = ["mine_to_bench:add", "--sweep", "D=8", "--save", "s.csv", "--against", "r.json", "-q"]
    assert npusim("bench", *words)[0] == 0
    (row,) = csv.DictReader((folder / "s.csv").open())
    assert (row["cycles_ratio"], int(row["earlier_cycles"])) == ("1.0", records[0]["cycles"])
    from_csv, _ = read_results(folder / "s.csv"), (folder / "other.csv").write_text("a,b\n1,2\n")
    assert list(from_csv.values()) == [records[0]["cycles"]]
    with pytest.raises(OptionError, match=r"other\.csv is no result of npusim bench"):
        read_results(folder / "other.csv")


def test_ctrl_c_keeps_the_finished_points(npusim, folder, device, monkeypatch):
    real, calls = measuring.measure, []

    def stopped_at_the_second(*arguments):
        calls.append(arguments)
        if len(calls) == 2:
            raise KeyboardInterrupt
        return real(*arguments)

    monkeypatch.setattr(measuring, "measure", stopped_at_the_second)
    status, out, errors = npusim(
        "bench", "matmul", "--shape", "M,8,8", "--sweep", "M=1:9:1", "--mode", "both", "--save", "r.json", "--csv"
    )
    (row,) = csv.DictReader(out.splitlines())
    assert status == 130 and "interrupted after 1 of 9 points" in errors
    assert (row["shape"], row["values_match"], float(row["tflops"]) > 0) == ("1,8,8", "True", True)
    assert len(json.loads((folder / "r.json").read_text())["points"]) == 1


def record(cycles, M, machine):
    return {
        "op": "add", "implementation": "", "shape": f"{M},4", "dtype": "f32", "machine": machine, "M": M,
        "cycles": cycles, "tflops": None, "gbps": 3.0, "roofline_fraction": 0.5,
    }  # fmt: skip


@pytest.mark.skipif(find_spec("matplotlib") is None, reason="the extra `plot` is optional")
def test_a_picture_has_a_line_for_each_machine(folder):
    from npusim.frontend.cli.bench.plot import write_plot

    records = [record(100 * M, M, machine) for machine in ("tpuv3", "tpuv4") for M in (1, 16)]
    write_plot(folder / "p.svg", records, ["M"])
    picture = (folder / "p.svg").read_text()
    assert picture.count("<!-- tpuv4 -->") == 1 and "<!-- TFLOP/s -->" not in picture and "<!-- GB/s -->" in picture


def test_a_missing_library_names_the_extra(npusim, monkeypatch):
    monkeypatch.setattr("npusim.frontend.cli.bench.plot.find_spec", lambda name: None)
    status, _, errors = npusim("bench", "add", "--save", "p.svg")
    assert status == 2 and "npusim[plot]" in errors
