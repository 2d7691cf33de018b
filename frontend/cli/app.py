"""The commands and their options. Heavy imports (torch, MLIR) happen inside the commands that need them."""

from __future__ import annotations

import os
import sys
from importlib import metadata
from pathlib import Path
from typing import Annotated

import typer
from npusim.frontend.cli import machines as machines_command
from npusim.frontend.cli.bench.commands import bench
from npusim.frontend.cli.command_options import (
    DumpOption,
    HtmlOption,
    ImplementationOption,
    MachineOption,
    MappingOption,
    ModelOption,
    ModeOption,
    NoFuseOption,
    QuietOption,
    ResidentOption,
    ResidentPolicyOption,
    VerifyOption,
)
from npusim.frontend.cli.explore import commands as explore
from npusim.frontend.cli.operators import operators
from npusim.frontend.cli.output import CsvOption, JsonOption, Output, note
from npusim.frontend.cli.sweeps.command import SweepCommand, sweep
from npusim.frontend.cli.upkeep import commands as upkeep
from npusim.simulator.errors import NpuSimError, causes
from npusim.simulator.system.environment import check_environment, help_lines, restored
from npusim.simulator.system.version import __version__

BAD_INPUT = 2

# Lines after a lone backspace character are printed as they are.
_ENVIRONMENT = "\n".join(
    [
        "\b",
        "Environment:",
        *(f"  {line}" for line in help_lines()),
        "  TORCH_LOGS=npu_mlir     print the MLIR of every kernel; npu_fusions, npu_mapping, npu_cycles likewise",
    ]
)


def _operators_help() -> str:
    known = operators().values()
    widest = max((len(each.name) for each in known), default=0)
    lines = [f"  {each.name:<{widest}} {each.shape_help:<26} {each.summary}" for each in known]
    return "\n".join(["\b", "Operators, their --shape, and what they compute:", *lines])


app = typer.Typer(
    epilog=_ENVIRONMENT,
    no_args_is_help=True,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    add_completion=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)


def _print_version(is_asked: bool) -> None:
    if is_asked:
        typer.echo(f"npusim {__version__} (torch {metadata.version('torch')})")
        raise typer.Exit()


@app.callback()
def _options_of_all_commands(
    version: Annotated[
        bool, typer.Option("--version", callback=_print_version, is_eager=True, help="Print the version and exit.")
    ] = False,
) -> None:
    """Run PyTorch programs on a simulated NPU: values checked, cycles counted, MLIR on disk."""


LIST_MODELS = ""


