"""``npusim inspect``: the MLIR a run generated, by kernel and stage, with the torch operators it came from."""

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from npusim.frontend.cli.options import did_you_mean
from npusim.simulator.errors import OptionError
from npusim.simulator.report.critical_path import WHAT_TO_CHANGE, critical_path_text
from npusim.simulator.report.run_dir import DEFAULT_PARENT
from npusim.simulator.system.environment import read

KERNEL_STAGE = "kernel"
ALL_STAGES = "all"
LISTINGS = (LLVM_IR, ASSEMBLY) = ("llvm-ir", "assembly")
"""What the last stages become, made when asked for."""
_NEXT_LINE = "\n            "


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


def inspect_run(run_dir: Path | None, kernel: str | None, stage: str | None, list_only: bool) -> None:
    """Print a run's kernels: their operators and source lines, and their MLIR unless ``list_only``.

    Args:
        run_dir: a run's folder, or a folder of runs (the newest is taken); None for ``NPUSIM_DUMP_DIR``.
        kernel: a part of a kernel's name, or None for all.
        stage: a stage's name or a part of it, ``all``, ``llvm-ir``, ``assembly``, or None for the kernel as generated.
        list_only: print no MLIR.

    Raises:
        OptionError: there is no such run, kernel or stage.
    """
    folder = find_run(run_dir)
    chosen = _matching(read_kernels(folder), kernel, folder)
    shown = [{} if list_only else _stages(each, stage) for each in chosen]  # before anything is printed
    print(f"run {folder}{_partial(folder)}")
    for each, stages in zip(chosen, shown, strict=True):
        print("", *_heading(each), sep="\n")
        for name, (path, text) in stages.items():
            print(f"\n// {each.name}: {name} ({path})\n{text}", end="")


def find_run(run_dir: Path | None) -> Path:
    """The run's folder; the newest one with kernels when a folder of runs is given."""
    parent = run_dir or Path(read("DUMP_DIR") or DEFAULT_PARENT)
    if not parent.is_dir():
        raise OptionError(f"there is no folder {parent}; run something first (npusim run add), or name a run's folder")
    if (parent / "kernels").is_dir():
        return parent
    runs = [path.parent for path in parent.glob("*/kernels")]
    if not runs:
        raise OptionError(f"{parent} holds no run with kernels; run something first (npusim run add)")
    return max(runs, key=lambda path: path.stat().st_mtime_ns)


def _partial(folder: Path) -> str:
    """The note about a run that was interrupted."""
    complete = _report(folder).get("complete")
    return "  (interrupted: what was simulated until then)" if complete is False else ""


def _report(folder: Path) -> dict[str, Any]:
    """The content of a run's report; empty when it has none."""
    path = folder / "report.json"
    return dict(json.loads(path.read_text())) if path.is_file() else {}


def read_kernels(folder: Path) -> list[InspectedKernel]:
    """A run's kernels: launched ones in order of their first launch, then the others by name."""
    entries = _report(folder).get("kernels", [])
    known = {entry["file"]: entry for entry in entries}
    files = {path.relative_to(folder).as_posix(): path for path in sorted((folder / "kernels").glob("*.mlir"))}
    order = [*(name for name in known if name in files), *(name for name in files if name not in known)]
    return [_kernel(files[name], known.get(name, {})) for name in order]


def _kernel(path: Path, entry: dict[str, Any]) -> InspectedKernel:
    stages = {KERNEL_STAGE: path}
    for folder in sorted(path.parent.glob(f"{path.stem}.*/")):
        which = folder.name.removeprefix(f"{path.stem}.")
        stages |= {f"{which}/{file.stem}": file for file in sorted(folder.glob("*.mlir"))}
    return InspectedKernel(entry.get("name", path.stem), stages, entry)


def _matching(kernels: list[InspectedKernel], name: str | None, folder: Path) -> list[InspectedKernel]:
    names = [kernel.name for kernel in kernels]
    chosen = [kernel for kernel in kernels if name is None or name in kernel.name]
    if not chosen:
        known = ", ".join(names) or "none"
        raise OptionError(
            f"no kernel of {folder} is called {name!r}{did_you_mean(name or '', names)}; there are: {known}"
        )
    return chosen


def _stages(kernel: InspectedKernel, stage: str | None) -> dict[str, tuple[Path, str]]:
    """By name, the file of each chosen stage and its text."""
    if stage in LISTINGS:
        return {f"{name} as {stage}": (path, _listed(path, stage)) for name, path in _last_stages(kernel).items()}
    return {name: (path, path.read_text()) for name, path in _chosen(kernel, stage).items()}


def _last_stages(kernel: InspectedKernel) -> dict[str, Path]:
    return {name: path for name, path in kernel.stages.items() if name.endswith("-llvm")}


def _listed(path: Path, listing: str) -> str:
    from npusim.simulator.native import listing as listings

    make = listings.assembly if listing == ASSEMBLY else listings.llvm_ir
    return make(path.read_text())


