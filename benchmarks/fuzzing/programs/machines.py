"""The machines that random programs run on.

What a small machine cuts into several tiles, or several cores share, is one tile of one core on a large machine.
"""

from npusim.simulator.machine import Machine, load_machine

DEFAULT = "tpuv3"

FREQUENCIES = {
    DEFAULT: 6,
    "small8x8": 1,
    "small8x8 scratchpad_kib_per_lane=8": 1,
    "small8x8 scratchpad_kib_per_lane=16 cores=3": 1,
    "gemmini16": 1,
    "tpuv4": 1,
    "tpuv6e": 1,
}
"""How often each is taken. A machine is its name, followed by keys that differ."""


def machine(text: str) -> Machine:
    """The machine that a text stands for: a shipped one, with some keys changed."""
    name, *changes = text.split()
    keys = dict(change.split("=") for change in changes)
    return load_machine(name).evolve(**{key: int(value) for key, value in keys.items()})
