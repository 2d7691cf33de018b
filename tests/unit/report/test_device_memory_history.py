"""Device memory over a run: what lives when, who used it first, and the most that was in use."""

import gc
import json
from typing import Any

import torch
from npusim.frontend.cli.app import main
from npusim.simulator.report.origin import Origin
from npusim.simulator.run.memory import device_memory
from npusim.simulator.run.memory.address_space import Location
from npusim.simulator.run.memory.device_memory import MemoryHistory

FIRST, SECOND = Origin(module="up"), Origin(module="down")


def history_of_two_launches() -> MemoryHistory:
    """A weight is there, a tensor of 600 bytes is made and freed behind the second launch."""
    history = MemoryHistory(4096)
    history.allocated(1, 512)
    history.launched("first", FIRST, [Location(1, 512), None, Location(2, 600)])
    history.allocated(3, 1)
    history.launched("second", SECOND, [Location(2, 600)])
    history.freed(2)
    history.freed(99)
    return history


def test_what_happens_between_launches_happens_when_the_next_one_starts() -> None:
    history = history_of_two_launches()
    for launch, start_ps in enumerate((5000, 70_000)):
        history.timed(launch, start_ps)
    content = history.content(90_000)
    assert content["allocations"] == [
        [512, 5.0, None, 0, True],
        [1024, 5.0, 90.0, 0, True],
        [512, 70.0, None, -1, False],
    ]
    assert (content["peak_bytes"], content["peak_ns"], content["end_ns"]) == (2048, 70.0, 90.0)
    assert [use["kernel"] for use in content["first_uses"]] == ["first"]
    assert content["first_uses"][0]["module"] == "up"


def test_of_launches_that_overlap_a_later_one_changes_memory_no_earlier() -> None:
    history = history_of_two_launches()
    for launch, start_ps in enumerate((8000, 3000)):
        history.timed(launch, start_ps)
    assert history.content(9000)["allocations"][2][1] == 8.0


def test_allocations_beyond_those_kept_are_in_the_peak(monkeypatch: Any) -> None:
    monkeypatch.setattr(device_memory, "MOST_ALLOCATIONS", 1)
    content = history_of_two_launches().content(9000)
    assert (len(content["allocations"]), content["omitted"], content["peak_bytes"]) == (1, 2, 2048)


def test_a_run_knows_the_memory_of_its_program(tmp_path: Any, capsys: Any) -> None:
    gc.freeze()  # tensors of earlier tests are not freed meanwhile
    weight, x = torch.empty(96, 96, device="npu"), torch.empty(32, 96, device="npu")
    compiled = torch.compile(lambda x: torch.softmax(torch.relu(x @ weight) @ weight, -1))
    torch.npu.reset_peak_memory_stats()
    outside = torch.npu.memory_allocated()
    with torch.npu.simulator("tpuv3", "timing", dump_dir=tmp_path) as simulation:
        for _ in range(2):
            compiled(x)
        run = simulation.run_dir
    history = json.loads((run / "memory.json").read_text())
    assert history["peak_bytes"] == torch.npu.max_memory_allocated() > outside
    made = [row for row in history["allocations"] if not row[4]]
    assert made and all(history["first_uses"][use]["operator"] for _, _, _, use, _ in made)
    assert sum(size for size, _, freed, _, before in history["allocations"] if before and freed is None) >= outside
    try:
        main(["inspect", str(run), "--memory", "--json"])
    except SystemExit as stop:
        assert not stop.code
    shown = json.loads(capsys.readouterr().out)
    assert shown["peak_bytes"] == history["peak_bytes"]
    assert {96 * 96 * 4} <= {each["bytes"] for each in shown["allocations"]}
