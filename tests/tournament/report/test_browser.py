"""The page in a real browser: its script runs, steps and filters."""

import re
import shutil
import subprocess
from pathlib import Path

import pytest

from bots.tournament.records import read
from bots.tournament.report import html_page

CHROMIUM = next(
    (found for name in ("chromium", "chromium-browser", "google-chrome") if (found := shutil.which(name))),
    None,
)
pytestmark = [
    pytest.mark.process,
    pytest.mark.skipif(CHROMIUM is None, reason="needs a Chromium"),
]
PRESS = """
<script>
const list = document.getElementById("list");
const press = key => list.dispatchEvent(new KeyboardEvent("keydown", {key, bubbles: true}));
const log = [];
const seen = () => log.push([
  document.querySelectorAll(".board:not([hidden]) .tb-pieces use").length,
  document.querySelector(".board:not([hidden]) .tb-caption").textContent,
  document.getElementById("now").textContent,
].join(" | "));
window.addEventListener("error", event => log.push("ERROR " + event.message));
seen();
press("Home"); seen();
press("ArrowRight"); seen();
press("End"); seen();
document.getElementById("f-contest").value = "lot";
document.getElementById("f-contest").dispatchEvent(new Event("change"));
seen();
press("PageDown"); seen();
document.title = log.join(" || ");
</script></body>"""


def test_the_viewer_steps_through_games(cup: Path, tmp_path: Path) -> None:
    with read(cup) as reader:
        text = html_page(reader)
        first = reader.game(next(reader.results()).spec.id)
    file = tmp_path / "page.html"
    file.write_text(text.replace("</body>", PRESS), encoding="utf-8")
    quiet = [
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
        "--no-first-run",
    ]
    ran = subprocess.run(
        [
            str(CHROMIUM),
            "--headless",
            "--no-sandbox",
            "--disable-gpu",
            "--disable-quic",
            *quiet,
            f"--user-data-dir={tmp_path / 'profile'}",
            "--dump-dom",
            file.as_uri(),
        ],
        capture_output=True,
        text=True,
        timeout=50,
        check=True,
    )
    title = re.search(r"<title>(.*?)</title>", ran.stdout, re.DOTALL)
    assert title
    steps = [step.split(" | ") for step in title.group(1).split(" || ")]
    assert not any("ERROR" in step[0] for step in steps)
    assert len(steps) == 6
    opened, start, one, end, lot, following = steps
    assert start[0] == "22", "LAG begins with eleven pieces a side"
    assert start[2] == "The opening follows."
    assert first.moves[0] in one[2]
    assert first.moves[-1] in end[2]
    assert first.moves[len(first.opening.moves) - 1] in opened[2]
    assert "to move" in lot[1]
    assert lot != following
