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
    hot: Annotated[
        bool, typer.Option("--hot", help="The kernel of most cycles, or --kernel: cycles beside each line of its MLIR.")
    ] = False,
    memory: Annotated[
        bool, typer.Option("--memory", help="The peak of device memory, and the allocations that live then.")
    ] = False,
    by: Annotated[
        str | None, typer.Option(help="Sum the launches up by module, operator, kernel, phase or source.")
    ] = None,
    depth: Annotated[int | None, typer.Option(help="With --by module: of paths; encoder.layer has depth 2.")] = None,
    json: JsonOption = False,
    csv: CsvOption = False,
) -> None:
    """Show the kernels of a run: their MLIR by stage, with the torch operators and source lines they came from; what
    its modules, operators or kernels cost; or what each line of a kernel's text did."""
    from npusim.frontend.cli.explore.inspection import inspect_run, print_summary_by

    output = Output(json, csv)
    if by is None and depth is not None:
        raise OptionError("--depth goes with --by module")
    if hot and (by is not None or stage is not None or list_only or memory):
        raise OptionError("--hot goes with --kernel, --json and --csv only")
    if memory and (by is not None or stage is not None or list_only or kernel is not None):
        raise OptionError("--memory goes with --json and --csv only")
    if hot:
        from npusim.frontend.cli.explore.hot import print_hot_lines

        print_hot_lines(run_dir, kernel, output)
    elif memory:
        from npusim.frontend.cli.explore.memory_peak import print_memory_peak

        print_memory_peak(run_dir, output)
    elif by is not None:
        print_summary_by(run_dir, by, depth, output)
    else:
        inspect_run(run_dir, kernel, stage, list_only, output)


def compare(
    run_a: Annotated[Path, typer.Argument(metavar="RUN_A", help="The run that came before.", show_default=False)],
    run_b: Annotated[Path, typer.Argument(metavar="RUN_B", help="The run to be judged.", show_default=False)],
    html: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Write the page of B, which compares it with A.")
    ] = None,
    fail_above: Annotated[
        str | None, typer.Option(metavar="PERCENT", help="Status 1 if B takes more simulated time by this, such as 2%.")
    ] = None,
    json: JsonOption = False,
    csv: CsvOption = False,
) -> None:
    """Compare two runs, by their folders or report.json files: what became slower, by which cause, what is new or gone.

    Kernels are matched by content, then by the module, operator and source line that they come from.
    """
    from npusim.frontend.cli.explore.comparing import compare_runs

    raise typer.Exit(compare_runs(run_a, run_b, fail_above, Output(json, csv), html))


def report(
    run_dir: RunArgument = None,
    html: Annotated[
        Path | None, typer.Option(metavar="FILE", help="The page.", show_default="report.html in the run's folder")
    ] = None,
    against: Annotated[
        Path | None, typer.Option(metavar="RUN", help="An earlier run, which the page compares this one with.")
    ] = None,
) -> None:
    """Write the page of a run: one HTML file, without a network: kernels, roofline, timeline, memory, MLIR."""
    from npusim.frontend.cli.explore.page.building import write_page
    from npusim.frontend.cli.explore.run_files import find_run

    folder = find_run(run_dir)
    file = html or folder / "report.html"
    earlier = find_run(against) if against is not None and not against.is_file() else against
    write_page(folder, file, earlier)
    typer.echo(f"wrote {file}")
