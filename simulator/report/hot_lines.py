"""A kernel's text with what its operations took in the margin, and what limits it in one sentence."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from npusim.simulator.report.measures.critical_path import WHAT_TO_CHANGE, causes_of
from npusim.simulator.report.text.text_table import text_table

_MARGIN = ("path", "busy", "data", "slot")
_LEGEND = (
    "path: cycles of the critical path. busy: its unit was occupied. data, slot: its unit was free, and it waited for\n"
    "another operation's result, or for a copy of a buffer. Cycles of all executions; several cores are summed up."
)
_MOST_CAUSES = 2


@dataclass(frozen=True)
class OperationTime:
    """An operation of a kernel's text over all of its executions. Cycles are core cycles.

    Attributes:
        label, unit, kind, line: as in the operation table.
        executions: how often it was executed.
        busy_cycles: its unit was occupied by it.
        wait_data_cycles: its unit was free, and it waited for another operation's result.
        wait_slot_cycles: its unit was free, and it waited for a copy of a buffer.
        path_cycles: its part of the critical path.
        path: that part by cause; causes without cycles are left out.
    """

    label: str
    unit: str
    kind: str
    line: int
    executions: int
    busy_cycles: int
    wait_data_cycles: int
    wait_slot_cycles: int
    path_cycles: int
    path: dict[str, int]


def sentence(statistics: Mapping[str, Any], operations: Sequence[OperationTime]) -> str:
    """What limits a kernel, where, and what would change it.

    Args:
        statistics: of the launch.
        operations: of the kernel.
    """
    limiter, cycles = statistics["limiter"], max(1, statistics["cycles"])
    causes = causes_of(limiter)
    part = sum(statistics["critical_path"][cause] for cause in causes)
    shares = [(sum(operation.path.get(cause, 0) for cause in causes), operation) for operation in operations]
    share, main = max(shares, key=lambda pair: pair[0], default=(0, None))
    where = f", {share / max(1, part):.0%} of that in {main.label} (line {main.line})" if main and share else ""
    remedy = WHAT_TO_CHANGE[limiter]
    return (
        f"Limited by {limiter}: {part / cycles:.0%} of the critical path{where}. "
        f"{remedy[0].upper()}{remedy[1:]} would help, by at most {part:,} of {cycles:,} cycles."
    )


def annotated(text: str, operations: Iterable[OperationTime]) -> str:
    """The text, each line behind its cycles on the critical path, busy, and waiting for data and for a slot."""
    totals = line_cycles(operations)
    shown = [[f"{cycles:,}" if cycles else "" for cycles in totals.get(line, (0,) * 4)] for line in _numbers(text)]
    widths = [max(map(len, column)) for column in zip(_MARGIN, *shown, strict=True)]
    last = len(str(len(shown)))
    lines = [f"{_cells(_MARGIN, widths)} | {'line':>{last}}"]
    for number, cells, line in zip(_numbers(text), shown, text.splitlines(), strict=True):
        lines.append(f"{_cells(cells, widths)} | {number:>{max(4, last)}}  {line}")
    return "\n".join(lines)


def line_cycles(operations: Iterable[OperationTime]) -> dict[int, tuple[int, int, int, int]]:
    """By line of the text: cycles on the critical path, busy, waiting for data, waiting for a slot."""
    totals: dict[int, tuple[int, int, int, int]] = {}
    for each in operations:
        path, busy, data, slot = totals.get(each.line, (0, 0, 0, 0))
        more = each.path_cycles, each.busy_cycles, each.wait_data_cycles, each.wait_slot_cycles
        totals[each.line] = (path + more[0], busy + more[1], data + more[2], slot + more[3])
    return totals


def operation_table(operations: Iterable[OperationTime], cycles: int) -> str:
    """The operations by their part of the critical path, and what it was spent on."""
    ordered = sorted(operations, key=lambda each: (-each.path_cycles, -each.busy_cycles))
    rows = [_row(each, max(1, cycles)) for each in ordered if each.executions]
    header = ("%", *_MARGIN, "times", "unit", "line", "operation", "path was spent on")
    return f"{text_table(header, rows, left=(6, 8, 9))}\n{_LEGEND}"


def _row(operation: OperationTime, cycles: int) -> tuple[str, ...]:
    causes = sorted(operation.path.items(), key=lambda part: -part[1])[:_MOST_CAUSES]
    return (
        f"{100 * operation.path_cycles / cycles:.1f}",
        f"{operation.path_cycles:,}",
        f"{operation.busy_cycles:,}",
        f"{operation.wait_data_cycles:,}",
        f"{operation.wait_slot_cycles:,}",
        f"{operation.executions:,}",
        operation.unit,
        str(operation.line),
        operation.label,
        ", ".join(f"{part:,} {cause}" for cause, part in causes),
    )


def _numbers(text: str) -> range:
    return range(1, len(text.splitlines()) + 1)


def _cells(cells: Iterable[str], widths: Iterable[int]) -> str:
    return "  ".join(f"{cell:>{width}}" for cell, width in zip(cells, widths, strict=True))
