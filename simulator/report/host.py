"""Lines of the report's table about operators and functions on the host."""

from npusim.simulator.report.content import ReportContent
from npusim.simulator.report.rows import UncompiledFunction
from npusim.simulator.report.text.units import size

_MOST_ROWS = 20


def host_lines(report: ReportContent) -> list[str]:
    """One line per function that was not compiled, then one per host operator, most bytes first."""
    operators = sorted(report.host_operators, key=lambda operator: (-operator.bytes, operator.name))
    if not operators:
        return []
    lines = [_incomplete(function) for function in report.incomplete]
    lines.append("on the host, without simulated time:")
    for operator in operators[:_MOST_ROWS]:
        moved = f"{size(operator.bytes)} of device memory read and written"
        lines.append(f"  {operator.name}: {_calls(operator.calls)}, {moved}")
    if len(operators) > _MOST_ROWS:
        lines.append(f"  ... and {len(operators) - _MOST_ROWS} more operators in report.json")
    return lines


def _incomplete(function: UncompiledFunction) -> str:
    where = f"'{function.name}' ({function.place})"
    return f"INCOMPLETE: {where} ran on the host, {_calls(function.calls)}; its cycles are missing: {function.reason}"


def _calls(number: int) -> str:
    return "1 call" if number == 1 else f"{number:,} calls"
