"""A check's mark, and what pytest has collected: each check on each of its cases."""

import copy
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from types import FunctionType
from typing import Any

import pytest
import torch

from autograder.checks.allowance import LIMITS, Allowance, allowance
from autograder.checks.results import CheckInfo, case_key
from autograder.core.assignment.plan import in_every
from autograder.core.errors import CourseError
from autograder.core.model import Text


def part(
    part_id: str, *, weight: float = 1, cases: tuple[str, ...] = (),
    hint: dict[str, str] | str | None = None, gate: bool = False, value: bool = False,
) -> Callable[[Callable[..., None]], Any]:  # fmt: skip
    """Mark a check as one of `part_id`.

    Args:
        weight: its share of the part's points among the part's checks.
        cases: names of reference cases; the check runs once for each and passes if all do.
        hint: where to look, by language ("en", "zh"; plain text in an assignment of one
            language); never what to write.
        gate: a part whose gate fails earns nothing.
        value: it can be passed by right values alone. Where a part has such checks, its other
            checks (an argument is unchanged, a layer is registered) count only if the main one,
            that of the largest weight, passes: an answer without any right value satisfies them.
    """
    return pytest.mark.part(part_id, weight=weight, cases=cases, hint=hint, gate=gate, value=value)


class Case:
    """One case: tensors and settings as attributes."""

    def __init__(self, name: str, values: Mapping[str, Any]) -> None:
        self._name = name
        self._values = dict(values)

    def __getattr__(self, name: str) -> Any:
        if name not in self._values:
            raise AttributeError(f"the case {self._name} has no {name!r}")
        value = self._values[name]
        # A check that changed a reference in place would spoil it for the next submission.
        return value.clone() if isinstance(value, torch.Tensor) else copy.deepcopy(value)


@dataclass(frozen=True)
class CheckCase:
    """A check on one case; `allowed` is what an answer may cost there, in a worker of its own."""

    info: CheckInfo
    case: str
    run: FunctionType
    arguments: dict[str, Any]
    allowed: Allowance | None = None

    @property
    def part(self) -> str:
        return self.info.part

    @property
    def check(self) -> str:
        return self.info.id

    @property
    def key(self) -> str:
        return case_key(self.check, self.case)

    def on(self, cases: Mapping[str, Case]) -> "CheckCase":
        """The same check on the case of the same name among these; CourseError if there is none."""
        if "case" not in self.arguments:
            return self
        case = the_case(self.arguments["case"]._name, cases)
        return replace(self, arguments={**self.arguments, "case": case})


def the_case(name: str, cases: Mapping[str, Case]) -> Case:
    """The case of this name; CourseError if there is none."""
    if name not in cases:
        raise CourseError(f"no case {name!r} among the hidden numbers; `autograder reseed` adds it")
    return cases[name]


def check_case(item: Any, languages: tuple[str, ...]) -> CheckCase:
    """A collected item with its arguments; CourseError for those, and parts, that cannot be."""
    call = getattr(item, "callspec", None)
    case, parameters = (str(call.id), dict(call.params)) if call else ("", {})
    names = set(item.fixturenames) - {"student", "request"}
    if unknown := sorted(names - parameters.keys()):
        text = f"{item.nodeid} asks for {', '.join(unknown)}"
        raise CourseError(f"{text}; a check has `student`, and `case` if its mark names cases")
    mark = item.get_closest_marker(LIMITS)
    allowed = allowance(mark, item.nodeid, languages) if mark else None
    return CheckCase(_check_info(item, languages), case, item.obj, parameters, allowed)


def _check_info(item: Any, languages: tuple[str, ...]) -> CheckInfo:
    mark = item.get_closest_marker("part")
    if mark is None:
        raise CourseError(f"{item.nodeid} does not say which part it judges (@part)")
    hint = in_every(mark.kwargs["hint"], languages)
    hints = hint if isinstance(hint, dict) else {}
    docstring = item.function.__doc__ or ""
    english, _, chinese = docstring.strip().partition("\n\n")
    if len(languages) == 1:
        english = chinese = docstring
    sentence = Text(" ".join(english.split()), " ".join(chinese.split()))
    for own_mark in getattr(item.function, "pytestmark", ()):
        if own_mark.name == LIMITS and sentence.en and sentence.zh:
            limit = allowance(own_mark, item.nodeid, languages).text
            sentence = Text(f"{sentence.en} {limit.en}", sentence.zh + limit.zh)
    part_id, words = mark.args[0], mark.kwargs
    weight = words["weight"]
    if not (isinstance(weight, int | float) and weight >= 0):
        raise CourseError(f"{item.nodeid}: a weight is a number from 0, not {weight!r}")
    shown = Text(hints.get("en", ""), hints.get("zh", "")) if hint else None
    id_ = f"{part_id}/{item.originalname.removeprefix('test_')}"
    return CheckInfo(id_, part_id, sentence, words["weight"], words["gate"], shown, words["value"])
