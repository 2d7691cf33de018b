"""``npusim dram``: an address trace, or a generated one, against DRAM alone. Needs no torch."""

from pathlib import Path
from typing import Any

from npusim.frontend.cli.output import Output, console, print_table
from npusim.simulator.dram.device import DramDevice, load_device
from npusim.simulator.dram.replay import ReplayReport, Trace, make_trace, read_trace, replay
from npusim.simulator.engine import DRAM_PAGE_POLICIES, DRAM_REFRESHES, DRAM_SCHEDULERS
from npusim.simulator.errors import OptionError

_BAR = 40


def run_dram(
    trace: Path | None,
    pattern: str | None,
    requests: int,
    seed: int,
    device_name: str,
    output: Output,
    options: dict[str, Any],
) -> None:
    """Replay a trace and print what it measured; `options` go to `simulator.dram.replay`."""
    _check(options)
    device = load_device(device_name)
    report = replay(device, _trace(trace, pattern, requests, seed, device), **options)
    values = report.to_dict()
    flat = {name: value for name, value in values.items() if name != "read_latency_histogram"}
    output.print_records([flat], values)
    if output.is_for_people:
        _print(report)


def _check(options: dict[str, Any]) -> None:
    for option, name, known in (
        ("--scheduler", "scheduler", DRAM_SCHEDULERS),
        ("--page", "page_policy", DRAM_PAGE_POLICIES),
        ("--refresh", "refresh", DRAM_REFRESHES),
    ):
        if options[name] not in known:
            raise OptionError(f"{option} {options[name]!r} is not one of {', '.join(known)}")
    if options["injection"] < 1:
        raise OptionError(f"--injection is {options['injection']}; it must be at least 1")


def _trace(path: Path | None, pattern: str | None, requests: int, seed: int, device: DramDevice) -> Trace:
    if (path is None) == (pattern is None):
        raise OptionError("npusim dram needs either a TRACE file or --pattern, not both")
    return read_trace(path) if path is not None else make_trace(str(pattern), requests, device, seed=seed)


def _print(report: ReplayReport) -> None:
    values = report.to_dict()
    bins = values.pop("read_latency_histogram")
    peak = report.device.peak_gbps(report.channels)
    values["bandwidth_gbps"] = f"{values['bandwidth_gbps']:.1f} of {peak:.1f} ({values.pop('peak_fraction'):.1%})"
    rows = [(key.replace("_", " "), _text(value)) for key, value in values.items()]
    print_table(("DRAM replay", ""), rows, left=("DRAM replay",))
    if bins:
        console().print("\nread latency in cycles")
        most = max(entry["reads"] for entry in bins)
        for entry in bins:
            bar = "#" * max(1, round(_BAR * entry["reads"] / most))
            console().print(f"{entry['from_cycles']:>8} {entry['reads']:>10,} {bar}")


def _text(value: Any) -> str:
    return "-" if value is None else f"{value:,}" if isinstance(value, int) else str(value)
