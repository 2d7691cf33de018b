"""Sweeps: files, points, bounds, the file of results, and what ends a sweep."""

import csv
import itertools
import json
import os
import signal
import sqlite3
import subprocess
import sys
import threading
import time
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from npusim.frontend.cli.sweeps import driver
from npusim.frontend.cli.sweeps.bounds import least_time_ns, pareto
from npusim.frontend.cli.sweeps.database import Database, Outcome, Unit, _started
from npusim.frontend.cli.sweeps.driver import sweep
from npusim.frontend.cli.sweeps.expressions import Expression
from npusim.frontend.cli.sweeps.specification import make_specification, read_specification
from npusim.frontend.cli.sweeps.table import best, write_table
from npusim.frontend.cli.sweeps.units import describe, sweep_digest
from npusim.simulator.errors import OptionError
from npusim.simulator.machine import load_machine
from npusim.simulator.machine.area import area
from sweep_files import Inline, table, write


def test_points_are_computed_once_and_failures_stay(folder: Path) -> None:
    path = write(folder)
    first, second = Inline(), Inline()
    summary = sweep(path, pool=first)
    assert (summary.counts["done"], summary.counts["failed"]) == (3, 3)
    assert len(first.keys) == len(set(first.keys)) == 6
    again = sweep(path, pool=second)
    assert second.keys == [] and again.counts["known"] == 6 and again.counts["failed"] == 3
    found = table(path)
    assert [row["state"] for row in found] == ["failed", "done"] * 3
    assert "do not fit its scratchpad" in found[0]["note"]
    times = [row["time_ns"] for row in found if row["state"] == "done"]
    assert times == sorted(times) and times[0] < times[-1]
    assert [row["point"] for row in best(read_specification(path), found)] == [1]
    retried = Inline()
    sweep(path, pool=retried, retry=True)
    assert len(retried.keys) == 3


@pytest.mark.parametrize("step_s", [0, 100])
def test_the_end_is_told_once(folder: Path, monkeypatch: pytest.MonkeyPatch, step_s: int) -> None:
    monkeypatch.setattr(driver, "time", SimpleNamespace(monotonic=itertools.count(0, step_s).__next__))
    told: list[int] = []
    sweep(write(folder), pool=Inline(), progress=lambda summary: told.append(summary.finished))
    assert told.count(6) == 1 and told[-1] == 6


def test_another_sweep_uses_the_results_of_the_first(folder: Path) -> None:
    sweep(write(folder), pool=Inline())
    other = Inline()
    path = write(folder, vary={"dma_descriptor_cycles": {"from": 50, "to": 150, "step": 50}})
    sweep(path, pool=other)
    assert len(other.keys) == 3  # the scratchpad is another one
    more = Inline()
    sweep(write(folder, vary={"dma_descriptor_cycles": [100, 150, 200]}), folder / "sweep.sqlite", pool=more)
    assert len(more.keys) == 1


