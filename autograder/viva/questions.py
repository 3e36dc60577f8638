"""The questions that an answer allows, each with what a run has shown; no other is made."""

import random
import re
import secrets
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Literal, NamedTuple, TypeVar

import msgspec

from autograder.core.model import Outcome, Text
from autograder.report.phrases import Phrases
from autograder.viva.answer import Answer, Change
from autograder.viva.runs import Bench, Call, Run, told

T = TypeVar("T")
phrase = Phrases("viva_phrases.toml")
Kind = Literal["shape", "value", "counterfactual", "role", "choice"]
TRIED = {"stopped": 8, "left_out": 6, "written": 6, "exchanged": 2}
"""Changes of each kind that are run of one answer; one of twenty lines allows a hundred."""
MOST_STATEMENTS = 4
LEAST_LINES = 3
"""Among which the one that does something is to be found."""
ENDS = {"same": 1.5, "error": 0.5, "other": 0.5}
"""What can become of changed lines, and what it is worth to ask for it."""
WORDS = re.compile(r"[^\W\d]\w*")
NUMBERS = re.compile(r"\d+(?:\.\d+)?")
BY_NAME = re.compile(r"NameError|UnboundLocalError|has no attribute")
"""Errors of a line that stands before what it uses: everybody sees them."""
VAGUE = re.compile(r"\bworks?\b|torch's own settings")
"""Of a sentence: a sheet does not say what it takes to work, and few lines change settings."""


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
    """A question, and the text and endings that it has to have in another worker as well."""

    question: Question
    source: str = ""
    endings: dict[str, Outcome] | None = None


