"""An estimate of a machine's silicon area, from published areas of arithmetic, flip-flops and memory cells.

Reference node: 45 nm, where arithmetic is published. Every constant names its source, or says that it is an estimate
and from what; docs/sweeps.md has the same as a table and compares with chips. All results are estimates, good for
comparing machines of one node.
"""

from dataclasses import dataclass

from npusim.simulator.machine.keys import element_bits
from npusim.simulator.machine.model import Machine

#: um2 at 45 nm of a multiplier of this width and an adder of its sums. 8-bit and 32-bit integers, 16-bit and 32-bit
#: floats: M. Horowitz, Computing's Energy Problem, ISSCC 2014, areas as W. Dally showed them (High-Performance Hardware
#: for Machine Learning, NIPS 2015): sums 36, 137 (int8, int32), 1360, 4184 (f16, f32), products 282, 3495, 1640, 7700.
#: Estimates from these: int16 (between int8 and int32), bf16 (f16 with 8 for 11 bits of mantissa), 8-bit floats (a
#: quarter of f16), 64 bits (four times a product of 32, twice a sum).
_MULTIPLY_ADD_UM2 = {
    "i8": 282 + 137,
    "i16": 1000 + 137,
    "i32": 3495 + 137,
    "i64": 4 * 3495 + 274,
    "f8E4M3FN": 410 + 4184,
    "f8E5M2": 410 + 4184,
    "bf16": 1100 + 4184,
    "f16": 1640 + 4184,
    "f32": 7700 + 4184,
    "f64": 4 * 7700 + 2 * 4184,
    "i1": 137,
}
_FLIP_FLOP_UM2 = 4.5
"""One bit of a register: DFF_X1 of NanGate's open 45 nm library. (6.0 in Aladdin's 40 nm library, timing included.)"""

_ADDER_AND_REGISTERS_UM2 = 4184 + 7700 + 137 + 32 * 32 * _FLIP_FLOP_UM2
"""A vector ALU of 32 bits: its float and integer units (as above), and 32 registers (TPUs have as many per lane)."""

_TIMED_AND_WIRED = 1.9
"""Area of logic that meets 1 ns, over the least areas above: Aladdin (Shao et al., ISCA 2014), units for 1 ns at 40 nm:
32-bit integer adder 278 um2, multiplier 6350 um2, which are 2.0 and 1.8 times Horowitz's."""

_CELL_UM2 = {45: 0.346, 28: 0.127, 22: 0.092, 16: 0.070, 12: 0.064, 7: 0.027, 5: 0.021}
"""A 6T cell by node in nm: Intel 45 and 22 nm, TSMC 28, 16, 7 and 5 nm, as their papers at IEDM and ISSCC say
(en.wikichip.org lists them); 12 nm: an estimate, from that of 16 nm."""

_LOGIC = {45: 1.0, 28: 0.42, 22: 0.39, 16: 0.23, 12: 0.19, 7: 0.057, 5: 0.041}
"""Area of logic relative to 45 nm. 28 nm: densities that TSMC gave for 45, 40 and 28 nm. Others from it by contacted
gate pitch x metal pitch (28 nm 117 x 90, Intel 22FFL 108 x 90, TSMC 16 nm 90 x 64, 7 nm 54 x 40, 5 nm 51 x 30;
WikiChip) and by the tracks of a cell: 9 down to 16 nm, 7.5 at 12, 6 below."""

_MACRO = 1.43
"""Area of a memory macro over that of its cells: TSMC at 5 nm, 0.021 um2 a cell and 31.8 Mib/mm2 (IEDM 2022, WikiChip).
A compiled macro of 256 KiB at 12 nm has 1.37 (RecPipe, MICRO 2021, artifact), of 4 KiB 2.2."""

_BANKS = 2.0
"""Area of a memory over that of its macros: banks, ports, wires, redundancy. An estimate from Gemmini's scratchpad and
accumulators, whose published area is 2.8 times that of their cells; TPUv4i's CMEM has 3.9."""