def test_a_folder_that_moves_keeps_what_is_known(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = write(folder)
    sweep(path, pool=Inline())
    moved = folder.rename(folder.with_name("moved"))
    monkeypatch.chdir(moved)
    assert [row["state"] for row in table(Path("sweep.yaml"))] == ["failed", "done"] * 3


def test_bounds_that_lose_are_skipped_and_the_front_is_the_same(folder: Path) -> None:
    vary = {"kernel_launch_cycles": [0, 10**6, 10**7]}
    path = write(folder, vary=vary)
    pool = Inline()
    pool_free = type("Narrow", (Inline,), {"free": property(lambda self: 1 - len(self.tasks))})()
    summary = sweep(path, pool=pool_free)
    assert (summary.counts["done"], summary.counts["skipped"], len(pool_free.keys)) == (1, 2, 1)
    assert [row["state"] for row in table(path)] == ["done", "skipped", "skipped"] and pool.keys == []
    path = write(folder, vary=vary, search={"bounds": False})
    assert sweep(path, pool=pool).counts["done"] == 3 and [row["state"] for row in table(path)] == ["done"] * 3
    path = write(folder, vary=vary)  # what is known stays, also where its bounds lose
    assert sweep(path, pool=pool_free).counts["done"] == 3 and [row["state"] for row in table(path)] == ["done"] * 3


def test_the_bound_is_below_the_time(folder: Path) -> None:
    path = write(folder, vary={})
    sweep(path, pool=Inline())
    (row,) = table(path)
    machine = load_machine("small8x8")
    work = {"is_fixed": True, "macs": 0, "asked_bytes": 32768, "request_bytes": 32, "launches": 1}
    assert 0 < least_time_ns(work, machine) <= row["time_ns"]
    assert least_time_ns({**work, "is_fixed": False}, machine) == 0
    wider = machine.evolve(dram_request_bytes=64)  # of which a gather may need fewer than twice
    assert least_time_ns(work, wider) == 0


def test_the_front_has_all_points_that_none_beats() -> None:
    points = {0: {"t": 1.0, "a": 9.0}, 1: {"t": 2.0, "a": 3.0}, 2: {"t": 2.0, "a": 4.0}, 3: {"t": 5.0, "a": 1.0}}
    assert pareto({**points, 4: {"t": 2.0, "a": 3.0}, 5: {"t": None, "a": 0.0}}, ["t", "a"]) == [0, 1, 4, 3]
    assert pareto(points, ["t"]) == [0]


def test_machines_that_cannot_be_and_constraints_are_told_apart(folder: Path) -> None:
    vary = {"systolic_rows": [8], "systolic_weight_rows_per_cycle": [1, 9], "dma_queue_depth": [1, 2]}
    path = write(folder, vary=vary, constraints=["dma_queue_depth > 1", "time_ns < 1e9"])
    summary = sweep(path, pool=Inline())
    assert (summary.counts["done"], summary.counts["failed"], summary.counts["excluded"]) == (1, 2, 1)
    notes = [row["note"] for row in table(path)]
    assert notes[0] == "breaks dma_queue_depth > 1" and "more than the 8 systolic_rows" in notes[2]


def test_a_constraint_without_a_value_fails_its_points_alone(folder: Path) -> None:
    path = write(folder, vary={"dma_queue_depth": [1, 2]}, constraints=["log2(time_ns * (dma_queue_depth - 1)) > 0"])
    counts = sweep(path, pool=Inline()).counts
    assert (counts["done"], counts["failed"]) == (1, 1)
    assert "has no value" in table(path)[0]["note"]


def test_conditions_say_how_far_they_are_from_being_met() -> None:
    values = {"a": 30, "b": 10, "c": 0, "word": "x"}
    texts = ["a <= 30", "a <= 10", "a <= b + 19", "a < 30", "c > 0", "word == 'y'", "a < b and c < 1"]
    assert [round(Expression(text).excess(values), 3) for text in texts] == [0, 0.5, 0.017, 0, 1, 1, 1]
    assert Expression("a < 30").excess(values) > 0


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({"vary": {"warp": [1]}}, "'warp' is no key of a machine"),
        ({"vary": {"dma_queue_dept": [1]}}, "can vary \\(did you mean dma_queue_depth\\?\\)"),
        ({"vary": {"cores": []}}, "cores has 0 values"),
        ({"vary": {"cores": {"from": 9, "to": 1, "step": 1}}}, "a range goes up"),
        ({"vary": {"cores": {"from": 1, "to": 9}}}, "one of `step`, `factor` and `count`"),
        ({"vary": {"cores": [1]}, "derive": {"cores": "2"}}, "both in `vary` and in `derive`"),
        ({"objectives": ["speed"]}, "objectives.0"),
        ({"workloads": [{"package": "none.npk"}]}, "there is no file"),
        ({"workloads": [{}]}, "a workload is one of"),
        ({"workloads": [{"package": "copy.npk", "shape": "2"}]}, "belong to an `operator`"),
        ({"surprise": 1}, "surprise: this key is unknown"),
        ({"workloads": [{"operator": "matmull"}]}, "workload matmull: there is no operator 'matmull' .did you mean m"),
        ({"workloads": [{"operator": "matmul", "shape": "2"}]}, "workload matmul 2: matmul takes --shape"),
        ({"workloads": [{"operator": "matmul", "dtype": "f9"}]}, "--dtype 'f9' is not one of"),
        ({"workloads": [{"model": "resnet:19"}]}, "workload resnet:19: resnet has no preset '19'"),
        ({"workloads": [{"model": "resnot"}]}, "there is no model 'resnot'"),
        ({"mappings": ["best"]}, "mapping is 'best'; it can be"),
        ({"constraints": ["cores <"]}, "is no expression"),
        ({"constraints": ["warps < 3"]}, "names 'warps', which is no key"),
        ({"derive": {"cores": "time_ns"}}, "names 'time_ns', which is no key"),
        ({"vary": {"cores": {"from": float("nan"), "to": 2, "step": 1}}}, "finite number"),
        ({"vary": {key: {"from": 1, "to": 9999, "step": 1} for key in ("cores", "dma_queue_depth")}}, "more than"),
        ({"workloads": [{"package": "copy.npk", "weight": float("inf")}]}, "finite number"),
    ],
)
def test_wrong_files_are_refused_with_the_key(folder: Path, changes: dict[str, Any], reason: str) -> None:
    pool = Inline()
    with pytest.raises(OptionError, match=reason):
        sweep(write(folder, **changes), pool=pool)
    assert pool.keys == [] and not (folder / "sweep.sqlite").exists()


