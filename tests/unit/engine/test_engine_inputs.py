"""What the timing engine refuses: configurations, operations and launches that cannot be."""

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from engine_machine import ONE_CHANNEL
from npusim.simulator.engine import Buffer, Engine, Operation, Program
from npusim.simulator.engine.records import compute_record
from npusim.simulator.errors import EngineError

PROGRAM = Program("k", [Buffer("x")], [Operation("vector", "work", occupancy_cycles=10)])
SOME_ADDRESS = 4096


def changed(**changes: Any) -> dict[str, Any]:
    return ONE_CHANNEL | changes


def with_memory(**changes: Any) -> dict[str, Any]:
    return ONE_CHANNEL | {"memory": ONE_CHANNEL["memory"] | changes}


def without(key: str) -> dict[str, Any]:
    return {k: v for k, v in ONE_CHANNEL.items() if k != key}


@pytest.mark.parametrize(
    ("config", "message"),
    [
        (changed(bananas=1), "no key bananas; the keys are: .*core_freq_mhz"),
        (with_memory(colour=1), "no key memory.colour"),
        (without("request_bytes"), "request_bytes is missing"),
        (without("memory"), "memory is missing"),
        (changed(request_bytes=48), "request_bytes is 48; it must be a power of two"),
        (changed(core_freq_mhz=0), "core_freq_mhz .* is 0"),
        (changed(core_freq_mhz="fast"), "core_freq_mhz must be a number"),
        (changed(cores=1.5), "cores times 1 must be a whole number"),
        (changed(arrays=0), "arrays is 0; it must be from 1"),
        (changed(queue_depth={"load": 0}), "queue_depth.load is 0"),
        (changed(queue_depth={"lad": 1}), "no key queue_depth.lad"),
        (with_memory(model="magic"), "no memory model 'magic'; there are: command, queued, simple"),
        (with_memory(model="queued"), "queue_requests must be at least 1"),
        (with_memory(interleave_bytes=32), "a request would span channels"),
        (changed(memory=7), "memory must be a dict"),
    ],
)
def test_a_bad_configuration_is_an_error_that_names_the_key(config: dict[str, Any], message: str) -> None:
    with pytest.raises(EngineError, match=message):
        Engine(config)


def test_queue_depths_can_differ_by_unit() -> None:
    engine = Engine(changed(queue_depth={"load": 2, "vector": 30}))
    engine.launch_records(PROGRAM, np.array([compute_record(0)] * 100))
    engine.synchronize()
    assert engine.take_results()[0].cycles == 1000


@pytest.mark.parametrize(
    ("operation", "message"),
    [
        (lambda: Operation("toaster", "x"), "no unit 'toaster'"),
        (lambda: Operation("load", "dma_store"), "load engine does not run 'dma_store'; it runs: dma_load, gather"),
        (lambda: Operation("load", "dma_load"), "element_bytes is 0"),
        (lambda: Operation("vector", "x", occupancy_cycles=-1), "occupancy_cycles is -1"),
        (lambda: Operation("vector", "x", reads=[5]), "names buffer 5, but the kernel has 1"),
        (lambda: Operation("array", "mm", streamed_rows=4), "folds and streamed_rows of at least 1"),
        (lambda: Operation("load", "dma_load", element_bytes=4, combine=True), "only a store"),
    ],
)
def test_a_bad_operation_is_an_error(operation: Callable[[], Operation], message: str) -> None:
    with pytest.raises(EngineError, match=message):
        Program("k", [Buffer("x")], [operation()])


def test_bad_launch_arguments_are_errors() -> None:
    engine = Engine(ONE_CHANNEL)
    with pytest.raises(EngineError, match="trace function is 0"):
        engine.launch(PROGRAM, 0, np.zeros(2, np.int64))
    with pytest.raises(EngineError, match="last word"):
        engine.launch(PROGRAM, SOME_ADDRESS, np.array([], np.int64))
    with pytest.raises(EngineError, match="16 words, not 4"):
        engine.launch_records(PROGRAM, np.zeros((2, 4), np.int64))
    with pytest.raises(EngineError, match="earliest_start_ps is -5"):
        engine.launch_records(PROGRAM, np.zeros((0, 16), np.int64), earliest_start_ps=-5)
    with pytest.raises(TypeError):
        engine.launch_records(PROGRAM, np.zeros((2, 16), np.float32))
