"""The page of a class: one HTML file without scripts, for screens, paper and keyboards."""

import re
from collections.abc import Sequence
from typing import Any

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup

from autograder.core.model import Outcome, Text
from autograder.report.classroom.formats import correlation, number, percent, verdict
from autograder.report.classroom.messages import words
from autograder.report.classroom.points import PartMap, Spot, height
from autograder.report.classroom.values import CheckFigures, Figures, PartFigures
from autograder.report.messages import OUTCOMES
from autograder.report.plain_text import escaped, plain

CODE = re.compile("`([^`]+)`")
LISTED = 20
"""Rows of a list that can be as long as the class; the files hold the rest."""
MOST = 200
"""Students to help that are on the page at all."""
NAMED = 60
"""Students named in one row."""
SHOWN = 40
"""The table of all students is initially open for classes up to this size."""
TITLED = 3
"""Parts named with their titles in one cell."""


def html_page(
    figures: Figures, language: str, written: str, files: tuple[str, str] = ("", "")
) -> str:
    """The page in `language`; `written` says when, `files` names the CSV and JSON beside it."""
    environment = Environment(
        loader=PackageLoader("autograder.report.classroom", "templates"),
        autoescape=True,
        trim_blocks=True,
        lstrip_blocks=True,
        undefined=StrictUndefined,
        finalize=_harmless,
    )
    page = _Page(figures, language)
    environment.filters.update(
        height=height, num=number, pct=percent, r=correlation, t=page.text, rich=page.rich
    )
    return environment.get_template("page.html").render(
        f=figures, w=words(language), page=page, written=written, files=files,
        language="zh-CN" if language == "zh" else "en",
    )  # fmt: skip


def _harmless(value: object) -> object:
    """No control or direction characters from a student's id; autoescape does the markup."""
    return plain(value) if isinstance(value, str) and not isinstance(value, Markup) else value


class _Page:
    """What the template asks for in the page's language."""

    listed, most, named, shown = LISTED, MOST, NAMED, SHOWN

    def __init__(self, figures: Figures, language: str) -> None:
        self._language = language
        self._words = words(language)
        self.titles = {part.id: self.text(part.title) for part in figures.parts}
        self.numbers = {part.id: index for index, part in enumerate(figures.parts, 1)}
        self.maxima = {part.id: part.max_points for part in figures.parts}
        self._graded = figures.graded
        self._assignment = figures.assignment
        self.map = PartMap(figures.parts, self.numbers)

    def text(self, text: Text) -> str:
        return text.in_language(self._language)

    def rich(self, text: Text) -> Markup:
        """The same as markup, with names between backticks set as code."""
        return Markup(CODE.sub(r"<code>\1</code>", escaped(self.text(text))))

    def command(self, group: str) -> str:
        """What names a group of wrong answers."""
        speech = self._language
        flags = f'--title-{speech} "…" --question-{speech} "…"'
        return f"autograder name {self._assignment} {group} {flags}"

    def students(self, count: int) -> str:
        key = "one_student" if count == 1 else "many_students"
        return self._words[key].format(count)

    def verdict_on_part(self, part: PartFigures) -> str:
        """The word for a part's discrimination."""
        return verdict(part.discrimination, self._graded - max(part.full, part.none))

    def verdict_on_check(self, check: CheckFigures) -> str:
        """The word for a check's discrimination."""
        passed = check.outcomes.get(Outcome.PASSED, 0)
        return verdict(check.discrimination, min(passed, sum(check.outcomes.values()) - passed))

    def outcomes(self, check: CheckFigures) -> str:
        """How those who did not pass ended, with counts."""
        others = {k: n for k, n in check.outcomes.items() if k != Outcome.PASSED}
        return ", ".join(f"{n} {self.text(OUTCOMES[Outcome(k)])}" for k, n in others.items())

    def spread(self, part: PartFigures) -> list[dict[str, Any]]:
        """The class in four groups: all points, some, none, not attempted; shares of the bar."""
        untouched = min(self._graded - part.attempted, part.none)
        counts = {
            "full": part.full,
            "some": self._graded - part.full - part.none,
            "none": part.none - untouched,
            "untouched": untouched,
        }
        found, start = [], 0.0
        for kind, count in counts.items():
            width = 100 * count / self._graded
            found.append({"kind": kind, "count": count, "x": round(start, 3), "width": width})
            start += width
        return found

    def said(self, spot: Spot) -> str:
        """The parts of a spot on the map in words, a line each."""
        return "\n".join(
            self._words["map_point"].format(
                number=self.numbers[part.id], title=self.titles[part.id],
                mean=percent(part.earned), value=correlation(part.discrimination),
            )
            for part in spot.parts
        )  # fmt: skip

    def where(self, parts: Sequence[str]) -> str:
        """The parts by number and title; by number alone where they are many."""
        ordered = sorted(parts, key=lambda part: self.numbers[part])
        if len(ordered) > TITLED:
            return ", ".join(str(self.numbers[part]) for part in ordered)
        return "; ".join(f"{self.numbers[part]}. {self.titles[part]}" for part in ordered)
