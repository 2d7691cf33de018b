"""The files of a run: its report, its kernels and their stages."""

import json
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from npusim.frontend.cli.explore import file_forms
from npusim.frontend.cli.options import did_you_mean
from npusim.simulator.errors import OptionError
from npusim.simulator.report.content import SCHEMA, SCHEMA_VERSION
from npusim.simulator.report.folders.run_dir import DEFAULT_PARENT
from npusim.simulator.report.text.summary import INTERRUPTED
from npusim.simulator.system.environment import read
from npusim.simulator.system.file_errors import reason
from pydantic import ValidationError

KERNEL_STAGE = "kernel"
_SHORTENED = ("\N{HORIZONTAL ELLIPSIS}", "...")


@dataclass(frozen=True)
class InspectedKernel:
    """One kernel of a run.

    Attributes:
        name: its name.
        stages: stage -> file, in order of compilation; the first is the kernel as it was generated.
        entry: its entry of report.json; empty when it was never launched.
    """

    name: str
    stages: dict[str, Path]
    entry: dict[str, Any] = field(default_factory=dict)

    @property
    def cycles(self) -> int:
        """Of all launches; 0 when time was not simulated."""
        return self.entry.get("cycles") or 0


def find_run(run_dir: Path | None) -> Path:
    """The run's folder; the newest one with kernels when a folder of runs is given.

    Raises:
        OptionError: there is none.
    """
    parent = run_dir or Path(read("DUMP_DIR") or DEFAULT_PARENT)
    if not parent.is_dir():
        raise OptionError(f"there is no folder {parent}; run something first (npusim run add), or name a run's folder")
    if (parent / "kernels").is_dir():
        return parent
    runs = [path.parent for path in parent.glob("*/kernels")]
    if not runs:
        raise OptionError(f"{parent} holds no run with kernels; run something first (npusim run add)")
    return max(runs, key=lambda path: path.stat().st_mtime_ns)


def read_text(file: Path) -> str:
    """The text of a run's file.

    Raises:
        OptionError: it cannot be read.
    """
    try:
        return file.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise OptionError(f"{file}: cannot be read: {reason(error)}") from error


def read_report(folder: Path) -> dict[str, Any]:
    """The content of a run's report.json, by the run's folder or by the file.

    Raises:
        OptionError: it has none yet, or one that cannot be read, or one of another version.
    """
    path = folder if folder.is_file() else folder / "report.json"
    if not path.is_file():
        raise OptionError(f"{folder} has no report.json: the run was ended before it wrote one, or is in progress")
    text = read_text(path)
    try:
        content = json.loads(text)
        if content["schema"] != SCHEMA:
            raise KeyError
        version = content["schema_version"]
    except (ValueError, KeyError, TypeError, RecursionError) as error:
        raise OptionError(f"{path} is no report of npusim; run the program again") from error
    if version != SCHEMA_VERSION:
        raise OptionError(
            f"{path} has version {version} of the format, and this npusim reads version {SCHEMA_VERSION}; "
            "run the program again"
        )
    _check_report(path, text)
    return dict(content)


def _check_report(path: Path, text: str) -> None:
    """Refuses a report that was damaged or changed: what reads it relies on its schema."""
    from npusim.simulator.report.schema import ReportFile  # builds the schema, which takes a moment

    try:
        ReportFile.model_validate_json(text)
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        place = ".".join(map(str, first["loc"]))
        raise OptionError(f"{path} is damaged: {place}: {first['msg']}; run the program again") from error


def read_history(folder: Path) -> dict[str, Any] | None:
    """The content of a run's memory.json; None if the run wrote none.

    Raises:
        OptionError: it cannot be read.
    """
    file = folder / "memory.json"
    if not file.is_file():
        return None
    from npusim.simulator.run.memory import device_memory  # imports MLIR, which reports do without

    text = read_text(file)
    try:
        content = json.loads(text)
        if (content["schema"], content["schema_version"]) != (device_memory.SCHEMA, device_memory.SCHEMA_VERSION):
            raise KeyError
        return file_forms.history(text)
    except (ValueError, KeyError, TypeError, RecursionError) as error:
        raise OptionError(f"{file} is no history of device memory of this npusim; run the program again") from error


def title(folder: Path, report: dict[str, Any]) -> str:
    """`run FOLDER`, with a note if it was interrupted or an exception ended it."""
    notes = [INTERRUPTED] * (report.get("complete") is False)
    if report.get("error"):
        notes.append(f"the program ended with {report['error']}")
    return f"run {folder}" + "".join(f"  ({note})" for note in notes)


def read_kernels(folder: Path) -> list[InspectedKernel]:
    """A run's kernels: launched ones by falling cycles, then the others by name."""
    entries = read_report(folder)["kernels"] if (folder / "report.json").is_file() else []
    known = {entry["file"]: entry for entry in entries}
    files = {path.relative_to(folder).as_posix(): path for path in sorted((folder / "kernels").glob("*.mlir"))}
    order = [*(name for name in known if name in files), *(name for name in files if name not in known)]
    return sorted((_kernel(files[name], known.get(name, {})) for name in order), key=lambda each: -each.cycles)


def _kernel(path: Path, entry: dict[str, Any]) -> InspectedKernel:
    stages = {KERNEL_STAGE: path}
    for folder in sorted(path.parent.glob(f"{path.stem}.*/")):
        which = folder.name.removeprefix(f"{path.stem}.")
        stages |= {f"{which}/{file.stem}": file for file in sorted(folder.glob("*.mlir"))}
    return InspectedKernel(entry.get("name", path.stem), stages, entry)


def matching_kernels(kernels: Sequence[InspectedKernel], name: str | None, folder: Path) -> list[InspectedKernel]:
    """The kernels that a name stands for: whole, a part of it, or shortened in the middle as tables print it.

    Raises:
        OptionError: there is none.
    """
    names = [kernel.name for kernel in kernels]
    chosen = [kernel for kernel in kernels if kernel.name == name] or [
        kernel for kernel in kernels if name is None or _is_named(kernel.name, name)
    ]
    if not chosen:
        known = ", ".join(names) or "none"
        raise OptionError(
            f"no kernel of {folder} is called {name!r}{did_you_mean(name or '', names)}; there are: {known}"
        )
    return chosen


def _is_named(name: str, given: str) -> bool:
    for dots in _SHORTENED:
        begin, found, end = given.partition(dots)
        if found:
            return name.endswith(end) and begin in name.removesuffix(end)
    return given in name


def one_kernel(kernels: Sequence[InspectedKernel], name: str | None, folder: Path) -> InspectedKernel:
    """The kernel that a name stands for; the one of most cycles without a name.

    Raises:
        OptionError: there is none, or there are several.
    """
    chosen = matching_kernels(kernels, name, folder)
    if name is not None and len(chosen) > 1:
        several = ", ".join(kernel.name for kernel in chosen)
        raise OptionError(f"--kernel {name!r} stands for {len(chosen)} kernels, name one: {several}")
    return chosen[0]
