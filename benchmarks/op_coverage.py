"""Which operators of PyTorch's database run on the device: `python benchmarks/op_coverage.py`.

Every entry's samples are compiled for the device (values only, no operator may run on the host) and compared with
eager PyTorch on the CPU. Results go to a file of JSON lines as they come; entries that are in the file are not run
again, so an interrupted run continues. `--table docs/op_coverage.md` writes the summary of what the file holds.

    python benchmarks/op_coverage.py --all --table docs/op_coverage.md   # everything the docs show
    python benchmarks/op_coverage.py --dtype float32 --samples 4 --processes 2
    python benchmarks/op_coverage.py --match "cum|sort" --dynamic --fresh
    python benchmarks/op_coverage.py --shard 3/40 --backward
    python benchmarks/op_coverage.py --eager --samples 2                 # operators called eagerly, docs/eager.md
    python benchmarks/op_coverage.py --extremes --dtype float16          # infinities, NaN, limits among the values
    python benchmarks/op_coverage.py --cpu --all                         # the denominators, see opdb/cpu_lowering.py
"""

import argparse
import json
import os
import re
import subprocess
import sys
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from opdb import tables

DTYPES = ("float32", "float16", "bfloat16", "int32", "int64", "bool")
CHOICES = (*DTYPES, "float64", "complex64", "complex128", "complex32")
DEFAULT_RESULTS = Path("npusim_runs/op_coverage.jsonl")
EAGER_RESULTS = Path("npusim_runs/op_eager.jsonl")
EXTREMES_RESULTS = Path("npusim_runs/op_extremes.jsonl")
CPU_RESULTS = Path(__file__).parent / "opdb" / "cpu_compiles.jsonl"


@dataclass(frozen=True)
class Setting:
    """One column of the coverage: the samples in a dtype, forward or with gradients, with static or symbolic sizes."""

    dtype: str
    backward: bool = False
    dynamic: bool = False


EVERYTHING = (
    *(Setting(dtype) for dtype in DTYPES),
    Setting("float32", backward=True),
    Setting("float32", dynamic=True),
)


def main(arguments: Sequence[str] | None = None) -> int:
    options = _parser().parse_args(arguments)
    if options.results is None:
        options.results = _default_results(options)
    if options.worker:
        return _work(options)
    if options.fresh:
        options.results.unlink(missing_ok=True)
    options.results.parent.mkdir(parents=True, exist_ok=True)
    if not options.only_table:
        _run_workers(options)
    records = read_results(options.results)
    if options.cpu:
        _write(options.results, "".join(_line(record) for record in records))
        print(tables.cpu_summary(records))
        return 0
    print(tables.console_summary(records, read_results(CPU_RESULTS)))
    if options.table is not None:
        _write(options.table, tables.markdown(records, read_results(CPU_RESULTS), options.note))
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--all", action="store_true", help="every dtype, gradients and symbolic sizes for float32")
    parser.add_argument("--dtype", action="append", choices=CHOICES, help="repeatable; default float32")
    parser.add_argument("--match", default="", help="regular expression: only entries whose name it finds")
    parser.add_argument("--shard", default="1/1", help="i/n: every n-th entry, from the i-th")
    parser.add_argument("--backward", action="store_true", help="samples that require gradients, with the gradients")
    parser.add_argument("--dynamic", action="store_true", help="compile with dynamic=True")
    parser.add_argument("--samples", type=int, default=4, help="samples per entry; -1 for all (default 4)")
    parser.add_argument("--seconds", type=int, default=60, help="processor time for one sample (default 60)")
    parser.add_argument("--processes", type=int, default=1)
    parser.add_argument("--results", type=Path, help=f"default {DEFAULT_RESULTS}; with --cpu {CPU_RESULTS.name}")
    parser.add_argument("--fresh", action="store_true", help="forget the results there are")
    parser.add_argument("--table", type=Path, help="write the summary table to this file")
    parser.add_argument("--note", default="", help="a sentence for the table's page about this run")
    parser.add_argument("--only-table", action="store_true", help="run nothing, summarise the results there are")
    parser.add_argument("--cpu", action="store_true", help="find out what Inductor's CPU backend compiles instead")
    parser.add_argument("--eager", action="store_true", help="call the operators eagerly, as kernels, not compiled")
    parser.add_argument("--extremes", action="store_true", help="a third of the values are extremes of their dtype")
    parser.add_argument("--worker", default="", help=argparse.SUPPRESS)
    return parser


def _default_results(options: argparse.Namespace) -> Path:
    if options.cpu:
        return CPU_RESULTS
    if options.extremes:
        return EXTREMES_RESULTS
    return EAGER_RESULTS if options.eager else DEFAULT_RESULTS