@app.command(
    short_help="Run an operator, a model or a script: values, cycles.", epilog=f"{_operators_help()}\n\n{_ENVIRONMENT}"
)
def run(
    target: Annotated[
        str | None, typer.Argument(metavar="OP|SCRIPT.py", help="An operator, or a Python script.", show_default=False)
    ] = None,
    arguments: Annotated[
        list[str] | None, typer.Argument(metavar="ARGS", help="Arguments of the script.", show_default=False)
    ] = None,
    shape: Annotated[
        str | None, typer.Option(help="Sizes, such as 512,512,512.", show_default="the operator's")
    ] = None,
    dtype: Annotated[
        str | None, typer.Option(help="f32 bf16 f16 f64 f8e4m3 f8e5m2 i8 i16 i32 i64 u8 bool (f32 where it fits).")
    ] = None,
    dim: Annotated[str | None, typer.Option(help="Dimensions: softmax, sum, max; transpose: their new order.")] = None,
    seed: Annotated[int, typer.Option(help="Seed of the inputs.")] = 0,
    machine: MachineOption = None,
    mode: ModeOption = None,
    json: JsonOption = False,
    csv: CsvOption = False,
    quiet: QuietOption = False,
    dump_dir: DumpOption = None,
    resident: ResidentOption = None,
    resident_policy: ResidentPolicyOption = None,
    mapping: MappingOption = None,
    no_fuse: NoFuseOption = None,
    implementation: ImplementationOption = None,
    verify: VerifyOption = False,
    html: HtmlOption = None,
    model: ModelOption = None,
    batch: Annotated[int | None, typer.Option(help="Of a model: samples.", show_default="the preset's")] = None,
    seq: Annotated[int | None, typer.Option(help="Of a model: tokens.", show_default="the preset's")] = None,
    train: Annotated[bool, typer.Option("--train", help="Of a model: forward, backward, optimizer.")] = False,
    optimizer: Annotated[
        str | None, typer.Option(metavar="NAME", help="Of --train: adamw sgd ... none.", show_default="adamw")
    ] = None,
    steps: Annotated[int | None, typer.Option(help="Of --train: steps.", show_default="1")] = None,
    decode: Annotated[bool, typer.Option("--decode", help="Of a model: one token beside a full cache.")] = False,
    generate: Annotated[int | None, typer.Option(metavar="N", help="Of a model: N tokens behind a prompt.")] = None,
    cache: Annotated[str | None, typer.Option(help="Of --generate: dynamic or static.", show_default="dynamic")] = None,
) -> None:
    """Run one operator or a model, compare it with the CPU and report its time; or run a script on the device.

    Options of npusim stand before a script's name; what follows it goes to the script. The status is 1 when values
    differ, 2 when something cannot be done as asked.
    """
    from npusim.frontend.cli.run.run_model import ModelOptions, run_model
    from npusim.frontend.cli.target import make_settings
    from npusim.frontend.fusions.switches import parse_names, without
    from npusim.frontend.implementations import forcing

    settings = make_settings(
        machine, mode, Output(json, csv), quiet, dump_dir, resident, resident_policy, mapping, html
    )
    options = ModelOptions(batch, seq, train, decode, generate, cache, optimizer, steps)
    if model == LIST_MODELS:
        return models(None, json, csv)
    if verify:
        os.environ["NPUSIM_VERIFY"] = "1"
    forced = forcing.parse_names(implementation or [], "--implementation")
    with without(parse_names(no_fuse or [], "--no-fuse")), forcing.forcing(forced):
        if model is not None:
            others = {"an operator's or a script's name": target, "--shape": shape, "--dim": dim}
            raise typer.Exit(run_model(model, options, dtype, seed, settings, others))
        options.check_unused()
        if target is None:
            raise typer.BadParameter("give an operator, a script, or --model NAME")
        if target.endswith(".py"):
            from npusim.frontend.cli.run.run_script import run_script

            raise typer.Exit(run_script(Path(target), arguments or [], settings))
        from npusim.frontend.cli.run.run_operator import run_operator

        if arguments:
            raise typer.BadParameter(f"{arguments[0]!r}: an operator takes only options, such as --shape")
        raise typer.Exit(run_operator(target, shape, dtype, dim, seed, settings))


@app.command(short_help="Run one MLIR kernel, or re-time a program, without torch.")
def simulate(
    kernel: Annotated[
        Path, typer.Argument(metavar="KERNEL.mlir|PROGRAM.npk", help="A kernel or a package.", show_default=False)
    ],
    arg: Annotated[
        list[str] | None, typer.Option(metavar="NAME=VALUE", help="X=file.npy for a tensor, N=128 for a size.")
    ] = None,
    machine: MachineOption = None,
    mode: ModeOption = None,
    json: JsonOption = False,
    csv: CsvOption = False,
    quiet: QuietOption = False,
    dump_dir: DumpOption = None,
    resident: ResidentOption = None,
    resident_policy: ResidentPolicyOption = None,
) -> None:
    """Run one MLIR kernel on NumPy arrays: its values and its cycles. Or time a captured program (docs/programs.md).

    Neither needs torch.
    """
    from npusim.frontend.cli.run.simulate import simulate_file
    from npusim.frontend.cli.run.simulate_program import is_package, simulate_program
    from npusim.frontend.cli.target import make_settings

    settings = make_settings(machine, mode, Output(json, csv), quiet, dump_dir, resident, resident_policy)
    if is_package(kernel):
        simulate_program(kernel, arg or [], settings)
        return
    simulate_file(kernel, arg or [], settings)


