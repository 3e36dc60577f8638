"""The questions that an answer allows, each with what a run has shown; no other is made."""

import random
import re
import secrets
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import cached_property
from typing import Literal, NamedTuple, TypeVar

import msgspec

from autograder.checks.results import CheckInfo
from autograder.core.model import Outcome, Text
from autograder.report.phrases import Phrases
from autograder.viva.answer import Answer, Change
from autograder.viva.runs import Bench, Run
from autograder.wire.messages import Raised

T = TypeVar("T")
phrase = Phrases("viva_phrases.toml")
Kind = Literal["shape", "value", "counterfactual", "role", "choice"]
TRIED = {"stopped": 8, "left_out": 6, "written": 6}
"""Changes of each kind that are run of one answer; one of twenty lines allows a hundred."""
MOST_STATEMENTS, LEAST_LINES = 4, 3
"""Offered in a question: that may still hold; among which one does something."""
ENDINGS = ("same", "error", "other")
WORTH = {"role": 2.0, "true": 1.0, "infinite": 1.0, "left_out": 1.0}
"""What is worth more than other questions."""
WORDS = re.compile(r"[^\W\d]\w*")
NUMBERS = re.compile(r"\d+(?:\.\d+)?")
BY_NAME = re.compile(r"NameError|UnboundLocalError|has no attribute")
"""Errors of a line that stands before what it uses: everybody sees them."""
VAGUE = re.compile(r"\bworks?\b|torch's own settings|the same;")
"""Of a sentence: a sheet does not say what it takes to work, or the same as what, and few lines
change settings.
"""


class Option(msgspec.Struct, frozen=True):
    """What can be ticked, and whether it is right to."""

    text: Text
    right: bool


class Question(msgspec.Struct, frozen=True):
    """A question with what a run has shown; without options the answer is written down."""

    kind: Kind
    part: str
    line: int
    asked: Text
    answer: str = ""
    options: tuple[Option, ...] = ()


class Candidate(NamedTuple):
    """A question, its worth, the text that is run, and its ends that another worker must confirm."""

    question: Question
    answer: Answer
    worth: float
    source: str
    ends: dict[str, set[Outcome]] | None

    @property
    def place(self) -> tuple[str, int, bool]:
        """Two questions of one place may give each other's answer away."""
        return self.question.part, self.question.line, self.ends is None


