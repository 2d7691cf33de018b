"""A worker process: evaluates workloads on machines, one at a time, until its input ends.

Tasks come as lines of JSON on stdin, outcomes go as lines to the file descriptor of the first argument. torch is
imported for the first workload that needs it. What was read or compiled for one point stays for the next ones.
"""

import json
import os
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from npusim.frontend.cli.sweeps.pools.pool import ending
from npusim.simulator.errors import NpuSimError
from npusim.simulator.machine import Machine
from npusim.simulator.machine.loader import parse_values
from npusim.simulator.programs import Program, read_package, retime
from npusim.simulator.programs.machine_changes import changes
from npusim.simulator.system.processes import die_with_parent

_MOST_ERROR = 2000
_programs: dict[str, Program] = {}


def evaluate(task: Mapping[str, Any]) -> dict[str, Any]:
    """The result of a workload on a machine; its run leaves no folder.

    Args:
        task: `machine` and `base` (plain values), `workload`, `mapping`.

    Raises:
        NpuSimError: the workload does not run there.
    """
    with tempfile.TemporaryDirectory(prefix="npusim-sweep") as folder:
        return run(task, Path(folder))[0]


def run(task: Mapping[str, Any], folder: Path) -> tuple[dict[str, Any], str]:
    """As `evaluate`: the result, and the run's own folder, which is made in `folder`."""
    machine, base = (parse_values(task[name], source=name) for name in ("machine", "base"))
    workload, mapping = task["workload"], task["mapping"]
    report: Mapping[str, Any]
    is_fixed = True  # kernels that do not depend on the machine, so that their work bounds its time
    if workload.get("package"):
        report = retime(_package(Path(workload["package"])), machine, run_dir=folder).report.to_dict()
    elif workload.get("operator"):
        report, is_fixed = _operator(workload, mapping, machine, base, folder)
    else:
        report, is_fixed = _command(workload, mapping, machine, folder), False
    return _kept(report, machine, is_fixed=is_fixed), report["run_dir"]


def _kept(report: Mapping[str, Any], machine: Machine, *, is_fixed: bool) -> dict[str, Any]:
    energy = report["energy_pj"]
    memory = report["memory"]
    payload, moved = (memory[f"read_{name}"] + memory[f"write_{name}"] for name in ("payload_bytes", "bytes"))
    return {
        "cycles": report["cycles"],
        "time_ns": report["time_ns"],
        "energy_pj": None if energy is None else energy["total"],
        "launches": report["launches"],
        "limiter": report["limiter"],
        "roofline_fraction": report["roofline_fraction"],
        "dram_bytes": report["dram_bytes"],
        "macs": report["array"]["macs"],
        "asked_bytes": min(payload, moved),
        "request_bytes": machine.dram_request_bytes,
        "is_fixed": is_fixed,
    }


def _package(path: Path) -> Program:
    if str(path) not in _programs:
        _programs[str(path)] = read_package(path)
    return _programs[str(path)]


def _operator(
    workload: Mapping[str, Any], mapping: str, machine: Machine, base: Machine, folder: Path
) -> tuple[Mapping[str, Any], bool]:
    """An operator's report, and whether its kernels are the base machine's: no key that differs changes them."""
    from npusim.frontend.cli.sweeps import operators

    if all(change.remaps == "none" for change in changes(base, machine)):
        name = json.dumps([workload, mapping, base.digest], sort_keys=True)
        if name not in _programs:
            _programs[name] = operators.captured(workload, mapping, base, folder)
        return retime(_programs[name], machine, run_dir=folder, trusted=True).report.to_dict(), True
    return operators.measured(workload, mapping, machine, folder).to_dict(), False


def _command(workload: Mapping[str, Any], mapping: str, machine: Machine, folder: Path) -> Mapping[str, Any]:
    """The report of a script or a model, as `npusim run` in a process of its own."""
    what = ["--model", workload["model"]] if workload.get("model") else [workload["script"]]
    options = ["--mode", "timing", "--mapping", mapping, "--dump-dir", str(folder), "--json"]
    command = [sys.executable, "-c", "from npusim.frontend.cli import main; main()", "run", "--quiet", *options]
    with tempfile.NamedTemporaryFile("w", prefix="npusim-sweep", suffix=".yaml") as file:
        file.write(machine.to_yaml())
        file.flush()
        done = subprocess.run(
            [*command, "--machine", file.name, *what, *workload.get("arguments", ())],
            capture_output=True,
            text=True,
            check=False,
            preexec_fn=die_with_parent,
        )
    if done.returncode != 0:
        told = done.stderr.strip()
        failure = f"npusim run {' '.join(what)} ended {ending(done.returncode)}: {_reason(told)}"
        raise NpuSimError(f"{failure}\n{told[-_MOST_ERROR:]}")
    report: dict[str, Any] = json.loads((Path(json.loads(done.stdout)["run_dir"]) / "report.json").read_text())
    if report["cycles"] is None or not report["launches"]:
        raise NpuSimError(f"npusim run {' '.join(what)} launched no kernel in its simulation")
    return report


def _reason(told: str) -> str:
    """The line of what a command printed that says why it ended: that of the last exception, else the last one."""
    _, traceback, after = told.rpartition("Traceback (most recent call last):\n")
    lines = after.splitlines() or ["it printed nothing"]
    named = [line for line in lines if line and not line.startswith(" ")]
    return named[0] if traceback and named else lines[-1]


def outcome(task: Mapping[str, Any]) -> dict[str, Any]:
    """The result or the error of a task, and how long it took."""
    began_s = time.monotonic()
    answer: dict[str, Any] = {"key": task["key"], "result": None, "error": None}
    try:
        answer["result"] = evaluate(task)
    except NpuSimError as error:
        answer["error"] = f"{type(error).__name__}: {error}"[: 2 * _MOST_ERROR]
    except Exception as error:  # a workload may raise anything; the other points go on
        answer["error"] = f"{type(error).__name__}: {error}"[: 2 * _MOST_ERROR]
    return {**answer, "seconds": round(time.monotonic() - began_s, 6)}


def main() -> None:
    """Serves tasks until stdin ends."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    die_with_parent()
    answers = os.fdopen(int(sys.argv[1]), "w")
    for line in sys.stdin:
        answers.write(json.dumps(outcome(json.loads(line))) + "\n")
        answers.flush()


if __name__ == "__main__":
    main()