@app.command(name="new-op", short_help="Write a package with an operator of your own.")
def new_op(
    name: Annotated[str, typer.Argument(help="Of the package and its operator, such as my_norm.", show_default=False)],
    kind: Annotated[
        str, typer.Option(help="template, pointwise, reduction, custom, in-place or multi-output.")
    ] = "template",
    folder: Annotated[Path, typer.Option(help="Where the package's folder is made.", file_okay=False)] = Path(),
) -> None:
    """Write a package with one operator, its tests and its documentation, which work as they are.

    See docs/adding_an_operator.md.
    """
    from npusim.frontend.scaffold import write_package

    written = write_package(name, kind, folder)
    typer.echo(f"wrote {written}: pip install -e '{written}[test]' && pytest {written}")


@app.command(short_help="List machines, or print one as YAML.")
def machines(
    name: Annotated[str | None, typer.Argument(help="Print this machine's YAML.", show_default=False)] = None,
    vector: Annotated[bool, typer.Option("--vector", help="Print its vector operations' throughput.")] = False,
    area: Annotated[bool, typer.Option("--area", help="Print an estimate of its silicon area.")] = False,
    json: JsonOption = False,
    csv: CsvOption = False,
) -> None:
    """List the machines that can be simulated, or print one machine's YAML."""
    output = Output(json, csv)
    if name is None:
        machines_command.list_machines(output)
    elif area:
        machines_command.show_area(name, output)
    elif vector:
        machines_command.show_vector_table(name, output)
    else:
        machines_command.show_machine(name, output)


@app.command(short_help="List the models that can be run.")
def models(
    name: Annotated[str | None, typer.Argument(help="Print this model's presets.", show_default=False)] = None,
    json: JsonOption = False,
    csv: CsvOption = False,
) -> None:
    """List the model zoo, or print the parameters and sizes of one model's presets."""
    from npusim.frontend.cli.run import models as models_command

    if name is None:
        models_command.list_models(Output(json, csv))
    else:
        models_command.show_model(name, Output(json, csv))


@app.command(short_help="Replay an address trace against DRAM alone.")
def dram(
    trace: Annotated[
        Path | None,
        typer.Argument(metavar="TRACE", help="Text: `R 0x40` or `W 0x40` per line.", show_default=False),
    ] = None,
    device: Annotated[str, typer.Option(help="A name (docs/dram.md) or a YAML file.")] = "HBM2_2000",
    channels: Annotated[int, typer.Option(help="Channels.")] = 1,
    mapping: Annotated[str, typer.Option(help="RoBaRaCoCh, MOP4CLXOR or a string of bits.")] = "MOP4CLXOR",
    interleave: Annotated[int, typer.Option(help="Consecutive bytes on a channel; 0: a burst.")] = 0,
    channel_hash: Annotated[bool, typer.Option(help="All address bits choose the channel.")] = False,
    channel_hash_function: Annotated[str, typer.Option(help="folded or polynomial.")] = "folded",
    scheduler: Annotated[str, typer.Option(help="fr_fcfs or fcfs.")] = "fr_fcfs",
    page: Annotated[str, typer.Option(help="open or closed.")] = "open",
    refresh: Annotated[str, typer.Option(help="all_bank, per_bank or none.")] = "all_bank",
    read_queue: Annotated[int, typer.Option(help="Reads that a channel's queue holds.")] = 32,
    write_queue: Annotated[int, typer.Option(help="Writes that a channel's queue holds.")] = 32,
    pattern: Annotated[
        str | None, typer.Option(help="In place of a trace: seq, stride256, stride4k, random, mixed.")
    ] = None,
    requests: Annotated[int, typer.Option(help="Requests of the pattern.")] = 100_000,
    seed: Annotated[int, typer.Option(help="Seed of a random pattern.")] = 0,
    injection: Annotated[
        int | None, typer.Option(help="Requests per cycle, at most.", show_default="4 per channel")
    ] = None,
    json: JsonOption = False,
    csv: CsvOption = False,
) -> None:
    """Replay requests in order against command-level DRAM: cycles, bandwidth, row hits, latencies. Needs no torch."""
    from npusim.frontend.cli.dram import run_dram

    options = {
        "channels": channels,
        "injection": max(1, 4 * channels) if injection is None else injection,
        "mapping": mapping,
        "interleave_bytes": interleave,
        "channel_hash": channel_hash,
        "channel_hash_function": channel_hash_function,
        "scheduler": scheduler,
        "page_policy": page,
        "refresh": refresh,
        "read_queue": read_queue,
        "write_queue": write_queue,
    }
    run_dram(trace, pattern, requests, seed, device, Output(json, csv), options)


