"""Which mapping strategy is in force, and what may be written for one."""

import json

import pytest
from npusim.scheduler import current_strategy, mapping, on_strategy_change, simulator
from npusim.scheduler.strategy import DEFAULT_CANDIDATES, resolved_strategy
from npusim.simulator.errors import MappingError, OptionError

pytestmark = pytest.mark.usefixtures("no_mapping_from_outside")


@pytest.fixture
def file(tmp_path):
    path = tmp_path / "tiles.json"
    path.write_text('{"512_512_512": {"TILE_M": 128, "TILE_N": 128, "TILE_K": 128}}')
    return path


def test_without_a_choice_the_cost_model_chooses():
    assert current_strategy().kind == "default"


def test_blocks_nest_and_end():
    with mapping("autotune"):
        assert (current_strategy().kind, current_strategy().candidates) == ("autotune", DEFAULT_CANDIDATES)
        with mapping("autotune:3"):
            assert current_strategy().candidates == 3
        with mapping(None):
            assert current_strategy().candidates == DEFAULT_CANDIDATES
        assert current_strategy().candidates == DEFAULT_CANDIDATES
    assert current_strategy().kind == "default"


def test_the_environment_chooses_where_no_block_does(monkeypatch, file):
    monkeypatch.setenv("NPUSIM_MAPPING", str(file))
    assert current_strategy().kind == "external"
    with mapping("default"):
        assert current_strategy().kind == "default"


def test_a_simulator_may_bring_a_strategy(tmp_path, file):
    with simulator(mode="functional", dump_dir=tmp_path, mapping=file):
        assert current_strategy().entries["512_512_512"]["TILE_K"] == 128
    assert current_strategy().kind == "default"


def test_listeners_hear_of_changes_only():
    heard = []
    on_strategy_change(lambda strategy: heard.append(strategy.kind))
    with mapping("autotune"), mapping("autotune"):
        pass
    assert heard == ["autotune", "default"]


def test_a_changed_file_is_another_strategy(file):
    before = resolved_strategy(file)
    assert resolved_strategy(str(file)) == before
    file.write_text(json.dumps({"gemm": {"*": {"TILE_M": 64, "TILE_N": 64, "TILE_K": 640}}}))
    assert resolved_strategy(file).digest != before.digest


@pytest.mark.parametrize("wanted", ["fastest", "autotune:", "autotune:0", "autotune:few", "autotune:-1"])
def test_other_words_are_refused(wanted):
    if wanted == "autotune:":
        assert resolved_strategy(wanted).candidates == DEFAULT_CANDIDATES
        return
    with pytest.raises(OptionError, match="autotune"):
        resolved_strategy(wanted)


def test_a_missing_file_is_named(tmp_path):
    with pytest.raises(MappingError, match=r"none\.json: cannot be read: No such file"):
        resolved_strategy(tmp_path / "none.json")


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("{", "is no JSON"),
        ("[]", "must be one JSON object"),
        ('"x"', "must be one JSON object"),
        ('{"gemm": {"*": {"TILE_M": NaN}}}', "is no JSON: NaN is no finite number"),
        ('{"gemm": {"*": {"TILE_M": 1e999}}}', "is no JSON: 1e999 is no finite number"),
        (f'{{"gemm": {{"*": {{"TILE_M": {"1" * 5000}}}}}}}', "is no JSON"),
    ],
)
def test_files_that_are_no_mapping_files(tmp_path, content, message):
    path = tmp_path / "bad.json"
    path.write_text(content)
    with pytest.raises(MappingError, match=message) as caught:
        resolved_strategy(path)
    assert str(path) in str(caught.value)
