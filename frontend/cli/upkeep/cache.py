"""``npusim cache``: what the store holds, whether it is whole, and making room in it."""

from __future__ import annotations

import os
import tempfile
from collections import Counter
from collections.abc import Iterable
from getpass import getuser
from pathlib import Path
from typing import Any

from npusim.frontend.cli.output import Output, note
from npusim.frontend.cli.upkeep.records import Selection, age, counted, removed_text
from npusim.simulator.report.text.units import short_name, size
from npusim.simulator.system.store_trust import cache_directory
from npusim.simulator.system.store_upkeep import TITLES, Item, items, outdated, remove

FAILED = 1
_NAME_WIDTH = 60


def summarize(output: Output) -> int:
    """Prints number and size of the entries by kind."""
    found = items()
    numbers, sizes = Counter(item.kind for item in found), Counter[str]()
    for item in found:
        sizes[item.kind] += item.size_bytes
    kinds = [kind for kind in TITLES if numbers[kind]]
    records = [{"kind": kind, "entries": numbers[kind], "size_bytes": sizes[kind]} for kind in kinds]
    shown = [{"kind": TITLES[kind], "entries": f"{numbers[kind]:,}", "size": size(sizes[kind])} for kind in kinds]
    text = f"{counted(len(found), 'entry')}, {size(sizes.total())} in {cache_directory()}"
    summary = _totals(found) | {"torch_cache": str(_torch_cache())}
    advice = f"PyTorch keeps compiled graphs of its own in {_torch_cache()}, which this command leaves alone"
    output.print(records, shown, "kinds", summary, f"{text}\n{advice}")
    return 0


def list_entries(output: Output) -> int:
    """Prints every entry, the one that was used last at the end."""
    found = items()
    records = [_record(item) for item in found]
    shown = (
        {
            "kind": TITLES[item.kind],
            "name": short_name(record["name"], _NAME_WIDTH),
            "machine": record["machine"],
            "processor": record["processor"],
            "size": size(item.size_bytes),
            "age": age(item.used_s),
        }
        for item, record in zip(found, records, strict=True)
    )
    output.print(records, shown, "entries", _totals(found), f"{counted(len(found), 'entry')} in {cache_directory()}")
    return 0


def verify(output: Output) -> int:
    """Checks every entry's checksum and owner; removes damaged ones. Returns 1 if there were any."""
    found = items()
    faults = {item: fault for item in found if (fault := item.fault()) is not None}
    damaged = [item for item, fault in faults.items() if "checksum" in fault]
    removed, _ = remove(damaged)
    records = [{**_record(item), "fault": fault, "removed": item in removed} for item, fault in faults.items()]
    lines = [
        f"{item.path}: {fault}" + ("; removed, it will be made again" if item in removed else "")
        for item, fault in faults.items()
    ]
    lines.append(f"{len(found) - len(faults):,} of {len(found):,} entries are whole")
    output.print(records, (), "faults", _totals(found), "\n".join(lines))
    return FAILED if faults else 0


def prune(selection: Selection, output: Output) -> int:
    """Removes what has not been used for long, and the longest unused of what is too much."""
    return _remove(outdated(items(), selection.older_than_s, selection.keep_bytes), output)


def clear(output: Output) -> int:
    """Removes everything."""
    return _remove(outdated(items(), float("-inf"), None), output)


def _remove(chosen: Iterable[Item], output: Output) -> int:
    chosen = list(chosen)
    records = [_record(item) for item in chosen]
    removed, kept = remove(chosen)
    for item, reason in kept:
        note(f"{item.path} stays: {reason}")
    total = sum(item.size_bytes for item in removed)
    output.print(records, (), "removed", _totals(removed), removed_text(len(removed), total, "entry", len(kept)))
    return FAILED if kept else 0


def _totals(found: Iterable[Item]) -> dict[str, Any]:
    sizes = [item.size_bytes for item in found]
    return {"folder": str(cache_directory()), "entries": len(sizes), "size_bytes": sum(sizes)}


def _record(item: Item) -> dict[str, Any]:
    about = item.about()
    return {
        "kind": item.kind,
        "name": about.get("name", ""),
        "stage": about.get("stage", ""),
        "machine": about.get("machine", ""),
        "processor": about.get("cpu", ""),
        "size_bytes": item.size_bytes,
        "made_s": int(about["made"]) if "made" in about else None,
        "used_s": round(item.used_s),
        "file": str(item.path),
    }


def _torch_cache() -> Path:
    """Where PyTorch keeps its compiled graphs (its own `cache_dir` costs a second to import)."""
    default = f"{tempfile.gettempdir()}/torchinductor_{getuser()}"
    return Path(os.environ.get("TORCHINDUCTOR_CACHE_DIR") or default)
