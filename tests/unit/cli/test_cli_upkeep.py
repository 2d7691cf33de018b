"""`npusim cache` and `npusim runs`: what they show, what they remove and what they leave alone."""

import csv
import io
import json
import os
import subprocess
import sys

import pytest
import torch
from npusim.frontend.cli.options import parse_age, parse_bytes
from npusim.scheduler.session import simulator
from npusim.simulator.errors import OptionError
from npusim.simulator.report.folders.run_dir import RunDirectory
from npusim.simulator.report.folders.run_list import find_runs
from npusim.simulator.system import store


@pytest.fixture(autouse=True)
def cache(tmp_path, monkeypatch):
    monkeypatch.setenv("NPUSIM_CACHE_DIR", str(tmp_path / "cache"))
    monkeypatch.delenv("NPUSIM_DUMP_DIR", raising=False)
    return tmp_path / "cache"


KEY = store.Key("trace", "ab" * 32)


def test_the_cache_shows_its_entries_by_kind_and_each_with_what_it_is(npusim):
    store.write(KEY, b"code", name="fused_add", machine="tpuv3", cpu="znver4")
    _, summary, _ = npusim("cache", "--json")
    assert json.loads(summary)["kinds"] == [{"kind": "trace", "entries": 1, "size_bytes": KEY.path.stat().st_size}]
    _, table, _ = npusim("cache")
    assert "trace programs" in table and "1 entry" in table
    (row,) = csv.DictReader(io.StringIO(npusim("cache", "--list", "--csv")[1]))
    assert (row["name"], row["machine"], row["processor"]) == ("fused_add", "tpuv3", "znver4")
    assert row["file"] == str(KEY.path)


def test_damaged_entries_are_named_and_removed(npusim):
    store.write(KEY, b"code")
    assert npusim("cache", "--verify")[0] == 0
    os.truncate(KEY.path, 20)
    status, out, _ = npusim("cache", "--verify")
    assert status == 1 and KEY.path.name in out.replace("\n", "") and "checksum is wrong" in out
    assert not KEY.path.exists() and npusim("cache", "--verify")[0] == 0


def test_the_cache_is_pruned_by_age_and_size_and_cleared(npusim):
    for number in range(3):
        store.write(store.Key("mappings", f"{number:064x}"), b"x" * 1000)
    os.utime(store.Key("mappings", f"{0:064x}").path, (0, 0))
    assert "removed 1 entry" in npusim("cache", "--prune", "--older-than", "30d")[1]
    assert "removed 1 entry" in npusim("cache", "--prune", "--keep", "2KB")[1]
    assert "removed 1 entry" in npusim("cache", "--clear")[1]


def new_run(parent, command="run.py --x"):
    run = RunDirectory(parent)
    run.write_text("machine.yaml", "")
    run.write_json("versions.json", {"command": command.split()})
    return run


def test_runs_are_listed_and_pruned_but_nothing_else_and_none_in_progress(tmp_path, npusim):
    parent = tmp_path / "runs"
    ended, running = new_run(parent), new_run(parent, "train.py")
    ended.write_json("report.json", {"machine": "tpuv3", "cycles": 7, "complete": True, "kernels": [{}]})
    ended.finish()
    (parent / "20260101-000000-1-0").mkdir()  # a run's name, but not what a run writes
    (parent / "results").mkdir()
    (parent / "20260101-000000-2-0").symlink_to(ended.path)
    (parent / "letter.txt").write_text("")
    records = json.loads(npusim("runs", str(parent), "--json")[1])["runs"]
    assert [(r["command"], r["machine"], r["kernels"], r["cycles"], r["state"]) for r in records] == [
        ("run.py --x", "tpuv3", 1, 7, "complete"),
        ("train.py", None, None, None, "running"),
    ]
    assert "train.py" in npusim("runs", str(parent))[1]
    _, out, errors = npusim("runs", str(parent), "--prune", "--keep", "0B")
    assert "removed 1 run" in out and "its run is in progress" in errors
    assert not ended.path.exists() and running.path.exists() and len(list(parent.iterdir())) == 5


def test_a_run_whose_process_was_killed_is_interrupted_and_may_go(tmp_path):
    program = f"""
import os
from pathlib import Path
from npusim.simulator.report.folders.run_dir import RunDirectory
run = RunDirectory(Path({str(tmp_path)!r}))
run.write_text("machine.yaml", "")
run.write_json("versions.json", {{}})
os.kill(os.getpid(), 9)
"""
    assert subprocess.run([sys.executable, "-c", program], check=False).returncode == -9
    (run,) = find_runs(tmp_path)
    assert run.state == "interrupted" and run.remove() and not list(tmp_path.iterdir())


def test_a_runs_state_says_what_ended_it(device, tmp_path, npusim):
    with simulator(mode="functional", dump_dir=tmp_path):
        torch.compile(torch.sin)(torch.ones(3).to("npu"))
    assert [run.state for run in find_runs(tmp_path)] == ["complete"]
    with pytest.raises(ValueError), simulator(dump_dir=tmp_path):
        torch.compile(torch.sin)(torch.ones(3).to("npu"))
        raise ValueError("no\nimage")
    failed = find_runs(tmp_path)[-1]
    assert failed.state == "failed" and failed.report["error"] == "ValueError: no image"
    assert "the program ended with ValueError: no image" in npusim("inspect", str(failed.path))[1]


@pytest.mark.parametrize(
    "words, sentence",
    [
        (["cache", "--json", "--csv"], "exclude each other"),
        (["cache", "--list", "--clear"], "exclude each other"),
        (["cache", "--keep", "1GB"], "add --prune"),
        (["runs", "--prune"], "needs --older-than"),
        (["runs", "/nowhere"], "there is no folder /nowhere"),
        (["runs", "--prune", "--older-than", "soon"], "such as 30d"),
        (["runs", "--prune", "--keep", "much"], "such as 2GB"),
    ],
)
def test_bad_options_are_sentences(npusim, words, sentence):
    status, _, errors = npusim(*words)
    assert status == 2 and sentence in errors


def test_ages_and_sizes_have_units():
    assert [parse_age(text, "--x") for text in ("90s", "1.5h", "2w")] == [90, 5400, 1209600]
    assert [parse_bytes(text, "--x") for text in ("10B", "2GB", "1.5 MiB", "3kib")] == [10, 2 * 10**9, 1572864, 3072]
    for text in ("5", "d", "-1d"):
        with pytest.raises(OptionError):
            parse_age(text, "--x")
