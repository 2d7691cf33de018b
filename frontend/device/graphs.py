"""`torch.accelerator.Graph` on the device: the launches of a capture, which can be launched again."""

import json
from collections import Counter
from itertools import count
from pathlib import Path

import torch
from npusim.frontend.device import runtime
from npusim.frontend.device.operators.rng import default_generator
from npusim.frontend.device.policy import fallback_counts
from npusim.scheduler import launches
from npusim.simulator.errors import DeviceError

_graphs: dict[int, launches.LaunchSequence] = {}
_numbers = count(1)
_before: tuple[int, Counter[str], torch.Tensor] | None = None


def connect() -> None:
    """Called when the device starts."""
    runtime.answer(
        begin_graph=_begin,
        end_graph=_end,
        replay_graph=lambda graph: _graphs[graph].run(),
        forget_graph=lambda graph: _graphs.pop(graph, None) and None,
        dump_graph=_dump,
    )


def _begin() -> None:
    global _before
    launches.begin_recording()
    _before = _host_work()


def _host_work() -> tuple[int, Counter[str], torch.Tensor]:
    """How often the host has used device memory, what it has computed, and the state of the random numbers."""
    return runtime.library().npusim_host_accesses(), Counter(fallback_counts()), default_generator().get_state()


def _end() -> int:
    sequence = launches.end_recording()
    assert _before is not None
    (accesses, operators, state), now = _before, _host_work()
    if now[1] != operators or now[0] != accesses:
        names = ", ".join(sorted(now[1] - operators)) or "a copy, a fill, or a number that was read"
        raise DeviceError(
            f"the graph cannot be captured: the host used device memory meanwhile ({names}), which launching the "
            "graph again would leave out. Compile what is captured with torch.compile, and copy before or after it"
        )
    if not torch.equal(now[2], state):
        raise DeviceError(
            "the graph cannot be captured: random numbers were drawn for it, which would be the same ones each time"
        )
    number = next(_numbers)
    _graphs[number] = sequence
    return number


def _dump(graph: int, path: str) -> None:
    found = [launch.describe() for launch in _graphs[graph].launches]
    Path(path).write_text(json.dumps({"launches": found}, indent=1) + "\n")
