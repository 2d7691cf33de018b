"""The commands that look at runs, and their options."""

from pathlib import Path
from typing import Annotated

import typer
from npusim.frontend.cli.output import CsvOption, JsonOption, Output
from npusim.simulator.errors import OptionError

RunArgument = Annotated[
    Path | None, typer.Argument(help="A run's folder.", show_default="the newest one", metavar="RUN_DIR")
]


def inspect(
    run_dir: RunArgument = None,
    kernel: Annotated[
        str | None, typer.Option(help="Only this kernel: its name, a part of it, or as tables print it.")
    ] = None,
    stage: Annotated[
        str | None,
        typer.Option(help="A stage of compilation; `all` for every one, llvm-ir, assembly.", show_default="the first"),
    ] = None,
    list_only: Annotated[bool, typer.Option("--list", help="Only list kernels and stages.")] = False,
    by: Annotated[
        str | None, typer.Option(help="Sum the launches up by module, operator, kernel, phase or source.")
    ] = None,
    depth: Annotated[int | None, typer.Option(help="With --by module: of paths; encoder.layer has depth 2.")] = None,
    json: JsonOption = False,
    csv: CsvOption = False,
) -> None:
    """Show the kernels of a run: their MLIR by stage, with the torch operators and source lines they came from; or what
    its modules, operators or kernels cost."""
    from npusim.frontend.cli.explore.inspection import inspect_run, print_summary_by

    output = Output(json, csv)
    if by is None and depth is not None:
        raise OptionError("--depth goes with --by module")
    if by is not None:
        print_summary_by(run_dir, by, depth, output)
    else:
        inspect_run(run_dir, kernel, stage, list_only, output)
