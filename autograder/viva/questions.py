"""The questions that an answer allows, each with what a run has shown; no other is made."""

import random
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Literal

import msgspec

from autograder.core.model import Outcome, Text
from autograder.report.phrases import Phrases
from autograder.viva.answer import Answer, Change
from autograder.viva.runs import Run, Runs, TracedCall
from autograder.viva.trace import Value

phrase = Phrases("viva_phrases.toml")
Kind = Literal["shape", "value", "counterfactual", "role", "choice"]
TRIED = 5
"""Changes by rule that are run of one answer; an answer of twenty lines allows a hundred."""
MOST_STATEMENTS = 4
LEAST_LINES, MOST_LINES = 3, 6
"""Between which the one that does something is to be found."""
CHOICES = {"same": 0.5, "error": -0.5, "other": 2.0}
"""What can become of lines in another order, and what it is worth to ask for it."""
WORDS = re.compile(r"[^\W\d]\w*")
BY_VALUES = re.compile(r"item\(|tolist\(|\b(?:int|float|bool|any|all)\(")
"""What makes a number of a tensor's values, which nobody has before them."""


class Option(msgspec.Struct, frozen=True):
    """What can be ticked, whether it is right to, and what a run said of it."""

    text: Text
    right: bool
    said: Text | None = None


class Question(msgspec.Struct, frozen=True):
    """A question with what a run has shown; without options the answer is written down.

    What is worth more is asked first: about words that are the student's own, and no common case.
    """

    kind: Kind
    part: str
    line: int
    asked: Text
    answer: str = ""
    options: tuple[Option, ...] = ()
    worth: float = 0


@dataclass(frozen=True)
class Questioner:
    """Makes the questions about one answer, which comes to `base`.

    `released` is all that students were given to read.
    """

    runs: Runs
    released: str
    chance: random.Random
    answer: Answer
    base: Run

    def every(self) -> Iterator[Question]:
        """The questions of every kind that the answer allows."""
        calls = self.runs.traced(self.answer, self.base)
        again = {each.written: each.values for each in self.runs.traced(self.answer, self.base)}
        for call in calls:
            # What differs from run to run has no answer.
            for value in (one for one in call.values if one in again.get(call.written, ())):
                yield from self._traced(call, value)
        left_out = {one: self._run(one) for one in self.answer.left_out()}
        written = {one: self._run(one) for one in self._some(self.answer.written(), TRIED)}
        for change, run in (left_out | written).items():
            yield from self._counterfactual(change, run)
        yield from self._roles(left_out)
        for change in self._some(self.answer.exchanged(), TRIED):
            yield from self._choice(change, self._run(change))

    def _run(self, change: Change) -> Run | None:
        return self.runs.of(self.answer, change.source)

    def _again(self, change: Change, run: Run) -> bool:
        """Whether a change comes to the same once more: what chance decides has no answer."""
        again = self._run(change)
        return again is not None and again.endings == run.endings

    def _some(self, changes: Iterable[Change], count: int) -> list[Change]:
        every = list(changes)
        return self.chance.sample(every, min(count, len(every)))

    def _question(
        self, kind: Kind, asked: Text, line: int, worth: float, answer: str = "",
        options: Iterable[Option] = (),
    ) -> Question:  # fmt: skip
        words, given = (
            set(WORDS.findall(text)) for text in (self.answer.lines[line - 1], self.released)
        )
        own = len(words - given) / max(1, len(words))
        part = self.answer.part.id
        return Question(kind, part, line, asked, answer, tuple(options), own + worth)

    def _traced(self, call: TracedCall, value: Value) -> Iterator[Question]:
        """A shape, a number, or how many of a mask are true, unless it can be read somewhere."""
        counts = value.true is not None and not call.takes_tensors
        given = {"call": call.written, "label": value.label, "line": value.line}
        text = self.answer.lines[value.line - 1]
        if value.kind == "shape" and not counts:
            told = value.said in call.shapes or f"`{value.said}`" in self.released
            if call.takes_tensors and not told:
                asked, worth = phrase("shape_asked", **given), value.said.count(",") / 4
                yield self._question("shape", asked, value.line, worth, value.said)
        elif counts or not (_told(text, value.said) or BY_VALUES.search(text)):
            asked = phrase("true_asked" if counts else "number_asked", **given)
            yield self._question("value", asked, value.line, 0, value.true or value.said)

    def _counterfactual(self, change: Change, run: Run | None) -> Iterator[Question]:
        """Which statements still hold, where the change leaves some and takes others."""
        checks = self.runs.checks(self.answer.part)
        held = {one for one, ending in self.base.endings.items() if ending is Outcome.PASSED}
        if run is None or run.raised or self.base.raised:
            return
        still = sorted(one for one in held if run.endings[one] is Outcome.PASSED)
        gone = sorted(held.difference(still))
        if still and gone and self._again(change, run):
            few = self.chance.sample(gone, min(MOST_STATEMENTS // 2, len(gone)))
            few += self.chance.sample(still, min(MOST_STATEMENTS - len(few), len(still)))
            options = (
                Option(checks[one].sentence, one in still, run.said.get(one))
                for one in checks
                if one in few
            )
            given = {"lines": _lines(change), "old": change.old, "new": change.new}
            asked = phrase(f"{change.kind}_asked", **given)
            worth = float(change.kind == "left_out")
            yield self._question("counterfactual", asked, change.line, worth, "", options)

    def _roles(self, left_out: Mapping[Change, Run | None]) -> Iterator[Question]:
        """Which line makes a statement true, where it is the only one."""
        known = {change: run for change, run in left_out.items() if run}
        if len(known) < max(LEAST_LINES, len(left_out)):
            # Of a line whose end is not known nobody can say that it is not the one.
            return
        for id_, check in self.runs.checks(self.answer.part).items():
            doing = [c for c, run in known.items() if run.endings[id_] is Outcome.FAILED]
            if self.base.endings[id_] is not Outcome.PASSED or len(doing) != 1:
                continue
            if not known[doing[0]].raised and self._again(doing[0], known[doing[0]]):
                others = self._some((one for one in known if one is not doing[0]), MOST_LINES - 1)
                few = sorted([doing[0], *others], key=lambda change: change.line)
                options = (Option(phrase("line", line=_lines(c)), c is doing[0]) for c in few)
                asked = phrase("role_asked", sentence=check.sentence)
                yield self._question("role", asked, doing[0].line, 2, "", options)

    def _choice(self, change: Change, run: Run | None) -> Iterator[Question]:
        """What becomes of two lines in another order, if that is plain."""
        if run is None or self.base.raised:
            return
        checks = self.runs.checks(self.answer.part)
        values = [one for one, check in checks.items() if check.value]
        endings = {run.endings[one] for one in values}
        right = ""
        if run.same(self.base):
            right = "same"
        elif endings == {Outcome.RAISED}:
            right = "error"
        elif endings == {Outcome.FAILED} and not run.raised:
            right = "other"
        if right and self._again(change, run):
            said = next((run.said[one] for one in values if one in run.said), None)
            options = (
                Option(phrase(f"choice_{one}"), one == right, said if one == right else None)
                for one in CHOICES
            )
            asked = phrase("choice_asked", first=change.line, second=change.last)
            yield self._question("choice", asked, change.line, CHOICES[right], "", options)


def _lines(change: Change) -> str:
    return str(change.line) if change.line == change.last else f"{change.line}–{change.last}"


def _told(text: str, said: str) -> bool:
    """Whether the line itself says the number, or takes it from another name."""
    value = text.partition("=")[2].strip()
    return value.isidentifier() or said in re.findall(r"[\d.]+", value)
