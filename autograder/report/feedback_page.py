"""The page that a student gets back: what to look at first, then a part at a time."""

import functools
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from functools import cached_property

from latex2mathml.converter import convert
from markupsafe import Markup, escape
from pygments import highlight
from pygments.formatters import HtmlFormatter
from pygments.lexers import PythonLexer

from autograder.core.model import PartResult, Text
from autograder.report.causes import Cause
from autograder.report.diagnosis import Diagnosis, about_the_file, diagnosis, lines_named
from autograder.report.help import Help, Topic, help_with
from autograder.report.pages import rendered, with_code
from autograder.report.phrases import phrase
from autograder.report.plain_text import one_line, plain
from autograder.wire.places import PLACE, cell

MOST_LINES, MOST_CHARACTERS = 150, 6_000
"""Of one cell; a page of fifteen such cells stays below 150 KB."""
LINE = 160
FORMULA = re.compile(r"\$\$([^$]{1,500})\$\$|\$([^$\s][^$\n]{0,300})\$")
KEPT = "\ue000{number}\ue001"
"""Stands for a formula while the text around it is rendered; no text of a person's holds it."""
KEPT_SIGNS = re.compile("[\ue000\ue001]")


@dataclass(frozen=True)
class Item:
    """One graded cell: a part with its result, or a cell that a person grades.

    `by_person` are the points that a person gave in place of the checks' (None: none), `outdated`:
    they are for an earlier submission. The comment is a person's, too.
    """

    id: str
    title: Text
    points: float
    max_points: float
    source: str
    result: PartResult | None = None
    number: int = 0
    by_person: float | None = None
    comment: str = ""
    waiting: bool = False
    first_line: int = 1
    outdated: bool = False

    @property
    def opened(self) -> bool:
        """Whether it is shown in full: an answer that lost points, or that a person spoke of."""
        lost = self.points < self.max_points and self.diagnosis.written
        return lost or bool(self.comment) or self.changed

    @property
    def changed(self) -> bool:
        return self.result is not None and self.by_person is not None

    @cached_property
    def diagnosis(self) -> Diagnosis:
        """Why points were lost; nothing for a cell that a person grades."""
        if self.result is None:
            return Diagnosis((), (), ())
        verdict = diagnosis(self.result)
        # What mistakes took of the checks' points is not missing from a person's.
        return replace(verdict, taken=(), taken_by_checks=0.0) if self.changed else verdict

    @property
    def cause(self) -> Cause | None:
        return next(iter(self.diagnosis.causes), None)

    @property
    def told(self) -> tuple[Cause, ...]:
        """What its row says: the mistakes that have a name, or else what explains most."""
        named = tuple(cause for cause in self.diagnosis.causes if cause.mistakes)
        return named or self.diagnosis.causes[:1]

    @property
    def lines(self) -> frozenset[int]:
        texts = [text for cause in self.diagnosis.causes for text in (cause.said, cause.detail)]
        return lines_named(filter(None, texts), self.number)


@dataclass(frozen=True)
class Feedback:
    """Everything that a student's page says."""

    assignment: Text
    language: str
    student: str
    items: tuple[Item, ...]
    repairs: tuple[Text, ...] = ()
    penalty: float = 0.0
    seconds_late: float = 0.0
    untimed: bool = False
    attempt: int = 0
    help: Help = field(default_factory=dict)

    @property
    def points(self) -> float | None:
        """The total, less the penalty for lateness; None while it waits for a person."""
        if any(item.waiting for item in self.items):
            return None
        return round(max(0.0, self.earned - self.penalty), 2)

    @property
    def earned(self) -> float:
        """The points of all parts, before what being late takes."""
        return round(sum(item.points for item in self.items), 2)

    @property
    def max_points(self) -> float:
        return sum(item.max_points for item in self.items)

    @property
    def look_first(self) -> Item | None:
        """The part to look at first, of those that were tried.

        It is the first one with the cause that takes most in all parts together.
        """
        lost = [item for item in self.items if item.result and item.points < item.max_points]
        tried = [item for item in lost if item.diagnosis.written] or lost[:1]
        taken = dict.fromkeys(map(self._about, tried), 0.0)
        for item in tried:
            taken[self._about(item)] += item.max_points - item.points
        return max(tried, key=lambda item: taken[self._about(item)], default=None)

    def _about(self, item: Item) -> object:
        """What is the same of two parts that one cause has cost points, whatever it is called."""
        topics = help_with(item.cause.mistakes, self.help) if item.cause else ()
        return topics[:1] or (PLACE.sub("", item.cause.in_short.en) if item.cause else item.id)


