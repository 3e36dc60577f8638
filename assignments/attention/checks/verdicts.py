"""Running a check, and saying what came of it."""

from __future__ import annotations

import ast
import inspect
import textwrap
import traceback
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import torch

from .answers import Answer, Part, Step, _find, _missing
from .comparing import Miss
from .display import _attended
from .language import _say
from .parts import PARTS
from .pictures import ALSO, DETAIL, FAILED, OPEN, PASSED, Panel
from .questions import ERRORS, QUESTIONS
from .sentences import TEXTS
from .surroundings import _said_once, _settings_of_torch, _untouched_torch

ALONE = (
    "Torch's settings and random numbers are left alone.",
    "没有改动 torch 的设置和随机数。",
)
LINE = 80


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
    with _untouched_torch() as settings, _said_once():
        try:
            answer = Answer(part, namespace, _find(namespace, part.name))
            _argument_order(answer)
            torch.default_generator.manual_seed(1)
            for step in part.steps:
                says = _say(step.says)
                _take(step, answer)
                passed.append(says)
            says = _say(ALONE)
            _reseeded(answer)
        except Miss as miss:
            # An error further on may have no other cause, so this is told instead of it.
            found = _setting_changed(part, settings) or miss
            if found is not miss:
                says = _say(ALONE)
            elif miss.broke:  # an error says nothing about what the step looks at
                says = _say(TEXTS["runs"])
            return Verdict(part, tuple(passed), says, found)
        changed = _setting_changed(part, settings)
    return Verdict(part, tuple(passed), _say(ALONE) if changed else "", changed)


def _setting_changed(part: Part, before: dict[str, Any]) -> Miss | None:
    for setting, value in _settings_of_torch().items():
        if value != before[setting]:
            return Miss("setting_changed", "everyone", name=part.name, setting=setting)
    return None


def _reseeded(answer: Answer) -> None:
    """From another seed torch comes to another state, unless the answer sets the seed itself."""
    state = torch.get_rng_state()
    torch.default_generator.manual_seed(2)
    for step in answer.part.steps:
        _take(step, answer)
    if torch.equal(state, torch.get_rng_state()):
        raise Miss("reseeded", "everyone", name=answer.part.name)


def _argument_order(answer: Answer) -> None:
    """Names of the contract in another order would take each other's values without an error."""
    try:
        names = list(inspect.signature(answer.target).parameters)
    except (TypeError, ValueError):
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
    except NotImplementedError as error:
        if '"forward"' in str(error):  # torch's own words for a module without this method
            made = vars(answer.target) if isinstance(answer.target, type) else ["forward"]
            if "forward" in made:  # of another one, such as a list of heads
                raise _error_miss(error, step, answer.part) from None
            raise _missing(answer.part.name, "forward", list(made)) from None
        text = "stub_below" if answer.part.needs and not answer.raised(error) else "stub"
        raise Miss(text, name=answer.part.name, needs=answer.part.needs, started=False) from None
    except (Exception, SystemExit) as error:
        found = _error_miss(error, step, answer.part)
        found.own = _own_frame(error) in answer.codes()
        raise found from None


def _own_frame(error: BaseException) -> Any:
    """The code of the student's that was run last, if any."""
    codes = [frame.f_code for frame, _ in traceback.walk_tb(error.__traceback__)]
    own = [c for c in codes if c.co_filename != __file__ and not _of_a_library(c.co_filename)]
    named = [c for c in own if not c.co_name.startswith("<")]  # no comprehension
    return named[-1] if named else None


def _error_miss(error: BaseException, step: Step, part: Part) -> Miss:
    lines = str(error).strip().splitlines() or [""]
    message = lines[0][:200].rstrip(".")
    kind = type(error).__name__
    miss = Miss("error", kind=kind, message=message, place=_place_of(error))
    own = _own_frames(error)
    if isinstance(error, TypeError) and not own and "argument" in message:
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


def _place_of(error: BaseException) -> str:
    """The student's own line that was being run when the error came up."""
    own = _own_frames(error)
    if not own or not own[-1].line:
        return ""
    return _say(TEXTS["place"], line=own[-1].lineno, source=own[-1].line.strip())


def _own_frames(error: BaseException) -> list[traceback.FrameSummary]:
    """The frames that are in neither this file nor a library, the innermost one last."""
    frames = traceback.extract_tb(error.__traceback__)
    return [f for f in frames if f.filename != __file__ and not _of_a_library(f.filename)]


def _of_a_library(filename: str) -> bool:
    # Debian's, Colab's and Kaggle's Python keep packages in dist-packages.
    packages = {"site-packages", "dist-packages"} & set(Path(filename).parts)
    homes = (str(Path(torch.__file__).parent), str(Path(ast.__file__).parent))
    return bool(packages) or filename.startswith(homes) or filename.startswith("<frozen")


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


def _failure(sentence: str, shown: str) -> AssertionError:
    """An error that IPython shows as a sentence alone, without the lines of this file.

    Whoever sees the panel reads `shown` below it; `nbgrader validate` has the sentence alone.
    """
    name = "AssertionError: "
    # `nbgrader validate` cuts off what does not fit its lines.
    lines = textwrap.wrap(name + sentence, LINE, break_on_hyphens=False)
    error = AssertionError("\n".join(lines).removeprefix(name))
    error._render_traceback_ = lambda: [shown] if _attended() else lines  # type: ignore[attr-defined]
    return error
