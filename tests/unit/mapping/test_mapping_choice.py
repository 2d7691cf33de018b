"""The chooser: what each strategy takes from a template's space, and what autotuning simulates and keeps."""

from dataclasses import dataclass

import pytest
from npusim.frontend.mapping import MappingSpace, autotune, choose
from npusim.scheduler.strategy import MappingStrategy, resolved_strategy
from npusim.simulator.errors import ScratchpadOverflowError, UnsupportedError
from npusim.simulator.machine import load_machine


@dataclass(frozen=True)
class Tile:
    size: int


class Space(MappingSpace[Tile]):
    """Sizes 1 to 10; the cost model likes 5 best, 10 does not fit."""

    family = "test"
    file_key = "N"
    machine = load_machine("small8x8")
    key = "10"

    def __init__(self, scale=1.0):
        self.scale = scale

    def candidates(self):
        return [Tile(size) for size in range(1, 11)]

    def scratchpad_bytes(self, mapping):
        return 0 if mapping.size < 10 else 1 << 40

    def estimate_cycles(self, mapping):
        return self.scale * (100 + abs(mapping.size - 5))

    def from_entry(self, entry):
        return Tile(entry.integer("SIZE"))

    def to_entry(self, mapping):
        return {"SIZE": mapping.size}


class Clock:
    """Simulated cycles by size, and which sizes were asked for."""

    def __init__(self, **cycles):
        self.cycles, self.asked = {int(name[1:]): value for name, value in cycles.items()}, []

    def __call__(self, mapping):
        self.asked.append(mapping.size)
        result = self.cycles.get(mapping.size, 1000)
        if isinstance(result, Exception):
            raise result
        return result


@pytest.fixture(autouse=True)
def cache(tmp_path, monkeypatch):
    monkeypatch.setenv("NPUSIM_CACHE_DIR", str(tmp_path))


def tuned(clock, space=None, count=5, text="kernel"):
    return choose(space or Space(), clock, lambda mapping: text, MappingStrategy("autotune", count))


def test_the_default_simulates_nothing():
    clock = Clock()
    choice = choose(Space(), clock, lambda mapping: "", MappingStrategy())
    assert (choice.mapping, choice.strategy, clock.asked) == (Tile(5), "default", [])


def test_the_fastest_of_the_best_candidates_is_taken():
    clock = Clock(s5=1000, s7=900)
    choice = tuned(clock)
    assert clock.asked == [5, 4, 6, 3, 7]
    assert choice.mapping == Tile(7)
    block = choice.to_meta()
    assert (block["strategy"], block["chosen"], block["candidates"][4]["simulated_cycles"]) == (
        "autotune", {"SIZE": 7}, 900,
    )  # fmt: skip


def test_the_default_stays_unless_another_is_faster():
    assert tuned(Clock(s5=1000, s4=1000)).mapping == Tile(5)
    assert tuned(Clock(s5=1000, s4=999), text="other").mapping == Tile(4)


def test_what_was_simulated_is_kept_on_disk_by_text_machine_and_number(monkeypatch):
    tuned(Clock(s6=5))
    again = Clock()
    assert tuned(again).mapping == Tile(6)
    assert again.asked == []
    for other in ({"text": "another"}, {"count": 4}):
        clock = Clock()
        tuned(clock, **other)
        assert clock.asked
    clock, space = Clock(), Space()
    space.machine = load_machine("tpuv3")
    tuned(clock, space)
    assert clock.asked


def test_a_damaged_file_is_simulated_again(tmp_path):
    tuned(Clock(s6=5))
    (file,) = (tmp_path / "mappings").rglob("*.json")
    file.write_text("{")
    assert tuned(Clock(s4=5)).mapping == Tile(4)


def test_candidates_that_do_not_fit_after_all_are_reported_without_cycles():
    choice = tuned(Clock(s4=ScratchpadOverflowError("too large"), s6=500))
    assert choice.mapping == Tile(6)
    assert {trial.mapping["SIZE"]: trial.simulated_cycles for trial in choice.simulated}[4] is None


def test_a_default_that_does_not_fit_is_an_error():
    with pytest.raises(ScratchpadOverflowError):
        tuned(Clock(s5=ScratchpadOverflowError("too large")))


def test_long_kernels_are_simulated_as_far_as_the_budget_lasts():
    scale = autotune.BUDGET_CYCLES / 350
    clock = Clock(s4=5)
    assert tuned(clock, Space(scale)).mapping == Tile(4)
    assert clock.asked == [5, 4, 6]
    clock = Clock()
    choice = tuned(clock, Space(autotune.BUDGET_CYCLES), text="longer")
    assert (choice.mapping, clock.asked) == (Tile(5), [])
    assert "too long to simulate" in choice.note


def test_kernels_whose_cycles_depend_on_values_keep_the_default():
    choice = tuned(Clock(s5=UnsupportedError("depends on values")))
    assert (choice.mapping, choice.strategy) == (Tile(5), "default")
    assert "depends on values" in choice.note


def test_a_file_without_an_entry_leaves_the_default_and_says_so(tmp_path):
    file = tmp_path / "m.json"
    file.write_text('{"test": {"11": {"SIZE": 3}}}')
    choice = choose(Space(), Clock(), lambda mapping: "", resolved_strategy(file))
    assert (choice.mapping, choice.strategy) == (Tile(5), "default")
    assert "m.json has no entry" in choice.note
    file.write_text('{"test": {"10": {"SIZE": 3}}}')
    choice = choose(Space(), Clock(), lambda mapping: "", resolved_strategy(file))
    assert (choice.mapping, choice.strategy) == (Tile(3), "external")


@pytest.mark.parametrize("kind", ["file", "dangling link"])
def test_a_cache_that_cannot_be_written_costs_only_time(tmp_path, monkeypatch, kind):
    cache = tmp_path / "cache"
    cache.write_text("") if kind == "file" else cache.symlink_to(tmp_path / "gone")
    monkeypatch.setenv("NPUSIM_CACHE_DIR", str(cache))
    first, second = Clock(s5=1000, s7=900), Clock(s5=1000, s7=900)
    assert tuned(first).mapping == tuned(second).mapping == Tile(7)
    assert first.asked and first.asked == second.asked


def test_cycles_in_a_damaged_file_are_simulated_again(tmp_path):
    wanted = tuned(Clock(s5=1000, s7=900)).mapping
    for file in tmp_path.rglob("*.json"):
        file.write_bytes(file.read_bytes()[:-1])
    again = Clock(s5=1000, s7=900)
    assert tuned(again).mapping == wanted and again.asked
