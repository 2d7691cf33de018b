"""Command-level DRAM against Ramulator 2.1 (the rows of `npusim validate dram`), and properties of replays."""

import csv
import itertools
from pathlib import Path

import numpy as np
import pytest
from npusim.simulator.dram.device import DramDevice, device_names, load_device
from npusim.simulator.dram.replay import ReplayReport, Trace, make_trace, replay
from npusim.simulator.engine import dram_locate
from npusim.simulator.errors import EngineError

REFERENCE = Path(__file__).parents[3] / "frontend" / "cli" / "validation" / "targets" / "dram.csv"
DEVICES = {"DDR4_2400R x8 1 rank": ("DDR4_2400R", 1_000_000), "HBM2_2000 8Gb": ("HBM2_2000", 2_000_000)}


def reference_rows() -> list[dict[str, str]]:
    lines = [line for line in REFERENCE.read_text(encoding="utf-8").splitlines() if not line.startswith("#")]
    return list(csv.DictReader(lines))


def row_name(row: dict[str, str]) -> str:
    return "-".join((row["device"].split()[0], row["channels"], row["mapping"], row["pattern"]))


@pytest.mark.parametrize("row", reference_rows(), ids=row_name)
def test_a_replay_takes_the_cycles_and_latencies_of_ramulator(row: dict[str, str]) -> None:
    name, requests = DEVICES[row["device"]]
    device = load_device(name)
    trace = make_trace(row["pattern"], requests, device)
    injection = int(row["injection_per_clock"])
    result = replay(device, trace, channels=int(row["channels"]), injection=injection, mapping=row["mapping"])
    measured = result.to_dict()
    assert measured["cycles"] == pytest.approx(int(row["cycles"]), rel=0.001)
    assert measured["bytes_per_cycle"] == pytest.approx(float(row["bytes_per_clock"]), rel=0.005)
    for key, column in (("read_latency_average", "average_read_latency"), ("read_latency_max", "max_read_latency")):
        if row[column]:
            assert measured[key] == pytest.approx(float(row[column]), rel=0.01)


def small(pattern: str = "mixed", device: str = "HBM2_2000", requests: int = 4000, **policy: object) -> ReplayReport:
    spec = load_device(device)
    channels = 2
    return replay(spec, make_trace(pattern, requests, spec), channels=channels, injection=4, **policy)


@pytest.mark.parametrize("page", ["open", "closed"])
@pytest.mark.parametrize("refresh", ["all_bank", "none"])
@pytest.mark.parametrize("device", device_names())
def test_every_request_is_served_once_and_counted_once(device: str, page: str, refresh: str) -> None:
    total = small(device=device, page_policy=page, refresh=refresh).result.total
    assert total.reads + total.forwarded_reads == 4000 - 1333
    assert total.writes + total.replaced_writes == 1333
    assert total.row_hits + total.row_misses + total.row_conflicts == total.reads + total.writes
    assert total.activates <= total.row_misses + total.row_conflicts


@pytest.mark.parametrize("device", device_names())
def test_no_stream_exceeds_the_peak_bandwidth(device: str) -> None:
    spec = load_device(device)
    report = replay(spec, make_trace("seq", 20_000, spec), channels=1, injection=4, mapping="MOP4CLXOR", refresh="none")
    assert 0.5 < report.bandwidth_gbps / spec.peak_gbps(1) <= 1.002  # clock_ps is rounded


def test_the_same_trace_gives_the_same_replay() -> None:
    assert small().to_dict() == small().to_dict()


def test_random_conflicts_cost_more_than_a_stream_of_hits() -> None:
    stream, random = small("seq").to_dict(), small("random").to_dict()
    assert stream["row_hits"] > 0.9 * 4000 > random["row_hits"]
    assert random["cycles"] > 1.5 * stream["cycles"]


