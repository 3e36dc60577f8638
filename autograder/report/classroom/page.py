"""The page of a class: one HTML file for screens, paper and keyboards.

Its one script sorts and searches the rows that are there without it; the page's policy names the
script's digest, so that no other could run.
"""

import base64
import hashlib
import shlex
from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from markupsafe import Markup

from autograder.core.model import Outcome
from autograder.grading.history import LATE, Change
from autograder.report.classroom import report_data as data
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


def html_page(
    figures: data.Figures, language: str, written: str, files: tuple[str, str] = ("", ""),
    links: Mapping[str, Mapping[str, str]] | None = None,
) -> str:  # fmt: skip
    """The page in `language`; `written` says when, `files` names the CSV and JSON beside it.

    `links` are by student the addresses of the feedback page and of the submission.
    """
    filters = {"num": data.number, "pct": data.percent, "r": data.correlation, "shell": shlex.quote}
    environment().filters |= filters
    script = environment().get_template("class.js").render()
    digest = base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()
    return rendered(
        "class.html", language, w=class_phrase.words(language), f=figures,
        page=_Page(figures, language), written=written, files=files, links=links or {},
        script=Markup(script), script_digest=f"sha256-{digest}",
    )  # fmt: skip


class _Page:
    """What the template asks for in the page's language."""

    rows_listed, rows_at_most = 20, 200
    """Rows of a table; and at most, of students to help (some folded) and of regraded ones."""
    names_listed = 60
    open_up_to = 40
    """The table of all students is initially open for classes up to this size."""

    def __init__(self, figures: data.Figures, language: str) -> None:
        self._language = language
        self._words = class_phrase.words(language)
        self._graded = figures.graded
        self.titles = {part.id: part.title.in_language(language) for part in figures.parts}
        self.numbers = {part.id: index for index, part in enumerate(figures.parts, 1)}
        self.maxima = {part.id: part.max_points for part in figures.parts}
        # Those whom a person should look at first come first, for the most pressing reason.
        self.ordered = sorted(figures.rows, key=_urgency)
        self.places = {row.student: number for number, row in enumerate(self.ordered, 1)}
        self.regraded = [change for change in figures.last_run if change.before]
        self.unwritten = phrase("not_written")
        self.costs_note = class_phrase("costs_note", assignment=figures.assignment)
        self._changes = {change.student: change for change in figures.last_run}
        self.filters = {
            "review": {row.student for row in figures.rows if row.review},
            "help": {row.student for row in figures.help},
            "changed": set(self._changes),
            "ungraded": {row.student for row in figures.ungraded},
            "late": {row.student for row in figures.late},
            "overridden": {row.student for row in figures.changes},
        }

    def change(self, row: data.StudentRow) -> float | None:
        """By how much the last run changed a student's points, whichever way."""
        change = self._changes.get(row.student)
        before, after = change.totals if change else (None, None)
        return None if change is None else round(abs((after or 0) - (before or 0)), 2)

    def bar(self, cell: data.StudentPart) -> str:
        if cell.counted is None:
            return "·"
        share = min(max(cell.counted / self.maxima.get(cell.part, 1), 0), 1)
        # Never full for what is not, nor empty for what is not nothing.
        level = int(share * (len(LEVELS) - 1))
        return LEVELS[max(level, 1) if share else 0]

    def parts_changed(self, change: Change) -> str:
        """The parts with other points, by number, with both; how many where they are many."""
        changed = change.changed
        if not change.before or len(changed) > TITLED:
            return self._words["many_parts"].format(len(changed))
        names = {**self.numbers, LATE: self._words["late_penalty"]}
        return self._words["semicolon"].join(
            f"{names.get(part, part)}{self._words['colon']}{data.number(old)} → {data.number(new)}"
            for part, (old, new) in changed.items()
        )

    def local(self, when: str) -> str:
        return datetime.fromisoformat(when).astimezone().strftime("%Y-%m-%d %H:%M %Z")

    def students(self, count: int) -> str:
        return self._words["one_student" if count == 1 else "many_students"].format(count)

    def discrimination_word(self, discrimination: float | None, alike: int) -> str:
        """The key of the word for a discrimination; most of the class, `alike`, do not differ."""
        if discrimination is None:
            return ""
        if self._graded - alike < FEW:
            return "few"
        return "against" if discrimination < 0 else "weak" if discrimination < SEPARATES else "good"

    def outcomes(self, check: data.CheckFigures) -> str:
        counts = ((n, Outcome(k)) for k, n in check.outcomes.items() if k != Outcome.PASSED)
        phrases = ((n, phrase(f"outcome_{outcome.name.lower()}")) for n, outcome in counts)
        texts = (class_phrase("so_many", count=n, said=text) for n, text in phrases)
        return self._words["semicolon"].join(text.in_language(self._language) for text in texts)

    def spread(self, part: data.PartFigures) -> list[dict[str, Any]]:
        """The class in four groups: all points, some, none, not attempted; shares of the bar."""
        untouched = min(self._graded - part.attempted, part.none)
        counts = {
            "full": part.full,
            "some": self._graded - part.full - part.none,
            "none": part.none - untouched,
            "untouched": untouched,
        }
        segments, start = [], 0.0
        for kind, count in counts.items():
            width = 100 * count / self._graded
            segments.append({"kind": kind, "count": count, "x": round(start, 3), "width": width})
            start += width
        return segments

    def where(self, parts: Sequence[str]) -> str:
        """The parts by number and title; by number alone where they are many."""
        ordered = sorted(parts, key=lambda part: self.numbers[part])
        if len(ordered) > TITLED:
            return self._words["between"].join(str(self.numbers[part]) for part in ordered)
        titles = (f"{self.numbers[part]}. {self.titles[part]}" for part in ordered)
        return self._words["semicolon"].join(titles)


def _urgency(row: data.StudentRow) -> tuple[int, int]:
    return (row.review[0].kind if row.review else len(data.ReasonKind), -len(row.review))
