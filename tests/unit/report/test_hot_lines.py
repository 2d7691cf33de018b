"""A run's kernels timed again, operation by operation, and `npusim inspect --hot`."""

import csv
import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hand_written import GATHER, SQUARE
from npusim.simulator.errors import OptionError
from npusim.simulator.machine import load_machine
from npusim.simulator.report.hot_lines import annotated, line_cycles, sentence
from npusim.simulator.run.standalone import simulate_file
from npusim.simulator.run.times.retiming import TimedLaunch, time_again

LOAD, COMPUTE, STORE = 11, 12, 18


def simulated(folder: Path, text: str, machine: str = "tpuv3", mode: str = "timing") -> tuple[Path, dict[str, Any]]:
    """The run's folder and the kernel's entry of its report."""
    file = folder / "kernel.mlir"
    file.write_text(text)
    arguments = {"I": 16} if "gather" in text else {}
    run = simulate_file(file, machine, mode, arguments, run_dir=folder / "runs").run_dir
    return run, json.loads((run / "report.json").read_text())["kernels"][0]


def again(folder: Path, text: str, machine: str = "tpuv3") -> tuple[TimedLaunch, dict[str, Any]]:
    run, entry = simulated(folder, text, machine)
    return time_again(text, "kernel", load_machine(run / "machine.yaml"), entry["slowest_launch"]), entry


@pytest.mark.covering("small8x8")
@pytest.mark.parametrize("machine", ["tpuv3", "small8x8", "tpuv2"])
def test_a_launch_takes_the_same_cycles_again(tmp_path: Path, machine: str) -> None:
    timed, entry = again(tmp_path, SQUARE, machine)
    assert (timed.cycles, timed.is_assumed) == (entry["cycles"], False)
    assert timed.statistics["critical_path"] == entry["critical_path"]
    assert [each.executions for each in timed.operations] == [each["executions"] for each in entry["operations"]]
    assert [each.busy_cycles for each in timed.operations] == [each["busy_cycles"] for each in entry["operations"]]


def test_operations_share_out_the_critical_path(tmp_path: Path) -> None:
    timed, entry = again(tmp_path, SQUARE)
    whole = {cause: cycles for cause, cycles in entry["critical_path"].items() if cause not in ("launch", "front_end")}
    for cause, cycles in whole.items():
        parts = sum(each.path.get(cause, 0) for each in timed.operations)
        assert parts == pytest.approx(cycles, abs=len(timed.operations)), cause
    assert all(sum(each.path.values()) == each.path_cycles for each in timed.operations)


def test_waits_of_operations_are_those_of_their_units(tmp_path: Path) -> None:
    timed, entry = again(tmp_path, SQUARE)
    for unit in ("load", "store", "vector"):
        own = [each for each in timed.operations if each.unit == unit]
        assert sum(each.wait_data_cycles for each in own) == pytest.approx(
            entry["units"][unit]["wait_data_cycles"], abs=2
        )
        assert sum(each.wait_slot_cycles for each in own) == pytest.approx(
            entry["units"][unit]["wait_slot_cycles"], abs=2
        )


def test_lines_have_their_cycles_in_the_margin(tmp_path: Path) -> None:
    timed, _ = again(tmp_path, SQUARE)
    lines = annotated(SQUARE, timed.operations).splitlines()
    assert [line.split("  ", 1)[1] for line in lines[1:]] and lines[1 + LOAD - 1].endswith(
        SQUARE.splitlines()[LOAD - 1]
    )
    totals = line_cycles(timed.operations)
    assert set(totals) == {LOAD, COMPUTE, STORE}
    for line, (path, busy, *_) in totals.items():
        assert f"{busy:,}" in lines[line] and (f"{path:,}" in lines[line] or not path)
    assert lines[1].lstrip().startswith("|")


