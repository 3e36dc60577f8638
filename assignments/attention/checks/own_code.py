"""Two questions about the student's own lines, for practice: a shape, and what a line is for."""

from __future__ import annotations

import ast
import html
import random
import re
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

import torch

from .answers import Answer, Step, _cell_of
from .comparing import Miss, _shape
from .desk import _codes, _say
from .module_steps import _indivisible, _no_leak
from .parts import PARTS
from .sentences import TEXTS
from .verdicts import _take

ASKED = {
    "SelfAttention_v1": ((5, 4), (3, 5)),
    "SelfAttention_v2": ((5, 4), (3, 5)),
    "CausalAttention": ((5, 7, 9, 0.0), (4, 3, 5)),
    "MultiHeadAttention": ((5, 12, 9, 0.0, 2), (4, 3, 5)),
}
"""What a module is made with, and the shape that goes in: all sizes differ."""
ROLES = (_no_leak, _indivisible)


@dataclass(frozen=True, repr=False)
class Practice:
    """Questions with their answers, which a notebook unfolds and plain text has at its end."""

    pairs: tuple[tuple[str, str], ...]

    def __str__(self) -> str:
        if not self.pairs:
            return _say(TEXTS["no_question"])
        asked = [f"{number}. {question}" for number, (question, _) in enumerate(self.pairs, 1)]
        told = [f"{number}. {answer}" for number, (_, answer) in enumerate(self.pairs, 1)]
        return "\n".join([*asked, _say(TEXTS["answers"]), *told])

    __repr__ = __str__

    def _repr_html_(self) -> str:
        shown = "".join(
            f"<p>{_code(f'{number}. {question}')}</p><details><summary>"
            f"{html.escape(_say(TEXTS['unfold']))}</summary><p>{_code(answer)}</p></details>"
            for number, (question, answer) in enumerate(self.pairs, 1)
        )
        return shown or _code(str(self))


def _code(text: str) -> str:
    return re.sub("`(.*?)`", r"<code>\1</code>", html.escape(text, quote=False))


def _practice(part: str, namespace: dict[str, Any]) -> Practice:
    """A question about a shape and one about a line; two shapes if no line has a task alone."""
    source, chance = _cell_of(namespace, part), random.Random()
    answer = Answer(PARTS[part], namespace, namespace[part])
    shapes = list(_about_shapes(answer, source)) if source else []
    lines = list(_about_lines(answer, source)) if source else []
    some = chance.sample(lines, min(1, len(lines)))
    return Practice((*chance.sample(shapes, min(2 - len(some), len(shapes))), *some))


def _about_shapes(answer: Answer, source: str) -> Iterator[tuple[str, str]]:
    """Each tensor that has a name of its own, unless it is shaped as what goes in."""
    made, given = ASKED[answer.part.id]
    module = answer.target(*made)
    with _watched(_codes(answer.target)) as seen:
        module(torch.rand(given))
    call = f"{answer.part.name}{made}(torch.rand{given})"
    for name, (number, shape) in seen.items():
        line = _statement(source, number)
        if line and shape != _shape(given):
            yield _say(TEXTS["which_shape"], call=call, name=name, line=line), f"`{shape}`"


@contextmanager
def _watched(codes: list[Any]) -> Iterator[dict[str, tuple[int, str]]]:
    """The names that these codes bind to tensors, each with the line and the first shape."""
    seen: dict[str, tuple[int, str]] = {}

    def called(frame: Any, *_: object) -> Any:
        known, line = set(frame.f_locals), frame.f_lineno

        def stepped(frame: Any, *_: object) -> Any:
            nonlocal line
            for name in frame.f_locals.keys() - known:
                known.add(name)
                if isinstance(frame.f_locals[name], torch.Tensor):
                    seen.setdefault(name, (line, _shape(tuple(frame.f_locals[name].shape))))
            line = frame.f_lineno
            return stepped

        return stepped if frame.f_code in codes else None

    before = sys.gettrace()
    sys.settrace(called)
    try:
        yield seen
    finally:
        sys.settrace(before)


def _about_lines(answer: Answer, source: str) -> Iterator[tuple[str, str]]:
    """Each of the ROLES that one line plays: without it the check fails, and nothing stops."""
    steps = [step for step in answer.part.steps if step.run in ROLES]
    lines: dict[str, dict[str, str]] = {}
    for number, passed, changed in _changed(source, answer.part.name):
        namespace = dict(answer.namespace)
        exec(compile(changed, "changed", "exec"), namespace)
        other = Answer(answer.part, namespace, namespace[answer.part.name])
        ends = {_say(step.says): _end(step, other) for step in steps}
        line = _statement(source, number)
        told = _say(TEXTS["passes_on" if passed else "left_out"], line=line, passed=passed)
        for sentence, end in ends.items():
            if end == "fails" and "stops" not in ends.values():
                lines.setdefault(sentence, {}).setdefault(line, told)
    for sentence, found in lines.items():
        if len(found) == 1:
            asked = _say(TEXTS["which_line"], name=answer.part.name, sentence=sentence)
            yield asked, next(iter(found.values()))


def _end(step: Step, answer: Answer) -> str:
    try:
        _take(step, answer)
    except Miss as miss:
        return "fails" if str(miss) in ("leak", "no_raise") else "stops"
    return "holds"


def _changed(source: str, name: str) -> Iterator[tuple[int, str, Any]]:
    """The class without one of its statements, or with one that only passes something on."""
    for place, node in enumerate(_simple(ast.parse(source), name)):
        method = getattr(getattr(node, "value", None), "func", None)
        passed = getattr(getattr(method, "value", None), "id", "")
        for name_passed in {"", passed if isinstance(node, ast.Assign) else ""}:
            tree = ast.parse(source)
            here = _simple(tree, name)[place]
            if name_passed:
                here.value = ast.copy_location(ast.Name(passed, ast.Load()), here.value)
            else:
                _leave_out(tree, here)
            tree.body = [one for one in tree.body if getattr(one, "name", "") == name]
            yield node.lineno, name_passed, tree


def _simple(tree: ast.AST, name: str) -> list[Any]:
    """The statements of a class that might be left out."""
    kinds = (ast.Assign, ast.AugAssign, ast.Expr, ast.Assert)
    own = [one for one in ast.walk(tree) if getattr(one, "name", "") == name]
    # Without the line that ends it a loop goes on for ever.
    loops = [loop for loop in ast.walk(own[-1]) if isinstance(loop, ast.While)]
    endless = {inner for loop in loops for inner in ast.walk(loop)}
    return [one for one in ast.walk(own[-1]) if isinstance(one, kinds) and one not in endless]


def _leave_out(tree: ast.AST, gone: ast.AST) -> None:
    for owner in ast.walk(tree):
        for block in (getattr(owner, "body", None), getattr(owner, "orelse", None)):
            if isinstance(block, list) and gone in block:
                block[block.index(gone)] = ast.copy_location(ast.Pass(), gone)


def _statement(source: str, number: int) -> str:
    """The text of the simple statement that a line belongs to."""
    for node in ast.walk(ast.parse(source)):
        if not isinstance(node, ast.stmt) or hasattr(node, "body"):
            continue
        if node.lineno <= number <= (node.end_lineno or 0):
            return " ".join((ast.get_source_segment(source, node) or "").split())
    return ""
