"""An estimate of a machine's silicon area, from published areas of arithmetic, flip-flops and memory cells.

Reference node: 45 nm, where arithmetic is published (M. Horowitz, Computing's Energy Problem, ISSCC 2014; W. Dally,
hardware tutorial, NIPS 2015, TSMC 45 nm). Other nodes scale with published densities: memory with the area of a 6T
cell, logic with that of a fin's or gate's pitch product. All results are estimates, good for comparing machines of one
node; docs/sweeps.md compares them with chips.
"""

from dataclasses import dataclass

from npusim.simulator.machine.keys import element_bits
from npusim.simulator.machine.model import Machine

#: um2 at 45 nm of a multiplier of this width and an adder of its sums (Horowitz, Dally): 8-bit and 32-bit integers,
#: 16-bit and 32-bit floats; 8-bit floats as 16-bit ones without most of the multiplier, 64 bits as four times 32.
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
"""One bit of a register, NanGate's open 45 nm library, DFF_X1."""

_ADDER_AND_REGISTERS_UM2 = 4184 + 7700 + 137 + 32 * 32 * _FLIP_FLOP_UM2
"""A vector ALU of 32 bits: its float and integer units, and 32 registers."""

_PLACEMENT = 2.0
"""Area of placed and wired logic, control included, over that of its cells (estimate)."""

_CELL_UM2 = {45: 0.346, 28: 0.127, 22: 0.092, 16: 0.070, 12: 0.064, 7: 0.027, 5: 0.021}
"""A 6T cell by node in nm: Intel 45 and 22 nm, TSMC 28, 16, 7 and 5 nm (IEDM, ISSCC)."""

_LOGIC = {45: 1.0, 28: 0.42, 22: 0.30, 16: 0.19, 12: 0.17, 7: 0.065, 5: 0.037}
"""Area of logic relative to 45 nm: transistors per mm2 as the foundries say (estimate)."""

_MEMORY_OVERHEAD = 2.0
"""Area of a memory over that of its cells: decoders, sense amplifiers, redundancy (estimate)."""

_SECOND_PORT = 1.5
"""What a further port adds: a lane's memory is read and written by the vector unit and the DMA at a time (estimate)."""

_CONTROLLER_MM2 = 0.35
"""DRAM controller and physical interface per channel of 16 GB/s at 16 nm (estimate; analog parts hardly scale)."""

_LINK_UM2_PER_BYTE = 12_000
"""A link of the interconnect with its router, per byte of its width and cycle, at 45 nm (estimate)."""

_UM2 = 1e-6


@dataclass(frozen=True)
class Area:
    """Square millimetres by part of the machine; estimates.

    Attributes:
        node_nm: the node that they are for.
        arrays, vector, scratchpad, shared_memory, interconnect, dram_interface: of all cores.
    """

    node_nm: int
    arrays: float
    vector: float
    scratchpad: float
    shared_memory: float
    interconnect: float
    dram_interface: float

    @property
    def parts(self) -> dict[str, float]:
        """By name."""
        return {name: value for name, value in vars(self).items() if name != "node_nm"}

    @property
    def total_mm2(self) -> float:
        """All parts."""
        return sum(self.parts.values())


def area(machine: Machine) -> Area:
    """The estimated area of a machine at its node (`process_nm`)."""
    node, cores = machine.process_nm, machine.cores
    logic = _LOGIC[node] * _PLACEMENT * _UM2
    kib = _CELL_UM2[node] * 8 * 1024 * _MEMORY_OVERHEAD * _UM2
    elements = machine.systolic_arrays * machine.systolic_rows * machine.systolic_columns
    lanes = machine.vector_lanes * machine.vector_elements_per_lane * machine.vector_alus
    lane_kib = machine.vector_lanes * (machine.scratchpad_kib_per_lane + machine.accumulator_kib_per_lane)
    return Area(
        node_nm=node,
        arrays=cores * elements * _array_element_um2(machine) * logic,
        vector=cores * lanes * _ADDER_AND_REGISTERS_UM2 * logic,
        scratchpad=cores * lane_kib * kib * _SECOND_PORT,
        shared_memory=(machine.cache_kib + machine.cmem_kib) * kib,
        interconnect=cores * _port_bytes(machine) * _LINK_UM2_PER_BYTE * _LOGIC[node] * _UM2,
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
