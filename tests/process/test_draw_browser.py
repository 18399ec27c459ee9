"""The script that changes positions, in a real browser."""

import json
import re
import shutil
import subprocess
from pathlib import Path

import pytest

from bots.draw import board_script, render
from tests.bots.draw.boards import squares

BROWSER = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
QUIET = [
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--dump-dom",
    "--virtual-time-budget=2000",
]
STEP = """
const board = trilogueBoard(document.querySelector("svg"));
const clicked = [];
board.onClick(name => clicked.push(name));
const marks = {last: ["b1", "b3"], target: ["c3"], caption: "White <to> move", turn: "white"};
board.show({b3: "b", d4: "W"}, marks);
document.querySelector('[data-cell="c2"]').dispatchEvent(new MouseEvent("click", {bubbles: true}));
document.querySelector('use[data-cell="d4"]').dispatchEvent(new MouseEvent("click", {bubbles: true}));
document.getElementById("out").textContent = JSON.stringify({clicked, cells: board.cells.length});
"""

pytestmark = [pytest.mark.process, pytest.mark.skipif(BROWSER is None, reason="no Chromium")]


def test_a_step_in_a_browser(tmp_path: Path) -> None:
    picture = render(squares(5), {"a1": "b", "b1": "b"}, turn="black")
    script = f"<script>{board_script()}{STEP}</script>"
    page = f'<!doctype html><meta charset="utf-8">{picture}<p id="out"></p>{script}'
    path = tmp_path / "page.html"
    path.write_text(page, encoding="utf-8")
    assert BROWSER is not None
    done = subprocess.run(
        [BROWSER, *QUIET, f"--user-data-dir={tmp_path}/profile", path.as_uri()],
        capture_output=True,
        text=True,
        timeout=60,
        check=True,
    )
    dom = done.stdout
    out = re.search(r'<p id="out">(.*?)</p>', dom)
    assert out is not None
    assert json.loads(out[1]) == {"clicked": ["c2", "d4"], "cells": 25}
    pieces = re.search(r'<g class="tb-pieces">(.*?)</g>', dom, re.DOTALL)
    assert pieces is not None
    assert re.findall(r'href="#(tb-p\d)"[^>]*data-cell="(\w\d)"', pieces[1]) == [
        ("tb-p0", "b3"),
        ("tb-p3", "d4"),
    ]
    assert dom.count('class="tb-last"') == 2
    assert dom.count('class="tb-target"') == 1
    assert "White &lt;to&gt; move</text>" in dom
    foot = re.search(r'<g class="tb-foot">\s*<use href="#(tb-p\d)"', dom)
    assert foot is not None
    assert foot[1] == "tb-p1"
