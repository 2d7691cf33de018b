"""What must hold of the simulated times of every program, whatever it computes.

The same program takes the same cycles when it runs again, in mode `timing` as in mode `both`; no launch beats its
roofline; twice the bandwidth, twice the clock or another core does not slow it down by more than noise. Every machine
compiles the program anew, as for a user: the last property is one of the choice of tiles too.
"""

import dataclasses
import warnings
from collections.abc import Iterator, Mapping

import torch
from npusim.scheduler.tensors.poison_values import PoisonValueWarning
from npusim.simulator.machine import Machine

from fuzzing.campaign.outcomes import Outcome, of_exception
from fuzzing.programs import machines
from fuzzing.programs.execution import run_once
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
    "twice the clock": {"core_freq_mhz": 2},
    "two cores": {"cores": 2},
}
"""Factors of a machine's keys."""


@dataclasses.dataclass(frozen=True)
class Times:
    """Times of one run: each launch's kernel and cycles in order, and what the launches take together.

    `depends_on_values`: mode `timing` warned that times depend on values that it does not compute.
    """

    launches: tuple[tuple[str, int], ...]
    cycles: int
    time_ns: float
    beaten_rooflines: tuple[str, ...]
    depends_on_values: bool


def check(program: Program, outcome: Outcome) -> Outcome:
    """`outcome`, with its cycles; or another of kind `timing` when a property does not hold."""
    machine = machines.machine(program.machine)
    try:
        broken = next(_broken(program, machine, outcome), "")
    except Exception as error:  # every exception is an outcome
        failed = of_exception(error)
        return dataclasses.replace(failed, facts=outcome.facts) if failed.kind == "internal" else outcome
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
    alone = measure(program, machine, "timing")
    if alone.launches != both.launches and not alone.depends_on_values:
        yield f"not the same times in mode timing: {_first_difference(both, alone)}"
    for what, factors in FASTER.items():
        faster = measure(program, _scaled(machine, factors), "timing")
        if faster.time_ns > NOISE * both.time_ns and _is_slower_without_refreshes(program, machine, factors):
            yield f"slower with {what}: {faster.time_ns:.0f} ns instead of {both.time_ns:.0f} ns"


def _is_slower_without_refreshes(program: Program, machine: Machine, factors: Mapping[str, int]) -> bool:
    """Whether a machine with more of something takes longer for its own sake: a DRAM refresh is 10 % of a small kernel,
    and a transfer that comes a cycle earlier may meet one that it would have missed.
    """
    steady = machine.evolve(dram_refresh="none")
    usual, faster = (measure(program, each, "timing") for each in (steady, _scaled(steady, factors)))
    return faster.time_ns > NOISE * usual.time_ns


def _scaled(machine: Machine, factors: Mapping[str, int]) -> Machine:
    return machine.evolve(**{key: factor * getattr(machine, key) for key, factor in factors.items()})


def _first_difference(one: Times, other: Times) -> str:
    if len(one.launches) != len(other.launches):
        return f"{len(one.launches)} launches, then {len(other.launches)}"
    pairs = zip(one.launches, other.launches, strict=True)
    return next(f"{first} and {second}" for first, second in pairs if first != second)


def measure(program: Program, machine: Machine, mode: str) -> Times:
    """Compiles and runs a program in a simulation of its own. Raises what that raises."""
    torch._dynamo.reset()
    compiled = torch.compile(program.function(), fullgraph=True, dynamic=program.mode == "dynamic")
    simulator = torch.npu.simulator(machine=machine, mode=mode)  # type: ignore[attr-defined]
    with warnings.catch_warnings(record=True) as warned, simulator as simulation:
        warnings.simplefilter("always", PoisonValueWarning)
        run_once(program, compiled, "npu")
        report = simulation.report()
    told = any(issubclass(warning.category, PoisonValueWarning) for warning in warned)
    launches = tuple((launch.kernel, int(launch.cycles)) for launch in report.launch_list)
    beaten = tuple(launch.kernel for launch in report.launch_list if (launch.roofline_fraction or 0) > 1)
    return Times(launches, report.cycles or 0, report.time_ns or 0.0, beaten, told)
