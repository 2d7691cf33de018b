"""Tuned tables: what a file may hold, how rows are merged, and which rows count."""

import json

import pytest
from npusim.scheduler.strategy import resolved_strategy
from npusim.scheduler.tuned_table import MAPPING, Row, merge, read_table, table_of, table_text
from npusim.simulator.errors import MappingError
from npusim.simulator.machine import load_machine

MACHINE = load_machine("small8x8")


def row(call="mm(float32[8, 8])", digest=MACHINE.digest, chosen="tiled", **more):
    candidates = ({"implementation": "tiled", "cycles": 10}, {"implementation": "split_k", "cycles": None})
    return Row("small8x8", digest, "gemm", call, "implementation", chosen, candidates, **more)


def content(file):
    return json.loads(file.read_text()) if file.exists() else {}


def table(file):
    return table_of(file, content(file))


def test_a_file_is_the_same_in_whatever_order_rows_were_tuned(tmp_path):
    texts = []
    for order in ("abc", "cab"):
        file = tmp_path / f"{order}.json"
        for call in order:
            merge(file, [row(call)], content)
        texts.append(file.read_text())
    assert texts[0] == texts[1]
    merge(file, [row("b", chosen="split_k")], content)
    assert [each.chosen for each in table(file).rows] == ["tiled", "split_k", "tiled"]


def test_rows_of_a_table_are_found_by_machine_operator_and_call(tmp_path):
    file = tmp_path / "t.json"
    file.write_text(table_text([row("a"), row("b", chosen="split_k")]))
    read = table(file)
    assert read.row(MACHINE, "gemm", "b").chosen == "split_k" and read.row(MACHINE, "gemm", "b").number == 2
    assert read.row(MACHINE, "gemm", "c") is None and read.row(MACHINE, "gemm", "a", MAPPING) is None


def test_rows_of_other_machines_and_tables_of_other_versions_are_ignored_with_a_line(tmp_path, logged):
    file = tmp_path / "others.json"
    file.write_text(table_text([row("a"), row("b", digest="0" * 64)]))
    read = table(file)
    for _ in range(2):
        assert read.row(MACHINE, "gemm", "b") is None
    newer = tmp_path / "newer.json"
    newer.write_text('{"npusim_tuned_table": 2, "rows": "of another form"}')
    assert resolved_strategy(newer).table.rows == ()
    assert len(logged) == 2 and "1 of 2 rows" in logged[0] and "version 2" in logged[1]
    with pytest.raises(MappingError, match=r"version 2.*another file"):
        read_table(newer, content(newer))


BROKEN = {
    '{"npusim_tuned_table": 1}': "a list of",
    '{"npusim_tuned_table": 1, "rows": [3]}': "row 1: must be an object",
    '{"npusim_tuned_table": 1, "rows": [{"machine": 3}]}': "'machine' must be a text",
    json.dumps({"npusim_tuned_table": 1, "rows": [{**json.loads(row().text()), "more": 1}]}): "no other keys",
    json.dumps({"npusim_tuned_table": 1, "rows": [{**json.loads(row().text()), "implementation": 1}]}): "a name",
    json.dumps({"npusim_tuned_table": 1, "rows": [json.loads(row().text())] * 2}): "rows 1 and 2 are for the same call",
    json.dumps(
        {"npusim_tuned_table": 1, "rows": [{**json.loads(row().text()), "candidates": [{"cycles": -1}]}]}
    ): "a candidate has",
    '{"npusim_tuned_table": 1, "rows": ' + "[" * 100_000: "no JSON",
}


@pytest.mark.parametrize("text, message", BROKEN.items(), ids=BROKEN.values())
def test_a_broken_table_is_refused_with_a_sentence(tmp_path, text, message):
    file = tmp_path / "t.json"
    file.write_text(text)
    with pytest.raises(MappingError, match=message):
        resolved_strategy(file)


def test_a_table_is_not_written_over_another_file(tmp_path):
    file = tmp_path / "tiles.json"
    file.write_text('{"64_64_64": {"TILE_M": 64}}')
    with pytest.raises(MappingError, match="no tuned table"):
        resolved_strategy(f"autotune:4={file}")
