"""Pages in Debian's Chromium: how one is opened, and what is seen to in every one."""

import base64
import gzip
import json
import os
import re
from pathlib import Path
from typing import Any


def unpacked(page: str) -> Any:
    """What a page shows."""
    packed = re.search(r'id="packed-data">([^<]*)<', page)
    assert packed is not None
    return json.loads(gzip.decompress(base64.b64decode(packed.group(1))))


def opened(browser: Any, file: Path, scheme: str) -> tuple[Any, list[str]]:
    """The page of a file in the scheme `light` or `dark`; messages and requests that there must not be."""
    context = browser.new_context(viewport={"width": 1366, "height": 768}, color_scheme=scheme)
    page, wrong = context.new_page(), []

    def asked(url: str) -> None:
        if not url.startswith(("data:", "blob:")) and url != f"file://{file}":
            wrong.append(url)

    page.on("console", lambda message: wrong.append(message.text))
    page.on("pageerror", lambda error: wrong.append(str(error)))
    page.on("request", lambda request: asked(request.url))
    page.goto(f"file://{file}")
    page.wait_for_selector("body[data-ready]")
    return page, wrong


def open_all_views(page: Any, folder: Path, name: str) -> None:
    """Opens every tab, and keeps its picture in the folder, or where CI keeps them."""
    pictures = Path(os.environ.get("CI_OUTPUT") or folder)
    pictures.mkdir(parents=True, exist_ok=True)
    for tab in page.query_selector_all("[role=tab]"):
        tab.click()
        view = tab.get_attribute("data-view")
        page.wait_for_selector(f"#view-{view}")
        page.wait_for_timeout(300)
        page.screenshot(path=str(pictures / f"{name}-{view}.png"))
        assert page.inner_text("main").strip() or page.query_selector("main svg, main canvas"), view
        tools = page.locator("main .modebar-btn").evaluate_all("all => all.map((e) => e.dataset.title || e.ariaLabel)")
        assert not [tool for tool in tools if "hare" in tool or "loud" in tool], "a tool that sends the chart away"
