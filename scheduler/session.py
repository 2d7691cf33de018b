"""The simulation that launches go to: one per process, or the innermost ``with simulator(...)``."""

import atexit
import os
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from npusim.scheduler.host_work import (
    HostCounts,
    HostFunctions,
    all_host_functions,
    all_host_operators,
    host_functions_from_now,
    host_operators_from_now,
)
from npusim.scheduler.log import cycles_logger
from npusim.scheduler.routing import RoutingOption, resolved_routing, use_routing
from npusim.scheduler.source_lines import warn_user
from npusim.scheduler.strategy import Wanted, resolved_strategy
from npusim.scheduler.strategy import mapping as mapping_in_force
from npusim.simulator.errors import OptionError, RunInterrupted
from npusim.simulator.machine import Machine, load_machine
from npusim.simulator.run.simulation import Simulation
from npusim.simulator.system.environment import read
from npusim.simulator.system.listeners import Listeners

DEFAULT_MACHINE = "tpuv3"
DEFAULT_MODE = "both"
MODES = ("functional", "timing", "both")


class OverlappingSimulationsWarning(UserWarning):
    """Simulations of several threads were open at the same time; launches went to the one that began last."""


#: Held while the stack changes and while a kernel is launched: backward passes launch from threads of their own.
launch_lock = threading.RLock()

_stack: list[Simulation] = []
#: Simulations of the process that forked this one, kept because ending them here would touch the parent's run.
_parents: list[tuple[Simulation, ...]] = []


def on_machine_change(listener: Callable[[Machine], None]) -> None:
    """Call ``listener(machine)`` whenever the machine that launches go to becomes another one."""
    _machine_listeners.add(listener)


def on_mode_change(listener: Callable[[str], None]) -> None:
    """Call ``listener(mode)`` whenever the mode of the simulation that launches go to may be another one."""
    _mode_listeners.add(listener)


def current_simulation() -> Simulation:
    """The simulation that launches go to.

    Outside of ``with simulator(...)`` it is the process's own, made at first use from the environment:
    ``NPUSIM_MACHINE`` (a name or a YAML file), ``NPUSIM_MODE`` (functional, timing or both) and ``NPUSIM_DUMP_DIR``
    (where run folders are made).
    """
    if not _stack:
        with launch_lock:
            if not _stack:
                process = _open(None, None, None, all_host_operators, all_host_functions)
                _stack.append(process)
                _mode_listeners.tell()
                atexit.register(process.close)
    return _stack[-1]


def active_simulation() -> Simulation | None:
    """The simulation that launches go to if there is one yet; never makes one."""
    return _stack[-1] if _stack else None


def current_machine() -> Machine:
    """The machine that kernels are generated for; cheap, makes no simulation."""
    return _stack[-1].machine if _stack else resolved_machine(None)


def current_mode() -> str:
    """The mode that kernels are launched in; makes no simulation."""
    return _stack[-1].mode if _stack else checked_mode(None)


_machine_listeners: Listeners[Machine] = Listeners(current_machine)


@contextmanager
def computing_values(wanted: bool = True) -> Iterator[None]:
    """Kernels launched meanwhile compute values in mode ``timing`` as well; with ``wanted`` False again only those that
    a time depends on."""
    simulation = current_simulation()
    before = simulation.computes_values
    simulation.computes_values = wanted or simulation.mode != "timing"
    try:
        yield
    finally:
        simulation.computes_values = before


_mode_listeners: Listeners[str] = Listeners(current_mode)


