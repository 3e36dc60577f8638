"""The questions that an answer allows, each with what a run has shown; no other is made."""

import random
import re
import secrets
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Literal, NamedTuple, TypeVar

import msgspec

from autograder.checks.items import CheckInfo
from autograder.core.model import Outcome, Text
from autograder.report.phrases import Phrases
from autograder.viva.answer import Answer, Change
from autograder.viva.runs import Call, Run, Runs, calls, told

T = TypeVar("T")
phrase = Phrases("viva_phrases.toml")
Kind = Literal["shape", "value", "counterfactual", "role", "choice"]
TRIED = {"stopped": 3, "left_out": 5, "written": 4, "exchanged": 1}
"""Changes of each kind that are run of one answer; one of twenty lines allows a hundred."""
MOST_STATEMENTS = 4
LEAST_LINES = 3
"""Among which the one that does something is to be found."""
CHOICES = {
    "exchanged": {"same": 0.0, "error": 1.0, "other": 2.0},
    "written": {"same": 1.5, "error": 1.0, "other": 0.2},
}
"""What can become of changed lines, and what it is worth to ask for it."""
WORDS = re.compile(r"[^\W\d]\w*")
NUMBERS = re.compile(r"\d+(?:\.\d+)?")
BY_NAME = re.compile(r"NameError|UnboundLocalError|has no attribute")
"""Errors of a line that stands before what it uses: everybody sees them."""


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


