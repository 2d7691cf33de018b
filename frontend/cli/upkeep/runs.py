"""``npusim runs``: the folders that runs have left, and making room in them."""

from __future__ import annotations

import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from npusim.frontend.cli.output import Output, note
from npusim.frontend.cli.upkeep.records import Selection, age, counted, removed_text
from npusim.simulator.errors import OptionError
from npusim.simulator.report.folders.run_dir import DEFAULT_PARENT
from npusim.simulator.report.folders.run_list import RunFolder, find_runs
from npusim.simulator.report.text.units import size
from npusim.simulator.system.environment import read

FAILED = 1


def list_runs(folder: Path | None, output: Output) -> int:
    """Prints every run, the newest at the end."""
    parent = _parent(folder)
    runs = find_runs(parent)
    records = [_record(run) for run in runs]
    shown = (
        {
            "run": run.path.name,
            "age": age(run.started_s),
            "command": record["command"],
            "machine": record["machine"] or "",
            "mode": record["mode"] or "",
            "kernels": "" if record["kernels"] is None else f"{record['kernels']:,}",
            "cycles": "" if record["cycles"] is None else f"{record['cycles']:,}",
            "state": record["state"],
            "size": size(run.size_bytes),
        }
        for run, record in zip(runs, records, strict=True)
    )
    total = sum(run.size_bytes for run in runs)
    text = f"{counted(len(runs), 'run')}, {size(total)} in {parent}; npusim inspect {parent}/RUN shows one"
    output.print(records, shown, "runs", _totals(parent, runs), text if runs else f"{parent} holds no runs")
    return 0


def prune_runs(folder: Path | None, selection: Selection, output: Output) -> int:
    """Removes runs that began long ago, and the oldest of those that take too much room; none in progress."""
    parent = _parent(folder)
    chosen = _outdated(find_runs(parent), selection)
    records = {run: _record(run) for run in chosen}
    removed, kept = [], 0
    for run in chosen:
        try:
            if run.remove():
                removed.append(run)
                continue
            note(f"{run.path} stays: its run is in progress")
        except OSError as error:
            kept += 1
            note(f"{run.path} stays: {error.strerror}")
    total = sum(run.size_bytes for run in removed)
    text = removed_text(len(removed), total, "run", kept)
    output.print([records[run] for run in removed], (), "removed", _totals(parent, removed), text)
    return FAILED if kept else 0


def _outdated(runs: Sequence[RunFolder], selection: Selection) -> list[RunFolder]:
    total, chosen, now_s = sum(run.size_bytes for run in runs), [], time.time()
    for run in runs:
        is_old = selection.older_than_s is not None and now_s - run.started_s > selection.older_than_s
        if is_old or (selection.keep_bytes is not None and total > selection.keep_bytes):
            total -= run.size_bytes
            chosen.append(run)
    return chosen


def _parent(folder: Path | None) -> Path:
    parent = folder or Path(read("DUMP_DIR") or DEFAULT_PARENT)
    if folder is not None and not folder.is_dir():
        raise OptionError(f"there is no folder {folder}; name a folder of runs, such as {DEFAULT_PARENT}")
    return parent


def _totals(parent: Path, runs: Sequence[RunFolder]) -> dict[str, Any]:
    return {"folder": str(parent), "size_bytes": sum(run.size_bytes for run in runs)}


def _record(run: RunFolder) -> dict[str, Any]:
    report = run.report
    kernels = report.get("kernels")
    return {
        "run": run.path.name,
        "started_s": round(run.started_s),
        "command": run.command,
        "machine": report.get("machine"),
        "mode": report.get("mode"),
        "kernels": len(kernels) if isinstance(kernels, list) else None,
        "cycles": report.get("cycles"),
        "state": run.state,
        "size_bytes": run.size_bytes,
        "folder": str(run.path),
    }
