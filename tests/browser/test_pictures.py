"""The lesson's drawings as Chromium draws them."""

from itertools import combinations
from pathlib import Path

import pytest
from playwright.sync_api import Page

FOLDER = Path(__file__).parents[2] / "assignments/attention/pictures"
BOXES = """svg => [...svg.querySelectorAll('text')].map(text => {
    const box = text.getBBox()
    return [text.textContent, box.x, box.y, box.x + box.width, box.y + box.height]
})"""
SPILL = 2.0
"""A line's box is a little taller than its letters."""

Box = tuple[str, float, float, float, float]


@pytest.mark.parametrize(
    "drawing",
    [pytest.param(path, id=path.stem, marks=() if path.stem.endswith(".en") else pytest.mark.slow)
     for path in sorted(FOLDER.glob("*.svg"))],
)  # fmt: skip
def test_words_of_a_drawing_stand_apart_and_inside(page: Page, drawing: Path) -> None:
    """No word leaves the picture or runs into another one."""
    page.set_content(drawing.read_text("utf-8"))
    svg = page.locator("svg")
    width, height = (float(svg.get_attribute(name) or 0) for name in ("width", "height"))
    boxes: list[Box] = svg.evaluate(BOXES)
    outside = [
        box for box in boxes if box[1] < 0 or box[2] < 0 or box[3] > width or box[4] > height
    ]
    assert outside == []
    assert [(a[0], b[0]) for a, b in combinations(boxes, 2) if overlap(a, b)] == []


def overlap(one: Box, other: Box) -> bool:
    across = min(one[3], other[3]) - max(one[1], other[1])
    down = min(one[4], other[4]) - max(one[2], other[2])
    return across > 0 and down > SPILL
