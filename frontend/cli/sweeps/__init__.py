"""Sweeps: machines with many values of their keys, workloads on each of them, and the best of the points.

`sweep(specification, results)` is `npusim sweep` from Python (docs/sweeps.md).
"""

from npusim.frontend.cli.sweeps.driver import Summary, sweep
from npusim.frontend.cli.sweeps.specification import Specification, read_specification

__all__ = ["Specification", "Summary", "read_specification", "sweep"]
