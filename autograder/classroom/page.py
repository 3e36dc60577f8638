"""The page of a class: one HTML file without scripts, for screens, paper and keyboards."""

import re
from collections.abc import Sequence
from statistics import fmean
from typing import Any

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup

from autograder.classroom.values import CheckFigures, Figures, PartFigures
from autograder.classroom.words import words
from autograder.model import Outcome, Text
from autograder.report.plain import escaped, plain
from autograder.report.words import OUTCOMES

CODE = re.compile("`([^`]+)`")
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
TITLED = 3
"""Parts named with their titles in one cell."""
TOUCH_ACROSS, TOUCH_UP = 4, 0.09
"""Dots of the map that are nearer share a label: percent of its width, share of its height."""
FEW = 5
"""With fewer students who differ from the rest, a discrimination is chance."""
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
    environment.filters.update(num=number, pct=percent, r=correlation, t=page.text, rich=page.rich)
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


def verdict(discrimination: float | None, rarer: int) -> str:
    """The key of the word for a discrimination; `rarer` students differ from most of the class."""
    if discrimination is None:
        return ""
    if rarer < FEW:
        return "few"
    return "against" if discrimination < 0 else "weak" if discrimination < SEPARATES else "good"


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

    def rich(self, text: Text) -> Markup:
        """The same as markup, with names between backticks set as code."""
        return Markup(CODE.sub(r"<code>\1</code>", escaped(self.text(text))))

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

    def spots(self, parts: Sequence[PartFigures]) -> list[dict[str, Any]]:
        """The parts on the map, each a dot; those too close to be labelled apart share a label."""
        groups: list[list[PartFigures]] = []
        for part in sorted(parts, key=lambda part: part.earned):
            near = (group for group in groups if any(self._touch(part, other) for other in group))
            if part.discrimination is not None:
                group = next(near, None)
                groups.append([part]) if group is None else group.append(part)
        return [self._spot(group) for group in groups]

    def _touch(self, one: PartFigures, other: PartFigures) -> bool:
        across = abs(self.across(one.earned) - self.across(other.earned))
        up = abs(self.height(one.discrimination or 0) - self.height(other.discrimination or 0))
        return across < TOUCH_ACROSS and up < TOUCH_UP

    def _spot(self, group: list[PartFigures]) -> dict[str, Any]:
        ordered = sorted(group, key=lambda part: self.numbers[part.id])
        dots = [(self.across(p.earned), self.height(p.discrimination or 0)) for p in ordered]
        return {
            "dots": dots,
            "x": fmean(x for x, _ in dots),
            "top": min(y for _, y in dots),
            "bottom": max(y for _, y in dots),
            "label": ", ".join(str(self.numbers[part.id]) for part in ordered),
            "said": "\n".join(self._said(part) for part in ordered),
        }

    def _said(self, part: PartFigures) -> str:
        return self._words["map_point"].format(
            number=self.numbers[part.id], title=self.titles[part.id],
            mean=percent(part.earned), value=correlation(part.discrimination),
        )  # fmt: skip

    def where(self, parts: Sequence[str]) -> str:
        """The parts by number and title; by number alone where they are many."""
        ordered = sorted(parts, key=lambda part: self.numbers[part])
        if len(ordered) > TITLED:
            return ", ".join(str(self.numbers[part]) for part in ordered)
        return "; ".join(f"{self.numbers[part]}. {self.titles[part]}" for part in ordered)
