"""Which operators of PyTorch's database run on the device: `python benchmarks/op_coverage.py`.

Every entry's samples are compiled for the device (values only, no operator may run on the host) and compared with
eager PyTorch on the CPU. Results go to a file of JSON lines as they come; entries that are in the file are not run
again, so an interrupted run continues. `--table docs/op_coverage.md` writes the summary of what the file holds.

    python benchmarks/op_coverage.py --dtype float32 --samples 4 --processes 2 --table docs/op_coverage.md
    python benchmarks/op_coverage.py --match "cum|sort" --fresh
    python benchmarks/op_coverage.py --shard 3/40
"""

import argparse
import collections
import json
import os
import re
import subprocess
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

DTYPES = ("float32", "float16", "bfloat16", "int32", "int64", "bool")
DEFAULT_RESULTS = Path("npusim_runs/op_coverage.jsonl")


def main(arguments: Sequence[str] | None = None) -> int:
    options = _parser().parse_args(arguments)
    if options.worker:
        return _work(options)
    if options.fresh:
        options.results.unlink(missing_ok=True)
    options.results.parent.mkdir(parents=True, exist_ok=True)
    if not options.only_table:
        _run_workers(options)
    records = read_results(options.results)
    print(console_summary(records))
    if options.table is not None:
        temporary = options.table.with_suffix(".tmp")
        temporary.write_text(markdown(records))
        temporary.replace(options.table)
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--dtype", action="append", choices=DTYPES, help="repeatable; default float32")
    parser.add_argument("--match", default="", help="regular expression: only entries whose name it finds")
    parser.add_argument("--shard", default="1/1", help="i/n: every n-th entry, from the i-th")
    parser.add_argument("--backward", action="store_true", help="samples that require gradients, with the gradients")
    parser.add_argument("--samples", type=int, default=4, help="samples per entry; -1 for all (default 4)")
    parser.add_argument("--seconds", type=int, default=60, help="limit for one sample (default 60)")
    parser.add_argument("--processes", type=int, default=1)
    parser.add_argument("--results", type=Path, default=DEFAULT_RESULTS, help=f"default {DEFAULT_RESULTS}")
    parser.add_argument("--fresh", action="store_true", help="forget the results there are")
    parser.add_argument("--table", type=Path, help="write the summary table to this file")
    parser.add_argument("--only-table", action="store_true", help="run nothing, summarise the results there are")
    parser.add_argument("--worker", default="", help=argparse.SUPPRESS)
    return parser


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
    command += [word for dtype in options.dtype or ["float32"] for word in ("--dtype", dtype)]
    command += ["--backward"] if options.backward else []
    environment = {**os.environ, "NPUSIM_MODE": "functional", "NPUSIM_FALLBACK": "error"}
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
    _append(results, {**record, "verdict": "unsupported", "reason": f"the process died with status {code}"})
    return True


def _append(results: Path, record: dict[str, Any]) -> None:
    with results.open("a") as file:  # one write of one line: lines of several workers do not mix
        file.write(json.dumps(record, sort_keys=True) + "\n")


# -- the worker


def _work(options: argparse.Namespace) -> int:
    import op_cases
    import torch

    done = {_key(record) for record in read_results(options.results)}
    note = _note_of(options.results, options.worker)
    for name in options.dtype or ["float32"]:
        dtype = getattr(torch, name)
        for op in selected(op_cases.entries(dtype, options.backward), options.match, [options.shard, options.worker]):
            empty = op_cases.Result(op_cases.full_name(op), name, options.backward).as_dict()
            if _key(empty) in done:
                continue
            note.write_text(json.dumps(empty))
            limits = {"samples": options.samples, "seconds": options.seconds}
            result = op_cases.run_entry(op, dtype, backward=options.backward, **limits)
            _append(options.results, result.as_dict())
            note.unlink()
            print(f"{result.verdict:12}{result.name} {name} {result.reason}", flush=True)
    return 0


def selected(ops: Sequence[Any], pattern: str, shards: Iterable[str]) -> list[Any]:
    """Entries whose names match, of all shards `i/n` one after the other."""
    import op_cases

    chosen = [op for op in ops if re.search(pattern, op_cases.full_name(op))]
    for shard in shards:
        number, count = map(int, shard.split("/"))
        chosen = chosen[number - 1 :: count]
    return chosen