def test_the_sentence_names_limiter_line_and_remedy(tmp_path: Path) -> None:
    timed, _ = again(tmp_path, SQUARE)
    told = sentence(timed.statistics, timed.operations)
    assert (told.startswith("Limited by memory: ") and f"(line {LOAD})" in told) or f"(line {STORE})" in told
    assert "ore bandwidth" in told and f"of {timed.cycles:,} cycles" in told


def test_an_engine_follows_operations_only_when_asked(tmp_path: Path) -> None:
    from npusim.simulator.ir.kernel import parse_kernel
    from npusim.simulator.run.memory.address_space import AddressSpace, separate
    from npusim.simulator.run.times.retiming import _simulated
    from npusim.simulator.timing import compile_timing
    from npusim.simulator.timing.engine_config import make_engine

    machine, kernel = load_machine("tpuv3"), parse_kernel(SQUARE)
    timing = compile_timing(kernel, machine)
    addresses = AddressSpace().addresses(separate(kernel))
    assert _simulated(timing, machine, [], addresses).operation_path_ps.shape[0] == len(timing.table.operations)
    engine = make_engine(machine)
    engine.launch(timing.program, timing.trace_function, np.array(timing.arguments([0, 0], [], 0, addresses)))
    engine.synchronize()
    (plain,) = engine.take_results()
    assert plain.operation_path_ps.shape[0] == 0 and plain.operation_wait_data_ps.sum() > 0


def test_indices_are_assumed_when_they_are_not_known(tmp_path: Path) -> None:
    timed, _ = again(tmp_path, GATHER)
    assert timed.is_assumed and timed.cycles > 0


def test_a_run_without_time_has_no_hot_lines(tmp_path: Path) -> None:
    run, entry = simulated(tmp_path, SQUARE, mode="functional")
    with pytest.raises(OptionError, match="was not timed"):
        time_again(SQUARE, "kernel", load_machine(run / "machine.yaml"), entry["slowest_launch"])


def inspect(npusim: Any, *words: object) -> tuple[str, str]:
    return npusim("inspect", *words)[1:]


def test_the_command_shows_hot_lines(tmp_path: Path, npusim: Any) -> None:
    run, entry = simulated(tmp_path, SQUARE)
    out, _ = inspect(npusim, run, "--hot", "--kernel", "sq…e")
    assert f"square: {entry['cycles']:,} cycles in its launch" in out and "path was spent on" in out
    out, _ = inspect(npusim, run, "--hot", "--json")
    found = json.loads(out)
    assert found["cycles"] == entry["cycles"] and {each["line"] for each in found["operations"]} >= {LOAD, STORE}
    rows = list(csv.DictReader(inspect(npusim, run, "--hot", "--csv")[0].splitlines()))
    assert rows[0]["label"] and set(rows[0]) > {"unit", "line", "path_memory", "path_launch"} and "path" not in rows[0]
    for row in rows:
        assert sum(int(row[key]) for key in row if key.startswith("path_") and key != "path_cycles") == int(
            row["path_cycles"]
        )
    assert (
        inspect(npusim, run, "--hot", "--kernel", "qu…e")[0] == inspect(npusim, run, "--hot")[0]
    )  # without what names begin with
    assert "no kernel of" in inspect(npusim, run, "--hot", "--kernel", "sq…x")[1]
    assert "--hot goes with" in inspect(npusim, run, "--hot", "--by", "module")[1]


def test_an_interrupted_run_says_so_in_every_view(tmp_path: Path, npusim: Any) -> None:
    run, _ = simulated(tmp_path, SQUARE)
    content = json.loads((run / "report.json").read_text())
    (run / "report.json").write_text(json.dumps({**content, "complete": False}))
    for options in ([], ["--list"], ["--hot"], ["--by", "kernel"]):
        assert "interrupted: what was simulated until then" in inspect(npusim, run, *options)[0]
    for options in (["--list"], ["--hot"], ["--by", "kernel"]):
        assert json.loads(inspect(npusim, run, "--json", *options)[0])["complete"] is False


