"""`npusim new-op`: a package with one operator, its tests and its documentation, to start from."""

from npusim.frontend.scaffold.kinds import KINDS, Kind
from npusim.frontend.scaffold.package import write_package

__all__ = ["KINDS", "Kind", "write_package"]