def test_refresh_takes_its_share_of_the_time() -> None:
    spec = load_device("HBM2_2000")
    trace = make_trace("seq", 60_000, spec)
    with_refresh, without = (replay(spec, trace, injection=4, refresh=r).to_dict() for r in ("all_bank", "none"))
    assert with_refresh["refreshes"] == 2 * (with_refresh["cycles"] // 3900)
    assert 1.03 < with_refresh["cycles"] / without["cycles"] < 1.2


def test_refreshes_of_single_banks_are_more_frequent_and_shorter() -> None:
    spec = load_device("HBM2_2000")
    trace = make_trace("seq", 60_000, spec)
    one, all_ = (
        replay(spec, trace, injection=4, refresh=r, mapping="MOP4CLXOR").to_dict() for r in ("per_bank", "all_bank")
    )
    assert one["refreshes"] == pytest.approx(one["cycles"] / 122, abs=2)
    assert one["read_latency_max"] < all_["read_latency_max"]


def test_a_closed_page_turns_conflicts_into_misses() -> None:
    opened, closed = small("random").to_dict(), small("random", page_policy="closed").to_dict()
    assert closed["row_conflicts"] < 0.05 * opened["row_conflicts"]
    assert closed["read_latency_average"] < opened["read_latency_average"]


def test_a_read_of_what_waits_to_be_written_is_answered_from_the_queue() -> None:
    spec = load_device("DDR4_2400R")
    trace = Trace(np.array([0, 0, 64], np.int64), np.array([1, 0, 0], np.uint8))
    total = replay(spec, trace, injection=3).result.total
    assert (total.forwarded_reads, total.reads, total.writes) == (1, 1, 1)


def test_one_read_of_an_idle_device_takes_activate_read_and_burst() -> None:
    spec = load_device("HBM2_2000")
    report = replay(spec, make_trace("seq", 1, spec))
    # Command at tick 1; two-clock activate; the latency counts from the command on.
    assert report.result.latency_max == spec.tRCDRD + 1 + spec.tCL + spec.burst_clocks
    assert report.result.ticks == report.result.latency_max + 1


@pytest.mark.parametrize("refresh", ["all_bank", "per_bank", "none"])
@pytest.mark.parametrize("page", ["open", "closed"])
@pytest.mark.parametrize(("reads", "writes"), [(1, 1), (1, 48), (48, 1), (2, 3)])
def test_every_queue_makes_progress_in_every_mode(reads: int, writes: int, page: str, refresh: str) -> None:
    queues = {"read_queue": reads, "write_queue": writes}
    for device in ("HBM2_2000", "HBM3_6400", "LPDDR5_6400"):
        total = small("mixed", device, 1500, page_policy=page, refresh=refresh, **queues).result.total
        assert total.reads + total.writes + total.forwarded_reads + total.replaced_writes == 1500


def test_an_address_beyond_all_devices_is_refused() -> None:
    spec = load_device("HBM2_2000")
    last_row = (1 << 32) * 32 * 32 * 32  # rows x bursts x banks x bytes of one channel
    assert replay(spec, Trace(np.array([last_row - 32], np.int64), np.zeros(1, np.uint8))).result.total.reads == 1
    with pytest.raises(EngineError, match="row above 2\\^32"):
        replay(spec, Trace(np.array([last_row], np.int64), np.zeros(1, np.uint8)))


def test_writes_are_drained_together() -> None:
    spec = load_device("DDR4_2400R")
    alternating = np.arange(2000, dtype=np.int64) * 64
    trace = Trace(alternating, (np.arange(2000) % 2).astype(np.uint8))
    deep, shallow = (replay(spec, trace, injection=1, write_queue=n, read_queue=32).result.ticks for n in (32, 2))
    assert deep < 0.8 * shallow


@pytest.mark.covering
@pytest.mark.parametrize(
    "mapping",
    [
        "RoBaRaCoCh",
        "MOP4CLXOR",
        "RoBaCoBgRaChXOR",
        "RoCoBaBgRaCoChPoly",
        "RRRRRRRRRRRRRRRRBBGGKCCCCC",
        "RRRRRRRRRRRRRRRRCCCBBGGKCC",
    ],
)
@pytest.mark.parametrize(
    "channel_hash",
    [{}, {"channel_hash": True}, {"channel_hash": True, "channel_hash_function": "polynomial"}],
    ids=["plain", "folded", "polynomial"],
)
def test_a_mapping_gives_every_burst_a_place_of_its_own(mapping: str, channel_hash: dict[str, object]) -> None:
    numbers = load_device("HBM2_2000").engine_numbers()
    policy = {"mapping": mapping, **channel_hash}
    addresses = [base + 32 * i for base in (0, 1 << 24, 1 << 30) for i in range(1024)]
    places = [dram_locate(numbers, policy, 4, address) for address in addresses]
    assert len(set(places)) == len(addresses)
    assert all(channel < 4 and bank < 32 and column < 32 for channel, bank, _, column in places)


def rows_of_a_tile(rows: int, run_bytes: int, pitch_bytes: int, write: bool) -> Trace:
    """Bursts of 32 bytes of a tile's rows, one row after the other."""
    runs = np.arange(rows, dtype=np.int64)[:, None] * pitch_bytes + np.arange(0, run_bytes, 32)
    return Trace(runs.ravel(), np.full(runs.size, write, np.uint8))


@pytest.mark.parametrize("write", [False, True], ids=["read", "write"])
@pytest.mark.parametrize("pitch", [1 << 21, (1 << 21) + 128, 3 << 21])
def test_tiles_of_wide_matrices_meet_all_banks(pitch: int, write: bool) -> None:
    """With bits of the address as bank and row, the rows of such a tile are different rows of the same banks."""
    spec = load_device("HBM3_6400_8H").pseudo_channel()
    tile = rows_of_a_tile(256, 8192, pitch, write)

    def share(mapping: str) -> float:
        hashed = {"channel_hash": True, "channel_hash_function": "polynomial", "interleave_bytes": 128}
        queues = {"read_queue": 48, "write_queue": 48, "refresh": "none", "mapping": mapping}
        return replay(spec, tile, channels=64, injection=64, **hashed, **queues).bandwidth_gbps / spec.peak_gbps(64)

    permuted, plain = share("RoCoBaBgRaCoChPoly"), share("RRRRRRRRRRRRRRCCCBBBGGCC")
    assert permuted > 0.6 and permuted > 2.5 * plain


def test_a_bit_string_equals_the_mapping_it_spells_out() -> None:
    spelled, named = (small(mapping=m).to_dict() for m in ("RRRRRRRRRRRRRRRRBBGGKCCCCC", "RoBaRaCoCh"))
    assert spelled == named


def test_a_channel_hash_spreads_strides_that_would_meet_one_channel() -> None:
    spec = load_device("HBM2_2000")
    trace = make_trace("stride4k", 4000, spec)
    plain, hashed = (replay(spec, trace, channels=16, injection=32, channel_hash=h) for h in (False, True))
    busy = [sum(c.reads > 0 for c in report.result.channels) for report in (plain, hashed)]
    assert busy == [1, 16]
    assert hashed.result.ticks < plain.result.ticks / 4


@pytest.mark.parametrize("first", [0, 24, 12345, 987654])
def test_a_polynomial_hash_leaves_no_pitch_of_rows_on_few_channels(first: int) -> None:
    """Of as many rows of one block as there are channels, the fullest channel has at most six; one, if the first row is
    at 0 and the pitch is 2^a + 2^b with bits at least as far apart as a channel's number is wide (docs/dram.md).
    """
    numbers, channels = load_device("HBM2_2000").engine_numbers(), 64

    def fullest(function: str, pitch: int) -> int:
        policy = {"channel_hash": True, "channel_hash_function": function, "interleave_bytes": 128}
        rows = [128 * (first + row * pitch) for row in range(channels)]
        met = [dram_locate(numbers, policy, channels, row)[0] for row in rows]
        return max(map(met.count, met))

    powers = [(1 << high, 1 << low) for high in range(6, 14) for low in range(6)]
    assert max(fullest("polynomial", high + small) for high, low in powers for small in (low, -low)) <= 6
    if first == 0:
        assert {fullest("polynomial", high + low) for high, low in powers if high >= low * channels} == {1}
        assert fullest("folded", (1 << 12) + 1) == channels


@pytest.mark.parametrize(
    ("policy", "words"),
    [
        ({"mapping": "MOP"}, "there is no DRAM mapping 'MOP'"),
        ({"mapping": "RRBB"}, "bits K \\(rank\\); the device has 1"),
        ({"page_policy": "ajar"}, "there is no memory.page_policy 'ajar'"),
        (
            {"channel_hash": True, "channel_hash_function": "prime"},
            "no memory.channel_hash_function 'prime'; there are",
        ),
        ({"refresh": "never"}, "there is no memory.refresh 'never'"),
        ({"read_queue": 0}, "memory.read_queue is 0"),
        ({"pages": "open"}, "there is no key memory.policy.pages"),
    ],
)
def test_a_policy_that_does_not_exist_is_named(policy: dict[str, object], words: str) -> None:
    with pytest.raises(EngineError, match=words):
        small(**policy)


def test_a_device_without_per_bank_refresh_says_so() -> None:
    with pytest.raises(EngineError, match=r"DDR4_2400R.*has no per-bank refresh"):
        small(device="DDR4_2400R", refresh="per_bank")


def test_a_hash_of_three_channels_is_refused() -> None:
    spec: DramDevice = load_device("HBM2_2000")
    with pytest.raises(EngineError, match="power of two, not 3"):
        replay(spec, make_trace("seq", 10, spec), channels=3, channel_hash=True)


def test_three_channels_share_a_stream_evenly() -> None:
    spec = load_device("HBM2_2000")
    channels = replay(spec, make_trace("seq", 3000, spec), channels=3, injection=8).result.channels
    assert [c.reads for c in channels] == list(itertools.repeat(1000, 3))
