"""Machine files: what is read, what is refused, and how the refusal reads."""

import re
from pathlib import Path

import numpy as np
import pytest
import yaml
from npusim.simulator.dram import device as dram_device
from npusim.simulator.errors import MachineError
from npusim.simulator.machine import EnergyTable, Machine, load_machine, machine_names, parse_machine
from npusim.simulator.machine.vector_table import VectorEntry


def changed(**changes: object) -> str:
    values = load_machine("small8x8").model_dump(mode="json")
    return yaml.safe_dump({**values, **changes})


ENERGY = load_machine("small8x8").model_dump()["energy"]


@pytest.mark.parametrize(
    ("name", "tera_operations"), [("tpuv2", 23), ("tpuv3", 61.5), ("tpuv3x2", 123), ("tpuv4", 275), ("tpuv6e", 918)]
)
def test_a_shipped_machine_has_the_published_peak(name: str, tera_operations: float) -> None:
    machine = load_machine(name)
    arrays = machine.cores * machine.systolic_arrays * machine.systolic_rows * machine.systolic_columns
    peak = 2 * arrays * machine.systolic_rows_per_cycle["bf16"] * machine.core_freq_mhz / 1e6
    assert peak == pytest.approx(tera_operations, rel=0.01)


def test_every_shipped_machine_prices_what_its_arrays_take() -> None:
    for name in machine_names():
        machine = load_machine(name)
        assert machine.energy is not None
        assert set(machine.systolic_rows_per_cycle) <= set(machine.energy.array_mac_pj)


def test_transfers_wait_for_the_rest_of_the_longest_refresh_that_they_meet() -> None:
    machine = load_machine("tpuv3")
    device, draws = machine.load_dram_device(), np.random.default_rng(0)
    since = draws.uniform(0, device.tREFI, (20000, machine.dram_channels))  # of the last refresh of the bank accessed
    expected = np.maximum(device.tRFCpb - since, 0).max(1).mean()
    without = machine.evolve(dram_refresh="none").dram_command_latency_cycles
    waited = (machine.dram_command_latency_cycles - without) * machine.cycle_ps / device.clock_ps
    assert waited == pytest.approx(expected, rel=0.02)
    assert load_machine("small8x8").dram_command_latency_cycles == 0


def test_tpuv3_is_the_published_core() -> None:
    machine = load_machine("tpuv3")
    assert (machine.core_freq_mhz, machine.systolic_arrays, machine.systolic_rows) == (940, 2, 128)
    assert machine.scratchpad_bytes == 16 * 2**20
    assert machine.memory_bytes_per_cycle == pytest.approx(512)


@pytest.mark.parametrize("name", machine_names())
def test_every_shipped_machine_survives_its_expanded_text(name: str) -> None:
    machine = load_machine(name)
    assert machine.name == name
    assert machine.sources
    assert parse_machine(machine.to_yaml(), source="expanded") == machine


def test_an_unknown_key_is_named_with_its_file_and_a_suggestion(tmp_path: Path) -> None:
    file = tmp_path / "mine.yaml"
    file.write_text(changed(core_freq_mzh=5))
    message = r"mine\.yaml: key 'core_freq_mzh' is unknown; did you mean 'core_freq_mhz'\?"
    with pytest.raises(MachineError, match=message):
        load_machine(file)


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"cores": 0}, "key 'cores' has the value 0: .*greater than or equal to 1"),
        ({"cores": True}, "key 'cores' has the value True: .*valid integer"),
        ({"cores": "2"}, "key 'cores' has the value '2': .*valid integer"),
        ({"core_freq_mhz": 0.12345}, "key 'core_freq_mhz'.*whole number of kHz"),
        ({"dram_bandwidth_gbps": -1}, "key 'dram_bandwidth_gbps'.*greater than or equal to 0.000001"),
        ({"dram_channels": 5000}, "key 'dram_channels'.*less than or equal to 1024"),
        ({"core_freq_mhz": "fast"}, "key 'core_freq_mhz' has the value 'fast'"),
        ({"core_freq_mhz": float("nan")}, "key 'core_freq_mhz'.*finite"),
        ({"dram_model": "magic"}, "key 'dram_model'.*allowed: simple"),
        ({"dram_request_bytes": 48}, "key 'dram_request_bytes'.*not a power of two"),
        ({"dram_interleave_bytes": 16}, "a request must lie on one channel"),
        ({"systolic_weight_rows_per_cycle": 0}, "key 'systolic_weight_rows_per_cycle'.*equal to 0.000001"),
        ({"vector_loads_per_cycle": 1e-30}, "key 'vector_loads_per_cycle'.*greater than or equal to 0.000001"),
        ({"dma_bytes_per_cycle": 10**9}, "key 'dma_bytes_per_cycle'.*less than or equal to 16777216"),
        ({"systolic_weight_rows_per_cycle": 9}, "is 9, more than the 8 systolic_rows of an array"),
        ({"systolic_fold_stall_cycles": -1}, "key 'systolic_fold_stall_cycles'.*greater than or equal to 0"),
        ({"systolic_fold_stall_cycles": 1.5}, "key 'systolic_fold_stall_cycles'.*valid integer"),
        ({"systolic_accumulator_rows": -1}, "key 'systolic_accumulator_rows'.*greater than or equal to 0"),
        ({"dram_efficiency": 1.01}, "key 'dram_efficiency'.*less than or equal to 1"),
        ({"dram_efficiency": 0}, "key 'dram_efficiency'.*greater than or equal to 0.000001"),
        ({"dram_efficiency": 0.9, "dram_model": "command"}, "dram_model command simulates what it stands for"),
        ({"systolic_rows_per_cycle": {"float": 1}}, "'float' is not known; allowed: f64, f32"),
        ({"energy": {**ENERGY, "vector_op_pj": -1}}, r"key 'energy\.vector_op_pj' has the value -1"),
        ({"energy": {**ENERGY, "vector_op": 1}}, r"'energy\.vector_op' is unknown; did you mean 'vector_op_pj'\?"),
        ({"energy": {"vector_op_pj": 1}}, r"'energy\.array_mac_pj' is missing \(element type of the inputs"),
        ({"energy": {**ENERGY, "array_mac_pj": {"float": 1}}}, "'float' is not known; allowed: f64, f32"),
    ],
)
def test_an_impossible_value_is_named_with_what_is_allowed(changes: dict[str, object], message: str) -> None:
    with pytest.raises(MachineError, match=message):
        parse_machine(changed(**changes), source="x.yaml")


