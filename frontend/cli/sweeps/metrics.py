"""The results of a point: sums over its workloads, and what follows from them."""

from collections.abc import Mapping, Sequence
from typing import Any

from npusim.frontend.cli.sweeps.expressions import Expression
from npusim.frontend.cli.sweeps.space import flat
from npusim.frontend.cli.sweeps.specification import METRICS, Workload
from npusim.simulator.machine import Machine
from npusim.simulator.machine.area import area

Metrics = dict[str, float | None]

TITLES = {
    "time_ns": ("time", 1e-3, "us"),
    "energy_pj": ("energy", 1e-6, "uJ"),
    "area_mm2": ("area", 1.0, "mm2"),
    "energy_delay_pjs": ("energy x delay", 1e-6, "uJs"),
    "power_w": ("power", 1.0, "W"),
    "cycles": ("cycles", 1.0, ""),
}
"""What a metric is called, the factor to the unit in which it is shown, and that unit."""


def title(name: str) -> str:
    """What a metric is called, with its unit."""
    words, _, unit = TITLES[name]
    return f"{words} {unit}".strip()


def shown(name: str, value: float | None) -> str:
    """A metric as tables show it, in the unit of its title."""
    if value is None:
        return "-"
    return f"{value:,.0f}" if name == "cycles" else f"{value * TITLES[name][1]:,.5g}"


def of_machine(machine: Machine) -> Metrics:
    """What is known of a point before anything runs."""
    return {"area_mm2": area(machine).total_mm2}


def of_results(machine: Machine, workloads: Sequence[Workload], results: Sequence[Mapping[str, Any]]) -> Metrics:
    """The metrics of a point; None for what is not known, such as the energy of a machine without prices."""
    pairs = list(zip(workloads, results, strict=True))
    time_ns = sum(workload.weight * result["time_ns"] for workload, result in pairs)
    energies = [result["energy_pj"] for _, result in pairs]
    energy_pj = None
    if None not in energies:
        energy_pj = sum(workload.weight * energy for (workload, _), energy in zip(pairs, energies, strict=True))
    return {
        **of_machine(machine),
        "time_ns": time_ns,
        "cycles": sum(workload.weight * result["cycles"] for workload, result in pairs),
        "energy_pj": energy_pj,
        "energy_delay_pjs": None if energy_pj is None else energy_pj * time_ns * 1e-9,
        "power_w": None if energy_pj is None or not time_ns else energy_pj / time_ns / 1000,
    }


def broken(limits: Sequence[Expression], machine: Machine, metrics: Metrics) -> dict[str, float]:
    """The constraints that a point breaks, as far as its values are known, and how far each is from being met."""
    values = {**flat(machine.model_dump(mode="json")), **metrics}
    found = {}
    for limit in limits:
        unknown = [name for name in limit.names if values.get(name) is None]
        if unknown and all(name in METRICS for name in unknown):
            continue
        if excess := limit.excess(values):
            found[limit.text] = excess
    return found