def unit(key: str) -> Unit:
    return Unit(key, {}, {}, "default", "v")


def test_claims_of_processes_that_ended_are_taken_over(tmp_path: Path) -> None:
    one, two, three = (Database(tmp_path / "r.sqlite") for _ in range(3))
    host, pid, started = one.owner.split()
    two.owner = f"elsewhere {pid} {started}"
    assert one.claim(unit("a")) is True and two.claim(unit("a")) is False
    one.finish({"a": Outcome({"cycles": 1}, seconds=0.5)})
    assert two.claim(unit("a")) == Outcome({"cycles": 1}, None, 0.5)
    assert two.claim(unit("b")) is True and one.claim(unit("b")) is False  # who knows what runs elsewhere
    three.owner = f"{host} {pid} 1"  # a process of this number that began at another time has ended
    assert three.claim(unit("c")) is True and one.claim(unit("c")) is True
    two.close()  # gives its claims back
    assert one.claim(unit("b")) is True
    one.close()
    three.close()


def test_files_that_hold_no_results_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "other.sqlite"
    connection = sqlite3.connect(path)
    connection.execute("CREATE TABLE t (x)")
    connection.commit()
    with pytest.raises(OptionError, match="not of npusim's sweeps"):
        Database(path)
    path = tmp_path / "text.sqlite"
    path.write_text("hello " * 100)
    with pytest.raises(OptionError, match="not a database; name another"):
        Database(path)
    Database(tmp_path / "new.sqlite").close()
    connection = sqlite3.connect(tmp_path / "new.sqlite")
    connection.execute("UPDATE meta SET value='99'")
    connection.commit()
    with pytest.raises(OptionError, match="version 99 of the format"):
        Database(tmp_path / "new.sqlite")


def test_sweeps_that_begin_a_file_together_wait_for_each_other(tmp_path: Path) -> None:
    path = tmp_path / "new.sqlite"
    other = sqlite3.connect(path, isolation_level=None, check_same_thread=False)
    other.execute("BEGIN IMMEDIATE")  # for which SQLite does not wait where the log is turned on
    threading.Timer(0.2, lambda: other.execute("ROLLBACK")).start()
    database = Database(path)
    assert database.claim(unit("a")) is True
    database.close()


def test_a_file_that_was_just_begun_holds_nothing(folder: Path) -> None:
    path = write(folder)
    path.with_suffix(".sqlite").touch()
    with pytest.raises(OptionError, match="holds nothing yet; run the sweep first"):
        Database(path.with_suffix(".sqlite"), is_shown=True)
    assert sweep(path, pool=Inline()).counts["done"] == 3