def html_page(feedback: Feedback, markdown: Callable[[str], str]) -> str:
    """One self-contained file; `markdown` makes clean HTML of what a person commented."""
    item_by_topic: dict[Topic, Item] = {}
    # As on the page, from the first to the last: each topic of help is written out once.
    for item in sorted(feedback.items, key=lambda item: not item.opened):
        shown = item.opened or item.diagnosis.written
        for cause in item.diagnosis.causes if shown else ():
            for topic in help_with(cause.mistakes, feedback.help):
                item_by_topic.setdefault(topic, item)

    def helped(cause: Cause) -> Iterator[tuple[Topic, Item]]:
        return ((topic, item_by_topic[topic]) for topic in help_with(cause.mistakes, feedback.help))

    return rendered(
        "feedback.html",
        feedback.language,
        f=feedback,
        help=helped,
        formulas=lambda text: _formulas(text.in_language(feedback.language).strip(), with_code),
        comment=lambda text: _formulas(text, markdown),
        code=_code,
        cell=lambda number: cell(number, feedback.language),
        files=about_the_file(feedback.repairs) if feedback.look_first else [],
        late=_late(feedback.seconds_late),
        name=one_line(feedback.student, 120),
    )


def _late(seconds: float) -> Text | None:
    if seconds <= 0:
        return None
    hours, minutes = divmod(max(60, int(seconds)) // 60, 60)
    days, hours = divmod(hours, 24)
    units = ("days", days), ("hours", hours), ("minutes", minutes)
    said = [phrase(key, n=n) for key, n in units if n]
    return phrase("late_by", time=Text(" ".join(t.en for t in said), " ".join(t.zh for t in said)))


@functools.lru_cache(4096)
def _code(source: str, at: frozenset[int] = frozenset(), first: int = 1) -> Markup:
    """Code in colours, cut to what a person reads, from line `first` on, lines in `at` marked."""
    lines = plain(source.rstrip(), MOST_CHARACTERS).split("\n")[:MOST_LINES]
    cut = "\n".join(line if len(line) <= LINE else line[:LINE] + " …" for line in lines)
    # Without blank lines above it the code would have other numbers than in Jupyter.
    shown = highlight(cut, PythonLexer(stripnl=False), HtmlFormatter(nowrap=True)).split("\n")
    marks = dict.fromkeys(at, ' class="at"')
    rows = enumerate(shown[: len(lines)], first)
    return Markup("\n".join(f"<span{marks.get(number, '')}>{row}</span>" for number, row in rows))


def _formulas(text: str, render: Callable[[str], str]) -> Markup:
    """What `render` makes of the text; TeX as MathML, which browsers draw without a script."""
    formulas: list[str] = []

    def placeholder(match: re.Match[str]) -> str:
        block, inline = match.groups()
        try:
            html = convert(block or inline, display="block" if block else "inline")
        except Exception:  # whatever a half-typed formula raises: it is seen as it was typed
            html = str(escape(match[0]))
        formulas.append(html)
        return KEPT.format(number=len(formulas) - 1)

    page = str(render(FORMULA.sub(placeholder, KEPT_SIGNS.sub("", text))))
    for number, formula in enumerate(formulas):
        page = page.replace(KEPT.format(number=number), formula)
    return Markup(page)