def test_a_damaged_report_is_a_sentence(tmp_path: Path, npusim: Any) -> None:
    run, _ = simulated(tmp_path, SQUARE)
    for text in ("{", "[]", "{}", "[" * 100_000, '{"schema": "npusim-report", "kernels": 5, "call_sites": []}'):
        (run / "report.json").write_text(text)
        assert "is no report of npusim" in inspect(npusim, run, "--by", "module")[1]
    (run / "report.json").write_text(json.dumps({"schema": "npusim-report", "schema_version": -1}))
    assert "has version -1 of the format" in inspect(npusim, run, "--by", "module")[1]
    (run / "report.json").unlink()
    assert "has no report.json" in inspect(npusim, run, "--hot")[1]


def test_a_report_that_was_changed_is_a_sentence_that_names_the_place(tmp_path: Path, npusim: Any) -> None:
    run, _ = simulated(tmp_path, SQUARE)
    text = (run / "report.json").read_text()
    content = json.loads(text)
    without = {key: value for key, value in content.items() if key != "dram_bytes"}
    kernels = [{**content["kernels"][0], "cycles": "many"}]
    for changed, place in (
        (without, "dram_bytes"),
        ({**content, "kernels": kernels}, "kernels.0.cycles"),
        ({**content, "limiter": "luck"}, "limiter"),
        ({**content, "time_ns": float("nan")}, "time_ns"),
    ):
        (run / "report.json").write_text(json.dumps(changed))
        for command in (["inspect"], ["inspect", "--hot"], ["report"]):
            assert f"report.json is damaged: {place}: " in npusim(*command, run)[2]
        assert "report.json is damaged" in npusim("compare", run, run)[2]


@pytest.mark.slow
def test_files_beside_a_report_that_were_changed_are_sentences(tmp_path: Path, npusim: Any) -> None:
    run, _ = simulated(tmp_path, SQUARE)
    timeline, memory = (json.loads((run / name).read_text()) for name in ("timeline.json", "memory.json"))
    no_end = [{key: value for key, value in each.items() if key != "dur"} for each in timeline["traceEvents"]]
    far = [{**each, "ts": 1e300} for each in timeline["traceEvents"]]
    empty = [{**each, "args": {}} for each in timeline["traceEvents"]]
    for events in (no_end, far, empty, [{}], [5], [{"ph": "?"}]):
        (run / "timeline.json").write_text(json.dumps({"traceEvents": events}))
        assert "timeline.json is no timeline of npusim" in npusim("report", run)[2]
    (run / "timeline.json").write_text(json.dumps(timeline))
    beyond = [[64, 0.0, None, len(memory["first_uses"]), False]]
    for change in ({"allocations": beyond}, {"allocations": [[64]]}, {"peak_ns": "late"}):
        (run / "memory.json").write_text(json.dumps({**memory, **change}))
        for command in (["inspect", "--memory"], ["report"]):
            assert "memory.json is no history of device memory" in npusim(*command, run)[2]
    (run / "memory.json").write_text(json.dumps(memory))
    for text in ("{}", "[" * 100_000, '{"command": 5}', '{"command": []}', '{"command": [[]]}'):
        (run / "versions.json").write_text(text)
        assert npusim("report", run)[0] == npusim("runs", run.parent)[0] == 0  # they show no command


def test_a_kernel_or_timeline_that_cannot_be_read_is_a_sentence(tmp_path: Path, npusim: Any) -> None:
    run, entry = simulated(tmp_path, SQUARE)
    (run / "timeline.json").write_text('{"traceEvents": 5}')
    assert "timeline.json is no timeline of npusim" in npusim("report", run)[2]
    (run / entry["file"]).write_bytes(b"// caf\xe9")
    for command in (["inspect"], ["inspect", "--hot"], ["report"]):
        assert f"{entry['file']}: cannot be read: it is not UTF-8 text" in npusim(*command, run)[2]
