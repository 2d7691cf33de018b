"""Machines: what is simulated, read from YAML and validated."""

from .loader import load_machine, machine_names, parse_machine
from .model import Machine, element_bits

__all__ = ["Machine", "element_bits", "load_machine", "machine_names", "parse_machine"]
