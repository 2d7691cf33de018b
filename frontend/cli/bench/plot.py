"""A picture of a benchmark, by matplotlib (the extra ``plot``)."""

from __future__ import annotations

from collections.abc import Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from npusim.simulator.errors import OptionError

_PANELS = (("cycles", "cycles"), ("tflops", "TFLOP/s"), ("gbps", "GB/s"), ("roofline_fraction", "share of roofline"))
_LOGARITHMIC_FROM = 8.0


def check_library() -> None:
    """Raises OptionError, which names the extra, if matplotlib is not installed."""
    if find_spec("matplotlib") is None:
        raise OptionError("pictures are drawn by matplotlib, which is not installed: pip install 'npusim[plot]'")


def write_plot(path: Path, records: Sequence[dict[str, Any]], symbols: Sequence[str]) -> None:
    """Draws every result over the first symbol with several values, a line for each combination of the others."""
    check_library()
    import matplotlib

    matplotlib.use("agg")
    from matplotlib import pyplot

    done = [record for record in records if record["cycles"] is not None]
    panels = [(key, label) for key, label in _PANELS if any(record[key] is not None for record in done)]
    x = next((symbol for symbol in symbols if len({record[symbol] for record in done}) > 1), "shape")
    lines = _lines(done, x, symbols)
    figure, axes = pyplot.subplots(1, max(1, len(panels)), figsize=(4.2 * max(1, len(panels)), 3.6), squeeze=False)
    for axis, (key, label) in zip(axes[0], panels, strict=False):
        for name, line in lines.items():
            known = [record for record in line if record[key] is not None]
            axis.plot([record[x] for record in known], [record[key] for record in known], marker="o", label=name)
        axis.set_xlabel(x)
        axis.set_ylabel(label)
        axis.grid(True, alpha=0.3)
        _scale(axis, x, key, done)
    if len(lines) > 1:
        axes[0][0].legend(fontsize="small")
    figure.suptitle(", ".join(sorted({f"{record['op']} {record['dtype']}" for record in done})))
    figure.tight_layout()
    temporary = path.with_name(f".{path.name}")
    figure.savefig(temporary, format=path.suffix[1:])
    pyplot.close(figure)
    temporary.replace(path)


def _lines(records: Sequence[dict[str, Any]], x: str, symbols: Sequence[str]) -> dict[str, list[dict[str, Any]]]:
    """Records by what tells them apart beside `x`."""
    keys = [key for key in ("op", "dtype", "machine", *symbols) if key != x]
    varying = [key for key in keys if len({record[key] for record in records}) > 1]
    lines: dict[str, list[dict[str, Any]]] = {}
    for record in records:
        name = ", ".join(f"{key}={record[key]}" if key in symbols else str(record[key]) for key in varying)
        lines.setdefault(name, []).append(record)
    return lines


def _scale(axis: Any, x: str, key: str, records: Sequence[dict[str, Any]]) -> None:
    """Logarithmic scales for sizes and cycles that span a wide range."""
    for name, set_scale, base in ((x, axis.set_xscale, 2), (key, axis.set_yscale, 10)):
        values = [record[name] for record in records if record[name] is not None]
        are_sizes = bool(values) and all(isinstance(value, int) and value > 0 for value in values)
        if are_sizes and max(values) >= _LOGARITHMIC_FROM * min(values):
            set_scale("log", base=base)
    if key == "roofline_fraction":
        axis.set_ylim(0, 1.05)
