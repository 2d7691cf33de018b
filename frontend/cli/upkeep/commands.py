"""The commands ``npusim cache`` and ``npusim runs``, and their options."""

from pathlib import Path
from typing import Annotated

import typer
from npusim.frontend.cli.output import CsvOption, JsonOption, Output
from npusim.simulator.errors import OptionError

PruneOption = Annotated[bool, typer.Option("--prune", help="Remove what --older-than and --keep say.")]
OlderThanOption = Annotated[
    str | None, typer.Option(metavar="AGE", help="Prune what is older, such as 30d (s, m, h, d, w).")
]
KeepOption = Annotated[
    str | None,
    typer.Option("--keep", "--larger-than", metavar="SIZE", help="Prune the oldest until no more than this is left."),
]


def cache(
    list_entries: Annotated[bool, typer.Option("--list", help="List every entry.")] = False,
    verify: Annotated[bool, typer.Option("--verify", help="Check every entry; remove damaged ones.")] = False,
    prune: PruneOption = False,
    older_than: OlderThanOption = None,
    keep: KeepOption = None,
    clear: Annotated[bool, typer.Option("--clear", help="Remove everything.")] = False,
    json: JsonOption = False,
    csv: CsvOption = False,
) -> None:
    """Show what the cache (NPUSIM_CACHE_DIR) holds by kind: the device's library, compiled kernels, their stages and
    cycles. Ages count from the last use. What is removed is made again when it is needed.

    The status is 1 when entries are damaged or cannot be removed.
    """
    from npusim.frontend.cli.upkeep import cache as actions
    from npusim.frontend.cli.upkeep.records import Selection

    if sum((list_entries, verify, prune, clear)) > 1:
        raise OptionError("--list, --verify, --prune and --clear exclude each other")
    output, selection = Output(json, csv), Selection.parsed(prune, older_than, keep)
    if prune:
        raise typer.Exit(actions.prune(selection, output))
    chosen = {actions.list_entries: list_entries, actions.verify: verify, actions.clear: clear}
    action = next((action for action, is_chosen in chosen.items() if is_chosen), actions.summarize)
    raise typer.Exit(action(output))


def runs(
    folder: Annotated[
        Path | None, typer.Argument(metavar="FOLDER", help="A folder of runs.", show_default="npusim_runs")
    ] = None,
    prune: PruneOption = False,
    older_than: OlderThanOption = None,
    keep: KeepOption = None,
    json: JsonOption = False,
    csv: CsvOption = False,
) -> None:
    """List the runs in a folder (NPUSIM_DUMP_DIR): when, command, machine, mode, kernels, cycles, state and size.

    Only folders of runs are removed, and none whose run is in progress.
    """
    from npusim.frontend.cli.upkeep.records import Selection
    from npusim.frontend.cli.upkeep.runs import list_runs, prune_runs

    output, selection = Output(json, csv), Selection.parsed(prune, older_than, keep)
    raise typer.Exit(prune_runs(folder, selection, output) if prune else list_runs(folder, output))