def _settings(options: argparse.Namespace) -> list[Setting]:
    if options.all:
        # The CPU lowers the same whether sizes are symbolic or not: the static verdict serves both.
        return [setting for setting in EVERYTHING if not (options.cpu and setting.dynamic)]
    return [Setting(dtype, options.backward, options.dynamic) for dtype in options.dtype or ["float32"]]


# -- processes


def _run_workers(options: argparse.Namespace) -> None:
    """Starts the workers; one that died (a crash is a result too) is started again after the entry it died in."""
    running = {
        f"{i + 1}/{options.processes}": _start(options, f"{i + 1}/{options.processes}")
        for i in range(options.processes)
    }
    while running:
        for part, process in list(running.items()):
            code = process.wait()
            del running[part]
            if code != 0 and _blame(options.results, part, code):
                running[part] = _start(options, part)


def _start(options: argparse.Namespace, part: str) -> "subprocess.Popen[bytes]":
    command = [sys.executable, __file__, "--worker", part, "--match", options.match, "--shard", options.shard]
    command += ["--samples", str(options.samples), "--seconds", str(options.seconds), "--results", str(options.results)]
    command += [word for dtype in options.dtype or [] for word in ("--dtype", dtype)]
    command += [
        f"--{name}" for name in ("all", "backward", "dynamic", "cpu", "eager", "extremes") if getattr(options, name)
    ]
    environment = {**os.environ, "NPUSIM_MODE": "functional", "NPUSIM_FALLBACK": "warn" if options.eager else "error"}
    return subprocess.Popen(command, env=environment)


def _note_of(results: Path, part: str) -> Path:
    return results.with_suffix(f".{part.replace('/', '-of-')}.running")


def _blame(results: Path, part: str, code: int) -> bool:
    """Notes the entry in which a worker died; False when it died outside of one."""
    note = _note_of(results, part)
    if not note.exists():
        print(f"worker {part} ended with status {code} outside of any entry", file=sys.stderr)
        return False
    record = json.loads(note.read_text())
    note.unlink()
    death = f"the process died with status {code}"
    _append(results, {**record, "verdict": "unsupported", "reason": death, "error": death})
    return True


def _append(results: Path, record: dict[str, Any]) -> None:
    with results.open("a") as file:  # one write of one line: lines of several workers do not mix
        file.write(_line(record))


def _line(record: dict[str, Any]) -> str:
    return json.dumps(record, sort_keys=True) + "\n"


def _write(path: Path, text: str) -> None:
    temporary = path.with_suffix(".tmp")
    temporary.write_text(text)
    temporary.replace(path)


# -- the worker


def _work(options: argparse.Namespace) -> int:
    import torch
    from opdb import database

    done = {tables.key(record) for record in read_results(options.results)}
    note = _note_of(options.results, options.worker)
    for setting in _settings(options):
        existing = database.entries(getattr(torch, setting.dtype), setting.backward)
        for op in selected(existing, options.match, [options.shard, options.worker]):
            empty = {**vars(setting), "name": database.full_name(op), "samples": 0}
            if tables.key(empty) in done:
                continue
            note.write_text(json.dumps(empty))
            record = _record(op, setting, options)
            _append(options.results, record)
            note.unlink()
            print(tables.progress(record), flush=True)
    return 0


def _record(op: Any, setting: Setting, options: argparse.Namespace) -> dict[str, Any]:
    import torch
    from opdb import cases, cpu_lowering

    dtype, limits = getattr(torch, setting.dtype), {"samples": options.samples, "seconds": options.seconds}
    if options.cpu:
        return cpu_lowering.lower_entry(op, dtype, backward=setting.backward, **limits).as_dict()
    choice = {"backward": setting.backward, "dynamic": setting.dynamic, "eager": options.eager}
    choice["with_extremes"] = options.extremes
    return cases.run_entry(op, dtype, **choice, **limits).as_dict()


def selected(ops: Sequence[Any], pattern: str, shards: Iterable[str]) -> list[Any]:
    """Entries whose names match, of all shards `i/n` one after the other."""
    from opdb import database

    chosen = [op for op in ops if re.search(pattern, database.full_name(op))]
    for shard in shards:
        number, count = map(int, shard.split("/"))
        chosen = chosen[number - 1 :: count]
    return chosen


def read_results(path: Path) -> list[dict[str, Any]]:
    """Records of the file, sorted; of several for one entry the last counts."""
    if not path.exists():
        return []
    latest = {tables.key(record): record for record in map(json.loads, path.read_text().splitlines())}
    return [latest[key] for key in sorted(latest)]


if __name__ == "__main__":
    sys.exit(main())
