"""What ``npusim run`` and ``npusim simulate`` print at the end: a JSON object, or lines and a table for people."""

import sys
import textwrap
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from npusim.frontend.cli.target import Settings
from npusim.frontend.comparison import Comparison
from npusim.simulator.errors import RunInterrupted
from npusim.simulator.report.host import host_lines
from npusim.simulator.report.measures.critical_path import WHAT_TO_CHANGE, critical_path_text
from npusim.simulator.report.measures.dram import bandwidth_text
from npusim.simulator.report.measures.energy import power_and_area
from npusim.simulator.report.report import Report
from npusim.simulator.report.resident import cmem_lines
from npusim.simulator.report.text.units import duration, size

_KERNEL_KEYS = ("name", "ops", "cycles", "limiter", "roofline_fraction", "dram_bytes", "units")
_RECORD_KEYS = ("name", "launches", "cycles", "time_ns", "limiter", "roofline_fraction", "dram_bytes", "ops", "file")


@dataclass(frozen=True)
class Subject:
    """Names what was run: an operator or a script's name, and an operator's shape and dtype."""

    name: str
    shape: Sequence[int] | None = None
    dtype: str | None = None

    def __str__(self) -> str:
        shape = ",".join(map(str, self.shape)) if self.shape is not None else None
        return " ".join(part for part in (self.name, shape, self.dtype) if part is not None)


def print_summary(
    subject: Subject,
    report: Report,
    comparison: Comparison,
    settings: Settings,
    *,
    facts: Mapping[str, str] | None = None,
    more: Mapping[str, Any] | None = None,
) -> None:
    """Print the summary of a run; a message about differing values goes to stderr as well.

    Args:
        facts: further lines for people, by name.
        more: further keys of the JSON object.
    """
    if settings.html is not None:  # first: `head` may close the pipe of what is printed
        from npusim.frontend.cli.explore.page.building import write_page

        write_page(Path(report.run_dir), settings.html)
    records = [_record(kernel.to_dict()) for kernel in report.kernels]
    settings.output.print_records(records, {**summary(subject, report, comparison), **(more or {})})
    if settings.output.is_for_people:
        print("\n".join(_lines(subject, report, comparison, facts or {})))
    if comparison.match is False:
        print(f"\nnpusim: values differ from the CPU's\n{comparison.message}", file=sys.stderr)


@contextmanager
def partial_summary(subject: Subject, settings: Settings) -> Iterator[None]:
    """After Ctrl-C, print what was simulated until then."""
    try:
        yield
    except RunInterrupted as stop:
        print_summary(subject, stop.report, Comparison(), settings)
        raise


def summary(subject: Subject, report: Report, comparison: Comparison) -> dict[str, Any]:
    """The object of ``--json``; null for results that the mode does not compute; `host_operators` and `incomplete` only
    when there were any, and `complete` (false) only for an interrupted run.
    """
    host = [vars(operator) for operator in report.host_operators]
    return {
        "op": subject.name,
        "shape": None if subject.shape is None else list(subject.shape),
        "dtype": subject.dtype,
        "machine": report.machine.name,
        "mode": report.mode,
        **({} if report.complete else {"complete": False}),
        "values_match": comparison.match,
        "max_abs_error": comparison.max_abs_error,
        "cycles": report.cycles,
        "time_ns": report.time_ns,
        "kernels": [_chosen(kernel.to_dict()) for kernel in report.kernels],
        **({"host_operators": host} if host else {}),
        **({"incomplete": [vars(function) for function in report.incomplete]} if report.incomplete else {}),
        "run_dir": report.run_dir,
    }


def _record(kernel: Mapping[str, Any]) -> dict[str, Any]:
    """A kernel as a row of CSV."""
    return {**{key: kernel[key] for key in _RECORD_KEYS}, "ops": " ".join(kernel["ops"])}


def _chosen(kernel: Mapping[str, Any]) -> dict[str, Any]:
    return {key: kernel[key] for key in _KERNEL_KEYS}


def _lines(subject: Subject, report: Report, comparison: Comparison, facts: Mapping[str, str]) -> list[str]:
    lines = [f"{subject} on {report.machine.name}, mode {report.mode}", ""]
    if not report.complete:
        lines[1:] = ["interrupted: what was simulated until then", ""]
    lines += [f"  {name:<9} {text}" for name, text in facts.items()]
    if subject.shape is not None or facts:
        lines.append(f"  values    {_values(comparison) if report.complete else 'not compared'}")
    if report.cycles is None or report.time_ns is None:
        lines.append("  time      not simulated in mode functional")
    elif report.launches:
        lines += [f"  {name:<9} {text}" for name, text in _time(report, report.statistics).items()]
    if not report.launches:
        lines.append("  launches  none in this simulation; a simulator that a script opens itself reports for itself")
        return [*lines, *_indented(host_lines(report)), f"  files     {report.run_dir}"]
    if len(report.kernels) > 1:
        return [*lines, "", str(report)]
    kernel = report.kernels[0]
    ops = ", ".join(kernel.meta.get("ops", ())) or "no torch operator"
    times = "" if kernel.launches == 1 else f", launched {kernel.launches:,} times"
    tensors, host = _indented(cmem_lines(report)), _indented(host_lines(report))
    return [*lines, *tensors, *host, f"  kernel    {kernel.name} ({ops}){times}", f"  files     {report.run_dir}"]


def _indented(lines: Sequence[str]) -> list[str]:
    return [textwrap.indent(text, "  ") for text in lines]


def _values(comparison: Comparison) -> str:
    if comparison.match is None:
        return f"not compared: {comparison.message}" if comparison.message else "not computed in mode timing"
    error = comparison.max_abs_error
    difference = "" if error is None else f" (largest difference {error:.2g})"
    return f"equal to the CPU's{difference}" if comparison.match else f"DIFFER from the CPU's{difference}"


def _time(report: Report, values: Mapping[str, Any]) -> dict[str, str]:
    machine = report.machine
    return {
        "time": f"{values['cycles']:,} cycles = {duration(values['time_ns'])} at {machine.core_freq_mhz:g} MHz",
        "arrays": f"{values['array_utilization']:.0%} of peak",
        "vector": f"{values['vector_utilization']:.0%} of peak",
        "DRAM": f"{size(values['dram_bytes'])} at {bandwidth_text(values, machine)}",
        **_shared_memory(values),
        "roofline": f"at least {values['roofline_cycles']:,.0f} cycles ({values['roofline_resource']}); "
        f"{values['roofline_fraction']:.0%} of that speed was reached",
        "path": critical_path_text(values),
        "limiter": f"{values['limiter']}: {WHAT_TO_CHANGE[values['limiter']]} would help",
        "power": power_and_area(values["average_power_w"], machine),
    }


def _shared_memory(values: Mapping[str, Any]) -> dict[str, str]:
    lines = {}
    cache, cmem = values["cache"], values["cmem"]
    if cache is not None and cache["requests"]:
        lines["cache"] = f"{cache['hit_fraction']:.0%} of {cache['requests']:,} requests are hits"
    if cmem is not None:
        moved = size(cmem["read_bytes"] + cmem["write_bytes"])
        filled = f"; {size(cmem['fill_bytes'])} fetched first" if cmem["fill_bytes"] else ""
        part = f"{cmem['bandwidth_fraction']:.0%} of peak{filled}"
        lines["cmem"] = f"{moved} at {cmem['bandwidth_gbps']:.3g} GB/s, {part}"
    return lines