@dataclass(frozen=True)
class Questioner:
    """Makes the questions about one answer; `released` is all that students were given to read."""

    bench: Bench
    released: str
    chance: random.Random
    tried: dict[Change, Run] = field(default_factory=dict)

    def every(self) -> Iterator[Candidate]:
        """The questions of every kind that were found."""
        if base := self.bench.base:
            for kind in ("left_out", "written"):
                every = list(getattr(self.bench.answer, kind)())
                runs = {one: self.bench.of(one.source) for one in self._some(every, TRIED[kind])}
                self.tried.update({change: run for change, run in runs.items() if run})
            yield from self._seen()
            yield from self._roles(base)
            for change, run in self.tried.items() if not base.raised else ():
                yield from self._counterfactual(change, run, base)
                yield from self._choice(change, run, base)

    @cached_property
    def values(self) -> list[CheckInfo]:
        """The checks of values, the main ones first."""
        values = (one for one in self.bench.checks.values() if one.value)
        return sorted(values, key=lambda one: -one.weight)

    def _some(self, every: list[T], count: int) -> list[T]:
        return self.chance.sample(every, min(count, len(every)))

    def _says(self, run: Run) -> dict[Text, bool]:
        """Which statements hold in a run. Of the checks of values the main ones have one together,
        that all is right: "what is left keeps its proportions" can be read in two ways. While they
        fail nothing else is said to: by its words a person could say that it still holds.
        """
        main = [one for one in self.values if one.weight == self.values[0].weight]
        right = all(every == {Outcome.PASSED} for every in run.ends.values())
        wrong = any(Outcome.FAILED in run.ends[one.id] for one in main)
        said = {phrase("all_right"): right} if main and (right or wrong) else {}
        for one in self.bench.checks.values():
            holds = run.ends[one.id] == {Outcome.PASSED}
            plain = holds or (Outcome.RAISED not in run.ends[one.id] and not wrong)
            if plain and one not in main and not VAGUE.search(one.sentence.en):
                said[one.sentence] = holds
        return said

    def _candidate(
        self, kind: Kind, change: Change, asked: Text, run: Run | None,
        options: Iterable[Option] = (), said: str = "", worth: float = 0,
    ) -> Candidate:  # fmt: skip
        """Words of the student's own make a question worth more."""
        answer = self.bench.answer
        words, given = ({*WORDS.findall(one)} for one in (answer.text(change), self.released))
        worth += len(words - given) / max(1, len(words)) + self.chance.random()
        question = Question(kind, answer.part.id, change.line, asked, said, tuple(options))
        return Candidate(question, answer, worth, change.source, run and run.ends)

    def _seen(self) -> Iterator[Candidate]:
        """A shape, a number, or how much of a mask hides, unless it can be read somewhere."""
        calls = self.bench.calls
        # Nobody can write such a word beforehand.
        token = secrets.token_hex(8)
        every = [*self.bench.answer.stopped(token).values()] if calls else []
        for stopped in self._some(every, TRIED["stopped"]):
            for call in self._some(calls, 2):
                numbers = NUMBERS.findall(self.bench.answer.text(stopped))
                for what, said in self.bench.seen(stopped.source, token, call).items():
                    given = {"call": call.written, "label": stopped.old, "at": _at(stopped)}
                    read = said in call.shapes or f"`{said}`" in self.released
                    if not (read if what == "shape" else what == "number" and said in numbers):
                        asked, worth = phrase(f"{what}_asked", **given), WORTH.get(what, 0)
                        kind: Kind = "shape" if what == "shape" else "value"
                        yield self._candidate(kind, stopped, asked, None, (), said, worth)

    def _counterfactual(self, change: Change, run: Run, base: Run) -> Iterator[Candidate]:
        """Which statements still hold, where the change leaves some and takes others, or is none.

        What no change has shaken is not worth a thought.
        """
        every, now = [self._says(one) for one in self.tried.values()], self._says(run)
        held = [one for one, holds in self._says(base).items() if holds and one in now]
        shaken = [one for one in held if any(one in said and not said[one] for said in every)]
        gone, still = ([one for one in shaken if now[one] is holds] for holds in (False, True))
        if still and not run.raised and (gone or run.replies == base.replies):
            few = self._some(gone, MOST_STATEMENTS // 2)
            few += self._some(still, MOST_STATEMENTS - len(few))
            options = (Option(one, now[one]) for one in shaken if one in few)
            asked, worth = _changed(change, "which_hold"), WORTH.get(change.kind, 0)
            yield self._candidate("counterfactual", change, asked, run, options, worth=worth)

    def _roles(self, base: Run) -> Iterator[Candidate]:
        """Which line makes a statement true, where it is the only one of those tried."""
        left_out = {one: run for one, run in self.tried.items() if one.kind == "left_out"}
        for sentence, holds in self._says(base).items():
            ends = {change: self._says(run).get(sentence) for change, run in left_out.items()}
            doing = [one for one, still in ends.items() if still is False]
            # Where only some calls end in an error nobody can say whether the code still runs.
            others = [
                one for one, run in left_out.items()
                if ends[one] or all(run.ends[v.id] == {Outcome.RAISED} for v in self.values)
            ]  # fmt: skip
            if holds and len(doing) == 1 and len(others) + 1 >= LEAST_LINES:
                few, run = sorted([*doing, *others], key=lambda one: one.line), left_out[doing[0]]
                options = (Option(_at(one), one is doing[0]) for one in few)
                asked, worth = phrase("role_asked", sentence=sentence), WORTH["role"]
                if not run.raised:
                    yield self._candidate("role", doing[0], asked, run, options, worth=worth)

    def _choice(self, change: Change, run: Run, base: Run) -> Iterator[Candidate]:
        """What becomes of a call by a change. It is named: with other sizes it may be another."""
        for call in self._some(self.bench.calls, 1):
            was, now = ({one.key: one for one in each.results}[call.case] for each in (base, run))
            before, after = (
                each.exchanges[: len(call.requests) - 1][-1].reply for each in (was, now)
            )
            right = "same" if run.replies == base.replies else ""
            if isinstance(after, Raised):
                right = "" if BY_NAME.search(f"{after.kind} {after.message}") else "error"
            elif (was.outcome, now.outcome) == (Outcome.PASSED, Outcome.FAILED) and before != after:
                right = "other"
            if right:
                options = (Option(phrase(f"choice_{one}"), one == right) for one in ENDINGS)
                asked = _changed(change, "what_happens", call=call.written)
                yield self._candidate("choice", change, asked, run, options)


def _at(change: Change) -> Text:
    key = "line" if change.line == change.last else "lines"
    return phrase(key, line=change.line, last=change.last)


def _changed(change: Change, then: str, **of: str) -> Text:
    given = {"at": _at(change), "old": change.old, "new": change.new, "then": phrase(then, **of)}
    return phrase(f"{change.kind}_asked", **given)