@contextmanager
def simulator(
    machine: str | Path | Machine | None = None,
    mode: str | None = None,
    dump_dir: str | Path | None = None,
    mapping: Wanted = None,
    resident: Sequence[str] = (),
    routing: RoutingOption = None,
) -> Iterator[Simulation]:
    """Send launches to a new simulation until the block ends; then the one before is used again.

    Args:
        machine: a shipped machine's name, a YAML file, or a ``Machine``; default ``NPUSIM_MACHINE``, then tpuv3.
        mode: ``functional`` (values), ``timing`` (cycles) or ``both``; default ``NPUSIM_MODE``, then both.
        dump_dir: the folder in which the run's folder is made; default ``NPUSIM_DUMP_DIR``.
        mapping: how templates are mapped in code compiled meanwhile: ``default``, ``resident``, ``autotune`` or a JSON
            file (docs/mapping.md); default: as it is outside, else ``NPUSIM_MAPPING``.
        resident: arguments of kernels whose tensors belong into the CMEM, such as ``W`` or ``gemm*:1``
            (docs/shared_memory.md); besides those of ``torch.npu.make_resident``.
        routing: which experts tokens go to where mode ``timing`` does not compute it: ``balanced`` (default), weights
            of the experts, or what ``torch.npu.record_routing()`` recorded, or its file (docs/routing.md).

    Raises:
        OptionError: the mode, the mapping or the routing does not exist; ``resident`` for a machine without a CMEM.
        MappingError: the mapping file cannot be read.
        MachineError: the machine does not exist or its file is wrong.
        RunInterrupted: a KeyboardInterrupt left the block; it holds the partial report.
    """
    strategy, decided = None if mapping is None else resolved_strategy(mapping), resolved_routing(routing)
    simulation = _open(machine, mode, dump_dir, host_operators_from_now(), host_functions_from_now(), resident)
    use_routing(simulation, decided)
    _push(simulation)
    try:
        with mapping_in_force(strategy):
            yield simulation
    except KeyboardInterrupt as stop:
        simulation.interrupt()
        if isinstance(stop, RunInterrupted):
            raise
        raise RunInterrupted(simulation.report()) from stop
    except Exception as error:
        simulation.note_error(error)
        raise
    finally:
        try:
            simulation.close()
        finally:
            _remove(simulation)


def checked_mode(mode: str | None) -> str:
    """``mode``, or the environment's; ``OptionError`` when it is none of `MODES`."""
    chosen = mode or read("MODE") or DEFAULT_MODE
    if chosen not in MODES:
        where = "mode" if mode else "NPUSIM_MODE"
        raise OptionError(f"{where} is {chosen!r}; it can be {', '.join(MODES)}")
    return chosen


def resolved_dump_dir(dump_dir: str | Path | None) -> Path | None:
    """The folder in which run folders are made: as given, else the environment's, else None (the default)."""
    folder = dump_dir or read("DUMP_DIR")
    return Path(folder).expanduser() if folder else None


def resolved_machine(machine: str | Path | Machine | None) -> Machine:
    """A machine from its name or file, or the environment's; ``MachineError`` when there is none."""
    if isinstance(machine, Machine):
        return machine
    return load_machine(machine or read("MACHINE") or DEFAULT_MACHINE)


def open_simulations() -> tuple[Simulation, ...]:
    """The simulations that have not ended; launches go to the last one."""
    return tuple(_stack)


def _open(
    machine: str | Path | Machine | None,
    mode: str | None,
    dump_dir: str | Path | None,
    host_operators: Callable[[], HostCounts],
    host_functions: Callable[[], HostFunctions],
    resident: Sequence[str] = (),
) -> Simulation:
    if isinstance(resident, str):
        raise OptionError(f"resident is a list of patterns, such as [{resident!r}], not a string")
    folder = resolved_dump_dir(dump_dir)
    simulation = Simulation(
        resolved_machine(machine),
        checked_mode(mode),
        folder,
        resident=resident,
        host_operators=host_operators,
        host_functions=host_functions,
    )
    log = cycles_logger(simulation.machine.cycle_ps)
    if log is not None:
        simulation.on_finished(log)
    return simulation


def _push(simulation: Simulation) -> None:
    with launch_lock:
        try:
            with _machine_listeners.hear():
                _stack.append(simulation)
        except BaseException:  # a listener refuses the machine, or what it reads beside it
            if simulation in _stack:
                _stack.remove(simulation)
            raise
        _mode_listeners.tell()


def _remove(simulation: Simulation) -> None:
    with launch_lock:
        is_last = _stack[-1] is simulation
        with _machine_listeners.hear():
            _stack.remove(simulation)
        _mode_listeners.tell()
    if not is_last:
        warn_user(
            "this simulation ends before one that began later, as simulations of several threads do: the launches of "
            "all threads went to the later one while it was open, and count there. Simulate one after the other",
            OverlappingSimulationsWarning,
        )


def _start_anew_in_child() -> None:
    """An engine's worker does not survive fork(): the child makes a simulation of its own when it first launches."""
    for simulation in _stack:
        atexit.unregister(simulation.close)
    _parents.append(tuple(_stack))
    _stack.clear()
    _mode_listeners.tell()


os.register_at_fork(after_in_child=_start_anew_in_child)
