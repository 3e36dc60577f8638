"""The questions that an answer allows, each with what a run has shown; no other is made."""

import random
import re
import secrets
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Literal, NamedTuple, TypeVar

import msgspec

from autograder.core.model import Outcome, Text
from autograder.report.phrases import Phrases
from autograder.viva.answer import Answer, Change
from autograder.viva.runs import Bench, Call, Run

T = TypeVar("T")
phrase = Phrases("viva_phrases.toml")
Kind = Literal["shape", "value", "counterfactual", "role", "choice"]
TRIED = {"stopped": 8, "left_out": 6, "written": 6}
"""Changes of each kind that are run of one answer; one of twenty lines allows a hundred."""
MOST_STATEMENTS, LEAST_LINES = 4, 3
"""Offered in a question: that may still hold; among which one does something."""
ENDED = {"same": Outcome.PASSED, "error": Outcome.RAISED, "other": Outcome.FAILED}
WORTH = {"role": 2.0, "true": 1.0, "infinite": 1.0, "left_out": 1.0}
"""What is worth more than other questions."""
WORDS = re.compile(r"[^\W\d]\w*")
NUMBERS = re.compile(r"\d+(?:\.\d+)?")
BY_NAME = re.compile(r"NameError|UnboundLocalError|has no attribute")
"""Errors of a line that stands before what it uses: everybody sees them."""
VAGUE = re.compile(r"\bworks?\b|torch's own settings")
"""Of a sentence: a sheet does not say what it takes to work, and few lines change settings."""


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
    """A question, and what it is worth; the text and endings that another worker must confirm."""

    question: Question
    answer: Answer
    worth: float
    source: str
    endings: dict[str, Outcome] | None

    @property
    def place(self) -> tuple[str, int, bool]:
        """Two questions of one place may give each other's answer away."""
        return self.question.part, self.question.line, self.endings is None


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
            plain = (one for one in self.bench.checks.values() if not VAGUE.search(one.sentence.en))
            held = [one.id for one in plain if base.endings[one.id] is Outcome.PASSED]
            yield from self._seen()
            yield from self._roles(held)
            for change, run in self.tried.items() if not _raised(base) else ():
                yield from self._counterfactual(change, run, held)
                yield from self._choice(change, run, run.replies == base.replies)

    def _some(self, every: list[T], count: int) -> list[T]:
        return self.chance.sample(every, min(count, len(every)))

    def _ends(self, run: Run) -> set[Outcome]:
        return {run.endings[one] for one, check in self.bench.checks.items() if check.value}

    def _gone(self, run: Run, held: list[str]) -> list[str]:
        """What plainly holds no more. If the values are wrong it is that they are right: a check of
        dropout fails as well, but by its words a person could say that it still holds.
        """
        values = [one for one in self.bench.checks.values() if one.value]
        main = [one.id for one in values if one.weight == max(each.weight for each in values)]
        wrong = [one for one in main if run.endings[one] is not Outcome.PASSED]
        return [
            one for one in held if run.endings[one] is Outcome.FAILED and one in (wrong or held)
        ]

    def _candidate(
        self, kind: Kind, change: Change, asked: Text, run: Run | None,
        options: Iterable[Option] = (), said: str = "", worth: float = 0,
    ) -> Candidate:  # fmt: skip
        """Words of the student's own make a question worth more."""
        answer = self.bench.answer
        words, given = ({*WORDS.findall(one)} for one in (answer.text(change), self.released))
        worth += len(words - given) / max(1, len(words)) + self.chance.random()
        question = Question(kind, answer.part.id, change.line, asked, said, tuple(options))
        return Candidate(question, answer, worth, change.source, run and run.endings)

    def _seen(self) -> Iterator[Candidate]:
        """A shape, a number, or how much of a mask hides, unless it can be read somewhere."""
        calls = self.bench.calls
        # Nobody can write such a word beforehand.
        token = secrets.token_hex(8)
        every = list(self.bench.answer.stopped(token)) if calls else []
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

    def _counterfactual(self, change: Change, run: Run, held: list[str]) -> Iterator[Candidate]:
        """Which statements still hold, where the change leaves some and takes others.

        What no change has shaken is not worth a thought.
        """
        ends = {one: {each.endings[one] for each in self.tried.values()} for one in held}
        shaken = [one for one, every in ends.items() if Outcome.FAILED in every]
        still = [one for one in shaken if run.endings[one] is Outcome.PASSED]
        gone = self._gone(run, held)
        if still and gone and not _raised(run):
            few = self._some(gone, MOST_STATEMENTS // 2)
            few += self._some(still, MOST_STATEMENTS - len(few))
            options = (
                Option(self.bench.checks[one].sentence, one in still)
                for one in sorted(few, key=shaken.index)
            )
            asked, worth = _changed(change, "which_hold"), WORTH.get(change.kind, 0)
            yield self._candidate("counterfactual", change, asked, run, options, worth=worth)

    def _roles(self, held: list[str]) -> Iterator[Candidate]:
        """Which line makes a statement true, where it is the only one of those tried."""
        left_out = {one: run for one, run in self.tried.items() if one.kind == "left_out"}
        for id_ in held:
            ends = {change: run.endings[id_] for change, run in left_out.items()}
            doing = [one for one, run in left_out.items() if id_ in self._gone(run, held)]
            # Where only some calls end in an error nobody can say whether the code still runs.
            others = [
                one for one, run in left_out.items()
                if ends[one] is Outcome.PASSED or self._ends(run) == {Outcome.RAISED}
            ]  # fmt: skip
            if len(doing) == 1 and len(others) + 1 >= LEAST_LINES:
                few, run = sorted([*doing, *others], key=lambda one: one.line), left_out[doing[0]]
                options = (Option(_at(one), one is doing[0]) for one in few)
                asked = phrase("role_asked", sentence=self.bench.checks[id_].sentence)
                if not _raised(run):
                    worth = WORTH["role"]
                    yield self._candidate("role", doing[0], asked, run, options, worth=worth)

    def _asked_of_a_call(self, change: Change, run: Run, outcome: Outcome) -> Text:
        """A call with this outcome is named: with other sizes it may have another one."""
        ended = {one.key for one in run.results if one.outcome is outcome}
        calls = [one for one in self.bench.calls if one.case in ended]
        return _changed(change, "what_happens_in" if calls else "what_happens", calls)

    def _choice(self, change: Change, run: Run, same: bool) -> Iterator[Candidate]:
        """What becomes of changed lines, if that is plain."""
        ends, right = self._ends(run), ""
        said = " ".join(one.detail.en for one in run.results if one.detail)
        if same:
            right = "same"
        elif ends == {Outcome.RAISED} and not BY_NAME.search(said):
            right = "error"
        elif ends == {Outcome.FAILED} and not _raised(run):
            right = "other"
        if right:
            options = (Option(phrase(f"choice_{one}"), one == right) for one in ENDED)
            asked = self._asked_of_a_call(change, run, ENDED[right])
            yield self._candidate("choice", change, asked, run, options)


def _raised(run: Run) -> bool:
    return Outcome.RAISED in run.endings.values()


def _at(change: Change) -> Text:
    key = "line" if change.line == change.last else "lines"
    return phrase(key, line=change.line, last=change.last)


def _changed(change: Change, then: str, calls: Sequence[Call] = ()) -> Text:
    of = {"call": calls[0].written} if calls else {}
    given = {"at": _at(change), "old": change.old, "new": change.new, "then": phrase(then, **of)}
    return phrase(f"{change.kind}_asked", **given)
