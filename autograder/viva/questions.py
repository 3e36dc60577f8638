"""The questions that an answer allows, each with what a run has shown; no other is made."""

import random
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import islice
from typing import NamedTuple, TypeVar

import msgspec

from autograder.core.model import Outcome, Text
from autograder.viva.answer import Answer, Change
from autograder.viva.runs import Bench, Run, close, phrase, told
from autograder.wire.messages import Raised

T = TypeVar("T")
TRIED = 6
"""Changes of each kind that are run of one answer; one of twenty lines allows a hundred."""
MOST_STATEMENTS, LEAST_LINES = 4, 3
"""Offered in a question: that may still hold; among which one does something."""
ENDINGS = ("same", "error", "other")
WORDS = re.compile(r"[^\W\d]\w*")
MAKES_WEIGHTS = re.compile(r"def __init__|\b(Linear|Parameter|Embedding)\(")
"""Of a line that reads otherwise: which weights would be the same?"""
PLAINLY = re.compile(r"NameError|UnboundLocalError|has no attribute|^TypeError")
"""Errors that everybody sees: of a line before what it uses, of a call without what it needs."""


class Question(msgspec.Struct, frozen=True):
    """A question with what a run has shown; an option is a text, and whether it is right."""

    kind: str
    part: str
    line: int
    asked: Text
    answer: str = ""
    options: tuple[tuple[Text, bool], ...] = ()


class Candidate(NamedTuple):
    """A question and its worth; the source that is run, with the outcomes that a second worker has
    to confirm. Questions of one `place` may give each other's answer away.
    """

    question: Question
    answer: Answer
    worth: float
    source: str
    outcomes: list[Outcome] | None
    place: tuple[str, int, bool]


@dataclass(frozen=True)
class Questioner:
    """Makes the questions about one answer; `released` is all that students were given to read."""

    bench: Bench
    base: Run
    released: str
    chance: random.Random

    @cached_property
    def tried(self) -> dict[Change, Run]:
        """Some of the changes, each with its run, where that is certain."""
        written = islice(self.bench.answer.written(self.chance), TRIED)
        changes = [*self._some([*self.bench.answer.left_out()], TRIED), *written]
        return {change: run for change in changes if (run := self.bench.of(change.source))}

    def every(self) -> Iterator[Candidate]:
        yield from self._seen()
        yield from self._roles()
        for change, run in self.tried.items() if Outcome.RAISED not in self.base.outcomes else ():
            yield from self._counterfactual(change, run)
            yield from self._choice(change, run)

    def _some(self, items: list[T], count: int) -> list[T]:
        return self.chance.sample(items, min(count, len(items)))

    def _candidate(
        self, kind: str, change: Change, asked: Text, run: Run | None,
        options: Iterable[tuple[Text, bool]] = (), said: str = "",
    ) -> Candidate:  # fmt: skip
        """Words of the student's own make a question worth more."""
        answer, line = self.bench.answer, self.bench.answer.lines[change.line - 1]
        words, released = ({*WORDS.findall(text)} for text in (line, self.released))
        worth = len(words - released) / max(1, len(words)) + self.chance.random()
        question = Question(kind, answer.part.id, change.line, asked, said, tuple(options))
        place = answer.part.id, change.line, run is None
        return Candidate(question, answer, worth, change.source, run and run.outcomes, place)

    def _seen(self) -> Iterator[Candidate]:
        """What an expression is worth: a number, what a mask hides, a shape if it is not read."""
        for stopped in self._some([*self.bench.answer.stopped().values()], TRIED + 2):
            for call in self._some(self.bench.calls, 2):
                views = [told(reply) for reply in self.bench.asked(stopped.source, call)[-2:]]
                for fact, text in views[0].items() if views and views[0] == views[1] else ():
                    read = text.replace(",)", ")") in call.written or f"`{text}`" in self.released
                    if fact != "shape" or not read:
                        fields = {"call": call.written, "label": stopped.old, "at": _at(stopped)}
                        asked = phrase(f"{fact}_asked", **fields)
                        kind = "value" if fact != "shape" else fact
                        yield self._candidate(kind, stopped, asked, None, said=text)

    def _counterfactual(self, change: Change, run: Run) -> Iterator[Candidate]:
        """Which statements still hold after a change, of those that some change makes untrue."""
        ends = (end for trial in self.tried.values() for end in trial.says.items())
        shaken = {text for text, holds in ends if not holds}
        held = [text for text, holds in self.base.says.items() if holds and text in shaken]
        gone, still = ([text for text in held if run.says.get(text) is it] for it in (False, True))
        offered = self._some(gone, MOST_STATEMENTS // 2)
        offered += self._some(still, MOST_STATEMENTS - len(offered))
        # Where no call is seen, is what differs in training alone still right?
        same = self.bench.calls and run.replies == self.base.replies
        if still and len(offered) > 1 and (gone or same) and Outcome.RAISED not in run.outcomes:
            options = ((text, text in still) for text in held if text in offered)
            asked = _changed(change, "which_hold")
            yield self._candidate("counterfactual", change, asked, run, options)

    def _roles(self) -> Iterator[Candidate]:
        """Which line makes a statement true, where it is the only one of those tried."""
        left_out = {change: run for change, run in self.tried.items() if change.kind == "left_out"}
        for sentence in (text for text, holds in self.base.says.items() if holds):
            ends = {change: run.says.get(sentence) for change, run in left_out.items()}
            doing = [change for change, still in ends.items() if still is False]
            # What ends in an error where it does not pass is not the line; the rest is open.
            plain = (
                change for change, run in left_out.items()
                if ends[change] is not None or Outcome.RAISED in run.outcomes
            )  # fmt: skip
            offered = sorted(plain, key=lambda change: change.line)
            run = left_out[doing[0]] if len(doing) == 1 else None
            if run and len(offered) >= LEAST_LINES and Outcome.RAISED not in run.outcomes:
                options = ((_at(change), change is doing[0]) for change in offered)
                asked = phrase("role_asked", sentence=sentence)
                yield self._candidate("role", doing[0], asked, run, options)

    def _choice(self, change: Change, run: Run) -> Iterator[Candidate]:
        """What becomes of a call by a change. It is named: with other sizes it may be another."""
        for call in self._some(self.bench.calls, 1):
            texts = self.bench.answer.code.source, change.source
            before, after = (self.bench.asked(text, call) for text in texts)
            right, error = "", next((reply for reply in after if isinstance(reply, Raised)), None)
            if error:
                # One of the check's own, such as weights that do not fit, has no place.
                plain = PLAINLY.search(f"{error.kind} {error.message}")
                right = "error" if error.where and not plain else ""
            elif before and after and close(before[-1], before[-1]):
                same = before == after and run.replies == self.base.replies
                right = "same" if same else "" if close(before[-1], after[-1]) else "other"
            if right and not MAKES_WEIGHTS.search(change.old):
                options = ((phrase(f"choice_{ending}"), ending == right) for ending in ENDINGS)
                asked = _changed(change, "what_happens", call=call.written)
                yield self._candidate("choice", change, asked, run, options)


def _at(change: Change) -> Text:
    key = "line" if change.line == change.last else "lines"
    return phrase(key, line=change.line, last=change.last)


def _changed(change: Change, then: str, **of: str) -> Text:
    fields = {"at": _at(change), "old": change.old, "new": change.new, "then": phrase(then, **of)}
    return phrase(f"{change.kind}_asked", **fields)
