"""Which measurements stand behind the machine's model."""

from typing import Any

from npusim.frontend.cli.validation.registry import find_target, target_names
from npusim.simulator.machine import Machine


def measurements(machine: Machine) -> list[dict[str, Any]]:
    """The targets of `npusim validate` for the machine, and for DRAM, with what each row was used for."""
    found = []
    for name in target_names():
        target = find_target(name)
        if target.machine not in ("", machine.name):
            continue
        rows = [{"name": p.name, "reference": p.reference, "used_for": p.used_for} for p in target.points()]
        head = {"name": name, "title": target.title, "unit": target.unit, "reference": target.reference}
        found.append({**head, "rows": rows, "notes": list(target.notes)})
    return found
