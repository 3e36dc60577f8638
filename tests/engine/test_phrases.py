"""Phrases are data: the languages have the same keys and placeholders, and no key is a mistake."""

import re
from pathlib import Path
from string import Formatter

import pytest

import autograder
from autograder.report.phrases import Phrases, class_phrase, phrase

REPORT = Path(autograder.__file__).parent / "report"


def placeholders(text: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(text) if name is not None}


@pytest.mark.parametrize("table", [phrase, class_phrase])
def test_every_phrase_is_there_in_both_languages_with_the_same_placeholders(table: Phrases) -> None:
    for key, text in table.texts.items():
        assert text.en and text.zh, key
        assert placeholders(text.en) == placeholders(text.zh), key


@pytest.mark.parametrize(
    ("table", "template"), [(phrase, "feedback"), (phrase, "panel"), (class_phrase, "class")]
)
def test_templates_ask_for_phrases_that_there_are(table: Phrases, template: str) -> None:
    pages = REPORT / "templates"
    part = {"class": "charts"}.get(template, "verdict")
    text = "".join((pages / f"{name}.html").read_text("utf-8") for name in (template, part))
    assert set(re.findall(r"\bw\.(\w+)", text)) <= table.texts.keys()
