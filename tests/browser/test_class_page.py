"""The page of a class of a thousand, in Chromium: opened, searched, filtered, sorted, and read."""

import random
from collections.abc import Iterator

import pytest
from lab import hard_to_use
from msgspec.structs import replace
from playwright.sync_api import Page, expect

from autograder.core.model import Outcome, Report
from autograder.grading.history import AGAIN, Change
from autograder.report.classroom.entries import Entry
from autograder.report.classroom.figures import figures
from autograder.report.classroom.page import html_page
from autograder.report.classroom.report_data import Figures
from autograder.report.lms.sheets import Recorded, Score
from tests.desk.judged import ASSIGNMENT, graded, said

STUDENTS = 1000
OUTCOMES = (Outcome.FAILED, Outcome.FAILED, Outcome.RAISED, Outcome.TIMED_OUT)


def class_of(students: int) -> Figures:
    """Students of every kind, the same each time."""
    chance = random.Random(1)
    parts = [part.id for part in ASSIGNMENT.parts]

    def report(lost: int) -> Report:
        return graded(**{part: chance.choice(OUTCOMES) for part in chance.sample(parts, lost)})

    named = Recorded(name="Zoë Ångström", scores={"softmax_naive": Score(4, 1)}, seconds_late=7200)
    looks = (said("looks for the grader's files"),)
    entries = [
        *(Entry(f"s{n:04}", report(chance.choice((0, 0, 1, 3, 9)))) for n in range(students - 2)),
        Entry("torn", None, said("unreadable: the file is cut off")),
        Entry("zoe", replace(report(1), flags=looks), recorded=named),
    ]
    points = {part.id: float(part.points) for part in ASSIGNMENT.parts}
    when = "2026-01-02T03:04:05.000+00:00"
    last = tuple(
        Change(when, when, "grader", name, "2", "a", {"autograder": "0.1.0"}, old, points, why)
        for name, old, why in (
            ("s0001", points | {"softmax_naive": 0.0}, (AGAIN,)), ("s0002", {}, ()),
        )
    )  # fmt: skip
    return figures(ASSIGNMENT, entries, "attention", (), last)


@pytest.fixture(scope="module")
def opened(chromium, tmp_path_factory) -> Iterator[Page]:
    """The page of a thousand, open; nothing went wrong in it."""
    links = {"zoe": {"feedback": "./zoe.html", "submission": "./zoe.ipynb"}}
    place = tmp_path_factory.mktemp("class") / "page.html"
    place.write_text(html_page(class_of(STUDENTS), "en", "now", links=links), "utf-8")
    page = chromium.new_page()
    messages: list[str] = []
    page.on("console", lambda message: messages.append(message.text))
    page.on("pageerror", lambda error: messages.append(str(error)))
    page.goto(place.as_uri())
    yield page
    page.close()
    assert messages == []


@pytest.fixture(autouse=True)
def _fresh(opened) -> None:
    """Every test begins with nothing chosen."""
    opened.locator("#tools").evaluate("form => { form.reset(); form.search.dispatchEvent("
                                      "new Event('input', {bubbles: true})) }")  # fmt: skip


def names(page: Page, what: str = "name") -> list[str]:
    """Of the rows that are shown; or something else that is said of each."""
    return page.eval_on_selector_all(
        "#class > details:not([hidden])", f"rows => rows.map(row => row.dataset.{what})"
    )


def choose(page: Page, name: str, value: str) -> None:
    page.locator(f"#tools select[name={name}]").select_option(value)


def test_a_search_finds_names_without_accents_and_causes(opened):
    """All of the words, in any order, in the name, the parts or the causes."""
    opened.locator("#tools input").fill("angstrom zoe")
    assert names(opened) == ["zoe"]
    expect(opened.locator("#tools output")).to_have_text("1 of 1000 shown")
    opened.locator("#tools input").fill("wrong dimension")
    shown = names(opened)
    assert 0 < len(shown) < STUDENTS
    inside = opened.locator(f"details[data-name={shown[0]}]").text_content() or ""
    assert "softmax over the wrong dimension" in inside


def test_those_who_need_a_person_come_first(opened):
    everybody = names(opened)
    choose(opened, "show", "review")
    assert everybody[: len(names(opened))] == names(opened)
    assert names(opened)[:2] == ["torn", "zoe"]
    assert "unreadable" in (opened.locator("details[data-name=torn] .marks").text_content() or "")


@pytest.mark.parametrize(
    ("show", "expected"),
    [("changed", ["s0001", "s0002"]), ("ungraded", ["torn"]), ("overridden", ["zoe"])],
)
def test_a_filter_shows_its_students_alone(opened, show, expected):
    choose(opened, "show", show)
    assert sorted(names(opened)) == expected


def test_a_part_shows_who_lost_points_in_it(opened):
    choose(opened, "part", "3")
    lost = names(opened, "lost")
    assert 0 < len(lost) < STUDENTS and all("3" in parts.split() for parts in lost)


def test_students_are_sorted_and_put_back(opened):
    first = names(opened)
    choose(opened, "order", "low")
    totals = [float(total or 999) for total in names(opened, "total")]
    assert totals == sorted(totals)
    assert names(opened)[-1] == "torn"
    choose(opened, "order", "change")
    assert names(opened)[:2] == ["s0002", "s0001"]
    choose(opened, "order", "review")
    assert names(opened) == first


def test_without_scripts_every_row_is_there_and_opens(chromium):
    context = chromium.new_context(java_script_enabled=False)
    page = context.new_page()
    page.set_content(html_page(class_of(20), "en", "now"))
    expect(page.locator("#tools")).to_be_hidden()
    expect(page.locator("#class > details")).to_have_count(20)
    row = page.locator("details[data-name=zoe]")
    row.locator("summary").click()
    expect(row.locator(".lost > li")).to_be_visible()
    context.close()


@pytest.mark.parametrize("scheme", ["light", pytest.param("dark", marks=pytest.mark.slow)])
@pytest.mark.parametrize("language", ["en", pytest.param("zh", marks=pytest.mark.slow)])
def test_everyone_can_use_the_page(page, language, scheme):
    # The page's own policy forbids other scripts, those of the examination too.
    text = html_page(class_of(30), language, "now")
    page.emulate_media(color_scheme=scheme)
    page.set_content(text.replace('http-equiv="Content-Security-Policy"', ""))
    assert hard_to_use(page) == []
