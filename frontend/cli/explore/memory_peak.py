"""``npusim inspect --memory``: the most device memory that a run used, and what lay in it."""

from pathlib import Path
from typing import Any

from npusim.frontend.cli.explore.run_files import find_run, read_history, read_report, title
from npusim.frontend.cli.output import Output, print_table
from npusim.simulator.errors import OptionError
from npusim.simulator.report.text.units import duration, short_name, short_path, size

_MOST_ROWS = 30
_NAME, _PLACE = 44, 36


def print_memory_peak(run_dir: Path | None, output: Output) -> None:
    """Print the peak and the allocations that live from then on, by falling size.

    Raises:
        OptionError: there is no such run, or it has no history of device memory.
    """
    folder = find_run(run_dir)
    history = read_history(folder)
    if history is None:
        raise OptionError(f"{folder} has no memory.json: time was not simulated, or the run was ended before its end")
    records = _living(history, history["peak_ns"])
    peak = {key: history[key] for key in ("peak_bytes", "peak_ns", "end_ns", "capacity_bytes", "omitted")}
    output.print_records(records, {"run": str(folder), **peak, "allocations": records})
    if output.is_for_people:
        print(title(folder, read_report(folder)))
        print(
            f"at most {size(history['peak_bytes'])} of {size(history['capacity_bytes'])} were in use, "
            f"{duration(history['peak_ns'])} after the start; "
            f"{size(sum(each['bytes'] for each in records))} of that for longer than until the next launch:\n"
        )
        print_table(
            ("bytes", "first used by", "operator", "module or source"), map(_cells, records[:_MOST_ROWS]), _LEFT
        )
        if len(records) > _MOST_ROWS:
            print(f"... and {len(records) - _MOST_ROWS:,} smaller ones (--json has all)")


_LEFT = ("first used by", "operator", "module or source")


def _living(history: dict[str, Any], time_ns: float) -> list[dict[str, Any]]:
    unknown = dict.fromkeys(("kernel", "module", "operator", "source", "phase"), "")
    return [
        {"bytes": size_bytes, "made_ns": made, "freed_ns": freed, "before_the_run": before}
        | (unknown if use < 0 else history["first_uses"][use])
        for size_bytes, made, freed, use, before in sorted(history["allocations"], key=lambda row: -row[0])
        if made <= time_ns and (freed is None or time_ns < freed)
    ]


def _cells(record: dict[str, Any]) -> tuple[str, ...]:
    place = record["module"] or record["source"].rpartition("/")[2]
    kernel = short_name(record["kernel"], _NAME) or "(the host alone)"
    return f"{record['bytes']:,}", kernel, record["operator"], short_path(place, _PLACE)
