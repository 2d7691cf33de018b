"""The timeline: valid trace-event JSON, bounded."""

import io
import json
from typing import Any

import numpy as np
import pytest
from npusim.simulator.report.timeline import LaunchEvents, Timeline


def launch(
    events: int, start_ps: int = 0, kernel: str = 'a "b"', stream: int = 0, core: int = 0, traffic: Any = ((80, 8),)
) -> LaunchEvents:
    rows = np.array([[core, n % 6, n % 2, start_ps + 10 * n, start_ps + 10 * n + 5] for n in range(events)], np.int64)
    labels = [('load "X"', 3), ("matmul", 7)]
    end_ps = start_ps + 10 * events
    bins = np.array(traffic).reshape(-1, 2)
    activity = np.full((len(bins), 6), 4)
    return LaunchEvents(kernel, stream, start_ps, end_ps, labels, rows.reshape(-1, 5), bins, activity, 8)


def written(timeline: Timeline) -> dict[str, Any]:
    file = io.StringIO()
    timeline.write(file)
    content: dict[str, Any] = json.loads(file.getvalue())
    return content


def slices(content: dict[str, Any], process: int) -> list[dict[str, Any]]:
    return [event for event in content["traceEvents"] if event["ph"] == "X" and event["pid"] == process]


def test_a_unit_is_a_track_and_a_launch_a_slice() -> None:
    timeline = Timeline()
    timeline.add(launch(3, start_ps=1_000_000, stream=2))
    content = written(timeline)
    (kernel,) = slices(content, 0)
    assert (kernel["name"], kernel["tid"], kernel["ts"], kernel["dur"]) == ('a "b"', 2, 1.0, 0.00003)
    names = {(e["pid"], e["tid"]): e["args"]["name"] for e in content["traceEvents"] if e["name"] == "thread_name"}
    assert names[0, 2] == "stream 2"
    assert [names[1, unit] for unit in range(6)] == ["load", "store", "array", "vector", "cross_lane", "scalar"]
    assert [(e["tid"], e["name"], e["args"]["line"]) for e in slices(content, 1)] == [
        (0, 'load "X"', 3),
        (1, "matmul", 7),
        (2, 'load "X"', 3),
    ]


def bandwidth(timeline: Timeline) -> list[tuple[float, float, float]]:
    counters = [event for event in written(timeline)["traceEvents"] if event["ph"] == "C"]
    return [(event["ts"], event["args"]["read"], event["args"]["write"]) for event in counters]


def test_bandwidth_is_a_counter_per_bin_that_ends_with_its_launch() -> None:
    timeline = Timeline()
    timeline.add(launch(2, start_ps=2_000_000, traffic=((80, 8), (80, 8), (0, 40))))
    assert bandwidth(timeline) == [(2.0, 10_000, 1000), (2.000016, 0, 10_000), (2.00002, 0, 0)]


def test_bins_are_merged_when_there_are_too_many() -> None:
    timeline = Timeline(max_events=4)
    timeline.add(launch(0, start_ps=0, traffic=((8, 0), (24, 0), (0, 8), (0, 8), (4, 0))))
    (only,) = timeline.launches
    assert (only.traffic.tolist(), only.bin_ps) == ([[32, 0], [0, 16], [4, 0]], 16)
    assert only.activity[:, 0].tolist() == [8, 8, 4]


def test_many_launches_keep_a_slice_and_a_bin_each() -> None:
    timeline = Timeline(max_events=50)
    for number in range(100):
        timeline.add(launch(10, start_ps=100 * number, traffic=((8, 0),) * 10))
    assert [len(each.traffic) for each in timeline.launches] == [1] * 100
    assert sum(int(each.traffic.sum()) for each in timeline.launches) == 8000
    assert len(slices(written(timeline), 0)) == 100


def test_cores_are_processes() -> None:
    timeline = Timeline()
    timeline.add(launch(2, core=0))
    timeline.add(launch(2, core=3))
    names = [e["args"]["name"] for e in written(timeline)["traceEvents"] if e["name"] == "process_name"]
    assert names == ["kernels", "core 0", "core 3"]


def test_too_many_events_are_thinned_out_with_a_note() -> None:
    timeline = Timeline(max_events=100)
    for number in range(10):
        timeline.add(launch(40, start_ps=1000 * number))
    content = written(timeline)
    assert 30 <= len(slices(content, 1)) <= 100
    assert len(slices(content, 0)) == 10
    counters = [each for each in content["traceEvents"] if each["name"] == "units at work"]
    assert counters and all(each["args"]["load"] in (0.5, 0) for each in counters)
    assert "only part" in content["otherData"]["sampled"]
    assert timeline.sampled


def test_a_small_timeline_is_complete() -> None:
    timeline = Timeline()
    timeline.add(launch(40))
    assert not timeline.sampled
    assert "sampled" not in written(timeline)["otherData"]


def test_a_launch_without_events_is_still_shown() -> None:
    timeline = Timeline()
    timeline.add(launch(0))
    assert len(slices(written(timeline), 0)) == 1


@pytest.mark.nightly
def test_a_million_events_are_valid_json() -> None:
    timeline = Timeline(max_events=1_000_000)
    rows = np.zeros((1_000_000, 5), np.int64)
    rows[:, 3] = np.arange(1_000_000) * 100
    rows[:, 4] = rows[:, 3] + 50
    timeline.add(
        LaunchEvents("k", 0, 0, 10**8, [("x", 1)], rows, np.zeros((0, 2), np.int64), np.zeros((0, 6), np.int64), 8)
    )
    assert len(slices(written(timeline), 1)) == 1_000_000


@pytest.mark.slow
def test_more_than_a_million_events_are_sampled_with_a_note() -> None:
    timeline = Timeline()
    for number in range(130):
        timeline.add(launch(10_000, start_ps=100_000 * number))
    content = written(timeline)
    assert len(slices(content, 1)) <= 250_000
    assert len(slices(content, 0)) == 130
    assert "one of 8" in content["otherData"]["sampled"]
