"""Options that several commands take, and those of `npusim run`."""

from pathlib import Path
from typing import Annotated

import typer

MachineOption = Annotated[
    str | None, typer.Option(help="A name (see `npusim machines`) or a YAML file.", show_default="tpuv3")
]
ModeOption = Annotated[str | None, typer.Option(help="functional, timing or both.", show_default="both")]
MappingOption = Annotated[
    str | None,
    typer.Option(
        help="Tiles of templates: default, resident, autotune[:N][=FILE] or a JSON file.", show_default="default"
    ),
]
QuietOption = Annotated[bool, typer.Option("--quiet", "-q", help="No progress lines.")]
DumpOption = Annotated[
    Path | None,
    typer.Option(help="Folder in which the run's folder is made.", show_default="npusim_runs", file_okay=False),
]

ResidentOption = Annotated[
    list[str] | None,
    typer.Option(metavar="NAME", help="Keep this tensor in the CMEM (docs/shared_memory.md); repeatable."),
]
ResidentPolicyOption = Annotated[
    str | None,
    typer.Option(help="What lives in the CMEM besides: manual, size, reuse.", show_default="the machine's"),
]

NoFuseOption = Annotated[
    list[str] | None,
    typer.Option(metavar="NAME", help="Switch a fusion off (docs/fusion.md), or `all` of them; repeatable."),
]

ImplementationOption = Annotated[
    list[str] | None,
    typer.Option(metavar="OPERATOR=NAME", help="Force an implementation (docs/implementations.md); repeatable."),
]

VerifyOption = Annotated[
    bool, typer.Option("--verify", help="Compare every kernel with eager PyTorch as it runs (docs/debugging.md).")
]

ModelOption = Annotated[
    str | None,
    typer.Option(
        metavar="NAME[:PRESET]", help="A whole model: of `npusim models`, or package.module:factory, file.py:factory."
    ),
]

HtmlOption = Annotated[
    Path | None, typer.Option(metavar="FILE", help="Write the run's page (npusim report) as well.", dir_okay=False)
]
