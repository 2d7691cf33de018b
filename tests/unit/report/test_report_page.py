"""The page of a run: whole, small, the same bytes for the same run, and every view works in a browser."""

import base64
import json
import re
import shutil
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hand_written import SQUARE
from npusim.frontend.cli.explore.comparing import compare_runs
from npusim.frontend.cli.explore.page import building
from npusim.frontend.cli.explore.page.timeline import levels
from npusim.frontend.cli.output import Output
from npusim.simulator.errors import OptionError
from npusim.simulator.machine import load_machine
from npusim.simulator.run.standalone import simulate_file
from pages import open_all_views, opened, unpacked

MOST_BYTES = 6_000_000


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A run's folder."""
    folder = tmp_path_factory.mktemp("page")
    (folder / "square.mlir").write_text(SQUARE)
    return simulate_file(folder / "square.mlir", "tpuv3", "timing", run_dir=folder).run_dir


def test_a_page_is_small_and_the_same_each_time(run: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    building.write_page(run, tmp_path / "one.html")
    monkeypatch.chdir(run.parent)
    building.write_page(Path(run.name), tmp_path / "two.html")  # however the folder is spelled
    one, two = (tmp_path / name for name in ("one.html", "two.html"))
    assert one.read_bytes() == two.read_bytes() and one.stat().st_size < MOST_BYTES
    page = one.read_text()
    assert not re.search(r"""(src|href)\s*=\s*["']""", page.split("packed-data")[0])


def test_a_page_holds_what_the_run_measured(run: Path) -> None:
    report = json.loads((run / "report.json").read_text())
    shown = unpacked(building.page_text(building.content(run)))
    (kernel,) = shown["kernels"]
    assert (kernel["name"], kernel["cycles"], kernel["text"]) == ("square", report["cycles"], SQUARE)
    assert kernel["hot"]["cycles"] == report["cycles"] and "Limited by " in kernel["hot"]["sentence"]
    banks = kernel["hot"]["bank_activates"]
    assert [sum(channel) for channel in banks] == report["components"]["dram_channel"]["activates"]
    (tile,) = kernel["tiles"]["tiles"]
    assert (tile["shape"], tile["slots"], tile["bytes"]) == ("128x32 f32", 2, 128)
    assert {part["key"] for part in shown["machine"]} >= {"array", "vector", "load", "store", "scratchpad", "dram"}
    assert len(shown["dram"]["run"]) == load_machine("tpuv3").dram_channels
    memory = shown["memory"]
    assert memory["curve"]["counts"][0] == len(memory["allocations"]) == 2 and memory["peak_us"] == 0
    assert memory["peak_bytes"] == sum(size for size, *_ in memory["allocations"]) == memory["curve"]["before_bytes"][0]
    assert {use["kernel"] for use in memory["first_uses"]} == {"square"}
    assert any(target["name"] == "tpuv3" for target in shown["accuracy"])
    assert set(shown["groups"]) == {"module", "operator", "kernel", "phase", "source"}


def test_the_bandwidth_of_ports_is_not_taken_for_the_peak_of_dram(run: Path) -> None:
    report, machine = json.loads((run / "report.json").read_text()), load_machine("tpuv3")
    used = {part["key"]: part["used"] for part in building.content(run)["machine"]}
    assert machine.memory_bandwidth_gbps < machine.dram_bandwidth_gbps
    assert used["noc"] == report["bandwidth_fraction"] > used["dram"]
    assert used["dram"] == pytest.approx(report["bandwidth_gbps"] / machine.dram_bandwidth_gbps)
    facts = dict(building.content(run)["overview"]["facts"])
    assert facts["DRAM"].endswith("% of the 481 GB/s of the core's port") and " uJ (estimated)" in facts["Energy"]
    timeline = levels(run, machine.dram_bandwidth_gbps)
    assert timeline is not None and timeline["peak_gbps"] == machine.dram_bandwidth_gbps
    moved = report["memory"]["read_bytes"] / report["time_ns"] / machine.dram_bandwidth_gbps
    assert rows_of(timeline, 0)[timeline["rows"].index("DRAM read")].mean() == pytest.approx(moved, abs=0.02)


@pytest.mark.slow
def test_tables_of_a_page_keep_the_hash_of_a_kernel_whose_name_is_cut(run: Path, tmp_path: Path, browser: Any) -> None:
    shown = building.content(run)
    name = "npu_fused_unsqueeze_sub_add_sqrt_reciprocal_mul_relu_convolution_eec7575f"
    shown["kernels"][0]["name"] = name
    (tmp_path / "page.html").write_text(building.page_text(shown))
    page, messages = opened(browser, tmp_path / "page.html", "dark")
    page.click("[data-view=kernels]")
    button = page.locator("#view-kernels td button")
    assert button.inner_text() == name.removeprefix("npu_fused_")
    cut, whole = page.locator(".kernel-name .name").bounding_box(), page.locator(".kernel-name").bounding_box()
    assert page.evaluate("(e => e.scrollWidth > e.clientWidth)(document.querySelector('.kernel-name .name'))")
    assert cut["width"] < whole["width"] < 400 and not messages


def rows_of(timeline: dict[str, Any], level: int) -> "np.ndarray[Any, Any]":
    chosen = timeline["levels"][level]
    data = np.frombuffer(base64.b64decode(chosen["data"]), np.uint8)
    return data.reshape(len(timeline["rows"]), chosen["bins"]) / 255


def test_every_level_of_the_timeline_shows_the_same_work(run: Path) -> None:
    report = json.loads((run / "report.json").read_text())
    timeline = levels(run, 900)
    assert timeline is not None and timeline["end_us"] == pytest.approx(report["time_ns"] / 1000, rel=1e-3)
    for row, unit in enumerate(("load", "store")):
        active = report["units"][unit]["active_cycles"] / report["cycles"]
        for level in range(len(timeline["levels"])):
            assert rows_of(timeline, level)[row].mean() == pytest.approx(active, abs=0.05)


@pytest.mark.slow
def test_a_million_events_are_few_numbers(tmp_path: Path) -> None:
    count = 200_000
    events = [
        {"ph": "X", "pid": 1, "tid": n % 4, "name": "x", "ts": n * 0.5, "dur": 0.4, "args": {}} for n in range(count)
    ]
    launch = {"ph": "X", "pid": 0, "tid": 0, "name": "k", "ts": 0.0, "dur": count * 0.5}
    content = {"otherData": {}, "traceEvents": [launch, *events]}
    (tmp_path / "timeline.json").write_text(json.dumps(content))
    timeline = levels(tmp_path, 900)
    assert len(json.dumps(timeline)) < 1_000_000
    assert rows_of(timeline or {}, 0)[0].mean() == pytest.approx(0.2, abs=0.01)


LONG = """
func.func @long(%X: memref<2048xf32>, %Z: memref<2048xf32>, %Y: memref<2048xf32>) {
  %t = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64} : () -> memref<512xf32, 1>
  %s = "npu.alloc"() {lane_axis = 0 : i64, lane_stride = 1 : i64} : () -> memref<512xf32, 1>
  affine.for %i = 0 to 8192 {
    %x = memref.reinterpret_cast %X to offset: [0], sizes: [512], strides: [1] : memref<2048xf32> to memref<512xf32>
    %z = memref.reinterpret_cast %Z to offset: [0], sizes: [512], strides: [1] : memref<2048xf32> to memref<512xf32>
    %y = memref.reinterpret_cast %Y to offset: [0], sizes: [512], strides: [1] : memref<2048xf32> to memref<512xf32>
    "npu.dma_load"(%x, %t) : (memref<512xf32>, memref<512xf32, 1>) -> ()
    "npu.dma_load"(%z, %s) : (memref<512xf32>, memref<512xf32, 1>) -> ()
    linalg.add ins(%t, %s : memref<512xf32, 1>, memref<512xf32, 1>) outs(%t : memref<512xf32, 1>)
    "npu.dma_store"(%t, %y) : (memref<512xf32, 1>, memref<512xf32>) -> ()
  }
  return
}
"""


def test_the_timeline_of_a_long_run_counts_operations_that_it_does_not_hold(tmp_path: Path) -> None:
    (tmp_path / "long.mlir").write_text(LONG)
    run = simulate_file(tmp_path / "long.mlir", "tpuv3", "timing", run_dir=tmp_path).run_dir
    report, timeline = json.loads((run / "report.json").read_text()), levels(run, 900)
    assert timeline is not None and "one of 2" in (run / "timeline.json").read_text()
    for row, unit in enumerate(report["units"]):
        active = report["units"][unit]["active_cycles"] / report["cycles"]
        for level in range(len(timeline["levels"])):
            assert rows_of(timeline, level)[row].mean() == pytest.approx(active, abs=0.02)


def test_runs_that_have_little_to_show_have_a_page(run: Path, tmp_path: Path) -> None:
    (tmp_path / "square.mlir").write_text(SQUARE)
    untimed = simulate_file(tmp_path / "square.mlir", "tpuv3", "functional", run_dir=tmp_path).run_dir
    shown = building.content(untimed)
    assert shown["timed"] is False and shown["timeline"] is None and shown["kernels"][0]["hot"] is None
    killed = tmp_path / "killed"
    shutil.copytree(run, killed)
    (killed / "timeline.json").unlink()
    report = json.loads((killed / "report.json").read_text())
    (killed / "report.json").write_text(json.dumps({**report, "complete": False}))
    shown = building.content(killed)
    assert shown["complete"] is False and "interrupted" in shown["overview"]["remarks"][0]
    with pytest.raises(OptionError, match="cannot be written"):
        building.write_page(run, tmp_path / "none" / "page.html")


def test_commands_write_pages(run: Path, tmp_path: Path, npusim: Any) -> None:
    for words in (["report", run, "--html", tmp_path / "a.html"], ["compare", run, run, "--html", tmp_path / "b.html"]):
        assert npusim(*words)[0] == 0
    assert unpacked((tmp_path / "a.html").read_text())["comparison"] is None
    both = unpacked((tmp_path / "b.html").read_text())["comparison"]
    assert (both["percent"], both["keys"]) == (0, []) and both["paths"][0] == both["paths"][1]
    assert {"Time", "Energy", "Limited by"} <= {name for name, a, b, _ in both["facts"] if a == b}


def test_a_page_is_written_although_nobody_reads_the_table_to_its_end(
    run: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def closed(*_: object) -> None:
        raise BrokenPipeError

    monkeypatch.setattr("builtins.print", closed)
    with pytest.raises(BrokenPipeError):
        compare_runs(run, run, None, Output(False, False), tmp_path / "page.html")
    assert unpacked((tmp_path / "page.html").read_text())["comparison"]


@pytest.mark.slow
def test_a_page_about_two_runs_opens_with_their_comparison(run: Path, tmp_path: Path, browser: Any) -> None:
    compare_runs(run, run, None, Output(False, False), tmp_path / "page.html")
    page, messages = opened(browser, tmp_path / "page.html", "light")
    assert page.inner_text("[role=tab][aria-selected=true]") == "Comparison"
    assert page.inner_text("main").startswith("A, the earlier run") and not messages


@pytest.mark.slow
def test_a_kernel_without_cycles_says_so_beside_its_text(run: Path, tmp_path: Path, browser: Any) -> None:
    shown = building.content(run)
    shown["kernels"][0] |= {"cycles": None, "hot": None, "hot_note": "time was not simulated"}
    (tmp_path / "page.html").write_text(building.page_text(shown))
    page, messages = opened(browser, tmp_path / "page.html", "light")
    page.click("[data-view=code]")
    assert page.inner_text("select.kernel option") == "square (1 launch)"
    assert "No cycles beside the text: time was not simulated." in page.inner_text("main") and not messages


def seen_with_the_keyboard(page: Any) -> None:
    """Goes to the points and launches of the views of the run, and opens them, without a mouse."""
    page.click("[data-view=roofline]")
    page.wait_for_selector("#view-roofline .points path")
    ends = "['xaxis', 'yaxis'].map((axis) => document.querySelector('.chart').layout[axis].range)"
    whole = page.evaluate(ends)
    page.keyboard.press("Tab")
    page.keyboard.press("ArrowRight")
    assert page.inner_text("#view-roofline [aria-live]").startswith("1 of 1: square")
    page.keyboard.press("+")
    page.keyboard.press("ArrowRight")
    page.wait_for_selector("#view-roofline .hovertext")
    shape, plot = (page.locator(f"#view-roofline {each}").bounding_box() for each in (".points path", ".nsewdrag"))
    for start, size in (("x", "width"), ("y", "height")):  # the point that is zoomed at stays in view
        assert plot[start] < shape[start] + shape[size] / 2 < plot[start] + plot[size]
    near = page.evaluate(ends)
    assert [b - a for a, b in near] == pytest.approx([0.7 * (b - a) for a, b in whole])
    page.keyboard.press("0")
    page.wait_for_function(f"JSON.stringify({ends}) === '{json.dumps(whole, separators=(',', ':'))}'")
    page.keyboard.press("Enter")
    page.wait_for_selector("#view-code")

    page.focus("#view-code canvas")
    page.keyboard.press("ArrowUp")
    assert page.inner_text("#view-code [aria-live]").startswith("dma_store")
    page.focus("pre .row.hot >> nth=0")
    page.keyboard.press(" ")
    assert page.locator("pre .row.chosen").count() == 1

    page.click("[data-view=timeline]")
    page.focus("#view-timeline canvas")
    page.keyboard.press("ArrowDown")
    assert page.inner_text("#view-timeline [aria-live]").startswith("1 of 1: square, ")
    page.keyboard.press("Enter")
    page.wait_for_selector("#view-code")


@pytest.mark.slow
@pytest.mark.covering("dark")
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_every_view_works_in_a_browser(run: Path, tmp_path: Path, browser: Any, scheme: str) -> None:
    file = tmp_path / "page.html"
    building.write_page(run, file, run)
    page, messages = opened(browser, file, scheme)
    open_all_views(page, tmp_path, f"report-{scheme}")

    page.click("[data-view=accuracy]")
    column = "#view-accuracy table >> nth=-1 >> tbody tr td:nth-child(2)"
    page.click("#view-accuracy table >> nth=-1 >> thead th:nth-child(2) button")
    first = [float(text.replace(",", "")) for text in page.locator(column).all_inner_texts()]
    page.click("#view-accuracy table >> nth=-1 >> thead th:nth-child(2) button")
    second = [float(text.replace(",", "")) for text in page.locator(column).all_inner_texts()]
    assert len(first) > 2 and first == sorted(first, reverse=second[0] < first[0]) and first == second[::-1]

    page.click("[data-view=kernels]")
    page.fill("#filter", "nothing like it")
    assert page.inner_text("#counted") == "0 of 1"
    page.fill("#filter", "squ")
    assert page.inner_text("#counted") == "1 of 1"
    page.select_option("#group", "operator")
    assert "(no operator)" not in page.inner_text("main")  # the filter holds for groups
    page.select_option("#group", "kernel")
    page.click("main td button")

    page.wait_for_selector("#view-code")
    page.click("pre .row.hot >> nth=0")
    assert page.query_selector("pre .row.chosen") is not None
    page.click("#zoom-in")
    canvas = page.locator("canvas")
    assert float(canvas.get_attribute("data-to")) - float(canvas.get_attribute("data-from")) == pytest.approx(0.5)
    canvas.focus()
    page.keyboard.press("0")
    assert canvas.get_attribute("data-to") == "1"

    page.click("[data-view=timeline]")
    page.keyboard.press("ArrowRight")
    page.wait_for_selector("#view-memory")
    assert "by 2 allocations" in page.inner_text("#said")
    page.focus("#moment")
    page.keyboard.press("ArrowRight")
    assert not page.inner_text("#said").startswith("At 0.000")
    page.keyboard.press("ArrowLeft")
    assert page.inner_text("#said").startswith("At 0.000") and page.input_value("#moment") == "0"
    page.keyboard.press("End")
    assert not page.inner_text("#said").startswith("At 0.000") and "square" in page.inner_text("#view-memory table")
    box = page.locator("#view-memory .nsewdrag").bounding_box()
    for x in (box["x"] + 5, box["x"] + 6):
        page.mouse.move(x, box["y"] + 100)
        page.wait_for_timeout(200)
    page.mouse.click(x, box["y"] + 100)
    assert page.inner_text("#said").startswith("At 0.000")
    page.focus("[data-view=memory]")
    page.keyboard.press("ArrowLeft")
    canvas = page.locator("#view-timeline canvas")
    box = canvas.bounding_box()
    page.mouse.move(box["x"] + 500, box["y"] + 60)
    page.mouse.wheel(0, -300)
    page.wait_for_timeout(100)
    assert float(canvas.get_attribute("data-to")) - float(canvas.get_attribute("data-from")) < 0.9

    seen_with_the_keyboard(page)
    page.click("[data-view=dram]")
    page.wait_for_selector("#view-dram .heatmaplayer")
    scales = page.evaluate("[...document.querySelectorAll('#view-dram .chart')].map((each) => each.data[0].zmin)")
    assert len(scales) == 3 and not any(scales)
    column = "{ name: 'key', text: true, value: (r) => r }"
    page.evaluate(f"document.body.append(Page.table([{column}], ['b', 'a'], {{ sorted: 0 }}).element)")
    assert page.locator("body > .scroll td").all_inner_texts() == ["a", "b"]
    assert not messages
