"""The page of a class: one HTML file for screens, paper and keyboards.

Its one script sorts and searches the rows that are there without it; the page's policy names the
script's digest, so that no other could run.
"""

import base64
import hashlib
import shlex
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from markupsafe import Markup

from autograder.core.model import Outcome
from autograder.grading.history import Change
from autograder.report.classroom.report_data import (
    CheckFigures,
    Figures,
    PartFigures,
    ReasonKind,
    StudentPart,
    StudentRow,
    correlation,
    number,
    percent,
)
from autograder.report.pages import environment, rendered
from autograder.report.phrases import class_phrase, phrase

TITLED = 3
"""Parts named with their titles in one cell."""
LEVELS = "▁▂▃▄▅▆▇█"
"""A part's bar, from no points to all of them."""
FEW = 5
"""With fewer students who differ from the rest, a discrimination is chance."""
SEPARATES = 0.2
"""The usual line of item analysis below which an item is looked at."""
LOWEST = -0.25
"""The bottom of the map; what lies below is drawn there."""
TOUCH_ACROSS, TOUCH_UP = 4, 0.09
"""Dots that are nearer share a label: percent of the map's width, share of its height."""
Links = Mapping[str, Mapping[str, str]]
"""By student the addresses of the feedback page and of the submission, as far as they exist."""


def html_page(
    figures: Figures, language: str, written: str, files: tuple[str, str] = ("", ""),
    links: Links | None = None,
) -> str:  # fmt: skip
    """The page in `language`; `written` says when, `files` names the CSV and JSON beside it."""
    environment().filters |= {
        "num": number, "pct": percent, "r": correlation, "height": _height, "shell": shlex.quote,
    }  # fmt: skip
    script = environment().get_template("class.js").render()
    digest = base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()
    return rendered(
        "class.html", language, w=class_phrase.words(language), f=figures,
        page=_Page(figures, language), written=written, files=files, links=links or {},
        script=Markup(script), script_digest=f"sha256-{digest}",
    )  # fmt: skip


@dataclass(frozen=True)
class _Dot:
    """A part on the map: its number and figures, percent across, share down."""

    number: int
    part: PartFigures
    x: float
    y: float

    def touches(self, other: "_Dot") -> bool:
        return abs(self.x - other.x) < TOUCH_ACROSS and abs(self.y - other.y) < TOUCH_UP


def _height(discrimination: float) -> float:
    """Where a discrimination lies on the map: 0 at the top, 1 at the bottom."""
    return 1 - (max(discrimination, LOWEST) - LOWEST) / (1 - LOWEST)


class _Page:
    """What the template asks for in the page's language."""

    listed = 20
    """Rows of a list that can be as long as the class; the files hold the rest."""
    most = 200
    """Students to help that are on the page at all."""
    named = 60
    """Students named in one row."""
    shown = 40
    """The table of all students is initially open for classes up to this size."""

    def __init__(self, figures: Figures, language: str) -> None:
        self._language = language
        self._words = class_phrase.words(language)
        self._graded = figures.graded
        self.titles = {part.id: part.title.in_language(language) for part in figures.parts}
        self.numbers = {part.id: index for index, part in enumerate(figures.parts, 1)}
        self.maxima = {part.id: part.max_points for part in figures.parts}
        hardest = min((part.earned for part in figures.parts), default=0.0)
        self.marks = [mark / 10 for mark in range(min(int(10 * hardest), 8), 11)]
        self.spots = self._spots(figures.parts)
        # Those whom a person should look at first come first, for the most pressing reason.
        self.ordered = sorted(figures.rows, key=_urgency)
        self.places = {row.student: number for number, row in enumerate(self.ordered, 1)}
        self._changes = {change.student: change for change in figures.last_run}
        self.filters = {
            "review": {row.student for row in figures.rows if row.review},
            "help": {one.student for one in figures.help},
            "changed": set(self._changes),
            "ungraded": {one.student for one in figures.ungraded},
            "late": {one.student for one in figures.late},
            "overridden": {one.student for one in figures.changes},
        }

    def across(self, earned: float) -> float:
        """Where a mean share lies on the map, in percent of the width; the first mark is at 0."""
        return 100 * (earned - self.marks[0]) / (1 - self.marks[0])

    def _spots(self, parts: Sequence[PartFigures]) -> list[list[_Dot]]:
        """The dots of the map; those too close to be labelled apart together."""
        dots = [
            _Dot(number, part, self.across(part.earned), _height(part.discrimination))
            for number, part in enumerate(parts, 1)
            if part.discrimination is not None
        ]
        spots: list[list[_Dot]] = []
        for dot in sorted(dots, key=lambda dot: dot.part.earned):
            near = next((spot for spot in spots if any(map(dot.touches, spot))), None)
            near.append(dot) if near else spots.append([dot])
        return [sorted(spot, key=lambda dot: dot.number) for spot in spots]

    def change(self, row: StudentRow) -> float | None:
        """By how much the last run changed a student's points, whichever way."""
        change = self._changes.get(row.student)
        before, after = change.totals if change else (None, 0.0)
        return None if change is None else round(abs(after - (before or 0)), 2)

    def bar(self, cell: StudentPart) -> str:
        if cell.counted is None:
            return "·"
        share = min(max(cell.counted / self.maxima.get(cell.part, 1), 0), 1)
        # Never full for what is not, nor empty for what is not nothing.
        level = int(share * (len(LEVELS) - 1))
        return LEVELS[max(level, 1) if share else 0]

    def parts_changed(self, change: Change) -> str:
        """The parts with other points, by number, with both; how many where they are many."""
        changed = change.changed
        if change.totals[0] is None or len(changed) > TITLED:
            return self._words["many_parts"].format(len(changed))
        return "; ".join(
            f"{self.numbers.get(part, part)}: {number(old)} → {number(new)}"
            for part, (old, new) in changed.items()
        )

    def local(self, when: str) -> str:
        """A time of the history by this machine's clock."""
        return datetime.fromisoformat(when).astimezone().strftime("%Y-%m-%d %H:%M %Z")

    def students(self, count: int) -> str:
        return self._words["one_student" if count == 1 else "many_students"].format(count)

    def verdict(self, discrimination: float | None, alike: int) -> str:
        """The key of the word for a discrimination; most of the class, `alike`, do not differ."""
        if discrimination is None:
            return ""
        if self._graded - alike < FEW:
            return "few"
        return "against" if discrimination < 0 else "weak" if discrimination < SEPARATES else "good"

    def outcomes(self, check: CheckFigures) -> str:
        others = ((n, Outcome(k)) for k, n in check.outcomes.items() if k != Outcome.PASSED)
        said = ((n, phrase(f"outcome_{outcome.name.lower()}")) for n, outcome in others)
        return ", ".join(f"{n} {text.in_language(self._language)}" for n, text in said)

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

    def said(self, spot: Sequence[_Dot]) -> str:
        return "\n".join(
            self._words["map_point"].format(
                number=dot.number, title=self.titles[dot.part.id],
                mean=percent(dot.part.earned), value=correlation(dot.part.discrimination),
            )
            for dot in spot
        )  # fmt: skip

    def where(self, parts: Sequence[str]) -> str:
        """The parts by number and title; by number alone where they are many."""
        ordered = sorted(parts, key=lambda part: self.numbers[part])
        if len(ordered) > TITLED:
            return ", ".join(str(self.numbers[part]) for part in ordered)
        return "; ".join(f"{self.numbers[part]}. {self.titles[part]}" for part in ordered)


def _urgency(row: StudentRow) -> tuple[int, int]:
    return (row.review[0].kind if row.review else len(ReasonKind), -len(row.review))
