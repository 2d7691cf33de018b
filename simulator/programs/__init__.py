"""Programs: the launches of a call as data. Packages on disk, and their time on any machine, without torch."""

from npusim.simulator.programs.content import Content
from npusim.simulator.programs.package import read_package, write_package
from npusim.simulator.programs.program import Program
from npusim.simulator.programs.retiming import retime

__all__ = ["Content", "Program", "read_package", "retime", "write_package"]
