"""The command ``npusim bench`` and its options."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer
from npusim.frontend.cli.output import CsvOption, JsonOption, Output, note
from npusim.simulator.errors import OptionError

FAILED, INTERRUPTED = 1, 130


def bench(
    targets: Annotated[
        list[str],
        typer.Argument(
            metavar="OP...", help="Operators, library::operator, module:function, torch.x.y.", show_default=False
        ),
    ],
    shape: Annotated[
        str | None,
        typer.Option(help="Sizes and symbols: M,512; of several tensors: 'M,K;K,N'.", show_default="the operator's"),
    ] = None,
    sweep: Annotated[
        list[str] | None,
        typer.Option(metavar="M=A:B:STEP", help="Sizes of a symbol: 128:4096:2x, 64:512:64 or 1,7,128; repeatable."),
    ] = None,
    dtype: Annotated[list[str] | None, typer.Option(help="As of npusim run; repeatable.")] = None,
    machine: Annotated[
        list[str] | None, typer.Option(help="A name or a YAML file; repeatable.", show_default="tpuv3")
    ] = None,
    arg: Annotated[
        list[str] | None, typer.Option(metavar="NAME=VALUE", help="A further argument of a function, such as dim=-1.")
    ] = None,
    implementation: Annotated[
        list[str] | None,
        typer.Option(metavar="OPERATOR=NAME", help="Force an implementation; several are measured side by side."),
    ] = None,
    mode: Annotated[str, typer.Option(help="timing, or both: values are compared with the CPU's.")] = "timing",
    seed: Annotated[int, typer.Option(help="Seed of the inputs.")] = 0,
    mapping: Annotated[str | None, typer.Option(help="As of npusim run.", show_default="default")] = None,
    against: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Compare with an earlier result of --save, .json or .csv.")
    ] = None,
    save: Annotated[
        list[Path] | None, typer.Option(metavar="FILE", help="Write .json, .csv, .svg, .png or .pdf; repeatable.")
    ] = None,
    json: JsonOption = False,
    csv: CsvOption = False,
    quiet: Annotated[bool, typer.Option("--quiet", "-q", help="No progress lines.")] = False,
    dump_dir: Annotated[
        Path | None,
        typer.Option(help="Folder in which the runs' folders are made.", show_default="npusim_runs", file_okay=False),
    ] = None,
) -> None:
    """Simulate operators over sizes, dtypes and machines: cycles, TFLOP/s of the arrays, GB/s, share of the roofline.

    A point that fails keeps its error, and the others go on; after Ctrl-C the finished ones are shown and saved. The
    status is 1 when points failed or values differ.
    """
    from npusim.frontend.cli.bench.measuring import Benchmark
    from npusim.frontend.cli.bench.results import check_files, print_results, read_results
    from npusim.frontend.cli.bench.session import measured
    from npusim.frontend.cli.bench.sweep import parse_sweeps
    from npusim.frontend.cli.bench.targets import find_target, parse_arguments
    from npusim.frontend.cli.options import parse_dtype
    from npusim.frontend.cli.target import make_settings

    if mode not in ("timing", "both"):
        raise OptionError(f"--mode {mode!r} of npusim bench can be timing or both")
    sweeps, arguments = parse_sweeps(sweep or []), parse_arguments(arg or [])
    files = save or []
    check_files(files)
    earlier = None if against is None else read_results(against)
    settings = make_settings(None, mode, Output(json, csv), quiet, dump_dir, mapping=mapping)
    found = [find_target(target, shape, list(sweeps), arguments) for target in targets]
    dtypes = [parse_dtype(name) for name in dtype] if dtype else [None]
    benchmark = Benchmark(found, dtypes, machine or [None], implementation or [""], sweeps, settings, seed)
    benchmark.check()
    records, is_interrupted = measured(benchmark, earlier, files)
    print_results(records, mode, settings.output)
    if is_interrupted:
        note(f"interrupted after {len(records)} of {benchmark.count} points")
        raise typer.Exit(INTERRUPTED)
    raise typer.Exit(FAILED if any(each["error"] or each["values_match"] is False for each in records) else 0)
