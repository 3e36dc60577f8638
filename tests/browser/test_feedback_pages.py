"""The page that a failing student gets back, as a browser shows it, in both languages."""

from collections.abc import Callable
from pathlib import Path

import pytest
from conftest import Desk
from playwright.sync_api import Page, expect

LANGUAGES = {"en": "attention", "zh": "attention-zh"}
WORDS = {
    "en": ("A naive softmax", "not yet", "This looks like:"),
    "zh": ("朴素的 softmax", "还不对", "这看起来像是："),
}


pytestmark = pytest.mark.parametrize("language", LANGUAGES)


@pytest.fixture
def feedback(desk: Desk, graded: None, language: str) -> Path:
    """The feedback of li, who made a known mistake in every second part."""
    return desk.course / f"feedback/li/{LANGUAGES[language]}/attention.html"


def test_a_failing_student_reads_what_is_wrong(
    page: Page, feedback: Path, language: str, shot: Callable[..., None]
) -> None:
    """Every part has its panel in the student's language; mistakes are named."""
    page.goto(feedback.as_uri())
    panels = page.locator(f"div.output_html > div[lang^={language}]")
    expect(panels).to_have_count(15)
    for words in WORDS[language]:
        expect(panels.filter(has_text=words).first).to_be_visible()
    shot(page, f"{language}-top")
    panels.filter(has_text=WORDS[language][2]).first.scroll_into_view_if_needed()
    shot(page, f"{language}-panel")
    shot(page, f"{language}-whole", whole=True)


def test_panels_fit_a_phone(page: Page, feedback: Path, language: str, shot: Callable) -> None:
    """No panel is wider than the page on a small screen."""
    page.set_viewport_size({"width": 390, "height": 844})
    page.goto(feedback.as_uri())
    panel = page.locator("div.output_html > div[lang]").first
    panel.scroll_into_view_if_needed()
    shot(page, f"{language}-phone")
    box = panel.bounding_box()
    assert box is not None
    assert box["x"] + box["width"] <= 390
