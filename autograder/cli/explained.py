"""Why a submission lost points, in at most two screens: error, code, then what was compared."""

import shutil
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import islice

from rich.cells import set_cell_size
from rich.console import Console
from rich.text import Text as Line

from autograder.cli import evidence_view
from autograder.core.model import OTHERWISE, CheckResult, Mistake, PartResult, Report, Text
from autograder.course import CourseAssignment
from autograder.grading import evidence
from autograder.grading.bounds import BOUNDS
from autograder.grading.evidence import Evidence
from autograder.notebook.answers import recover
from autograder.notebook.read import Code, read
from autograder.notebook.syntax import defined, definition
from autograder.report.causes import INCONCLUSIVE, Cause, Kind
from autograder.report.diagnosis import Diagnosis, about_the_file, diagnosis, lines_named, part_text
from autograder.report.help import Help, Topic, help_lines, help_with, read_help
from autograder.report.phrases import phrase
from autograder.report.plain_text import one_line, plain
from autograder.wire.places import cell, in_chinese

SCREENS, HEIGHT, LEAST, SHORT = 2, 40, 14, 2
"""Screens and the lines of one; the fewest lines of a part, with some code and in short."""
EVERYTHING = 1_000_000
MOST_DIFFERENCES, MOST_SENT, MOST_REPLY, MOST_ERRORS, MOST_IDS = 4, 4, 3, 3, 3
SAID, LEAST_EVIDENCE = 600, 3