def test_a_missing_key_says_what_it_means() -> None:
    lines = load_machine("small8x8").to_yaml().splitlines()
    text = "\n".join(line for line in lines if not line.startswith("dram_channels"))
    with pytest.raises(MachineError, match="key 'dram_channels' is missing"):
        parse_machine(text, source="x.yaml")


def test_a_key_given_twice_is_refused() -> None:
    with pytest.raises(MachineError, match="'cores' is given twice"):
        parse_machine(load_machine("small8x8").to_yaml() + "cores: 3\n", source="x.yaml")


@pytest.mark.parametrize("text", ["[1, 2]", "a: [", ""])
def test_text_that_is_no_mapping_is_refused(text: str) -> None:
    with pytest.raises(MachineError, match=r"x\.yaml"):
        parse_machine(text, source="x.yaml")


def test_an_unknown_machine_lists_the_known_ones() -> None:
    with pytest.raises(MachineError, match=r"did you mean 'tpuv3'.*known machines: .*small8x8"):
        load_machine("tpuv33")
    with pytest.raises(MachineError, match=r"no machine file '/nowhere/m\.yaml'"):
        load_machine("/nowhere/m.yaml")


def test_the_search_path_comes_before_the_shipped_machines(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "small8x8.yaml").write_text(changed(cores=3))
    (tmp_path / "mine.yaml").write_text(changed(name="mine"))
    monkeypatch.setenv("NPUSIM_MACHINE_PATH", str(tmp_path))
    assert load_machine("small8x8").cores == 3
    assert "mine" in machine_names()


def test_a_changed_machine_is_validated_again_and_has_another_digest() -> None:
    machine = load_machine("tpuv3")
    assert machine.evolve(cores=2).digest != machine.digest
    assert machine.evolve(description="other", energy=None).digest == machine.digest
    with pytest.raises(ValueError, match="cores"):
        machine.evolve(cores=-1)


def test_an_edited_dram_device_gives_the_machine_another_digest(tmp_path: Path) -> None:
    shipped = Path(dram_device.__file__).parents[1] / "dram_devices" / "HBM2_2000.yaml"
    file = tmp_path / "mine.yaml"
    file.write_text(shipped.read_text())
    machine = load_machine("tpuv3").evolve(dram_device=str(file), dram_bandwidth_gbps=1024)
    before = machine.digest
    file.write_text(re.sub(r"(?m)^tCL:.*$", "tCL: 15", shipped.read_text()))
    assert machine.digest != before
    file.write_text(shipped.read_text() + "# a comment\n")
    assert machine.digest == before


def test_the_manual_explains_every_key() -> None:
    manual = (Path(__file__).parents[3] / "docs" / "machines.md").read_text()
    for name, field in (Machine.model_fields | EnergyTable.model_fields | VectorEntry.model_fields).items():
        assert f"| `{name}` |" in manual and field.description and field.description in manual


@pytest.mark.parametrize("number", ["1e3", "1.0e3", "1E+3", "1000.", "1_000"])
def test_a_number_may_have_an_exponent_without_a_point(number: str) -> None:
    text = re.sub(r"(?m)^core_freq_mhz:.*$", f"core_freq_mhz: {number}", load_machine("tpuv3").to_yaml())
    assert parse_machine(text, source="x").core_freq_mhz == 1000


@pytest.mark.parametrize("value", ["1:30", "on", "0b1", "2026-01-01"])
def test_what_only_yaml_1_1_takes_for_a_number_is_refused(value: str) -> None:
    text = re.sub(r"(?m)^cores:.*$", f"cores: {value}", load_machine("tpuv3").to_yaml())
    with pytest.raises(MachineError, match="key 'cores'"):
        parse_machine(text, source="x")


@pytest.mark.slow
def test_a_file_that_is_nested_too_deep_is_refused() -> None:
    with pytest.raises(MachineError, match="nested too deep"):
        parse_machine("deep: " + "[" * 5000 + "]" * 5000, source="x")
