"""What the studies share: models captured as packages, sweeps over them, and pictures."""

import argparse
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import torch

PICTURES = Path(__file__).parents[2] / "docs" / "pictures"


def arguments(description: str) -> argparse.Namespace:
    """`--work`: where packages and results are kept; `--picture`: what is written."""
    parser = argparse.ArgumentParser(description=description)
    parser.add_argument("--work", type=Path, default=Path("gallery"))
    parser.add_argument("--picture", type=Path, default=None)
    parser.add_argument("--workers", type=int, default=None)
    given = parser.parse_args()
    given.work.mkdir(parents=True, exist_ok=True)
    return given


def _called(model: str, change: Callable[[Any], None] | None, options: dict[str, Any]) -> tuple[Any, Any, Any]:
    """A model of the zoo on the device, compiled when it is called, with its arguments; nothing has values."""
    from npusim.frontend.models import ModelRequest, build

    program = build(ModelRequest(model, **options), values=False)
    if change is not None:
        change(program.call)
    torch.compiler.reset()
    positional, named = program.arguments("npu", None)
    return torch.compile(program.call.to("npu"), dynamic=False, fullgraph=True), positional, named


def timed(model: str, machine: str, change: Callable[[Any], None] | None = None, **options: Any) -> Any:
    """The report of one call of a model of the zoo, after `change` of its modules; options are `ModelRequest`'s."""
    call, positional, named = _called(model, change, options)
    with torch.npu.simulator(machine=machine, mode="timing") as simulation, torch.no_grad():
        call(*positional, **named)
        return simulation.report()


def capture(model: str, machine: str, file: Path, **options: Any) -> Path:
    """The same call as a package, captured if the file is not there."""
    if not file.exists():
        call, positional, named = _called(model, None, options)
        with torch.npu.simulator(machine=machine, mode="timing"), torch.no_grad():
            torch.npu.capture(call, *positional, **named).save(file)
    return file


def swept(specification: dict[str, Any], given: argparse.Namespace, name: str) -> list[dict[str, Any]]:
    """The points of a sweep, those known already included."""
    from npusim.frontend import sweep

    results = given.work / f"{name}.sqlite"
    summary = sweep(specification, results, workers=given.workers, progress=lambda each: print(each, flush=True))
    missing = [row for row in summary.table if row["state"] != "done"]
    if missing:
        lines = (f"point {row['point']}: {row['state']}, {row['note']}" for row in missing)
        raise SystemExit("\n".join([f"{results} has no figures for all points, so there is no picture", *lines]))
    return summary.table


@contextmanager
def picture(given: argparse.Namespace, name: str, columns: int = 1) -> Iterator[Any]:
    """Axes side by side to draw on; written as SVG, the same bytes for the same numbers."""
    import matplotlib

    matplotlib.use("agg")
    from matplotlib import pyplot

    style = {"svg.hashsalt": name, "svg.fonttype": "none", "font.size": 10, "axes.spines.top": False}
    with matplotlib.rc_context({**style, "axes.spines.right": False, "legend.frameon": False}):
        figure, axes = pyplot.subplots(1, columns, figsize=(3.8 * columns + 0.8, 3.4), squeeze=False)
        yield axes[0] if columns > 1 else axes[0][0]
        figure.tight_layout()
        file = given.picture or PICTURES / f"{name}.svg"
        figure.savefig(file, metadata={"Date": None})
        pyplot.close(figure)
    print(f"picture: {file}")


def numbers(rows: list[dict[str, Any]], *columns: str) -> None:
    """Prints columns of rows."""
    for row in rows:
        print(*(f"{column} {row[column]}" for column in columns), sep="  ")