@dataclass(frozen=True)
class Explained:
    """A verdict with what is known of why: evidence by check, and the code that was run."""

    report: Report
    language: str
    code: tuple[Code, ...]
    names: Mapping[str, str]
    evidence: Mapping[str, Evidence] = field(default_factory=dict)
    help: Help = field(default_factory=dict)

    @classmethod
    def of(
        cls, where: CourseAssignment, report: Report, data: bytes, kept: bytes, language: str
    ) -> "Explained":
        parts = where.assignment.parts
        with BOUNDS.kept():
            code = recover(read(data), read(where.released()), parts).code
        names = {part.id: part.name for part in parts}
        return cls(report, language, code, names, evidence.read(kept), read_help(where.assignment))

    def lines(self, parts: Sequence[PartResult]) -> Iterator[Line]:
        """These parts in at most two screens: errors first, then as many in full as there is room
        for, then the others in short."""
        told = {part.error for part in self.report.parts}
        # Of cells that are no answer: an answer may need what they were to define.
        errors = [note.error for note in self.report.cells if note.error and note.error not in told]
        head = [*self.head(), *(cut(self._raised(error), "red") for error in errors[:MOST_ERRORS])]
        tail = list[Line]()
        # What a student can unfold, where one part alone is asked for.
        for topic in self._topics(parts[0]) if len(parts) == 1 else ():
            text = next(iter(help_lines(topic, self.language)))
            tail += wrapped(f"{self._say('explanation')}{self._colon}{text}", "  ")
        tail += self.tail()
        tail[-1].append(f"  {self._say('cut_to_two_screens')}", style="dim not bold")
        yield from head
        # One line above names the student.
        height = SCREENS * HEIGHT - 1 - len(head) - len(tail)
        for waiting, part in zip(reversed(range(len(parts))), parts, strict=True):
            share = min(height - SHORT * waiting, max(LEAST, height // min(waiting + 1, 3)))
            lines = self._part(part, share) if share >= LEAST else self._in_short(part)
            block = list(islice(lines, max(SHORT, share)))
            height -= len(block)
            yield from block
        yield from tail

    def in_full(self, part: PartResult) -> Iterator[Line]:
        yield from self._error(part)
        title, *lines = part_text(part, self.language).splitlines()
        yield Line(title, style="bold")
        yield from (Line(f"  {_called(mistake)}", style="dim") for mistake in part.mistakes)
        styles = {"      ": "", "  ✓": "", "  –": "dim", "": "red"}
        for line in lines:
            style = next(style for begins, style in styles.items() if line.startswith(begins))
            yield Line(line, style=style)
        yield Line("")
        yield from self._code(part, EVERYTHING)
        for topic in self._topics(part):
            yield from map(Line, help_lines(topic, self.language))
        yield Line("")

    @property
    def _colon(self) -> str:
        return phrase("colon").in_language(self.language)

    def _say(self, text_or_key: Text | str, **values: object) -> str:
        """A text on one line, or the phrase of this key."""
        text = phrase(text_or_key, **values) if isinstance(text_or_key, str) else text_or_key
        return one_line(text.in_language(self.language), SAID)

    def _raised(self, error: str) -> str:
        gap = "" if self.language == "zh" else " "
        return f"✗ {self._say('cell_raised')}{gap}{self._say(Text(error, in_chinese(error)))}"

    def _noted(self, text: Text) -> Line:
        return cut(f"! {self._say(text)}", "magenta")

    def _points(self, points: float, parts: Sequence[PartResult]) -> str:
        return f"{points:g} / {sum(part.max_points for part in parts):g} {self._say('points')}"

    def _topics(self, part: PartResult) -> tuple[Topic, ...]:
        mistakes = [mistake for cause in diagnosis(part).causes for mistake in cause.mistakes]
        return help_with(mistakes, self.help)

    def _part(self, part: PartResult, height: int) -> Iterator[Line]:
        diagnosed = diagnosis(part)
        if any(cause.kind is Kind.NOT_WRITTEN for cause in diagnosed.causes):
            yield from self._in_short(part)
            return
        head = [self._title(part), *self._error(part), *self._causes(diagnosed, part)]
        share = min(max(4, height // 3), height - len(head) - 1)
        evidence = list(self._behind(diagnosed.causes, part, share))
        code = self._code(part, height - len(head) - len(evidence) - 1)
        yield from (*head, *code, *evidence, Line(""))

    def _in_short(self, part: PartResult) -> Iterator[Line]:
        yield self._title(part)
        yield from self._error(part)
        for cause in diagnosis(part).causes:
            if cause.kind is not Kind.CELL:
                yield from self._named(cause)

    def _title(self, part: PartResult) -> Line:
        title = part.title.in_language(self.language)
        return Line(f"{title}{self._colon}{self._points(part.points, [part])}", style="bold")

    def _error(self, part: PartResult) -> Iterator[Line]:
        """What the cell itself raised when it was run: whatever follows may be its doing."""
        if part.error:
            yield from wrapped(self._raised(part.error), "  ", "red")

    def _causes(self, diagnosed: Diagnosis, part: PartResult) -> Iterator[Line]:
        for cause in diagnosed.causes:
            if cause.kind is Kind.CELL:
                continue
            yield from self._named(cause)
            if cause.detail:
                yield from wrapped(self._say(cause.detail), "      ")
            if cause.question:
                question = cause.asked.in_language(self.language) + self._say(cause.question)
                yield from wrapped(question, "      ")
        met = len(diagnosed.passed)
        of_all = self._say("met", passed=met, all=len(part.checks))
        text = self._say(diagnosed.held, count=met) if diagnosed.changed else of_all
        yield Line(f"  {text}", style="dim")
        if diagnosed.for_nothing:
            yield from wrapped(self._say("worthless"), "  ", "dim")
        for line in diagnosed.deductions if len(diagnosed.deductions) > 1 else ():
            yield from wrapped(self._say(line), "  ")

    def _named(self, cause: Cause) -> Iterator[Line]:
        text = cause.label.in_language(self.language) + self._say(cause.said)
        names = [*map(_called, cause.mistakes)]
        ids = ", ".join([*names[:MOST_IDS], *(["…"] if names[MOST_IDS:] else [])])
        yield from wrapped(f"✗ {text}{f' ({ids})' if ids else ''}", "  ", "red")

    def _code(self, part: PartResult, height: int) -> Iterator[Line]:
        name = self.names.get(part.id, "")
        cells = [code for code in self.code if name and name in defined(code.source)]
        if not cells or height < 3:
            return
        # A value of this name below, as of a trial, is no answer.
        code = [*cells[-1:], *(code for code in cells if definition(code.source, name))][-1]
        evidence = (self.evidence[check.id] for check in part.checks if check.id in self.evidence)
        raised = [part.error, *map(evidence_view.where_raised, evidence)]
        details = [check.detail for check in part.checks if check.detail]
        details += [slip.said for slip in part.slips if slip.said]
        marked = lines_named([*details, *(Text(error, "") for error in raised)], code.number)
        brackets = "（{}）" if self.language == "zh" else " ({})"
        place = brackets.format(cell(code.number, self.language)) if code.number else ""
        yield Line(f"  {self._say('students_code')}{place}", style="dim")
        lines = plain(code.source, 60_000).rstrip().split("\n")
        # A line in the place of the words that others are left out.
        count = height - 1 - (len(lines) >= height)
        answer = definition(code.source, name)
        # Where no line is known, the end: what an answer returns is made there.
        end = answer.first + answer.source.count("\n") if answer else len(lines)
        # Those up to the line, with what fits below it, or as many as fit.
        last = min(len(lines), max(min(marked) + count // 2 if marked else end, count))
        first = max(0, last - count)
        first += first > 0 and last < len(lines)
        yield from self._left_out(first)
        for number in range(first, last):
            sign, style = ("→", "red") if number + 1 in marked else (" ", "")
            line = Line(f" {sign}{number + 1:>4}  {lines[number]}", style)
            yield line if height == EVERYTHING else cut(line)
        yield from self._left_out(len(lines) - last)

    def _left_out(self, count: int) -> Iterator[Line]:
        if count:
            yield Line(f"        {self._say('more_lines', count=count)}", style="dim")

    def _behind(self, causes: Sequence[Cause], part: PartResult, height: int) -> Iterator[Line]:
        # A rule is judged by reading: nothing was sent, and nothing came back.
        evidence = ((check.id, self.evidence.get(check.id)) for check in part.checks)
        ids = {id_ for id_, kept in evidence if kept and (kept.compared or kept.exchanges)}
        # What was sent and came back is of the answer without its changes.
        for cause in causes if not part.corrected else ():
            if follows := [check for check in cause.follows or part.checks if check.id in ids]:
                compared = {check.id: bool(self.evidence[check.id].compared) for check in follows}
                check = max(follows, key=lambda c: (compared[c.id], c.value, c.weight))
                ids.remove(check.id)
                if height < LEAST_EVIDENCE:
                    return
                block = self._check(check, height)
                height -= len(block)
                yield from block

    def _check(self, check: CheckResult, height: int) -> list[Line]:
        """What it says, what was sent and how it ended: of what was sent as much as fits."""
        kept = self.evidence[check.id]
        says = cut(f"  {self._say('shows_in', sentence=check.sentence)}", "bold")
        sent = [self._labelled("sent", text) for text in evidence_view.sent_in_short(kept)]
        ended = list(self._ended(check, kept))[: height - 2]
        return [says, *sent[max(-MOST_SENT, 1 + len(ended) - height) :], *ended]

    def _ended(self, check: CheckResult, kept: Evidence) -> Iterator[Line]:
        # What is kept is of the example, whose numbers may be right where the hidden ones are not.
        if kept.compared is None or check.outcome in INCONCLUSIVE or check.detail == OTHERWISE:
            head, *more = wrapped(evidence_view.reply_in_short(kept, self.language), " " * 11)
            yield self._labelled("came_back", head.plain.strip())
            yield from (Line(" " * 15 + line.plain.strip()) for line in more[: MOST_REPLY - 1])
            return
        first, *rest = map(self._say, evidence_view.differences(kept.compared, MOST_DIFFERENCES))
        yield self._labelled("compared", first)
        yield from (cut(" " * 15 + line) for line in rest)

    def _labelled(self, key: str, text: str) -> Line:
        line = Line(f"    {set_cell_size(self._say(key), 11)}", style="dim")
        return cut(line.append(text, style="not dim"))

    def head(self) -> Iterator[Line]:
        return map(self._noted, about_the_file(self.report.repairs))

    def tail(self) -> Iterator[Line]:
        parts = self.report.parts
        full = sum(part.points >= part.max_points for part in parts)
        yield Line(self._say("full_points", full=full, all=len(parts)), style="bold")
        files = about_the_file(self.report.repairs)
        notes = [text for text in (*self.report.repairs, *self.report.flags) if text not in files]
        yield from map(self._noted, notes[:MOST_ERRORS])
        total = f"{self._say('total')}{self._colon}{self._points(self.report.points, parts)}"
        yield Line(total, style="bold")


def _called(mistake: Mistake) -> str:
    """What `autograder name` calls it: a group by its id, what a rule has named by the rule."""
    return mistake.id.rpartition("/group-")[2].partition("-")[0]


def _width() -> int:
    """That of a narrow terminal: a wrapped line of code would stand below the numbers of lines."""
    return max(40, min(100, shutil.get_terminal_size((100, 0)).columns))


def wrapped(sentence: str, indent: str, style: str = "") -> Iterator[Line]:
    """A sentence in lines of a screen's width, those after the first deeper."""
    deeper = indent + "    "
    width = _width() - len(deeper)
    for number, line in enumerate(Line(sentence).wrap(Console(width=width), width)):
        yield Line(f"{indent if not number else deeper}{line.plain.rstrip()}", style=style)


def cut(line: str | Line, style: str = "") -> Line:
    styled = line if isinstance(line, Line) else Line(line, style=style)
    styled.truncate(_width(), overflow="ellipsis")
    return styled
