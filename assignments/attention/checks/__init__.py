"""The visible checks of the attention notebook: where an answer is off, never how to write it.

    checks.check("causal_mask", globals())          checks one part
    checks.example("causal_mask")                   the very arguments that this check passes
    checks.step("split", before, after)             checks one step of part 14 while you write it
    checks.progress(globals())                      shows how far every part is
    checks.picture("causal_mask", globals())        draws a part's answer
    checks.explain_yourself("CausalAttention", globals())   asks about your own lines
    checks.train(globals())                         trains your part 14 on a small task, draws it
    checks.race(globals())                          times four ways to compute the same attention
    checks.heat_map(values, rows, columns)          draws any table of numbers
    checks.speak("zh")                              changes the language

Points are given by other, hidden checks; a check that passes says what those look at besides.
"""

from __future__ import annotations

from typing import Any

import torch

from .comparing import Miss
from .desk import _failure, _kernel, _known, _print, _quiet, _say, speak
from .drawn_answers import _drawing
from .examples import Example, _example_of
from .own_code import ASKED, _practice
from .parts import PARTS
from .payoff import RACERS, _afterwards, _raced, _trained
from .pictures import PASSED, Table, _show, heat_map
from .sentences import TEXTS
from .steps_of_part_14 import STEPS, _step
from .verdicts import _advice, _examine, _panel, _row

__all__ = [
    "check", "example", "explain_yourself", "heat_map", "picture", "progress", "race", "speak",
    "step", "train",
]  # fmt: skip


def train(namespace: dict[str, Any]) -> None:
    """Train two layers of the student's part 14 on repeated letters, and draw their heads."""
    _afterwards(namespace, ("MultiHeadAttention",), _trained)


def race(namespace: dict[str, Any]) -> None:
    """Time the student's loop, wrapper and split heads beside the library's own attention."""
    _afterwards(namespace, RACERS, _raced)


def explain_yourself(part: str, namespace: dict[str, Any]) -> None:
    """Ask two questions about the student's own lines of a part; nothing of it is graded."""
    _known(part, PARTS)
    if part in ASKED:
        _afterwards(namespace, (part,), lambda names: _practice(part, names))
    else:
        _print(_say(TEXTS["not_asked"], part=part, parts=", ".join(ASKED)))


def example(part: str, d_out: int = 2) -> Example:
    """The very arguments that the check of a part passes; d_out=4 is part 14's second example."""
    _known(part, PARTS)
    wide = part == "MultiHeadAttention" and d_out == 4
    return _example_of(part, "wide" if wide else "")


def step(name: str, *tensors: torch.Tensor) -> None:
    """Check one step of part 14 from inside its forward; outside a notebook it does nothing.

    step("split", before, after)   (B, T, d_out) and what it was split into, (B, H, T, d_h)
    step("weights", weights)       (B, H, T, T), before dropout
    step("merge", before, after)   (B, H, T, d_h) and what it was joined into, (B, T, d_out)
    """
    if name not in STEPS:
        raise ValueError(f"no step {name!r}; the steps are {', '.join(STEPS)}")
    if _kernel():
        try:
            _print(f"{PASSED} {_step(name, tensors)}")
        except Miss as miss:
            # From None: the sentence is all there is to know.
            raise _failure(f"{name}: {miss.sentence}") from None


def check(part: str, namespace: dict[str, Any]) -> None:
    """Run the visible check of a part on the names of the notebook: `check("...", globals())`."""
    _known(part, PARTS)
    verdict = _examine(PARTS[part], namespace)
    with _quiet():
        advice = _advice(verdict, namespace)
    if verdict.miss is None or _kernel():
        _show(_panel(verdict, advice))
    if verdict.miss is not None:
        label = PARTS[part].label()
        sentence = _say(TEXTS["told"], part=label, advice=advice)
        raise _failure(sentence, _say(TEXTS["see"], part=label)) from None


def progress(namespace: dict[str, Any]) -> None:
    """Show how far each part is; nothing is raised, whatever the answers do."""
    with _quiet():
        verdicts = [_examine(part, namespace) for part in PARTS.values()]
    done = sum(verdict.miss is None for verdict in verdicts)
    title = _say(TEXTS["progress"], done=done, total=len(verdicts))
    _show(Table(title, tuple(map(_row, verdicts))))


def picture(part: str, namespace: dict[str, Any]) -> None:
    """Draw a part's picture from the student's own answer, or say that it is not done yet."""
    drawn = _drawing(part, namespace)
    if isinstance(drawn, str):
        _print(drawn)
    else:
        _show(drawn)