# -- results


def _key(record: dict[str, Any]) -> tuple[str, str, bool]:
    return record["name"], record["dtype"], record["backward"]


def read_results(path: Path) -> list[dict[str, Any]]:
    """Records of the file, sorted; of several for one entry the last counts."""
    if not path.exists():
        return []
    latest = {_key(record): record for record in map(json.loads, path.read_text().splitlines())}
    return [latest[key] for key in sorted(latest)]


def counts(records: Iterable[dict[str, Any]]) -> dict[tuple[str, bool], collections.Counter[str]]:
    """Verdicts by (dtype, backward)."""
    table: dict[tuple[str, bool], collections.Counter[str]] = {}
    for record in records:
        table.setdefault((record["dtype"], record["backward"]), collections.Counter())[record["verdict"]] += 1
    return table


def console_summary(records: Sequence[dict[str, Any]]) -> str:
    lines = [f"{_title(key)}: {_share(verdicts)}" for key, verdicts in counts(records).items()]
    reasons = collections.Counter(r["reason"] for r in records if r["verdict"] == "unsupported")
    lines += [f"{count:5}  {reason}" for reason, count in reasons.most_common(40)]
    return "\n".join(lines)


def _title(key: tuple[str, bool]) -> str:
    return f"{key[0]} {'backward' if key[1] else 'forward'}"


def _share(verdicts: "collections.Counter[str]") -> str:
    total = sum(verdicts.values())
    return f"{verdicts['passed']} of {total} passed ({100 * verdicts['passed'] / total:.1f} %), " + (
        f"{verdicts['wrong']} wrong, {verdicts['unsupported']} unsupported"
    )


def markdown(records: Sequence[dict[str, Any]]) -> str:
    """The summary table of the docs."""
    lines = [
        "# Operator coverage",
        "",
        "Entries of PyTorch's operator database (`op_db`, torch 2.13.0), compiled for the device with the fallback",
        "policy `error` and compared with eager PyTorch on the CPU. An entry passes when all samples that ran pass",
        f"(at most {max((r.get('samples', 0) for r in records), default=0)} of each entry here). A float32 result that",
        "differs from eager float32 also passes when it agrees with eager float64 within the same tolerance:",
        "near poles eager float32 is the less accurate one.",
        "Regenerate: `python benchmarks/op_coverage.py --table docs/op_coverage.md`; `--help` lists the subsets.",
        "",
        "| dtype | direction | entries | passed | wrong | unsupported | host operators |",
        "|---|---|---|---|---|---|---|",
    ]
    for (dtype, backward), verdicts in counts(records).items():
        host = sum(bool(r["host_ops"]) for r in records if (r["dtype"], r["backward"]) == (dtype, backward))
        total = sum(verdicts.values())
        share = f"{verdicts['passed']} ({100 * verdicts['passed'] / total:.1f} %)"
        direction = "backward" if backward else "forward"
        lines.append(
            f"| {dtype} | {direction} | {total} | {share} | {verdicts['wrong']} | {verdicts['unsupported']} | {host} |"
        )
    return "\n".join([*lines, "", "## What does not pass", "", *_failures(records)]) + "\n"


def _failures(records: Sequence[dict[str, Any]]) -> list[str]:
    groups: dict[tuple[str, str], list[str]] = {}
    for r in records:
        if r["verdict"] != "passed":
            reason = r["reason"] if r["verdict"] == "unsupported" else "values, shape or dtype differ"
            suffix = " (backward)" if r["backward"] else ""
            groups.setdefault((r["verdict"], reason), []).append(f"{r['name']} {r['dtype']}{suffix}")
    lines = ["| verdict | reason | entries |", "|---|---|---|"]
    for (verdict, reason), names in sorted(groups.items(), key=lambda item: (-len(item[1]), item[0])):
        shown = ", ".join(names[:12]) + (f", and {len(names) - 12} more" if len(names) > 12 else "")
        text = reason.replace("|", "\\|")
        lines.append(f"| {verdict} | {text} | {shown} |")
    return lines


if __name__ == "__main__":
    sys.exit(main())
