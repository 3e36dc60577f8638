"""The page that a student gets back: what to look at first, then a part at a time."""

import functools
import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

from jinja2 import Environment, PackageLoader, StrictUndefined, Template
from markupsafe import Markup
from pygments import highlight
from pygments.formatters import HtmlFormatter
from pygments.lexers import PythonLexer

from autograder.core.model import PartResult, Text
from autograder.report import phrases
from autograder.report.diagnosis import Cause, Kind, diagnosis
from autograder.report.formulas import with_formulas
from autograder.report.help import NO_HELP, Help, Topic, help_html
from autograder.report.part_verdict import asked_of, verdict_html
from autograder.report.plain_text import escaped, one_line, plain

MOST_LINES, MOST_LETTERS = 150, 6_000
"""Of one cell; a page of fifteen such cells stays below 150 KB."""
HIGHLIGHTED = 4096
LINE = 160
CODE = re.compile("`([^`]+)`")


@dataclass(frozen=True)
class Remark:
    """What a person gave or wrote: points in place of the checks' (None: left alone), a comment."""

    points: float | None = None
    comment: str = ""
    waiting: bool = False


@dataclass(frozen=True)
class Item:
    """One graded cell: a part with its result, or a cell that a person grades."""

    id: str
    title: Text
    points: float
    max_points: float
    source: str
    result: PartResult | None = None
    remark: Remark = Remark()

    @property
    def opened(self) -> bool:
        """Whether it is shown in full: an answer that lost points, or that a person spoke of."""
        lost = self.points < self.max_points and self.written
        return lost or bool(self.remark.comment) or self.changed

    @property
    def changed(self) -> bool:
        """Whether a person has given other points than the checks."""
        return self.result is not None and self.remark.points is not None

    @property
    def first_cause(self) -> Cause | None:
        """The first cause of lost points."""
        causes = diagnosis(self.result).causes if self.result else ()
        return causes[0] if causes else None

    @property
    def cause(self) -> Text | None:
        """The same in a few words; of a cell that stopped, what it raised."""
        cause = self.first_cause
        if cause and cause.kind is Kind.CELL:
            return cause.detail
        return cause.said if cause else None

    @property
    def written(self) -> bool:
        """Whether there is an answer at all."""
        causes = diagnosis(self.result).causes if self.result else ()
        return not any(cause.kind is Kind.NOT_WRITTEN for cause in causes)


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
    attempt: int = 0
    help: Help = NO_HELP

    @property
    def points(self) -> float:
        """The total, less the penalty for lateness."""
        return round(max(0.0, sum(item.points for item in self.items) - self.penalty), 2)

    @property
    def max_points(self) -> float:
        """What could be reached."""
        return sum(item.max_points for item in self.items)

    @property
    def first(self) -> Item | None:
        """The part to look at first: the first that was tried and lost points, else the first."""
        lost = [item for item in self.items if item.result and item.points < item.max_points]
        return next((item for item in lost if item.written), lost[0] if lost else None)


def html_page(feedback: Feedback, markdown: Callable[[str], str]) -> str:
    """One self-contained file; `markdown` makes clean HTML of what a person commented."""
    language = feedback.language
    return _template().render(
        f=feedback,
        lang="zh-CN" if language == "zh" else "en",
        t=lambda text: _marked(text, language),
        w=functools.partial(phrases.page, language),
        panel=_Panels(feedback),
        asked=lambda cause: asked_of(cause, language),
        code=_code,
        comment=lambda text: with_formulas(text, markdown),
        late=_late(feedback.seconds_late, language),
        name=one_line(feedback.student, 120),
    )


class _Panels:
    """The panels of a page, from the first to the last: each topic of help is written out once."""

    def __init__(self, feedback: Feedback) -> None:
        self._items, self._help = feedback.items, feedback.help
        self._language = feedback.language
        self._told: dict[Topic, Item] = {}

    def __call__(self, item: Item) -> Markup:
        """The panel of an item that was graded by checks."""
        if item.result is None:
            return Markup()
        return Markup(verdict_html(item.result, self._language, partial(self._helped, item)))

    def _helped(self, item: Item, cause: Cause) -> str:
        return "".join(self._once(item, topic) for topic in self._help.about(cause.mistakes))

    def _once(self, item: Item, topic: Topic) -> str:
        first = self._told.setdefault(topic, item)
        if first is item:
            return help_html(topic, self._language)
        number = self._items.index(first) + 1
        said = phrases.EXPLAINED.in_language(self._language).format(number=number)
        return f'<div><a href="#{escaped(first.id)}">{said}</a></div>'


@functools.cache
def _template() -> Template:
    environment = Environment(
        loader=PackageLoader("autograder.report", "templates"),
        autoescape=True, trim_blocks=True, lstrip_blocks=True, undefined=StrictUndefined,
    )  # fmt: skip
    environment.filters["points"] = lambda points: f"{points:g}"
    return environment.get_template("feedback.html")


def _marked(text: Text, language: str) -> Markup:
    return Markup(CODE.sub(r"<code>\1</code>", escaped(text.in_language(language), 600)))


def _late(seconds: float, language: str) -> str:
    if seconds <= 0:
        return ""
    hours, minutes = divmod(int(seconds) // 60, 60)
    days, hours = divmod(hours, 24)
    return phrases.page(language, "late_by", days=days, hours=hours, minutes=minutes)


@functools.lru_cache(HIGHLIGHTED)
def _code(source: str) -> Markup:
    """A cell's code in colours, cut to what a person reads."""
    lines = plain(source, MOST_LETTERS).splitlines()[:MOST_LINES]
    cut = "\n".join(line if len(line) <= LINE else line[:LINE] + " …" for line in lines)
    return Markup(highlight(cut, PythonLexer(), HtmlFormatter(nowrap=True)))
