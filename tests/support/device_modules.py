"""Imports most of what the first use of the device imports, for processes that are forked: nothing of it starts it."""

import npusim.frontend.device.graphs
import npusim.frontend.device.profiler
import npusim.scheduler  # noqa: F401
