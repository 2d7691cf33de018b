"""``npusim inspect``: the MLIR a run generated, by kernel and stage, with the torch operators it came from."""

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from npusim.frontend.cli.explore.run_files import (
    KERNEL_STAGE,
    InspectedKernel,
    find_run,
    matching_kernels,
    read_kernels,
    read_report,
    read_text,
    title,
)
from npusim.frontend.cli.options import did_you_mean
from npusim.frontend.cli.output import Output
from npusim.simulator.errors import OptionError
from npusim.simulator.report.measures.critical_path import WHAT_TO_CHANGE, critical_path_text
from npusim.simulator.report.text.summary import common_path, summarize

ALL_STAGES = "all"
LISTINGS = (LLVM_IR, ASSEMBLY) = ("llvm-ir", "assembly")
"""What the last stages become, made when asked for."""
_NEXT_LINE = "\n            "
_RECORD = ("name", "launches", "cycles", "limiter", "roofline_fraction", "dram_bytes", "kind", "template", "file")
_MOST_MODULES = 8


def print_summary_by(run_dir: Path | None, by: str, depth: int | None, output: Output) -> None:
    """Print the launches of a run by module, operator, kernel, phase or source line.

    Raises:
        OptionError: there is no such run or grouping.
    """
    folder = find_run(run_dir)
    report = read_report(folder)
    summary = summarize(report, by, depth)
    content = summary.to_dict()
    output.print_records(content["rows"], {"run": str(folder), **content})
    if output.is_for_people:
        print(title(folder, report), "", summary, sep="\n")


def inspect_run(
    run_dir: Path | None, kernel: str | None, stage: str | None, list_only: bool, output: Output | None = None
) -> None:
    """Print a run's kernels: their operators and source lines, and their MLIR unless ``list_only``.

    Args:
        run_dir: a run's folder, or a folder of runs (the newest is taken); None for ``NPUSIM_DUMP_DIR``.
        kernel: a kernel's name, a part of it, or as tables print it; None for all.
        stage: a stage's name or a part of it, ``all``, ``llvm-ir``, ``assembly``, or None for the kernel as generated.
        list_only: print no MLIR.
        output: as JSON or CSV: the kernels' entries of the report.

    Raises:
        OptionError: there is no such run, kernel or stage.
    """
    folder, output = find_run(run_dir), output or Output()
    chosen = matching_kernels(read_kernels(folder), kernel, folder)
    report = read_report(folder) if (folder / "report.json").is_file() else {}
    if not output.is_for_people:
        complete = report.get("complete") is not False
        whole = {"run": str(folder), "complete": complete, "kernels": [each.entry for each in chosen if each.entry]}
        output.print_records([{key: each.entry.get(key) for key in _RECORD} for each in chosen], whole)
        return
    shown = [{} if list_only else _stages(each, stage) for each in chosen]  # before anything is printed
    if stage in LISTINGS and not any(shown) and not list_only:
        raise OptionError("LLVM compiled nothing of these kernels: mode timing computes no values")
    print(title(folder, report))
    for each, stages in zip(chosen, shown, strict=True):
        print("", *_heading(each, report), sep="\n")
        for name, (path, text) in stages.items():
            print(f"\n// {each.name}: {name} ({path})\n{text}", end="")


def _stages(kernel: InspectedKernel, stage: str | None) -> dict[str, tuple[Path, str]]:
    """By name, the file of each chosen stage and its text."""
    if stage in LISTINGS:
        return {f"{name} as {stage}": (path, _listed(path, stage)) for name, path in _last_stages(kernel).items()}
    return {name: (path, read_text(path)) for name, path in _chosen(kernel, stage).items()}


def _last_stages(kernel: InspectedKernel) -> dict[str, Path]:
    return {name: path for name, path in kernel.stages.items() if name.endswith("-llvm")}


def _listed(path: Path, listing: str) -> str:
    from npusim.simulator.native import listing as listings

    make = listings.assembly if listing == ASSEMBLY else listings.llvm_ir
    return make(read_text(path))


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


def _heading(kernel: InspectedKernel, report: Mapping[str, Any] | None = None) -> list[str]:
    entry = kernel.entry
    what = f"template {entry['template']}" if entry.get("template") else entry.get("kind")
    facts = {
        "launches": f"{entry['launches']:,}" if entry else "never launched",
        "cycles": _cycles(entry, (report or {}).get("cycles")),
        "path": critical_path_text(entry) if entry.get("critical_path") else "",
        "limiter": _limiter(entry),
        "by": _lines(_implementation(each) for each in entry.get("implementations", ())),
        "mapping": _mapping(entry.get("mapping"), entry),
        "ops": ", ".join(entry.get("ops", ())),
        "fused": _fused(entry.get("fused", ())),
        "fusions": _lines(_fusion(each) for each in entry.get("fusions", ())),
        "apart": _lines(f"{a['reader']}: {a['why']} [{a['fusion']}]" for a in entry.get("not_fused", ())),
        "module": _lines(_modules(entry, (report or {}).get("call_sites", ()))),
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


def _cycles(entry: dict[str, Any], of: int | None) -> str | None:
    if entry.get("cycles") is None:
        return None
    partial = "" if entry["complete"] else ", interrupted"
    share = f", {entry['cycles'] / of:.1%} of the run" if of else ""
    return f"{entry['cycles']:,} in all{share}{partial}"


def _modules(entry: Mapping[str, Any], sites: Sequence[Mapping[str, Any]]) -> list[str]:
    """The modules that launch the kernel."""
    own = [site for site in sites if (site["kernel"], site["digest"]) == (entry.get("name"), entry.get("digest"))]
    paths = list(dict.fromkeys(site["module"] for site in own if site["module"]))
    return paths if len(paths) <= _MOST_MODULES else [f"{common_path(paths)} ({len(paths)} modules)"]


def _limiter(entry: dict[str, Any]) -> str | None:
    name = entry.get("limiter")
    return f"{name}: {WHAT_TO_CHANGE[name]} would help" if name in WHAT_TO_CHANGE else name
