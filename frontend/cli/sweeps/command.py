"""The options of ``npusim sweep``. What they need is imported when the command runs."""

from pathlib import Path
from typing import Annotated, Any

import typer
from npusim.frontend.cli.output import CsvOption, JsonOption, Output
from npusim.simulator.system.environment import is_on
from typer.core import TyperCommand


class SweepCommand(TyperCommand):
    """The command, whose option `--ray` stands without a value too."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        following = [*args[1:], "-"]
        whole = [
            [arg, "local"] if arg == "--ray" and (after.startswith("-") or after.endswith((".yaml", ".yml"))) else [arg]
            for arg, after in zip(args, following, strict=True)
        ]
        return super().parse_args(ctx, [word for words in whole for word in words])


def sweep(
    file: Annotated[Path, typer.Argument(metavar="FILE.yaml", help="What is swept.", show_default=False)],
    results: Annotated[
        Path | None,
        typer.Option(help="The file that keeps results.", show_default="FILE.sqlite", dir_okay=False),
    ] = None,
    workers: Annotated[int | None, typer.Option(min=1, help="Processes.", show_default="one per processor")] = None,
    ray: Annotated[
        str | None, typer.Option(metavar="[ADDRESS]", help="Compute on a Ray cluster; without ADDRESS on a new one.")
    ] = None,
    show: Annotated[bool, typer.Option("--show", help="Simulate nothing: print what is known.")] = False,
    point: Annotated[int | None, typer.Option(min=0, help="Only this point, simulated again.")] = None,
    machine: Annotated[Path | None, typer.Option(help="With --point: write its machine here.", dir_okay=False)] = None,
    table: Annotated[Path | None, typer.Option(help="Write all points as .csv or .parquet.", dir_okay=False)] = None,
    html: Annotated[Path | None, typer.Option(help="Write a page that shows all points.", dir_okay=False)] = None,
    retry: Annotated[bool, typer.Option("--retry", help="Try again what failed before.")] = False,
    json: JsonOption = False,
    csv: CsvOption = False,
    quiet: Annotated[bool, typer.Option("--quiet", "-q", help="No progress lines.")] = False,
) -> None:
    """Simulate workloads on many machines and print the best ones (docs/sweeps.md).

    What is simulated is kept in the file of results: the same command goes on where it was ended, by whatever.
    """
    from npusim.frontend.cli.sweeps.session import Options, run, show_point
    from npusim.simulator.errors import OptionError

    output, quiet = Output(json, csv), quiet or is_on("QUIET")
    options = Options(
        file, results or file.with_suffix(".sqlite"), table, html, workers, ray, show, retry, output, quiet
    )
    if point is None and machine is not None:
        raise OptionError("--machine writes the machine of a point: say which one with --point")
    if point is not None:
        show_point(options, point, machine)
    else:
        raise typer.Exit(run(options))