def _chosen(kernel: InspectedKernel, stage: str | None) -> dict[str, Path]:
    if stage == ALL_STAGES:
        return kernel.stages
    wanted = stage or KERNEL_STAGE
    chosen = {name: path for name, path in kernel.stages.items() if wanted in name}
    if not chosen:
        raise OptionError(
            f"kernel {kernel.name} has no stage {wanted!r}{did_you_mean(wanted, kernel.stages)}; "
            f"there are: {', '.join((*kernel.stages, ALL_STAGES, *LISTINGS))}"
        )
    return chosen


def _heading(kernel: InspectedKernel) -> list[str]:
    entry = kernel.entry
    what = f"template {entry['template']}" if entry.get("template") else entry.get("kind")
    facts = {
        "launches": f"{entry['launches']:,}" if entry else "never launched",
        "cycles": _cycles(entry),
        "path": critical_path_text(entry) if entry.get("critical_path") else "",
        "limiter": _limiter(entry),
        "by": _lines(_implementation(each) for each in entry.get("implementations", ())),
        "mapping": _mapping(entry.get("mapping"), entry),
        "ops": ", ".join(entry.get("ops", ())),
        "fused": _fused(entry.get("fused", ())),
        "fusions": _lines(_fusion(each) for each in entry.get("fusions", ())),
        "apart": _lines(f"{a['reader']}: {a['why']} [{a['fusion']}]" for a in entry.get("not_fused", ())),
        "from": _NEXT_LINE.join(entry.get("origins", ())),
        "stages": ", ".join(kernel.stages),
    }
    title = f"{kernel.name}  ({what})" if what else kernel.name
    return [title, *(f"  {label:<9} {text}" for label, text in facts.items() if text)]


def _mapping(mapping: dict[str, Any] | None, entry: dict[str, Any]) -> str | None:
    """The chosen mapping and its strategy, estimated and simulated cycles, and the candidates."""
    if mapping is None:
        return None
    lines = [f"{mapping['template']} {mapping['key']}: {_entry(mapping['chosen'])}  (by {mapping['strategy']})"]
    simulated = f", {entry['cycles'] // entry['launches']:,} simulated per launch" if entry.get("cycles") else ""
    lines.append(f"{mapping['estimated_cycles']:,} cycles estimated without the launch's overhead{simulated}")
    lines += [mapping["note"]] if mapping["note"] else []
    return _NEXT_LINE.join([*lines, *(_candidate(each, mapping["chosen"]) for each in mapping["candidates"])])


def _implementation(choice: Mapping[str, Any]) -> str:
    """`gemm: split_k (by priority 20) for aten::mm(...)`, and a line for each candidate."""
    head = f"{choice['operator']}: {choice['chosen']}  (by {choice['by']}) for {choice['call']}"
    return _lines([head, *(_eligible(each, choice["chosen"]) for each in choice["candidates"])])


def _eligible(candidate: Mapping[str, Any], chosen: str) -> str:
    mark = "*" if candidate["implementation"] == chosen else "-"
    cycles = "" if candidate["cycles"] is None else f", {candidate['cycles']:,} cycles simulated"
    state = "" if candidate["eligible"] else ", not eligible"
    why = f": {candidate['why']}" if candidate["why"] else ""
    return f"{mark} {candidate['implementation']} (priority {candidate['priority']}){state}{cycles}{why}"


def _candidate(candidate: dict[str, Any], chosen: dict[str, Any]) -> str:
    mark = "*" if candidate["mapping"] == chosen else " "
    simulated, estimated = candidate["simulated_cycles"], candidate["estimated_cycles"]
    cycles = f"{'does not fit' if simulated is None else f'{simulated:>12,} simulated'}"
    guess = "" if estimated is None else f" {estimated:>12,} estimated"
    return f"{mark} {cycles}{guess}  {_entry(candidate['mapping'])}"


def _entry(values: dict[str, Any]) -> str:
    return " ".join(f"{name}={value}" for name, value in values.items())


def _lines(parts: Iterable[str]) -> str:
    """One line each, aligned behind the label."""
    return "\n            ".join(parts)


def _fusion(entry: Mapping[str, str]) -> str:
    """`prologue: op0 (mul) -> op1 (mm): 900 cycles estimated, 1,800 apart`."""
    why = f": {entry['why']}" if entry["why"] else ""
    return f"{entry['fusion']}: {entry['first']} -> {entry['second']}{why}"


def _fused(nodes: Sequence[str]) -> str | None:
    """Inductor's nodes that became this kernel, when there are several."""
    return f"{len(nodes)} nodes of Inductor: {', '.join(nodes)}" if len(nodes) > 1 else None


def _cycles(entry: dict[str, Any]) -> str | None:
    if entry.get("cycles") is None:
        return None
    partial = "" if entry["complete"] else ", interrupted"
    return f"{entry['cycles']:,} in all{partial}"


def _limiter(entry: dict[str, Any]) -> str | None:
    name = entry.get("limiter")
    return f"{name}: {WHAT_TO_CHANGE[name]} would help" if name in WHAT_TO_CHANGE else name