@app.command(short_help="Compare the model with measurements of silicon.")
def validate(
    targets: Annotated[
        list[str] | None,
        typer.Argument(metavar="[TARGET]...", help="What to compare with.", show_default="all targets"),
    ] = None,
    rows: Annotated[
        Path | None, typer.Option(help="Other measurements, with the columns of the target's file.", dir_okay=False)
    ] = None,
    select: Annotated[str, typer.Option(metavar="TEXT", help="Only rows whose name holds this text.")] = "",
    json: JsonOption = False,
    csv: CsvOption = False,
    quiet: QuietOption = False,
) -> None:
    """Simulate what was measured elsewhere: every row with its error, what it was used for, and other models' errors.

    Targets: dram, gemmini, nvdla, tpuv3, tpuv6e (docs/accuracy.md).
    """
    from npusim.frontend.cli.target import make_settings
    from npusim.frontend.cli.validation.command import validate_targets

    settings = make_settings(None, None, Output(json, csv), quiet, None)
    validate_targets(targets or [], rows, select, settings.output, settings.quiet)


app.command(short_help="Show the kernels of a run: by module, their MLIR, hot lines.")(explore.inspect)
app.command(short_help="Compare two runs: what became slower, and why.")(explore.compare)
app.command(short_help="Write the page of a run: one HTML file.")(explore.report)
app.command(short_help="Simulate operators over sizes, dtypes and machines.")(bench)
app.command(cls=SweepCommand, short_help="Simulate many machines; print the best.")(sweep)
app.command(short_help="Show what is kept on disk for all runs; make room.")(upkeep.cache)
app.command(short_help="List the runs' folders; remove old ones.")(upkeep.runs)


def main(arguments: list[str] | None = None) -> None:
    """Run the command line; an error that the user can mend is one sentence on stderr and status 2."""
    words = sys.argv[1:] if arguments is None else arguments
    try:
        check_environment(lambda sentence: note(f"warning: {sentence}"))
        with restored():  # the options of a command that was called from Python end with it
            app(args=_script_arguments_apart(words), prog_name="npusim")
    except BrokenPipeError:
        sys.exit(0)
    except NpuSimError as error:
        note(f"error: {error}")
        sys.exit(BAD_INPUT)
    except SystemExit as stop:  # typer makes this of Ctrl-C
        interruption = next((cause for cause in causes(stop) if isinstance(cause, KeyboardInterrupt)), None)
        if interruption is not None:
            note(str(interruption) or "interrupted")
        raise
    finally:
        _end_output()


def _end_output() -> None:
    """Writes what is left of the output; where its reader (`head`) has closed the pipe, also after typer has seen that,
    the rest is dropped.
    """
    if sys.__stdout__ is not None:
        try:
            sys.__stdout__.flush()
        except BrokenPipeError:
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.__stdout__.fileno())


def _script_arguments_apart(words: list[str]) -> list[str]:
    """``run a.py --x`` -> ``run a.py -- --x``: what follows a script's name is the script's."""
    if words[:1] != ["run"]:
        return words
    if words[-1] == "--model":  # without a name: which are there?
        return [*words, LIST_MODELS]
    for index, word in enumerate(words):
        if word.endswith(".py"):
            return [*words[: index + 1], "--", *words[index + 1 :]]
    return words
