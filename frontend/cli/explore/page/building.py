"""Builds the page: what it shows as one JSON object, and the file around it.

The charting library and the JSON object are in the file compressed; the same run gives the same bytes.
"""

import base64
import gzip
import json
from collections.abc import Mapping
from functools import cache
from importlib import resources
from pathlib import Path
from typing import Any

import jinja2
from npusim.frontend.cli.explore.page import accuracy, comparison, kernels, machine_view, memory, overview, timeline
from npusim.frontend.cli.explore.run_files import read_kernels, read_report
from npusim.simulator.errors import OptionError
from npusim.simulator.machine import load_machine
from npusim.simulator.report.folders.run_dir import atomic_file
from npusim.simulator.report.text.summary import GROUPS, summarize

_FILES = "npusim.frontend.cli.explore.page"


def write_page(folder: Path, file: Path, earlier: Path | None = None) -> None:
    """Writes the page of a run.

    Args:
        folder: the run's.
        file: the page, whole or not at all.
        earlier: the folder of a run, or its report.json, that the page compares this one with.

    Raises:
        OptionError: the run has no report, or the file cannot be written.
    """
    write_text(file, page_text(content(folder, earlier)))


def write_text(file: Path, text: str) -> None:
    """Writes a page, whole or not at all."""
    try:
        with atomic_file(file) as target:
            target.write(text)
    except OSError as error:
        raise OptionError(f"{file} cannot be written: {error.strerror or error}") from error


def content(folder: Path, earlier: Path | None = None) -> dict[str, Any]:
    """What the page of a run shows."""
    report = read_report(folder)
    machine = load_machine(folder / "machine.yaml")
    found = read_kernels(folder)
    is_timed = report["cycles"] is not None
    return {
        "title": f"{machine.name}, {report['launches']:,} launch{'' if report['launches'] == 1 else 'es'}",
        "run": folder.resolve().name,
        "complete": report["complete"] is not False,
        "timed": is_timed,
        "overview": overview.overview(report, machine, folder),
        "groups": {by: [vars(row) for row in summarize(report, by).rows] for by in GROUPS},
        "kernels": kernels.describe(folder, found, report, machine),
        "roofline": machine_view.ceilings(machine),
        "timeline": timeline.levels(folder, machine.dram_bandwidth_gbps) if is_timed else None,
        "dram": machine_view.channels(report) if is_timed else None,
        "memory": memory.history(folder),
        "machine": machine_view.blocks(report, machine),
        "accuracy": accuracy.measurements(machine),
        "comparison": None
        if earlier is None
        else comparison.side_by_side(earlier, read_report(earlier), report, machine),
    }


def page_text(shown: Mapping[str, Any], script: str | None = None) -> str:
    """The HTML file around what it shows; `script` makes the views, by default those of a run."""
    environment = jinja2.Environment(autoescape=True, undefined=jinja2.StrictUndefined)
    template = environment.from_string(_file("page.html"))
    return template.render(
        title=shown["title"],
        style=_file("page.css"),
        script=_file("common.js") + (script or _file("timelines.js") + _file("page.js")),
        charts=_charts(),
        data=_packed(json.dumps(shown, allow_nan=False).encode()),
    )


@cache
def _charts() -> str:
    """The charting library, which its package ships."""
    try:
        library = resources.files("plotly") / "package_data" / "plotly.min.js"
        return _packed(library.read_bytes())
    except (ImportError, OSError) as error:
        raise OptionError("pages need the package plotly: pip install plotly") from error


def _packed(data: bytes) -> str:
    return base64.b64encode(gzip.compress(data, 9, mtime=0)).decode()


def _file(name: str) -> str:
    return (resources.files(_FILES) / name).read_text()