class Candidate(NamedTuple):
    """A question, and whether it has the same answer once more: what chance decides has none."""

    question: Question
    certain: Callable[[], bool]


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

    def every(self) -> Iterator[Candidate]:
        """The questions of every kind that were found."""
        yield from self._seen()
        left_out = self._tried("left_out")
        yield from self._roles(left_out)
        tried = left_out | self._tried("written") | self._tried("exchanged")
        ends = [end for run in tried.values() for end in run.endings.items()]
        shaken = {one for one, end in ends if end is not Outcome.PASSED}
        for change, run in tried.items() if not self.base.raised else ():
            yield from self._counterfactual(change, run, shaken)
            yield from self._choice(change, run)

    @cached_property
    def _checks(self) -> dict[str, CheckInfo]:
        return self.runs.checks(self.answer.part)

    @cached_property
    def _values(self) -> list[str]:
        return [one for one, check in self._checks.items() if check.value]

    def _tried(self, kind: str) -> dict[Change, Run]:
        """Some changes of a kind, and what they come to if that is certain."""
        every = [one for cell in self.answer.cells for one in getattr(cell, kind)()]
        runs = {one: self.runs.of(self.answer, one) for one in self._some(every, TRIED[kind])}
        return {change: run for change, run in runs.items() if run}

    def _some(self, every: list[T], count: int) -> list[T]:
        return self.chance.sample(every, min(count, len(every)))

    def _fails(self, run: Run) -> bool:
        """Whether there is an error whatever the code is used for."""
        return {run.endings[one] for one in self._values} == {Outcome.RAISED}

    def _candidate(
        self, kind: Kind, change: Change, asked: Text, worth: float, run: Run | None = None,
        *, answer: str = "", options: Iterable[Option] = (),
    ) -> Candidate:  # fmt: skip
        words, given = (set(WORDS.findall(one)) for one in (change.text, self.released))
        worth += len(words - given) / max(1, len(words))
        part = self.answer.part.id

        def certain() -> bool:
            again = self.runs.of(self.answer, change) if run else None
            return (again and again.endings) == (run and run.endings)

        asked_of = Question(kind, part, change.line, asked, answer, tuple(options), worth)
        return Candidate(asked_of, certain)

    def _at(self, change: Change) -> Text:
        """The lines of a change, with the cell where several are shown."""
        key = "line" if change.line == change.last else "lines"
        key = "pair" if change.kind == "exchanged" else key
        given = {"line": change.line, "last": change.last, "cell": change.cell.number}
        return phrase(f"{key}_of_cell" if len(self.answer.cells) > 1 else key, **given)

    def _seen(self) -> Iterator[Candidate]:
        """A shape, a number, or how much of a mask hides, unless it can be read somewhere."""
        known = calls(self.answer.part, self.base, self._checks)
        # Nobody can write such a word beforehand.
        token = secrets.token_hex(8)
        every = [one for cell in self.answer.cells for one in cell.stopped(token)]
        for stopped in self._some(every, TRIED["stopped"]) if known else ():
            call = self.chance.choice(known)
            value = self.runs.seen(self.answer, stopped, token, call)
            for what, said in told(value).items():
                if not self._told(what, said, call, stopped):
                    given = {"call": call.written, "label": stopped.old, "at": self._at(stopped)}
                    kind: Kind = "shape" if what == "shape" else "value"
                    worth = said.count(",") / 4 if what == "shape" else 1
                    asked = phrase(f"{what}_asked", **given)
                    yield self._candidate(kind, stopped, asked, worth, answer=said)

    def _told(self, what: str, said: str, call: Call, stopped: Change) -> bool:
        """Whether it stands in the call, in the line or in the text."""
        if what == "shape":
            return said in call.shapes or f"`{said}`" in self.released or not call.takes_tensors
        copied = stopped.text.partition("=")[2].strip().isidentifier()
        return what == "number" and (copied or said in NUMBERS.findall(call.written + stopped.text))

    def _counterfactual(self, change: Change, run: Run, shaken: set[str]) -> Iterator[Candidate]:
        """Which statements still hold, where the change leaves some and takes others.

        What no change has `shaken` is hardly worth a thought.
        """
        held = [one for one, ending in self.base.endings.items() if ending is Outcome.PASSED]
        still = [one for one in held if run.endings[one] is Outcome.PASSED]
        gone = [one for one in held if one not in still]
        if still and gone and not run.raised and change.kind != "exchanged":
            few = self._some(gone, MOST_STATEMENTS // 2)
            still.sort(key=lambda one: (one not in shaken, self.chance.random()))
            few += still[: MOST_STATEMENTS - len(few)]
            options = (
                Option(check.sentence, one in still, run.said.get(one))
                for one, check in self._checks.items()
                if one in few
            )
            given = {"at": self._at(change), "old": change.old, "new": change.new}
            asked = phrase(f"{change.kind}_asked", then=phrase("which_hold"), **given)
            worth = (change.kind == "left_out") + (still[0] in shaken) / 2
            yield self._candidate("counterfactual", change, asked, worth, run, options=options)

    def _roles(self, left_out: dict[Change, Run]) -> Iterator[Candidate]:
        """Which line makes a statement true, where it is the only one of those tried."""
        for id_, check in self._checks.items():
            ends = {change: run.endings[id_] for change, run in left_out.items()}
            doing = [one for one, end in ends.items() if end is Outcome.FAILED]
            # Where only some calls end in an error nobody can say whether the code still runs.
            plain = [
                c for c, run in left_out.items() if ends[c] is Outcome.PASSED or self._fails(run)
            ]
            sure = self.base.endings[id_] is Outcome.PASSED and len(doing) == 1
            if sure and len(plain) + 1 >= LEAST_LINES and not left_out[doing[0]].raised:
                few = sorted([*doing, *plain], key=lambda one: (one.cell.index, one.line))
                options = (Option(self._at(one), one is doing[0]) for one in few)
                asked, run = phrase("role_asked", sentence=check.sentence), left_out[doing[0]]
                yield self._candidate("role", doing[0], asked, 2, run, options=options)

    def _choice(self, change: Change, run: Run) -> Iterator[Candidate]:
        """What becomes of lines in another order or wording, if that is plain."""
        said = next((run.said[one] for one in self._values if one in run.said), None)
        right = ""
        if run.same(self.base):
            right = "same"
        elif self._fails(run):
            right = "" if said and BY_NAME.search(said.en) else "error"
        elif not run.raised and {run.endings[one] for one in self._values} == {Outcome.FAILED}:
            right = "other"
        worth = CHOICES.get(change.kind, {})
        if right in worth:
            options = (
                Option(phrase(f"choice_{one}"), one == right, said if one == right else None)
                for one in worth
            )
            given = {"at": self._at(change), "old": change.old, "new": change.new}
            asked = phrase(f"{change.kind}_asked", then=phrase("what_happens"), **given)
            yield self._candidate("choice", change, asked, worth[right], run, options=options)
