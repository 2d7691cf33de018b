"""An estimate of a machine's static power: its estimated area times published leakages of logic and of memory.

docs/sweeps.md has the constants as a table. The silicon is typical and cool; hot silicon leaks several times as much.
"""

from npusim.simulator.machine.area import area
from npusim.simulator.machine.model import Machine

_LOGIC_MW_PER_MM2_NM = 0.30
"""Leakage of a square millimetre of logic, per nm of its node. At 40 nm 12.3 mW: Aladdin's library (Shao et al., ISCA
2014), a 32-bit multiplier 0.0779 mW on 6351 um2, a bit of a register 7.4e-5 mW on 5.98 um2 (an adder has 8.1 mW per
mm2). At 12 nm 3.6 mW: RecPipe (MICRO 2021, artifact), an array of 32x32 synthesised with cells of low threshold for
0.7 V and 25 C, 1.83 mW on 0.507 mm2. Other nodes lie on the line through both, 7 and 5 nm beyond its end."""

_MEMORY_OVER_LOGIC = 0.20
"""Leakage of a square millimetre of memory over that of logic. CACTI at 45 nm (results that others published, not run
by us) with transistors of low operating power (itrs-lop) has 2.69 nW for a bit of an array of 52 KiB, whose area is
estimated as 0.99 um2; so much logic has 13.4 nW. With transistors of high performance (itrs-hp) it has 59.4 nW."""

_MEMORIES = ("scratchpad", "shared_memory")
_NOT_PUBLISHED = "dram_interface"
_MW = 1e-3


def leakage(machine: Machine) -> dict[str, float]:
    """The estimated static power of a machine at its node (`process_nm`): watts by part of its area, and in `total`.

    Nothing is published of the DRAM's interface; the DRAM's own static power is not that of the machine.
    """
    estimate = area(machine)
    logic = _LOGIC_MW_PER_MM2_NM * estimate.node_nm * _MW
    watts = {
        part: mm2 * logic * (_MEMORY_OVER_LOGIC if part in _MEMORIES else 1)
        for part, mm2 in estimate.parts.items()
        if part != _NOT_PUBLISHED
    }
    return {**watts, "total": sum(watts.values())}
