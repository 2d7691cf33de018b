"""A machine: its keys, checked together, and what follows from them."""

import hashlib
from functools import cached_property
from typing import Any, Self

import yaml
from npusim.simulator.dram.device import DramDevice, device_names, load_device
from npusim.simulator.dram.row_sets import RowSet, row_set
from npusim.simulator.errors import MachineError
from npusim.simulator.machine import vector_table
from npusim.simulator.machine.keys import MachineKeys, element_bits
from npusim.simulator.machine.shared_memory import check_shared_memory
from pydantic import model_validator

_WRITES_DRAINED = 0.6
"""Part of a channel's queue of writes between the watermarks that a drain begins and ends at (docs/dram.md)."""

_DUMPER = getattr(yaml, "CSafeDumper", yaml.SafeDumper)  # five times as fast, where libyaml is there


class Machine(MachineKeys):
    """One NPU. Units are in the key names; every number is per core unless its description says otherwise."""

    def __repr__(self) -> str:
        return f"<Machine {self.name}, digest {self.digest[:12]}>"

    @model_validator(mode="after")
    def _consistent(self) -> Self:
        if self.dram_interleave_bytes < self.dram_request_bytes:
            raise ValueError(
                f"dram_interleave_bytes ({self.dram_interleave_bytes}) is below dram_request_bytes "
                f"({self.dram_request_bytes}); a request must lie on one channel"
            )
        if self.dram_channel_hash and self.dram_channels & (self.dram_channels - 1):
            raise ValueError(
                f"dram_channels is {self.dram_channels}; dram_channel_hash needs a power of two, or set it to false"
            )
        if self.systolic_weight_rows_per_cycle > self.systolic_rows:
            raise ValueError(
                f"systolic_weight_rows_per_cycle is {self.systolic_weight_rows_per_cycle:g}, "
                f"more than the {self.systolic_rows} systolic_rows of an array"
            )
        if self.dram_model == "command" and self.dram_efficiency != 1:
            raise ValueError(
                f"dram_efficiency is {self.dram_efficiency:g}, but dram_model command simulates what it stands for; "
                "leave it out"
            )
        check_shared_memory(self)
        if self.dram_model == "command":
            self._check_device(self.load_dram_device())
        return self

    def load_dram_device(self) -> DramDevice:
        """The device behind one controller, of machines with `dram_model: command`."""
        if self.dram_device is None:
            raise ValueError(f"dram_model command needs a dram_device; there are: {', '.join(device_names())}")
        try:
            device = load_device(self.dram_device)
        except MachineError as error:
            raise ValueError(f"dram_device: {error}") from error
        return device if self.dram_controller == "channel" else device.pseudo_channel()

    @cached_property
    def dram_rows(self) -> RowSet | None:
        """What opening rows costs, of machines with `dram_model: command`; else None."""
        if self.dram_model != "command":
            return None
        return row_set(self.load_dram_device(), self.dram_mapping, self.dram_channels, self.dram_interleave_bytes)

    @cached_property
    def dram_command_latency_cycles(self) -> float:
        """Core cycles that a transfer over many channels waits for commands, of machines with `dram_model: command`;
        else 0: a row is opened and read, where banks are refreshed one by one behind what is left of a refresh.
        """
        if self.dram_model != "command" or self.dram_refresh != "idle_bank":
            return self.dram_row_read_cycles
        device = self.load_dram_device()
        rest_clocks = _longest_rest(device.tRFCpb or 0, device.tREFI, self.dram_channels)
        return self.dram_row_read_cycles + rest_clocks * device.clock_ps / self.cycle_ps

    @cached_property
    def dram_row_read_cycles(self) -> float:
        """Core cycles to open a row and read from it, of machines with `dram_model: command`; else 0."""
        if self.dram_model != "command":
            return 0.0
        device = self.load_dram_device()
        return (device.tRCDRD + device.tCL + device.burst_clocks) * device.clock_ps / self.cycle_ps

    def dram_turnaround_share(self, cores: int) -> float:
        """Time that the data bus idles around a drain of writes, in units of the time of the written data, while some
        cores read; 0 for machines with another model than `command`.

        A drain begins with the turn of the bus and ends with the time from the last written data to the next read's. It
        writes what fills the queue between its watermarks, and what waits in front of it. Where it is in the banks that
        are read, rows are opened for it, and for the reads behind it.
        """
        if self.dram_rows is None:
            return 0.0
        turn_clocks, drained_clocks, clock_ps = self._dram_drain
        return (turn_clocks + self.dram_rows.reopening_ps(cores) / clock_ps) / drained_clocks

    @cached_property
    def _dram_drain(self) -> tuple[float, float, float]:
        """Clocks of the turns around a drain of writes, those of its data, and the length of a clock in picoseconds."""
        device = self.load_dram_device()
        drained = _WRITES_DRAINED * self.dram_write_queue + self.noc_channel_requests
        return device.bus_turn_clocks + device.tWTR_L + device.tCL, drained * device.burst_clocks, device.clock_ps

    def _check_device(self, device: DramDevice) -> None:
        if self.dram_request_bytes != device.burst_bytes:
            raise ValueError(
                f"dram_request_bytes is {self.dram_request_bytes}; a burst of {device.name} has {device.burst_bytes}"
            )
        peak = device.peak_gbps(self.dram_channels)
        if abs(self.dram_bandwidth_gbps / peak - 1) > 0.01:
            raise ValueError(
                f"dram_bandwidth_gbps is {self.dram_bandwidth_gbps}, but {self.dram_channels} channels "
                f"of {device.name} have a peak of {peak:g}"
            )

    @property
    def lane_reduction_latency_cycles(self) -> int:
        """Cycles from the last partial result in the cross-lane unit to the last result of a reduction."""
        own = self.cross_lane_reduction_latency_cycles
        return self.cross_lane_latency_cycles if own is None else own

    @property
    def scratchpad_bytes_per_lane(self) -> int:
        """Bytes of scratchpad in one lane."""
        return self.scratchpad_kib_per_lane * 1024

    @property
    def scratchpad_bytes(self) -> int:
        """Bytes of scratchpad in one core."""
        return self.scratchpad_bytes_per_lane * self.vector_lanes

    @property
    def core_counts(self) -> list[int]:
        """Numbers of cores that may share a kernel's loops: powers of two, and all."""
        return [*(1 << bit for bit in range((self.cores - 1).bit_length())), self.cores]

    @property
    def dram_bytes_per_cycle(self) -> float:
        """Peak DRAM bytes per core cycle, all channels together."""
        return self.dram_bandwidth_gbps * 1000 / self.core_freq_mhz

    @property
    def memory_bandwidth_gbps(self) -> float:
        """Peak bandwidth between all cores and DRAM, limited by the cores' ports, 10^9 bytes/s."""
        ports = self.cores * self.core_port_bytes_per_cycle * self.core_freq_mhz / 1000
        return min(self.dram_bandwidth_gbps, ports or self.dram_bandwidth_gbps)

    @property
    def memory_bytes_per_cycle(self) -> float:
        """`memory_bandwidth_gbps` in bytes per core cycle."""
        return self.memory_bandwidth_gbps * 1000 / self.core_freq_mhz

    @cached_property
    def dram_busy_bytes_per_cycle(self) -> float:
        """DRAM bytes per core cycle of channels that always have data to move: what refreshes of all banks leave."""
        share = self.dram_efficiency
        if self.dram_model == "command" and self.dram_refresh == "all_bank":
            device = self.load_dram_device()
            share *= 1 - device.tRFC / device.tREFI
        return self.dram_bytes_per_cycle * share

    @cached_property
    def dram_stream_bytes_per_cycle(self) -> float:
        """DRAM bytes per core cycle that streams achieve, for estimates."""
        return min(self.dram_busy_bytes_per_cycle, self.memory_bytes_per_cycle)

    @property
    def dram_latency_cycles(self) -> float:
        """Core cycles of a read in the DRAM, without queueing."""
        return self.dram_latency_ns * self.core_freq_mhz / 1000

    @cached_property
    def memory_latency_cycles(self) -> float:
        """Core cycles from the issue of a request to its data, without queueing: NoC, DRAM, and NoC."""
        return self.dram_latency_cycles + 2 * self.noc_latency_cycles

    @property
    def cycle_ps(self) -> float:
        """Length of a core cycle in picoseconds."""
        return 1e6 / self.core_freq_mhz

    @property
    def vector_elements_per_cycle(self) -> int:
        """32-bit elements per cycle of one vector ALU over all lanes."""
        return self.vector_lanes * self.vector_elements_per_lane

    @property
    def digest(self) -> str:
        """Hash of every value that can change a timing, including the present content of the DRAM device's file."""
        text = self.model_dump_json(exclude={"description", "sources", "energy", "process_nm"})
        device = self.load_dram_device().engine_numbers() if self.dram_model == "command" else {}
        return hashlib.sha256(f"{text}{device}".encode()).hexdigest()

    def vector_slots(self, op_class: str, element_type: str) -> float:
        """ALU issue slots of one operation on a vector; by default proportional to the element type's width."""
        bits = element_bits(element_type)
        width = bits / 32 if bits > 32 or element_type in self.vector_packed_types else 1.0
        return vector_table.slots(self.vector_operations, op_class, element_type, width)

    def vector_op_latency_cycles(self, op_class: str, element_type: str) -> int:
        """Cycles from the issue of an operation to the issue of a dependent operation."""
        return vector_table.latency_cycles(self.vector_operations, op_class, element_type)

    def vector_throughput(self, op_class: str, element_type: str) -> float:
        """Elements per cycle of one operation class over all lanes and ALUs of a core."""
        return self.vector_elements_per_cycle * self.vector_alus / self.vector_slots(op_class, element_type)

    def evolve(self, **changes: Any) -> "Machine":
        """The machine with some keys changed, validated again. Raises pydantic's ValidationError."""
        return Machine.model_validate({**self.model_dump(), **changes})

    def to_yaml(self) -> str:
        """The expanded description, defaults included; `load_machine` reads it back to an equal machine."""
        return str(yaml.dump(self.model_dump(mode="json"), Dumper=_DUMPER, sort_keys=False, width=120))


def _longest_rest(refresh: float, interval: float, banks: int) -> float:
    """Mean of what is left of the longest of the refreshes that accesses to several banks meet.

    An access meets a refresh with the probability p = refresh / interval, at any moment of it: no more than the part u
    of one is left with the probability 1 - p * (1 - u), to the power of the banks for all of them.
    """
    if not refresh:
        return 0.0
    p = min(1.0, refresh / interval)
    return refresh * (1 - (1 - (1 - p) ** (banks + 1)) / (p * (banks + 1)))
