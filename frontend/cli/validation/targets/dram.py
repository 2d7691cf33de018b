"""DRAM channels: cycles of address traces in Ramulator 2.1, a cycle-accurate simulator of DRAM."""

from __future__ import annotations

from pathlib import Path

from npusim.frontend.cli.validation.target import Fields, Measurement, Point, Target
from npusim.simulator.dram.device import load_device
from npusim.simulator.dram.replay import ReplayReport, make_trace, replay

_DEVICES = {"DDR4_2400R x8 1 rank": "DDR4_2400R", "HBM2_2000 8Gb": "HBM2_2000"}
_TRACE_BYTES = 64_000_000
"""Bytes of every trace: 10^6 bursts of DDR4, 2 x 10^6 of HBM2."""


def _read(fields: Fields) -> Point:
    device, channels = _DEVICES[fields["device"]], int(fields["channels"])
    return Point(
        name=f"{device} {channels} {fields['mapping']} {fields['pattern']}",
        reference=int(fields["cycles"]),
        fields=fields,
        group="traces",
    )


def _replayed(fields: Fields) -> ReplayReport:
    device = load_device(_DEVICES[fields["device"]])
    trace = make_trace(fields["pattern"], _TRACE_BYTES // device.burst_bytes, device)
    channels, injection = int(fields["channels"]), int(fields["injection_per_clock"])
    return replay(device, trace, channels=channels, injection=injection, mapping=fields["mapping"])


def _measure(point: Point) -> Measurement:
    fields = point.fields
    report = _replayed(fields)
    found = report.to_dict()
    share = report.bandwidth_gbps / load_device(_DEVICES[fields["device"]]).peak_gbps(int(fields["channels"]))
    note, theirs = f"{share:.0%} of the peak", fields.get("average_read_latency")
    if theirs:
        note += f"; reads take {found['read_latency_average']:.1f} cycles on average, {theirs} there"
    return Measurement(found["cycles"], found["cycles"] * share, note)


TARGET = Target(
    title="DRAM command by command: traces of reads replayed by Ramulator 2.1 (CMU-SAFARI), FR-FCFS, open page",
    machine="",
    unit="cycles of the command clock",
    reference="Ramulator",
    file=Path(__file__).with_suffix(".csv"),
    read=_read,
    measure=_measure,
    notes=(
        "The roofline is the peak bandwidth.",
        "The model has Ramulator's queues of 32 entries; no other number of it comes from these rows.",
    ),
)
