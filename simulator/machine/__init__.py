"""Machine descriptions, read from YAML and validated."""

from npusim.simulator.machine.energy import EnergyTable
from npusim.simulator.machine.keys import element_bits
from npusim.simulator.machine.loader import load_machine, machine_names, parse_machine
from npusim.simulator.machine.model import Machine

__all__ = ["EnergyTable", "Machine", "element_bits", "load_machine", "machine_names", "parse_machine"]
