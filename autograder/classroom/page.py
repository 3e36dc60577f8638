"""The page of a class: one HTML file without scripts, for screens, paper and keyboards."""

from typing import Any

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup

from autograder.classroom.values import CheckFigures, Figures, PartFigures
from autograder.classroom.words import words
from autograder.model import Outcome, Text
from autograder.report.plain import plain
from autograder.report.words import OUTCOMES

LISTED = 20
"""Rows of a list that can be as long as the class; the files hold the rest."""
MOST = 200
"""Students to help that are on the page at all."""
NAMED = 60
"""Students named in one row."""
SHOWN = 40
"""Up to so many students the table of all of them is open from the start."""
LOWEST = -0.25
"""The bottom of the map of parts; what lies below is drawn there."""
SEPARATES = 0.2
"""The usual line of item analysis below which an item is looked at."""


def html_page(
    figures: Figures, language: str, written: str, files: tuple[str, str] = ("", "")
) -> str:
    """The page in `language`; `written` says when, `files` names the CSV and JSON beside it."""
    environment = Environment(
        loader=PackageLoader("autograder.classroom", "templates"),
        autoescape=True,
        trim_blocks=True,
        lstrip_blocks=True,
        undefined=StrictUndefined,
        finalize=_harmless,
    )
    page = _Page(figures, language)
    environment.filters.update(num=number, pct=percent, r=correlation, t=page.text)
    return environment.get_template("page.html").render(
        f=figures, w=words(language), page=page, written=written, files=files,
        language="zh-CN" if language == "zh" else "en",
    )  # fmt: skip


def _harmless(value: object) -> object:
    """No control or direction characters from a student's id; autoescape does the markup."""
    return plain(value) if isinstance(value, str) and not isinstance(value, Markup) else value


def number(value: float | None) -> str:
    """Points as they are written: no needless zeros; a dash for none."""
    return "–" if value is None else f"{value:.2f}".rstrip("0").rstrip(".")


def percent(share: float | None) -> str:
    """A share in whole percent; never 0 or 100 for what only rounds to it."""
    if share is None:
        return "–"
    whole = round(share * 100)
    if 0 < share < 1:
        whole = min(max(whole, 1), 99)
    return f"{whole}\u202f%"


def correlation(value: float | None) -> str:
    """A correlation with a real minus sign; a dash for none."""
    return "–" if value is None else f"{value:.2f}".replace("-", "−")


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
        self._hardest = min((part.earned for part in figures.parts), default=0.0)

    def text(self, text: Text) -> str:
        return text.in_language(self._language)

    def students(self, count: int) -> str:
        key = "one_student" if count == 1 else "many_students"
        return self._words[key].format(count)

    def judged(self, value: float | None) -> str:
        """What a discrimination means, in a word."""
        if value is None:
            return ""
        return self._words["against" if value < 0 else "weak" if value < SEPARATES else "good"]

    def outcomes(self, check: CheckFigures) -> str:
        """How those who did not pass ended, with counts."""
        others = {k: n for k, n in check.outcomes.items() if k != Outcome.PASSED}
        return ", ".join(f"{self.text(OUTCOMES[Outcome(k)])} {n}" for k, n in others.items())

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

    def height(self, value: float) -> float:
        """Where a discrimination lies on the map: 0 at the top, 1 at the bottom."""
        return 1 - (max(value, LOWEST) - LOWEST) / (1 - LOWEST)

    @property
    def easiest(self) -> list[float]:
        """The marks of the map's axis of difficulty: from the hardest part's tenth up to 1."""
        first = min(int(10 * self._hardest), 8)
        return [mark / 10 for mark in range(first, 11)]

    def across(self, earned: float) -> float:
        """Where a mean share lies on that axis, in percent of its length."""
        first = self.easiest[0]
        return 100 * (earned - first) / (1 - first)
