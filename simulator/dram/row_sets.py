"""What opening rows costs transfers of short runs, from the timings of a device: a closed form for estimates."""

from dataclasses import dataclass
from typing import Any

from npusim.simulator.dram.device import DramDevice
from npusim.simulator.engine import dram_locate


@dataclass(frozen=True)
class RowSet:
    """The rows that neighbouring addresses share: one in each bank that a block on a channel lies in, on all channels.

    Attributes:
        set_bytes: of these rows.
        block_bytes: consecutive bytes on one channel.
        channels: of the machine.
        activate_ps: least time between rows that a channel opens.
        opening_ps: least time in which a channel opens its rows of the set.
        bytes_per_ps: peak of a channel.
        sets: rows that a channel can have open, in units of those of a set.
        reading_ps, writing_ps: from another row of a bank to the first read, and to the first write.
    """

    set_bytes: int
    block_bytes: int
    channels: int
    activate_ps: float
    opening_ps: float
    bytes_per_ps: float
    sets: int
    reading_ps: float
    writing_ps: float

    def overhead(self, run_bytes: float, stride_bytes: float) -> float:
        """Time that runs of `run_bytes`, `stride_bytes` apart, take at least, in units of what their bytes take at the
        peak: a channel opens its rows once for the blocks that the runs have on it.
        """
        runs = max(1.0, self.set_bytes / max(stride_bytes, 1))
        found = min(run_bytes, self.block_bytes) * max(1.0, runs * run_bytes / (self.block_bytes * self.channels))
        return max(1.0, self.opening_ps * self.bytes_per_ps / found)

    def met(self, streams: int) -> float:
        """The probability that at least one of `streams` streams, which lie anywhere, is in the banks of another."""
        return float(1 - (1 - 1 / self.sets) ** streams)

    def switched_bytes(self, cores: int) -> float:
        """What all channels could move in the time that they lose when a transfer of one core comes between those of
        others: where its rows are in banks that another core has rows of open, these are opened anew, beside work for
        the other banks.
        """
        lost_ps = self.met(cores - 1) * self.reading_ps / self.sets
        return lost_ps * self.bytes_per_ps * self.channels

    def reopening_ps(self, cores: int) -> float:
        """Time in which a channel opens rows for a drain of writes, and those of its reads again behind it, where both
        are in the same banks; every core has a stream of reads.
        """
        return self.met(cores) * (self.writing_ps + self.reading_ps)


def row_set(device: DramDevice, mapping: str, channels: int, block_bytes: int) -> RowSet:
    """The row set of channels with this mapping of addresses."""
    numbers: dict[str, Any] = device.engine_numbers()
    policy = {"mapping": mapping, "interleave_bytes": block_bytes}
    places = [dram_locate(numbers, policy, channels, at) for at in range(0, block_bytes, device.burst_bytes)]
    banks = len({bank for _, bank, _, _ in places})
    row_bytes = device.columns * device.channel_bits // 8
    activates, activate_ps = max(1.0, banks / device.ranks), max(device.tRRD_S, device.tFAW / 4) * device.clock_ps
    return RowSet(
        set_bytes=banks * row_bytes * channels,
        block_bytes=block_bytes,
        channels=channels,
        activate_ps=activate_ps,
        opening_ps=activates * activate_ps,
        bytes_per_ps=device.peak_gbps(1) / 1000,
        sets=max(1, device.ranks * device.bank_groups * device.banks_per_group // banks),
        reading_ps=(device.tRP + device.tRCDRD) * device.clock_ps,
        writing_ps=(device.tRP + device.tRCDWR) * device.clock_ps,
    )
