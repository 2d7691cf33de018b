"""The CMEM's lines of the report's table: resident tensors, and tensors that do not fit."""

import textwrap
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from npusim.simulator.report.content import ReportContent
from npusim.simulator.report.text.units import size

_WIDTH = 118
_MOST_NAMES = 8


def cmem_lines(report: ReportContent) -> list[str]:
    """A line per state of tensors, and one for patterns of `resident` without a matching tensor."""
    lines = []
    tensors = report.resident_tensors or ()
    for state, text in (("resident", "resident"), ("does_not_fit", "no room in the CMEM")):
        found = [tensor for tensor in tensors if tensor["state"] == state]
        if found:
            lines.append(_wrapped(f"{text}: {_list(found)}"))
    if report.resident_without_tensor:
        names = ", ".join(report.resident_without_tensor)
        lines.append(_wrapped(f"resident: no kernel had a tensor named {names}; see kernels/ for their arguments"))
    return lines


def _wrapped(text: str) -> str:
    return textwrap.fill(text, _WIDTH, subsequent_indent="  ", break_long_words=False, break_on_hyphens=False)


def _list(tensors: Sequence[Mapping[str, Any]]) -> str:
    named = _names(tensors[:_MOST_NAMES])
    total = f" ({size(sum(tensor['bytes'] for tensor in tensors))} in all)" if len(tensors) > 1 else ""
    more = f" and {len(tensors) - _MOST_NAMES} more" if len(tensors) > _MOST_NAMES else ""
    return f"{', '.join(named)}{more}{total}"


def _names(tensors: Iterable[Mapping[str, Any]]) -> list[str]:
    return [f"{tensor['name']} ({size(tensor['bytes'])}, by {tensor['reason']})" for tensor in tensors]
