"""The page of a class: one HTML file for screens, paper and keyboards.

Its one script sorts and searches the rows that are there without it; the page's policy names the
script's digest, so that no other could run.
"""

import base64
import hashlib
import re
import shlex
from collections.abc import Mapping, Sequence
from datetime import datetime
from functools import cached_property
from importlib.resources import files as resources
from typing import Any

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup

from autograder.core.model import Outcome, Text
from autograder.grading.history import Change
from autograder.report.classroom.formats import correlation, number, percent, verdict
from autograder.report.classroom.page_phrases import words
from autograder.report.classroom.points import PartMap, Spot, height
from autograder.report.classroom.report_data import (
    CheckFigures,
    Figures,
    PartFigures,
    ReasonKind,
    StudentPart,
    StudentRow,
)
from autograder.report.phrases import OUTCOMES
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
LEVELS = "▁▂▃▄▅▆▇█"
"""A part's bar, from no points to all of them."""
FILTERS = ("review", "help", "changed", "ungraded", "late", "overridden")
Links = Mapping[str, Mapping[str, str]]
"""By student the addresses of the feedback page and of the submission, as far as they exist."""


def html_page(
    figures: Figures, language: str, written: str, files: tuple[str, str] = ("", ""),
    links: Links | None = None,
) -> str:  # fmt: skip
    """The page in `language`; `written` says when, `files` names the CSV and JSON beside it."""
    environment = Environment(
        loader=PackageLoader("autograder.report.classroom", "templates"),
        autoescape=True,
        trim_blocks=True,
        lstrip_blocks=True,
        undefined=StrictUndefined,
        finalize=_harmless,
    )
    page = _Page(figures, language, links or {})
    script = resources("autograder.report.classroom").joinpath("templates/page.js").read_bytes()
    environment.filters.update(
        height=height, num=number, pct=percent, r=correlation, t=page.text, rich=page.rich
    )
    return environment.get_template("page.html").render(
        f=figures, w=words(language), page=page, written=written, files=files,
        script=Markup(script.decode()), script_digest=_digest(script),
        language="zh-CN" if language == "zh" else "en",
    )  # fmt: skip


def _harmless(value: object) -> object:
    """No control or direction characters from a student's id; autoescape does the markup."""
    return plain(value) if isinstance(value, str) and not isinstance(value, Markup) else value


def _digest(script: bytes) -> str:
    """A script as a content security policy names it."""
    return f"sha256-{base64.b64encode(hashlib.sha256(script).digest()).decode()}"


class _Page:
    """What the template asks for in the page's language."""

    listed, most, named, shown = LISTED, MOST, NAMED, SHOWN

    filters = FILTERS

    def __init__(self, figures: Figures, language: str, links: Links) -> None:
        self._figures = figures
        self._links = links
        self._language = language
        self._words = words(language)
        self.titles = {part.id: self.text(part.title) for part in figures.parts}
        self.numbers = {part.id: index for index, part in enumerate(figures.parts, 1)}
        self.maxima = {part.id: part.max_points for part in figures.parts}
        self._graded = figures.graded
        self._assignment = figures.assignment
        self.map = PartMap(figures.parts, self.numbers)

    @cached_property
    def ordered(self) -> list[StudentRow]:
        """Those whom a person should look at first, for the most pressing reason."""

        def urgency(row: StudentRow) -> tuple[int, int]:
            return (row.review[0].kind if row.review else len(ReasonKind), -len(row.review))

        return sorted(self._figures.rows, key=urgency)

    @cached_property
    def places(self) -> dict[str, int]:
        """The number of each student's row."""
        return {row.student: number for number, row in enumerate(self.ordered, 1)}

    @cached_property
    def _changes(self) -> dict[str, Change]:
        return {change.student: change for change in self._figures.last_run}

    @cached_property
    def _members(self) -> dict[str, set[str]]:
        found = self._figures
        return {
            "review": {row.student for row in found.rows if row.review},
            "help": {one.student for one in found.help},
            "changed": set(self._changes),
            "ungraded": {one.student for one in found.ungraded},
            "late": {one.student for one in found.late},
            "overridden": {one.student for one in found.changes},
        }

    def belongs(self, row: StudentRow) -> list[str]:
        """The filters that show a student."""
        return [key for key in FILTERS if row.student in self._members[key]]

    def lost_in(self, row: StudentRow) -> list[int]:
        """The numbers of the parts in which a student lost points."""
        return [self.numbers[lost.part] for lost in row.lost]

    def change(self, row: StudentRow) -> float | None:
        """By how much the last run changed a student's points, whichever way."""
        change = self._changes.get(row.student)
        before, after = change.totals if change else (None, 0.0)
        return None if change is None else round(abs(after - (before or 0)), 2)

    def strip(self, row: StudentRow) -> str:
        """A bar for each part."""
        return "".join(self._bar(cell) for cell in row.parts)

    def _bar(self, cell: StudentPart) -> str:
        if cell.counted is None:
            return "·"
        share = min(max(cell.counted / self.maxima.get(cell.part, 1), 0), 1)
        # Never full for what is not, nor empty for what is not nothing.
        level = int(share * (len(LEVELS) - 1))
        return LEVELS[max(level, 1) if share else 0]

    def links(self, student: str) -> list[tuple[str, str]]:
        """What there is of a student's files: its kind and its address."""
        return list(self._links.get(student, {}).items())

    def explaining(self, student: str) -> str:
        """The command that tells all about one submission."""
        return f"autograder explain {self._assignment} {shlex.quote(student)}"

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
