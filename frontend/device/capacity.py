"""How much memory a machine gives the device."""

from typing import Any

from npusim.simulator.system.environment import read


def default_capacity_bytes() -> int:
    """DRAM of the machine that launches go to: the innermost simulator's, or ``NPUSIM_MACHINE``'s.

    Raises:
        MachineError: there is no such machine.
    """
    from npusim.simulator.machine import load_machine

    return capacity_of(load_machine(read("MACHINE") or "tpuv3"))


def capacity_of(machine: Any) -> int:
    """Bytes of a machine's DRAM."""
    return int(machine.dram_capacity_gib * (1 << 30))