def test_a_disk_without_room_keeps_what_is_finished(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = write(folder)
    finish = Database.finish

    def full(self: Database, outcomes: Any) -> None:
        kept = self._connection.execute("SELECT count(*) FROM results WHERE status='done'").fetchone()[0]
        self._connection.execute(f"PRAGMA max_page_count = {1 if kept else 10_000}")
        finish(self, {key: replace(outcome, error="x" * 10**6 if kept else None) for key, outcome in outcomes.items()})

    monkeypatch.setattr(Database, "finish", full)
    with pytest.raises(OptionError, match="full; what is finished stays: make room"):
        sweep(path, pool=Inline())
    monkeypatch.setattr(Database, "finish", finish)
    summary = sweep(path, pool=Inline())
    assert summary.counts["known"] > 0 and summary.counts["known"] + summary.counts["computed"] == 6


def test_tables_are_written_as_csv(folder: Path) -> None:
    path = write(folder)
    sweep(path, pool=Inline())
    write_table(folder / "all.csv", table(path))
    with (folder / "all.csv").open(newline="") as file:
        header, *lines = csv.reader(file)
    assert header[:5] == ["point", "dma_descriptor_cycles", "scratchpad_kib_per_lane", "mapping", "state"]
    assert len(lines) == 6
    with pytest.raises(OptionError, match=r"as \.csv or \.parquet"):
        write_table(folder / "all.txt", [])


def test_a_sweep_that_is_killed_goes_on_and_gives_the_same_results(folder: Path) -> None:
    path = write(folder, vary={"dma_descriptor_cycles": {"from": 0, "to": 4000, "step": 1}, "dma_queue_depth": [1, 2]})
    command = [sys.executable, "-c", "from npusim.frontend.cli import main; main()", "sweep", str(path), "--quiet"]
    with (folder / "output").open("w") as output:
        killed = subprocess.Popen([*command, "--workers", "1"], stdout=output, stderr=subprocess.STDOUT)
    for _ in range(600):  # a minute of its own time: hosts that stand still do not end it
        if any(row["state"] == "done" for row in table(path)):
            break
        time.sleep(0.1)
    status = killed.poll()
    killed.kill()
    killed.wait()
    finished = sum(row["state"] == "done" for row in table(path))
    assert 0 < finished < 8002, f"status {status} before the kill: {(folder / 'output').read_text()}"
    path = write(folder, vary={"dma_descriptor_cycles": [0, 1, 2, 3], "dma_queue_depth": [1, 2]})
    rest = Inline()
    sweep(path, pool=rest)
    alone = Inline()
    sweep(path, folder / "alone.sqlite", pool=alone)
    assert len(alone.keys) == 8 > len(rest.keys)
    (folder / "alone.yaml").write_text(path.read_text())
    assert table(path) == table(folder / "alone.yaml")


@pytest.mark.slow
def test_local_workers_replace_one_that_dies(folder: Path) -> None:
    path = write(folder, vary={"dma_descriptor_cycles": {"from": 0, "to": 60, "step": 1}})
    seen: list[int] = []

    def kill_one(_: Any) -> None:
        children = Path(f"/proc/{os.getpid()}/task/{os.getpid()}/children").read_text().split()
        for child in map(int, children):
            if b"sweeps.pools.worker" in Path(f"/proc/{child}/cmdline").read_bytes() and not seen:
                seen.append(child)
                os.kill(child, signal.SIGKILL)

    summary = sweep(path, workers=2, progress=kill_one)
    assert summary.counts["done"] == 61
    script = folder / "script.py"
    script.write_text("raise SystemExit(3)\n")
    path = write(folder, vary={}, workloads=[{"script": "script.py"}, {"operator": "relu", "shape": "64,64"}])
    summary = sweep(path, workers=1)
    assert summary.counts["failed"] == 1 and "npusim run" in table(path)[0]["note"]


def test_area_follows_published_parts() -> None:
    machine = load_machine("gemmini_rtl").evolve(process_nm=22)
    assert area(machine).arrays == pytest.approx(0.116, rel=0.25)
    assert area(machine).scratchpad == pytest.approx(0.690, rel=0.25)
    assert area(machine.evolve(process_nm=16)).total_mm2 < area(machine).total_mm2
    assert machine.digest == load_machine("gemmini_rtl").digest
    assert json.loads(json.dumps(area(machine).parts)).keys() >= {"arrays", "dram_interface"}


@pytest.mark.slow
def test_tables_are_written_as_parquet(folder: Path) -> None:
    parquet = pytest.importorskip("pyarrow.parquet", reason="extra `sweep`")
    path = write(folder)
    sweep(path, pool=Inline())
    write_table(folder / "all.parquet", table(path))
    assert parquet.read_table(folder / "all.parquet").to_pylist() == table(path)


def test_a_users_model_is_known_by_its_content(folder: Path) -> None:
    def digest(file: str, place: Path) -> str:
        workloads = [{"model": f"{file}:net"}, {"model": "bert"}]
        return sweep_digest(make_specification({"workloads": workloads}, folder=place))

    (folder / "net.py").write_text("def net(): ...\n")
    made = make_specification({"workloads": [{"model": "net.py:net"}, {"model": "bert"}]}, folder=folder)
    own, bert = made.workloads
    assert own.model == f"{folder}/net.py:net" and describe(own)["digest"] and bert.file is None
    first = digest("net.py", folder)
    (folder / "moved").mkdir()
    (folder / "net.py").rename(folder / "moved" / "net.py")
    assert digest("net.py", folder / "moved") == first
    (folder / "other.py").write_text("def net(): return 1\n")
    assert digest("other.py", folder) != first


def test_a_command_ends_with_its_worker() -> None:
    program = (
        "import subprocess; from npusim.simulator.system.processes import die_with_parent as die\n"
        "command = subprocess.Popen(['sleep', '60'], preexec_fn=die); print(command.pid, flush=True); command.wait()"
    )
    killed = subprocess.Popen([sys.executable, "-c", program], stdout=subprocess.PIPE, text=True)
    assert killed.stdout is not None
    command = int(killed.stdout.readline())
    killed.kill()
    killed.wait()
    deadline = time.monotonic() + 30
    while _started(command) != "-":
        assert time.monotonic() < deadline
        time.sleep(0.02)
