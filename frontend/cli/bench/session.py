"""One benchmark from the first point to the last, whose results are kept as they come."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from npusim.frontend.cli.bench.measuring import Benchmark
from npusim.frontend.cli.bench.results import PICTURES, compared, write_results
from npusim.frontend.cli.output import note

Record = dict[str, Any]


def measured(
    benchmark: Benchmark, earlier: Mapping[tuple[str, ...], int] | None, files: Sequence[Path]
) -> tuple[list[Record], bool]:
    """The records of all points, and whether Ctrl-C came before the last one.

    Args:
        benchmark: what to measure.
        earlier: cycles to compare with.
        files: written after every point; pictures at the end.
    """
    records: list[Record] = []
    pictures = [path for path in files if path.suffix in PICTURES]
    is_interrupted = False
    try:
        for record in benchmark.run():
            records.append(record if earlier is None else compared(record, earlier))
            _write([path for path in files if path not in pictures], records, benchmark)
            if not benchmark.settings.quiet:
                note(f"{len(records)} of {benchmark.count}: {_sentence(record)}")
    except KeyboardInterrupt:
        is_interrupted = True
    if records:
        _write(pictures, records, benchmark)
    return records, is_interrupted


def _write(files: Sequence[Path], records: Sequence[Record], benchmark: Benchmark) -> None:
    for path in files:
        write_results(path, records, benchmark.settings.mode or "timing", benchmark.symbols)


def _sentence(record: Record) -> str:
    subject = " ".join(record[name] for name in ("op", "shape", "dtype", "machine"))
    return f"{subject}: {record['error'] or format(record['cycles'], ',') + ' cycles'}"
