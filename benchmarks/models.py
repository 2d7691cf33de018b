"""Times models of the zoo at their published sizes: `python benchmarks/models.py --table docs/models.md`.

Each row is `npusim run --model` in mode timing, in a process of its own. Rows go to a file of JSON lines as they come;
those that are in the file and did not fail are not run again, so an interrupted run continues.

    python benchmarks/models.py --seconds 1500           # as many rows as fit into 25 minutes
    python benchmarks/models.py --match "llama|gpt2" --again
    python benchmarks/models.py --only-table --table docs/models.md

Kernels, cycles, simulated time, the fraction of the roofline and the slowest kernel depend on the program alone.
Seconds of compilation and memory depend on the host and on what else it does.
"""

import argparse
import json
import re
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from npusim.frontend.codegen.graph.metadata import op_words

Row = dict[str, Any]
RESULTS = Path(__file__).parent / "model_runs" / "times.jsonl"
MACHINES = ("tpuv3", "tpuv6e")
BEGIN, END = "<!-- models: begin -->", "<!-- models: end -->"
SMALLER = """bert:base resnet:50 gpt2:base vit:base mobilenet-v2:1.0 distilbert:base opt:125m whisper:tiny wav2vec2:base
mamba:130m convnext:tiny t5:base clip:base roberta:base qwen2:0.5b qwen3:0.6b segformer:b0 yolos:tiny swin:tiny
efficientnet:b0 bart:base electra:base albert:base deit:base beit:base dinov2:base gpt-neox:pythia-410m detr:50 sam:base
unet:sd15 dit:xl-2 vae-decoder:sd"""
LARGER = """llama:1b gemma:2b gemma2:2b phi:2.7b mpt:1b mixtral:layer qwen3-moe:layer deepseek-v3:dense-layer mistral:7b
falcon:7b qwen2-moe:a2.7b llama:8b"""
DECODED = "gpt2:base llama:1b qwen3:0.6b mamba:130m"


def cases() -> list[tuple[str, ...]]:
    """(model, dtype, option, machine) of every row: smaller models in f32, larger ones in bf16."""
    models = [(name, "f32", "") for name in SMALLER.split()]
    models += [(name, "bf16", "") for name in LARGER.split()]
    models += [(name, "bf16", "--decode") for name in DECODED.split()]
    models += [("resnet:50", "f32", "--train"), ("bert:base", "f32", "--train")]
    return [(*case, machine) for case in models for machine in MACHINES]


def measure(case: tuple[str, ...], timeout_s: float) -> Row | None:
    """The row of a case; with an ``error`` if the command failed, with ``capacity`` if the model needs more memory than
    the machine has, None if it was not done in time.
    """
    model, dtype, option, machine = case
    command = ["run", "--model", model, "--dtype", dtype, "--machine", machine, "--mode", "timing", "--json", "--quiet"]
    code = "import sys; from npusim.frontend.cli import main; sys.exit(main())"
    words = [sys.executable, "-W", "ignore", "-c", code, *command, *option.split()]
    try:
        done = subprocess.run(words, capture_output=True, text=True, timeout=timeout_s)
    except subprocess.TimeoutExpired:
        return None
    key = dict(zip(("model", "dtype", "option", "machine"), case, strict=True))
    if done.returncode:
        message = done.stderr.strip() or "no message"
        too_large = re.search(r"npu out of memory: .*machine's capacity of ([\d.]+ \w+)", message)
        return {**key, "capacity": too_large[1]} if too_large else {**key, "error": message.splitlines()[-1]}
    return {**key, **_figures(json.loads(done.stdout))}


def _figures(found: Row) -> Row:
    slowest = found["kernels"][0]  # they are listed slowest first
    kept = ("parameters", "launches", "cycles", "time_ns", "roofline_fraction", "graphs", "device_peak_bytes")
    return {
        **{name: found[name] for name in kept},
        "kernels": len(found["kernels"]),
        "slowest": " ".join(op_words(slowest["ops"])),
        "slowest_fraction": round(slowest["cycles"] / found["cycles"], 3),
        "compile_seconds": found["compile_seconds"],
        "host_peak_bytes": found["host_peak_bytes"],
    }


