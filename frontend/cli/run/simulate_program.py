"""``npusim simulate program.npk``: a captured program on any machine. Imports no torch."""

from pathlib import Path
from typing import Any

from npusim.frontend.cli.summary import Subject, partial_summary, print_summary
from npusim.frontend.cli.target import Settings
from npusim.frontend.comparison import Comparison
from npusim.scheduler.session import checked_mode, resolved_dump_dir
from npusim.simulator.errors import OptionError
from npusim.simulator.machine import Machine
from npusim.simulator.programs import read_package, retime
from npusim.simulator.programs.machine_changes import Change, change_texts
from npusim.simulator.programs.program import Program
from npusim.simulator.programs.retiming import Retimed
from npusim.simulator.run.standalone import save_arrays

_MOST_NAMED = 8


def is_package(path: Path) -> bool:
    """Whether a file is to be read as a package: by its name, or by how it begins."""
    if path.suffix == ".npk":
        return True
    try:
        with path.open("rb") as file:
            return file.read(4) == b"PK\x03\x04"
    except OSError:
        return False


def simulate_program(path: Path, arguments: list[str], settings: Settings) -> None:
    """Re-time a package, or compute its values too; print the summary, and what the machine changes.

    Raises:
        OptionError: an option that only kernels have.
        PackageError: the file is no package, or does not fit the machine.
    """
    if arguments:
        raise OptionError(f"--arg {arguments[0]!r}: a package has its arguments; only one kernel takes some")
    if settings.resident:
        raise OptionError("--resident: a package names its resident tensors itself (torch.npu.make_resident)")
    mode = checked_mode(settings.mode) if settings.mode else "timing"
    program = read_package(path, weights=mode != "timing")
    machine = _machine(program, settings)
    subject = Subject(program.name)
    with partial_summary(subject, settings), settings.progress(f"simulating {program.name}"):
        retimed = retime(program, machine, run_dir=resolved_dump_dir(settings.dump_dir), mode=mode)
    outputs = _save(retimed)
    more = {**_as_json(program, retimed), **({"outputs": outputs} if mode != "timing" else {})}
    print_summary(subject, retimed.report, Comparison(), settings, more=more)
    if settings.output.is_for_people:
        print("\n" + "\n".join([*_lines(program, retimed), *(f"  output    {file}" for file in outputs if file)]))


def _save(retimed: Retimed) -> list[str | None]:
    """Writes the outputs; their files, None for those that no launch used."""
    arrays = {str(number): values for number, values in enumerate(retimed.outputs) if values is not None}
    save_arrays(Path(retimed.report.run_dir), arrays)
    files = [Path(retimed.report.run_dir) / "outputs" / f"{number}.npy" for number in range(len(retimed.outputs))]
    return [str(file) if str(number) in arrays else None for number, file in enumerate(files)]


def _machine(program: Program, settings: Settings) -> Machine:
    """The machine that is asked for; the program's own without one."""
    return program.machine if settings.machine is None else settings.resolved_machine()


def _as_json(program: Program, retimed: Retimed) -> dict[str, Any]:
    return {
        "captured": {"machine": program.machine.name, "cycles": retimed.before},
        "changes": [vars(change) for change in retimed.changes],
        "remapped": list(retimed.remapped),
    }


def _lines(program: Program, retimed: Retimed) -> list[str]:
    before = "not timed" if retimed.before is None else f"{retimed.before:,} cycles"
    lines = [f"  captured  on {program.machine.name}, {before}"]
    if not retimed.changes:
        return [*lines, "  machine   the one that the kernels were generated for"]
    lines.append(f"  machine   {len(retimed.changes)} keys differ from the one that the kernels were generated for:")
    lines += [f"              {_change(change)}" for change in retimed.changes]
    if not retimed.remapped:
        return [*lines, "  kernels   a compilation for this machine would choose the same tiles"]
    count = f"{len(retimed.remapped)} of {len({entry.name for entry in program.content.kernels})}"
    lines.append(f"  kernels   {count} might get other tiles if the model were compiled for this machine:")
    lines += [f"              {name}" for name in retimed.remapped[:_MOST_NAMED]]
    if len(retimed.remapped) > _MOST_NAMED:
        lines.append(f"              and {len(retimed.remapped) - _MOST_NAMED} more")
    return [*lines, "            CapturedProgram.check(machine) says what that changes"]


def _change(change: Change) -> str:
    read_by = {"none": "kernels stay", "templates": "tiles of templates may change", "all": "tiles may change"}
    before, after = map(_short, change_texts(change))
    return f"{change.key}: {before} -> {after} ({read_by[change.remaps]})"


def _short(text: str) -> str:
    return text if len(text) <= 40 else f"{text[:37]}..."
