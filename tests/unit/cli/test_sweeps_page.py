"""The page of a sweep: whole, small, the same bytes for the same results, and every view works in a browser."""

from pathlib import Path
from typing import Any

import pytest
from npusim.frontend.cli.app import main
from npusim.frontend.cli.sweeps.driver import sweep
from npusim.frontend.cli.sweeps.page.sensitivity import explained
from pages import open_all_views, opened, unpacked
from sweep_files import Inline, package, table, write

VARY = {"dma_descriptor_cycles": [0, 100, 200], "scratchpad_kib_per_lane": [1, 64, 128], "core_freq_mhz": [500, 1000]}


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """A sweep of 18 points, of which 6 fail."""
    path = write(package(tmp_path), vary=VARY, objectives=["time", "area"])
    sweep(path, pool=Inline())
    return path


def written(path: Path, name: str) -> Path:
    with pytest.raises(SystemExit) as stop:
        main(["sweep", str(path), "--show", "--quiet", "--html", str(path.with_name(name))])
    assert not stop.value.code
    return path.with_name(name)


def test_a_page_has_every_point_and_is_the_same_each_time(path: Path) -> None:
    one, two = written(path, "one.html"), written(path, "two.html")
    assert one.read_bytes() == two.read_bytes() and one.stat().st_size < 6_000_000
    shown, rows = unpacked(one.read_text()), table(path)
    assert [axis["key"] for axis in shown["axes"]] == list(VARY)
    assert [metric["name"] for metric in shown["metrics"]][:2] == ["time_ns", "area_mm2"]
    assert [p["metrics"][0] for p in shown["points"]] == [row["time_ns"] for row in rows]
    assert [p["values"] for p in shown["points"]] == [[row[key] for key in VARY] for row in rows]
    failed = [p for p in shown["points"] if p["state"] == "failed"]
    assert len(failed) == 6 and "do not fit its scratchpad" in failed[0]["note"] and failed[0]["workloads"] == []
    done = [p for p in shown["points"] if p["state"] == "done"]
    assert all(p["workloads"][0][1] == p["metrics"][0] for p in done) and any(p["best"] for p in done)


def test_a_key_explains_what_differs_between_its_values() -> None:
    rows = [{"a": a, "b": b, "state": "done", "t": 2.0**a * 4.0**b} for a in (0, 1) for b in (0, 1)]
    assert explained(rows, ["a", "b"], "t") == {"a": 0.2, "b": 0.8}
    flat = [{**row, "t": 3.0} for row in rows]
    assert explained(flat, ["a"], "t") == {"a": 0.0} == explained([], ["a"], "t")


@pytest.mark.slow
@pytest.mark.covering("dark")
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_every_view_of_a_sweep_works_in_a_browser(path: Path, browser: Any, scheme: str) -> None:
    page, wrong = opened(browser, written(path, "page.html"), scheme)
    open_all_views(page, path.parent, f"sweep-{scheme}")

    page.click("[data-view=points]")
    assert page.evaluate("(e => e.scrollWidth <= e.clientWidth)(document.querySelector('.scroll'))")
    page.fill("#filter", "failed")
    assert page.inner_text("#counted") == "6 of 18"
    page.fill("#filter", "")
    page.select_option("#only-core_freq_mhz", "500")
    assert page.inner_text("#counted") == "9 of 9"
    page.click("main td button")  # one of the best

    page.wait_for_selector("#view-pareto .points path")
    assert "--point " in page.inner_text("#command")
    points = page.locator("#view-pareto .scatterlayer .points path")
    before = points.count()
    page.select_option("#only-core_freq_mhz", "all")
    page.wait_for_function(f"document.querySelectorAll('#view-pareto .scatterlayer .points path').length > {before}")
    page.select_option("#x", "dma_descriptor_cycles")
    page.check("#log")

    page.wait_for_timeout(300)
    page.focus("#view-pareto .chart")
    commands = set()
    for _ in range(12):
        page.keyboard.press("ArrowRight")
        page.keyboard.press("Enter")
        commands.add(page.inner_text("#command"))
    assert len(commands) == 12  # every point that was simulated, once

    page.click("[data-view=sensitivity]")
    page.select_option("#metric", "area mm2")
    page.wait_for_selector("#view-sensitivity .barlayer path", state="attached")
    page.keyboard.press("Tab")
    assert not wrong


@pytest.mark.slow
def test_many_numbers_are_a_scale_of_colours(tmp_path: Path, browser: Any) -> None:
    path = write(package(tmp_path), vary={"dma_descriptor_cycles": list(range(30))}, objectives=["time", "area"])
    sweep(path, pool=Inline())
    page, wrong = opened(browser, written(path, "page.html"), "light")
    page.wait_for_selector("#view-pareto .points path")
    scale, plot = (page.locator(f"#view-pareto {each}").bounding_box() for each in (".cbfills", ".nsewdrag"))
    assert scale["x"] >= plot["x"] + plot["width"]
    assert page.locator("#view-pareto .legend .traces").count() == 2  # the front, and the best
    assert not wrong


@pytest.mark.slow
def test_a_point_is_described_beside_the_plot_on_a_laptop(path: Path, browser: Any) -> None:
    page, _ = opened(browser, written(path, "page.html"), "light")
    page.set_viewport_size({"width": 1366, "height": 768})
    command = page.locator("#command").bounding_box()
    assert command["y"] + command["height"] < 768
    assert page.inner_text("#command").endswith(f"sweep.yaml --point {page.inner_text('#details h2').split()[1]}")
    cycles = next(p["metrics"] for p in unpacked(path.with_name("page.html").read_text())["points"] if p["best"])
    assert f"{round(cycles[-1]):,}" in page.inner_text("#details")  # in full


@pytest.mark.slow
def test_a_table_of_thousands_draws_its_first_rows(path: Path, browser: Any) -> None:
    page, wrong = opened(browser, written(path, "page.html"), "light")
    rows, column = "[...Array(2000).keys()].map(String)", "{ name: 'n', text: true, value: (r) => r }"
    page.evaluate(
        f"window.shown = Page.table([{column}], {rows}, {{ sorted: 0 }}); document.body.append(shown.element)"
    )
    drawn = page.locator("body > .scroll")
    assert drawn.locator("tbody tr").count() == 500 and "and 1,500 more" in drawn.inner_text()
    page.evaluate("shown.filter('1999')")
    assert drawn.locator("tbody tr").count() == 1 and "more" not in drawn.inner_text()
    assert not wrong
