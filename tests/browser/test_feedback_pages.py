"""The page that a failing student gets back, as a browser shows it, in both languages."""

from pathlib import Path

import pytest
from lab import PHONE, hard_to_use
from playwright.sync_api import expect

WORDS = {"en": ("What to look at first", "Think about:", "This looks like:"),
         "zh": ("先看这里", "想一想：", "这看起来像是：")}  # fmt: skip
pytestmark = pytest.mark.parametrize("language", ["en", pytest.param("zh", marks=pytest.mark.slow)])


@pytest.fixture
def feedback(feedback_in, language) -> Path:
    return feedback_in(language)


def test_what_to_do_first_is_seen_without_scrolling(page, feedback, language):
    page.set_viewport_size(PHONE)
    page.goto(feedback.as_uri())
    first = page.locator(".first")
    for words in WORDS[language][:2]:
        expect(first).to_contain_text(words)
    expect(page.locator(".total")).to_be_in_viewport()
    expect(first).to_be_in_viewport(ratio=1)


def test_only_what_lost_points_is_open(page, feedback, language):
    page.goto(feedback.as_uri())
    parts = page.locator("section.part")
    expect(parts).to_have_count(8)
    expect(page.locator("section > details")).to_have_count(7)
    for part in parts.all():
        expect(part.locator(".panel > div")).to_have_count(1)
        yours, panel = (part.locator(side).bounding_box() for side in (".yours", ".panel"))
        assert yours and panel and yours["x"] + yours["width"] <= panel["x"]
    expect(parts.filter(has_text=WORDS[language][2]).first).to_be_visible()


@pytest.mark.parametrize("scheme", ["light", pytest.param("dark", marks=pytest.mark.slow)])
def test_everyone_can_use_the_page(page, feedback, language, scheme):
    # The page's own policy forbids scripts, those of the examination too.
    file = feedback.read_text("utf-8").replace('http-equiv="Content-Security-Policy"', "")
    page.emulate_media(color_scheme=scheme)
    page.set_content(file)
    assert hard_to_use(page) == []