_CONTROLLER_MM2 = 0.35
"""DRAM controller and physical interface per channel of 16 GB/s (estimate, no source found; analog parts hardly
scale)."""

_LINK_UM2_PER_BYTE = 12_000
"""A link of the interconnect with its router, per byte of its width and cycle, at 45 nm (estimate, from six buffers of
four flits in flip-flops and a crossbar; no source found)."""

_CONTROL_UM2 = 223_000 / 0.39
"""Control of a core, at 45 nm: Gemmini at 22 nm has 171,000 um2 of a host core (Rocket) and 52,000 that are neither it,
nor array, nor memory (Genc et al., DAC 2021: 1,029,000 um2 in all)."""

_UM2 = 1e-6


@dataclass(frozen=True)
class Area:
    """Square millimetres by part of the machine; estimates.

    Attributes:
        node_nm: the node that they are for.
        arrays, vector, scratchpad, shared_memory, interconnect, control, dram_interface: of all cores.
    """

    node_nm: int
    arrays: float
    vector: float
    scratchpad: float
    shared_memory: float
    interconnect: float
    control: float
    dram_interface: float

    @property
    def parts(self) -> dict[str, float]:
        """By name."""
        return {name: value for name, value in vars(self).items() if name != "node_nm"}

    @property
    def total_mm2(self) -> float:
        """All parts."""
        return sum(self.parts.values())

    def to_dict(self) -> dict[str, float]:
        """The node, the parts rounded to 0.001 mm2, and their total."""
        rounded = {name: round(value, 3) for name, value in {**self.parts, "total": self.total_mm2}.items()}
        return {"node_nm": self.node_nm, **rounded}


def area(machine: Machine) -> Area:
    """The estimated area of a machine at its node (`process_nm`)."""
    node, cores = machine.process_nm, machine.cores
    logic = _LOGIC[node] * _TIMED_AND_WIRED * _UM2
    kib = _CELL_UM2[node] * 8 * 1024 * _MACRO * _BANKS * _UM2
    elements = machine.systolic_arrays * machine.systolic_rows * machine.systolic_columns
    lanes = machine.vector_lanes * machine.vector_elements_per_lane * machine.vector_alus
    lane_kib = machine.vector_lanes * (machine.scratchpad_kib_per_lane + machine.accumulator_kib_per_lane)
    return Area(
        node_nm=node,
        arrays=cores * elements * _array_element_um2(machine) * logic,
        vector=cores * lanes * _ADDER_AND_REGISTERS_UM2 * logic,
        scratchpad=cores * lane_kib * kib,
        shared_memory=(machine.cache_kib + machine.cmem_kib) * kib,
        interconnect=cores * _port_bytes(machine) * _LINK_UM2_PER_BYTE * _LOGIC[node] * _UM2,
        control=cores * _CONTROL_UM2 * _LOGIC[node] * _UM2,
        dram_interface=_CONTROLLER_MM2 * machine.dram_bandwidth_gbps / 16,
    )


def _array_element_um2(machine: Machine) -> float:
    """One element of an array at 45 nm: the widest of its types' units, its registers for weight, input and sum.

    Floats of 32 bits are rounded to 16 in the arrays of machines that stream them as fast as bf16.
    """
    rates = machine.systolic_rows_per_cycle
    types = [name for name in rates if not (name in ("f32", "f64") and rates.get("bf16") == rates[name])] or ["i8"]
    unit = max(_MULTIPLY_ADD_UM2[name] for name in types)
    bits = max(element_bits(name) for name in types)
    weights = 2 if machine.systolic_double_buffered_weights else 1
    return unit + _FLIP_FLOP_UM2 * ((weights + 1) * bits + 32)


def _port_bytes(machine: Machine) -> float:
    """Bytes per cycle of a core's port: what the description says, at most what its DMA engines move."""
    return min(machine.noc_bytes_per_cycle, machine.core_port_bytes_per_cycle or 2 * machine.dma_bytes_per_cycle)
