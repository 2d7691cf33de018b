"""``npusim simulate kernel.mlir``: one kernel on NumPy arrays. Imports no torch."""

from pathlib import Path

from npusim.frontend.cli.summary import Subject, partial_summary, print_summary
from npusim.frontend.cli.target import Settings
from npusim.frontend.comparison import Comparison
from npusim.scheduler.session import checked_mode, resolved_dump_dir
from npusim.simulator.errors import OptionError
from npusim.simulator.run.standalone import StandaloneResult
from npusim.simulator.run.standalone import simulate_file as simulate


def simulate_file(kernel: Path, arguments: list[str], settings: Settings) -> None:
    """Run a kernel and print the summary.

    Args:
        kernel: its text.
        arguments: ``NAME=VALUE``: a ``.npy`` file or a number of elements for a tensor, a number for a size. Tensors
            that are not named get random values.
        settings: machine, mode and where to write.
    """
    machine, mode = settings.resolved_machine(), checked_mode(settings.mode)
    given = dict(_name_and_value(text) for text in arguments)
    interrupted = partial_summary(Subject(kernel.name), settings)
    with interrupted, settings.progress(f"simulating {kernel.name}"):
        folder = resolved_dump_dir(settings.dump_dir)
        result = simulate(kernel, machine, mode, given, run_dir=folder, resident=settings.resident)
    subject = Subject(result.report.kernels[0].name)
    print_summary(subject, result.report, Comparison(), settings, more={"outputs": _outputs(result)})
    if settings.output.is_for_people:
        for name, path in _outputs(result).items():
            print(f"  changed   {name}: {path}")


def _outputs(result: StandaloneResult) -> dict[str, str]:
    return {name: str(result.run_dir / "outputs" / f"{name}.npy") for name in result.changed}


def _name_and_value(text: str) -> tuple[str, str]:
    name, equals, value = text.partition("=")
    if not (name and equals and value):
        raise OptionError(f"--arg {text!r} is not NAME=VALUE, such as X=x.npy for a tensor or N=128 for a size")
    return name.removeprefix("%"), value
