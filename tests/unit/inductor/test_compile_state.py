"""What decides which code is generated is one state: guards, cache keys and listeners see every part of it."""

from contextlib import contextmanager

import pytest
import torch
from npusim.frontend import compile_state
from npusim.frontend.compile_state import on_compile_state_change
from npusim.frontend.fusions import switches
from npusim.frontend.implementations.forcing import implementation
from npusim.frontend.settings import lowering_changes
from npusim.frontend.settings import switches as code_switches
from npusim.frontend.settings.verification import verify
from npusim.scheduler import mapping, simulator
from npusim.simulator.system.listeners import Listeners


@contextmanager
def replaced_lowering():
    lowering_changes.begin()
    lowering_changes.add()
    yield
    with lowering_changes._listeners.hear():
        lowering_changes._count -= 1


CHANGES = {
    "machine": lambda: simulator(machine="small8x8", mode="functional"),
    "mapping": lambda: mapping("autotune"),
    "implementations": lambda: implementation(gemm="split_k"),
    "lowerings": replaced_lowering,
    "fusions": lambda: switches.fusion(prologue=False),
    "zeros": code_switches.skip_zero_tiles,
    "finite values": code_switches.assume_finite,
    "index checks": lambda: code_switches.check_indices(False),
    "regions": lambda: code_switches.compile_regions(False),
    "verification": verify,
}


@pytest.mark.parametrize("name", CHANGES)
def test_every_part_changes_it_and_is_heard(device, name):
    heard = []
    before = compile_state.compile_state()
    on_compile_state_change(lambda: heard.append(compile_state.compile_state()))
    with CHANGES[name]():
        inside = compile_state.compile_state()
        assert inside != before and heard == [inside]
    assert heard == [inside, before]


@pytest.mark.parametrize("name", CHANGES)
def test_a_compiled_function_is_compiled_once_for_each_state(device, name):
    torch._dynamo.reset()
    x = torch.ones(3).to(device)
    compiled = torch.compile(lambda x: x + 1)
    compiled(x)
    with CHANGES[name](), pytest.raises(torch._dynamo.exc.RecompileError), never_again():
        compiled(x)
    with never_again():
        compiled(x)


@contextmanager
def never_again():
    with torch._dynamo.config.patch(error_on_recompile=True):
        yield


def test_there_is_one_part_for_each_change():
    assert len(compile_state._PARTS) == len(CHANGES)


def test_listeners_hear_of_changes_only_and_nothing_is_read_for_nobody():
    values, read = [1], []

    def current():
        read.append(values[0])
        return values[0]

    listeners = Listeners(current)
    with listeners.hear():
        values[0] = 2
    assert read == []
    heard = []
    listeners.add(heard.append)
    for value in (2, 3, 3):
        with listeners.hear():
            values[0] = value
    assert heard == [3]


def test_equal_settings_are_those_of_equal_keys():
    values, heard = ["one"], []
    listeners = Listeners(lambda: values[0], key=len)
    listeners.add(heard.append)
    for value in ("two", "three"):
        with listeners.hear():
            values[0] = value
    assert heard == ["three"]
