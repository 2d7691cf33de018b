"""`npusim dram`, traces and device files."""

import json
from pathlib import Path
from typing import Any

import pytest
from npusim.simulator.dram.device import load_device
from npusim.simulator.errors import MachineError


def run_json(npusim: Any, *words: str) -> dict[str, object]:
    status, out, _ = npusim("dram", *words, "--json")
    assert status == 0
    result = json.loads(out)
    assert isinstance(result, dict)
    return result


def error_of(npusim: Any, *words: str) -> str:
    status, _, err = npusim("dram", *words)
    assert status == 2
    return err


def test_a_pattern_and_the_trace_that_spells_it_out_give_the_same(tmp_path: Path, npusim: Any) -> None:
    trace = tmp_path / "seq.trace"
    trace.write_text("# a stream\n" + "".join(f"R {hex(32 * i)}\n" for i in range(500)), encoding="utf-8")
    options = ("--channels", "2", "--mapping", "RoBaRaCoCh")
    spelled = run_json(npusim, str(trace), *options)
    assert spelled == run_json(npusim, "--pattern", "seq", "--requests", "500", *options)
    assert spelled["reads"] == 500


def test_the_table_shows_bandwidth_row_hits_and_the_histogram(npusim: Any) -> None:
    _, printed, _ = npusim("dram", "--pattern", "seq", "--requests", "1000")
    assert all(words in printed for words in ("bandwidth gbps", "row hits", "read latency in cycles", "##"))


def test_traces_with_writes_only_have_no_read_latency(tmp_path: Path, npusim: Any) -> None:
    trace = tmp_path / "w.trace"
    trace.write_text("W 64\n", encoding="utf-8")
    result = run_json(npusim, str(trace))
    assert (result["writes"], result["read_latency_average"], result["read_latency_histogram"]) == (1, None, [])


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ((), "either a TRACE file or --pattern"),
        (("none.trace",), "cannot be read"),
        (("--pattern", "zigzag"), "no pattern 'zigzag'"),
        (("--pattern", "seq", "--requests", "0"), "--requests is 0"),
        (("--pattern", "seq", "--device", "DDR9"), "no DRAM device 'DDR9'; known devices: DDR4_2400R"),
        (("--pattern", "seq", "--channels", "0"), "channels is 0"),
        (("--pattern", "seq", "--injection", "0"), "--injection is 0"),
        (("--pattern", "seq", "--mapping", "x"), "no DRAM mapping 'x'"),
        (("--pattern", "seq", "--interleave", "48"), "interleave_bytes is 48"),
    ],
)
def test_bad_input_is_one_sentence(words: tuple[str, ...], message: str, npusim: Any) -> None:
    assert message in error_of(npusim, *words)


@pytest.mark.parametrize("line", ["X 0x40", "R", "R twelve", "R -4", "R 0 1"])
def test_a_line_that_is_no_request_is_named(line: str, tmp_path: Path, npusim: Any) -> None:
    trace = tmp_path / "bad.trace"
    trace.write_text(f"R 0x0\n{line}\n", encoding="utf-8")
    assert "bad.trace:2" in error_of(npusim, str(trace))


@pytest.mark.parametrize(
    ("key", "value", "message"),
    [
        ("tRCD", "14", "key 'tRCD' is unknown; allowed keys: name"),
        ("rows", "1000", "rows (1000) is not a power of two"),
        ("tFAW", "-1", "key 'tFAW': Input should be greater than or equal to 1"),
        ("activate_clocks", "1.5", "activate_clocks (1.5) is no whole number of ticks"),
    ],
)
def test_a_device_file_with_a_bad_key_is_refused(tmp_path: Path, key: str, value: str, message: str) -> None:
    numbers = load_device("HBM2_2000").model_dump(mode="json") | {key: "VALUE"}
    path = tmp_path / "mine.yaml"
    path.write_text(json.dumps(numbers).replace('"VALUE"', value), encoding="utf-8")
    with pytest.raises(MachineError) as refused:
        load_device(str(path))
    assert message in str(refused.value)


def test_a_device_in_a_folder_of_ones_own_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    numbers = load_device("HBM2_2000").model_dump(mode="json") | {"name": "MINE"}
    (tmp_path / "MINE.yaml").write_text(json.dumps(numbers), encoding="utf-8")
    monkeypatch.setenv("NPUSIM_DRAM_PATH", str(tmp_path))
    assert load_device("MINE").name == "MINE"
