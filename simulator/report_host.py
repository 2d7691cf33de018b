"""Lines of the report's table about operators that ran on the host."""

from npusim.simulator.report_content import ReportContent
from npusim.simulator.report_units import size

_MOST_ROWS = 20


def host_lines(report: ReportContent) -> list[str]:
    """One line per operator, those with the most bytes first; none when nothing ran on the host."""
    operators = sorted(report.host_operators, key=lambda operator: (-operator.bytes, operator.name))
    if not operators:
        return []
    lines = ["on the host, without simulated time:"]
    for operator in operators[:_MOST_ROWS]:
        calls = "1 call" if operator.calls == 1 else f"{operator.calls:,} calls"
        lines.append(f"  {operator.name}: {calls}, {size(operator.bytes)} of device memory read and written")
    if len(operators) > _MOST_ROWS:
        lines.append(f"  ... and {len(operators) - _MOST_ROWS} more operators in report.json")
    return lines
