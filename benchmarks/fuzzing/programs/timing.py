"""What must hold of the simulated times of every program, whatever it computes.

The same program takes the same cycles when it runs again, in mode `timing` as in mode `both`; no launch beats its
roofline; twice the bandwidth, the slots of queues or the clock, or another core does not slow it down by more than
noise. Every machine compiles the program anew, as for a user: the last property is one of the choice of tiles too.
"""

import dataclasses
from collections.abc import Iterator, Mapping

import torch
from npusim.simulator.errors import PoisonValueError
from npusim.simulator.machine import Machine

from fuzzing.campaign.outcomes import Outcome, of_exception
from fuzzing.programs import execution, machines
from fuzzing.programs.program import Program

NOISE = 1.02

FASTER: dict[str, dict[str, int]] = {
    "twice the bandwidth": {
        "dram_channels": 2,
        "dram_bandwidth_gbps": 2,
        "core_port_bytes_per_cycle": 2,
        "noc_bytes_per_cycle": 2,
        "dma_bytes_per_cycle": 2,
    },
    "twice the slots": {"dma_outstanding_requests": 2, "dma_queue_depth": 2, "unit_queue_depth": 2},
    "twice the clock": {"core_freq_mhz": 2},
    "two cores": {"cores": 2},
}
"""Factors of a machine's keys."""


@dataclasses.dataclass(frozen=True)
class Times:
    """Times of one run: each launch's kernel and cycles in order, and what the launches take together."""

    launches: tuple[tuple[str, int], ...]
    cycles: int
    time_ns: float
    beaten_rooflines: tuple[str, ...]


def check(program: Program, outcome: Outcome) -> Outcome:
    """`outcome`, with its cycles; or another of kind `timing` when a property does not hold."""
    machine = machines.machine(program.machine)
    try:
        broken = next(_broken(program, machine, outcome), "")
    except Exception as error:  # every exception is an outcome
        failed = of_exception(error)
        if failed.kind == "internal":
            return dataclasses.replace(failed, facts=outcome.facts)
        broken = f"refused on another machine or in another mode: {failed.message}"
    if not broken:
        return outcome
    facts = outcome.facts | {"property": broken}
    return Outcome("timing", f"timing: {broken.split(':')[0]}: {' '.join(facts['operators'])}", broken, facts=facts)


def _broken(program: Program, machine: Machine, outcome: Outcome) -> Iterator[str]:
    """The properties that do not hold, in words."""
    both = measure(program, machine, "both")
    outcome.facts["cycles"] = both.cycles
    if both.beaten_rooflines:
        yield f"faster than the roofline: {', '.join(both.beaten_rooflines)}"
    again = measure(program, machine, "both")
    if again.launches != both.launches:
        yield f"not the same times again: {_first_difference(both, again)}"
    alone = _measure_alone(program, machine)
    if alone is not None and alone.launches != both.launches:
        yield f"not the same times in mode timing: {_first_difference(both, alone)}"
    mode = "both" if alone is None else "timing"
    for what, factors in FASTER.items():
        faster = measure(program, _scaled(machine, factors), mode)
        if faster.time_ns > NOISE * both.time_ns and _is_slower_without_refreshes(program, machine, factors, mode):
            yield f"slower with {what}: {faster.time_ns:.0f} ns instead of {both.time_ns:.0f} ns"


def _measure_alone(program: Program, machine: Machine) -> Times | None:
    """Times in mode `timing`, or None if they depend on values, which that mode does not compute."""
    try:
        return measure(program, machine, "timing")
    except PoisonValueError:
        return None


def _is_slower_without_refreshes(program: Program, machine: Machine, factors: Mapping[str, int], mode: str) -> bool:
    """Whether a machine with more of something takes longer for its own sake: a DRAM refresh is 10 % of a small kernel,
    and a transfer that comes a cycle earlier may meet one that it would have missed.
    """
    steady = machine.evolve(dram_refresh="none")
    usual, faster = (measure(program, each, mode) for each in (steady, _scaled(steady, factors)))
    return faster.time_ns > NOISE * usual.time_ns


def _scaled(machine: Machine, factors: Mapping[str, int]) -> Machine:
    return machine.evolve(**{key: factor * getattr(machine, key) for key, factor in factors.items()})


def _first_difference(one: Times, other: Times) -> str:
    if len(one.launches) != len(other.launches):
        return f"{len(one.launches)} launches, then {len(other.launches)}"
    pairs = zip(one.launches, other.launches, strict=True)
    return next(f"{first} and {second}" for first, second in pairs if first != second)


def measure(program: Program, machine: Machine, mode: str) -> Times:
    """Compiles and runs a program in a simulation of its own, and reads none of its results: mode `timing` has none.

    Raises what that raises.
    """
    torch._dynamo.reset()
    compiled = torch.compile(program.function(), fullgraph=True, dynamic=program.mode == "dynamic")
    with torch.npu.simulator(machine=machine, mode=mode) as simulation:  # type: ignore[attr-defined]
        execution.call(program, compiled, "npu")
        report = simulation.report()
    launches = tuple((launch.kernel, int(launch.cycles)) for launch in report.launch_list)
    beaten = tuple(launch.kernel for launch in report.launch_list if (launch.roofline_fraction or 0) > 1)
    return Times(launches, report.cycles or 0, report.time_ns or 0.0, beaten)
