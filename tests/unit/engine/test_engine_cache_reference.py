"""The cache beside a plain model of one: random accesses, one after the other, give the same counts."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field

import numpy as np
import pytest
from engine_streams import LINE_BYTES, REQUEST_BYTES, cache, dram_bytes, machine, total
from npusim.simulator.engine import Buffer, Engine, LaunchResult, Operation, Program
from npusim.simulator.engine.records import scalar_record

READ, WRITE = 0, 1
PROGRAM = Program(
    "k",
    [Buffer("x")],
    [Operation("scalar", "dram_read", element_bytes=4), Operation("scalar", "dram_write", element_bytes=4)],
)
SECTORS = LINE_BYTES // REQUEST_BYTES
COUNTERS = ("read_hits", "write_hits", "read_misses", "write_misses", "evictions", "write_backs")


@dataclass
class Line:
    number: int
    valid: set[int] = field(default_factory=set)
    dirty: set[int] = field(default_factory=set)


class PlainCache:
    """Sets are lists of lines, the next to go first."""

    def __init__(self, sets: int, ways: int, banks: int, on_use: bool, fetches: bool) -> None:
        self.sets: list[list[Line]] = [[] for _ in range(sets)]
        self.ways, self.banks, self.on_use, self.fetches = ways, banks, on_use, fetches
        self.counts: Counter[str] = Counter()

    def set_of(self, number: int) -> list[Line]:
        """Lines go round the banks, all groups of bits of a bank's width folded together, and round a bank's sets."""
        bits = self.banks.bit_length() - 1
        bank = 0
        for shift in range(0, 64, bits):
            bank ^= number >> shift & (self.banks - 1)
        return self.sets[number // self.banks % (len(self.sets) // self.banks) * self.banks + bank]

    def access(self, kind: int, address: int) -> None:
        number, sector = address // LINE_BYTES, address % LINE_BYTES // REQUEST_BYTES
        lines = self.set_of(number)
        name = "read" if kind == READ else "write"
        line = next((line for line in lines if line.number == number), None)
        hit = line is not None and (sector in line.valid or (kind == WRITE and not self.fetches))
        self.counts[f"{name}_{'hits' if hit else 'misses'}"] += 1
        if line is None:
            line = self.replace(lines, number)
        elif self.on_use:
            lines.append(lines.pop(lines.index(line)))
        if not hit and (kind == READ or self.fetches):
            self.counts["fetched"] += SECTORS - len(line.valid)
            line.valid = set(range(SECTORS))
        if kind == WRITE:
            line.valid.add(sector)
            line.dirty.add(sector)

    def replace(self, lines: list[Line], number: int) -> Line:
        if len(lines) == self.ways:
            old = lines.pop(0)
            self.counts["evictions"] += 1
            self.counts["write_backs"] += bool(old.dirty)
            self.counts["written"] += len(old.dirty)
        lines.append(Line(number))
        return lines[-1]


def simulated(model: str, replacement: str, fetches: bool, accesses: Iterable[tuple[int, int]]) -> LaunchResult:
    engine = Engine(machine(model, cache=cache(bytes=16 << 10, replacement=replacement, fetch_on_write=fetches)))
    records = [scalar_record(kind, address, 4) for kind, address in accesses]
    engine.launch_records(PROGRAM, np.array(records, np.int64))
    engine.synchronize()
    (result,) = engine.take_results()
    return result


@pytest.mark.parametrize("model", ["simple", "command"])
@pytest.mark.parametrize("replacement", ["lru", "fifo"])
@pytest.mark.parametrize("fetches", [True, False])
def test_random_accesses_hit_miss_and_are_written_back_as_in_a_plain_model(
    model: str, replacement: str, fetches: bool
) -> None:
    generator = np.random.default_rng(7)
    # uniform over twice the capacity, and often the same few kilobytes
    addresses = np.where(
        generator.random(6000) < 0.5, generator.integers(0, 32 << 10, 6000), generator.integers(0, 4 << 10, 6000)
    )
    kinds = generator.integers(0, 2, 6000)
    accesses = [(int(kind), int(address) & ~3) for kind, address in zip(kinds, addresses, strict=True)]
    plain = PlainCache(sets=32, ways=4, banks=8, on_use=replacement == "lru", fetches=fetches)
    for kind, address in accesses:
        plain.access(kind, address)
    result = simulated(model, replacement, fetches, accesses)
    assert {name: total(result, "cache", name) for name in COUNTERS} == {name: plain.counts[name] for name in COUNTERS}
    assert dram_bytes(result, "read") == plain.counts["fetched"] * REQUEST_BYTES
    assert dram_bytes(result, "write") == plain.counts["written"] * REQUEST_BYTES
    assert total(result, "cache", "mshr_merges") == 0