@dataclass(frozen=True)
class Questioner:
    """Makes the questions about one answer, which comes to `base`.

    `released` is all that students were given to read.
    """

    bench: Bench
    released: str
    chance: random.Random
    answer: Answer
    base: Run
    tried: dict[Change, Run] = field(default_factory=dict)

    def every(self) -> Iterator[Candidate]:
        """The questions of every kind that were found."""
        for kind in ("left_out", "written", "exchanged"):
            every = list(getattr(self.answer, kind)())
            runs = {one: self.bench.of(one.source) for one in self._some(every, TRIED[kind])}
            self.tried.update({change: run for change, run in runs.items() if run})
        yield from self._seen()
        yield from self._roles()
        for change, run in self.tried.items() if not self.base.raised else ():
            yield from self._counterfactual(change, run)
            yield from self._choice(change, run)

    def _some(self, every: list[T], count: int) -> list[T]:
        return self.chance.sample(every, min(count, len(every)))

    def _ends(self, run: Run) -> set[Outcome]:
        """How the checks of values end: all with an error, say."""
        return {run.endings[one] for one, check in self.bench.checks.items() if check.value}

    def _plain(self, run: Run | None, check: str) -> Outcome | None:
        """How a check ends that has a plain sentence."""
        vague = VAGUE.search(self.bench.checks[check].sentence.en)
        return None if vague or run is None else run.endings[check]

    def _question(
        self, kind: Kind, change: Change, asked: Text, worth: float, answer: str = "",
        options: Iterable[Option] = (),
    ) -> Question:  # fmt: skip
        text = self.answer.lines[change.line - 1]
        words, given = (set(WORDS.findall(one)) for one in (text, self.released))
        worth += len(words - given) / max(1, len(words))
        part = self.answer.part.id
        return Question(kind, part, change.line, asked, answer, tuple(options), worth)

    def _seen(self) -> Iterator[Candidate]:
        """A shape, a number, or how much of a mask hides, unless it can be read somewhere."""
        known = self.bench.calls(self.base)
        # Nobody can write such a word beforehand.
        token = secrets.token_hex(8)
        every = list(self.answer.stopped(token)) if known else []
        for stopped in self._some(every, TRIED["stopped"]):
            call = self.chance.choice(known)
            value = self.bench.seen(stopped.source, token, call)
            for what, said in told(value).items():
                if not self._told(what, said, call, stopped):
                    given = {"call": call.written, "label": stopped.old, "at": _at(stopped)}
                    kind: Kind = "shape" if what == "shape" else "value"
                    worth = said.count(",") / 4 if what == "shape" else 1
                    asked = phrase(f"{what}_asked", **given)
                    yield Candidate(self._question(kind, stopped, asked, worth, said))

    def _told(self, what: str, said: str, call: Call, stopped: Change) -> bool:
        """Whether it stands in the call, in the line or in the text."""
        if what == "shape":
            return said in call.shapes or f"`{said}`" in self.released
        return what == "number" and said in NUMBERS.findall(self.answer.lines[stopped.line - 1])

    def _counterfactual(self, change: Change, run: Run) -> Iterator[Candidate]:
        """Which statements still hold, where the change leaves some and takes others.

        What no change has shaken is not worth a thought.
        """
        held = [one for one in self.bench.checks if self._plain(self.base, one) is Outcome.PASSED]
        shaken = {one for other in self.tried.values() for one in held
                  if other.endings[one] is Outcome.FAILED}  # fmt: skip
        still = [one for one in held if one in shaken and run.endings[one] is Outcome.PASSED]
        gone = [one for one in held if run.endings[one] is Outcome.FAILED]
        if still and gone and not run.raised and change.kind != "exchanged":
            few = self._some(gone, MOST_STATEMENTS // 2)
            few += self._some(still, MOST_STATEMENTS - len(few))
            options = (
                Option(check.sentence, one in still, run.said.get(one))
                for one, check in self.bench.checks.items()
                if one in few
            )
            asked = _changed(change, "which_hold")
            worth = float(change.kind == "left_out")
            one = self._question("counterfactual", change, asked, worth, "", options)
            yield Candidate(one, change.source, run.endings)

    def _roles(self) -> Iterator[Candidate]:
        """Which line makes a statement true, where it is the only one of those tried."""
        left_out = {one: run for one, run in self.tried.items() if one.kind == "left_out"}
        for id_, check in self.bench.checks.items():
            ends = {change: run.endings[id_] for change, run in left_out.items()}
            doing = [one for one, end in ends.items() if end is Outcome.FAILED]
            # Where only some calls end in an error nobody can say whether the code still runs.
            others = [
                one for one, run in left_out.items()
                if ends[one] is Outcome.PASSED or self._ends(run) == {Outcome.RAISED}
            ]  # fmt: skip
            sure = self._plain(self.base, id_) is Outcome.PASSED and len(doing) == 1
            if sure and len(others) + 1 >= LEAST_LINES and not left_out[doing[0]].raised:
                few = sorted([*doing, *others], key=lambda one: one.line)
                options = (Option(_at(one), one is doing[0]) for one in few)
                asked = phrase("role_asked", sentence=check.sentence)
                question = self._question("role", doing[0], asked, 2, "", options)
                yield Candidate(question, doing[0].source, left_out[doing[0]].endings)

    def _choice(self, change: Change, run: Run) -> Iterator[Candidate]:
        """What becomes of changed lines, if that is plain."""
        ends = self._ends(run)
        said = next((run.said[one] for one in run.endings if one in run.said), None)
        by_name = said is not None and BY_NAME.search(said.en)
        right = ""
        if run.same(self.base):
            right = "same"
        elif ends == {Outcome.RAISED} and not by_name:
            right = "error"
        elif ends == {Outcome.FAILED} and not run.raised:
            right = "other"
        if right:
            options = (
                Option(phrase(f"choice_{one}"), one == right, said if one == right else None)
                for one in ENDS
            )
            asked, worth = _changed(change, "what_happens"), ENDS[right]
            one = self._question("choice", change, asked, worth, "", options)
            yield Candidate(one, change.source, run.endings)


def _at(change: Change) -> Text:
    """The lines of a change."""
    key = "line" if change.line == change.last else "lines"
    key = "pair" if change.kind == "exchanged" else key
    return phrase(key, line=change.line, last=change.last)


def _changed(change: Change, then: str) -> Text:
    """What is changed, and what is asked about it."""
    given = {"at": _at(change), "old": change.old, "new": change.new, "then": phrase(then)}
    return phrase(f"{change.kind}_asked", **given)
