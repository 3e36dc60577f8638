"""Comparing what an answer gives with what it should give."""

from __future__ import annotations

import math
from typing import Any

import torch

from .desk import _say
from .known_mistakes import MISTAKES, SHAPE_MISTAKES
from .pictures import HeatMap
from .questions import QUESTIONS
from .sentences import TEXTS
from .worked_example import PUBLISHED, TOKENS

LARGEST_PICTURE = 16  # rows or columns; more cannot be read


class Miss(Exception):
    """What a step found wrong: a sentence, perhaps a question, two shapes and a picture."""

    def __init__(
        self, text: str, question: str = "", *, shapes: str = "", grid: HeatMap | None = None,
        started: bool = True, **values: object,
    ) -> None:  # fmt: skip
        super().__init__(text)
        self.sentence = _say(TEXTS[text], **values)
        self.question = question and _say(QUESTIONS[question])
        self.shapes, self.grid, self.started = shapes, grid, started
        self.broke, self.own, self.lacking = text == "raised", False, values.get("owner")


def _tensor(actual: object, what: str) -> torch.Tensor:
    if isinstance(actual, torch.Tensor):
        return actual.detach().cpu().double()
    question = "returned" if actual is None else ""
    raise Miss("no_tensor", question, what=what, kind=type(actual).__name__)


def _shape(shape: tuple[int, ...]) -> str:
    return "(" + ", ".join(map(str, shape)) + ("," if len(shape) == 1 else "") + ")"


def _same_shape(part: str, actual: torch.Tensor, expected: tuple[int, ...], what: str) -> None:
    found = tuple(actual.shape)
    if found == expected:
        return
    known = [question for question, shape in SHAPE_MISTAKES.get(part, []) if shape == found]
    both: dict[str, Any] = {"found": _shape(found), "expected": _shape(expected)}
    shapes = _say(TEXTS["shapes"], **both)
    raise Miss("shape", known[0] if known else "", shapes=shapes, what=what, **both)


def _agree(
    part: str, actual: object, expected: Any, what: str, atol: float = PUBLISHED,
    names: list[str] = TOKENS,
) -> None:  # fmt: skip
    """Type, then shape, then values: raise a Miss that says where they differ."""
    wanted = torch.as_tensor(expected, device="cpu").detach().double()
    mine = _tensor(actual, what)
    _same_shape(part, mine, tuple(wanted.shape), what)
    differs = ~torch.isclose(mine, wanted, rtol=0, atol=atol)  # nan is never close
    if differs.any():
        raise _values_miss(part, mine, differs, what, names)


def _values_miss(
    part: str, mine: torch.Tensor, differs: torch.Tensor, what: str, names: list[str]
) -> Miss:
    miss = Miss(
        "values",
        _recognise(part, mine) or ("nan" if mine.isnan().any() else ""),
        grid=_grid(mine, differs, names),
        what=what,
        count=int(differs.sum()),
        total=differs.numel(),
        where=_where(differs, names),
    )
    if mine.isnan().any():
        miss.sentence += _say(TEXTS["blank"]) + _say(TEXTS["nan"])
    return miss


def _recognise(part: str, mine: torch.Tensor) -> str:
    """The question of the well-known mistake whose numbers these are, or nothing."""
    rows = mine.reshape(-1, mine.shape[-1]).tolist()
    row = rows[min(1, len(rows) - 1)]
    apart = [
        (max(abs(value - held) for value, held in zip(row, known)), question)  # noqa: B905
        for question, known in MISTAKES.get(part, [])
        if len(row) == len(known) and not any(map(math.isnan, row))
    ]
    nearest, question = min(apart, default=(math.inf, ""))  # two mistakes may be very near
    return question if nearest <= PUBLISHED else ""


def _where(differs: torch.Tensor, names: list[str]) -> str:
    if differs.dim() < 2:
        found, word = differs.reshape(-1).nonzero().flatten().tolist(), "positions"
    else:
        rows = differs.reshape(-1, *differs.shape[-2:]).any(dim=0).any(dim=-1)
        found, word = rows.nonzero().flatten().tolist(), "rows"
        if len(found) == len(rows):
            return _say(TEXTS["everywhere"])
    if names and (word == "rows" or differs.shape[-1] == len(names)):
        found = [_say(TEXTS["token"], index=index, token=names[index]) for index in found]
    return _say(TEXTS[word], rows=_say(TEXTS["comma"]).join(map(str, found)))


def _grid(mine: torch.Tensor, differs: torch.Tensor, names: list[str]) -> HeatMap:
    """The student's own values (of the first sequence that differs), with the places marked."""
    alone = mine.dim() < 2
    if alone:
        mine, differs = mine.reshape(1, -1), differs.reshape(1, -1)
    while mine.dim() > 2:
        first = int(differs.flatten(1).any(dim=1).nonzero()[0])
        mine, differs = mine[first], differs[first]
    limit = LARGEST_PICTURE
    values = mine[:limit, :limit].tolist()
    places = differs[:limit, :limit].nonzero().tolist()
    marks = frozenset((row, column) for row, column in places)
    # Without the last token the rows are still those of tokens; fewer columns are dimensions.
    rows = [""] if alone else _labels(len(values), names[: len(values)])
    columns = _labels(len(values[0]), rows if len(values) == len(values[0]) else names)
    return HeatMap(values, rows, columns, _say(TEXTS["your_values"]), marks)


def _labels(count: int, names: list[str]) -> list[str]:
    return list(names) if count == len(names) else [str(index) for index in range(count)]