def key_of(row: Row) -> tuple[str, ...]:
    """The case that a row is of."""
    return row["model"], row["dtype"], row["option"], row["machine"]


def table(rows: Sequence[Row]) -> str:
    """The rows as a table of Markdown; what depends on the host stands behind the bar."""
    header = "| model | parameters | machine | kernels (launches) | cycles | time | of roofline | slowest kernel "
    lines = [header + "| ‖ compile | host memory |", "| -- " * 10 + "|"]
    lines += [_line(row) for row in rows]
    return "\n".join(lines)


def _line(row: Row) -> str:
    name = " ".join(filter(None, (row["model"], row["dtype"], row["option"].lstrip("-"))))
    if "error" in row or "capacity" in row:
        why = f"failed: {row['error'][:160]}" if "error" in row else f"does not fit into {row['capacity']}"
        return f"| {name} | - | {row['machine']} | {why} |" + " - |" * 6
    words = [word.removesuffix("_overrideable").strip("_") for word in row["slowest"].split()]
    slowest = ", ".join(words[:3]) + (", ..." if len(words) > 3 else "")
    cells = (
        name,
        f"{row['parameters'] / 1e6:,.1f} M",
        row["machine"],
        f"{row['kernels']} ({row['launches']:,})",
        f"{row['cycles']:,}",
        f"{row['time_ns'] / 1e6:,.3f} ms",
        f"{row['roofline_fraction']:.0%}",
        f"{slowest} ({row['slowest_fraction']:.0%})",
        f"‖ {row['compile_seconds']:.0f} s",
        f"{row['host_peak_bytes'] / 2**30:.2f} GiB",
    )
    return f"| {' | '.join(cells)} |"


def write_table(page: Path, rows: Sequence[Row]) -> None:
    """Replaces the table between the page's two marks."""
    text = page.read_text()
    before, rest = text.split(BEGIN)
    _, after = rest.split(END)
    page.write_text(f"{before}{BEGIN}\n\n{table(rows)}\n\n{END}{after}")


def read_rows(results: Path) -> dict[tuple[str, ...], Row]:
    """The rows of a file by their case; the last one of a case counts."""
    lines = results.read_text().splitlines() if results.exists() else []
    return {key_of(row): row for row in map(json.loads, lines)}


def main(arguments: Sequence[str] | None = None) -> int:
    """Completes the file, then writes the table."""
    options = _parser().parse_args(arguments)
    wanted = [case for case in cases() if re.search(options.match, " ".join(case))]
    known = read_rows(options.results)
    end = time.monotonic() + options.seconds
    for case in () if options.only_table else wanted:
        is_done = case in known and "error" not in known[case]
        if (is_done and not options.again) or time.monotonic() > end:
            continue
        row = measure(case, min(options.timeout, end - time.monotonic() + 60))
        print(" ".join(case), "not done in time" if row is None else row.get("error", row.get("cycles")), flush=True)
        if row is not None:
            known[case] = row
            with options.results.open("a") as file:
                file.write(json.dumps(row) + "\n")
    if options.table is not None:
        write_table(options.table, [known[case] for case in cases() if case in known])
    missing = [case for case in cases() if case not in known or "error" in known[case]]
    print(f"{len(known)} of {len(cases())} rows; {len(missing)} are missing or failed")
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--results", type=Path, default=RESULTS, help="the file of rows")
    parser.add_argument("--table", type=Path, help="a page with the marks of the table")
    parser.add_argument("--only-table", action="store_true", help="run nothing")
    parser.add_argument("--match", default="", help="only rows whose model, dtype, option and machine match")
    parser.add_argument("--again", action="store_true", help="run rows that are there as well")
    parser.add_argument("--seconds", type=float, default=float("inf"), help="begin no row after this time")
    parser.add_argument("--timeout", type=float, default=1800, help="seconds of one row, at most")
    return parser


if __name__ == "__main__":
    raise SystemExit(main())
