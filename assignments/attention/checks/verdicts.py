"""Running a check, and saying what came of it."""

from __future__ import annotations

import inspect
from dataclasses import dataclass
from typing import Any

from .answers import Answer, Part, Step, _find, _missing
from .comparing import Miss
from .desk import (
    _codes,
    _disturbed,
    _first_line,
    _is_stub,
    _own,
    _plain_torch,
    _raised,
    _said_once,
    _say,
)
from .parts import PARTS
from .pictures import ALSO, DETAIL, FAILED, OPEN, PASSED, Panel
from .questions import ERRORS, QUESTIONS
from .sentences import TEXTS

ALONE = (
    "Torch's settings and random numbers are left alone.",
    "没有改动 torch 的设置和随机数。",
)


@dataclass(frozen=True)
class Verdict:
    """The sentences that hold, and the first that does not with what was found."""

    part: Part
    passed: tuple[str, ...]
    failed: str = ""
    miss: Miss | None = None


def _examine(part: Part, namespace: dict[str, Any]) -> Verdict:
    passed: list[str] = []
    says = ""
    with _plain_torch(), _said_once():
        try:
            answer = Answer(part, namespace, _find(namespace, part.name))
            _argument_order(answer)
            for step in part.steps:
                says = _say(step.says)
                _take(step, answer)
                passed.append(says)
        except Miss as miss:
            # An error further on may have no other cause, so this is told instead of it.
            found = _setting_changed(part) or miss
            if found is not miss:
                says = _say(ALONE)
            elif miss.broke:  # an error says nothing about what the step looks at
                says = _say(TEXTS["runs"])
            return Verdict(part, tuple(passed), says, found)
        changed = _setting_changed(part)
    return Verdict(part, tuple(passed), _say(ALONE) if changed else "", changed)


def _setting_changed(part: Part) -> Miss | None:
    setting = _disturbed()
    miss = Miss("setting_changed", "everyone", name=part.name, setting=setting)
    return miss if setting else None


def _argument_order(answer: Answer) -> None:
    """Names of the contract in another order would take each other's values without an error."""
    try:
        names = list(inspect.signature(answer.target).parameters)
    except Exception:  # of something that was not written in Python, or annotated with no name
        return
    found = [name for name in names if name in answer.part.arguments]
    if found != [name for name in answer.part.arguments if name in found]:
        order = f"({', '.join(names)})"
        raise Miss("order", found=order, arguments=answer.part.called())


def _take(step: Step, answer: Answer) -> None:
    try:
        step.run(answer)
    except Miss as miss:
        if step.question and not miss.question:
            miss.question = _say(QUESTIONS[step.question])
        raise
    except (Exception, SystemExit) as error:
        own = [code for code, _ in _own(error) if not code.co_name.startswith("<")]
        is_own = bool(own) and own[-1] in _codes(answer.target)
        made = vars(answer.target) if isinstance(answer.target, type) else ["forward"]
        if _is_stub(error):
            text = "stub" if is_own or not answer.part.needs else "stub_below"
            name, needs = answer.part.name, answer.part.needs
            raise Miss(text, name=name, needs=needs, started=False) from None
        # Torch's own words for a module without this method: perhaps of a list of heads.
        if '"forward"' in _first_line(error) and "forward" not in made:
            raise _missing(answer.part.name, "forward", list(made)) from None
        found = _error_miss(error, step, answer.part)
        found.own = is_own
        raise found from None


def _error_miss(error: BaseException, step: Step, part: Part) -> Miss:
    message = _first_line(error)
    miss = Miss("raised", error=_raised(error))
    if isinstance(error, TypeError) and not _own(error) and "argument" in message:
        # Only the call itself failed: an error of the answer's own line is about another call.
        called = "forward" if "forward()" in message else "positional"
        miss.question = _say(TEXTS[called], arguments=part.called())
        return miss
    asked = [words for text, words in ERRORS if text in message]
    if asked:
        miss.question = _say(asked[0])
    elif step.question and step is not part.steps[0]:
        # In the first step an error has not to do with what the step looks at.
        miss.question = _say(QUESTIONS[step.question])
    return miss


def _advice(verdict: Verdict, namespace: dict[str, Any]) -> str:
    """The sentence of a failed check: what, the question, and a part below it that fails too."""
    if verdict.miss is None:
        return ""
    text = [verdict.miss.sentence, verdict.miss.question]
    needs, miss = verdict.part.needs, verdict.miss
    # An error of the answer's own line, or a name it lacks, is no doing of the part below.
    asked = needs and miss.started and not miss.own and miss.lacking != verdict.part.name
    if asked and _examine(PARTS[needs], namespace).miss is not None:
        text.append(_say(TEXTS["unmet"], needs=PARTS[needs].label()))
    return _say(TEXTS["blank"]).join(filter(None, text))


def _panel(verdict: Verdict, advice: str) -> Panel:
    part, miss = verdict.part, verdict.miss
    lines = [(PASSED, says) for says in verdict.passed]
    if miss is None:
        also = _say(TEXTS["also"], also=_say(part.also))
        return Panel(_say(TEXTS["passed"], part=part.label()), (*lines, (ALSO, also)))
    if not miss.started:  # none of the sentences is untrue of an answer that is not there
        return Panel(_say(TEXTS["failed"], part=part.label()), (*lines, (OPEN, advice)))
    lines.append((FAILED, verdict.failed or advice))
    more = [miss.shapes, advice if verdict.failed else ""]
    lines += [(DETAIL, line) for line in more if line]
    return Panel(_say(TEXTS["failed"], part=part.label()), tuple(lines), miss.grid)


def _row(verdict: Verdict) -> tuple[str, str, str]:
    if verdict.miss is None:
        return PASSED, verdict.part.label(), _say(TEXTS["done"])
    symbol = FAILED if verdict.miss.started else OPEN
    return symbol, verdict.part.label(), verdict.miss.sentence
