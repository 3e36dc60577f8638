"""A second hearing for a part that lost points, perhaps through what is not its own.

Somebody who works from top to bottom may bind a name anew that an earlier answer uses: a helper
defined in another way for a later part, a loop's variable, a builtin's name. The earlier answer was
right when its cell was run, as the visible checks said; at the end of the notebook alone it would
be lost. So it is judged as it stood.

And an answer may be built upon an earlier part that is wrong. It is judged with the right values of
that function, which the host lends it, or with a recording class in the place of that class. Only
earlier parts are lent: two that are built upon each other would otherwise both be right with
nothing in them.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from autograder.assignment import Part
from autograder.model import Outcome, Text
from autograder.notebook import Source
from autograder.notebook.answers import Code
from autograder.oracle.suite import CaseResult

Results = tuple[CaseResult, ...]
STUCK = (Outcome.RAISED, Outcome.TIMED_OUT, Outcome.CRASHED)


@dataclass(frozen=True)
class Hearing:
    """A part to be judged where `code` was run and something stands in for the parts in `lent`."""

    part: Part
    code: tuple[Code, ...]
    lent: tuple[Part, ...]
    said: Text


def heard(
    results: Results, code: tuple[Code, ...], parts: tuple[Part, ...],
    judge: Callable[[Hearing], Results], points: Callable[[Results, Part], float],
    only: tuple[Part, ...],
) -> tuple[Results, tuple[Text, ...]]:  # fmt: skip
    """The results, of a part that fares better in a hearing those from there; and what is said.

    `parts` are those that `results` are of; hearings are for `only` these among them.
    """
    said: list[Text] = []
    for hearing in _hearings(code, parts, results):
        if hearing.part not in only:
            continue
        found, part = judge(hearing), hearing.part
        # Points come first: more checks passed, but not the gate, would be a loss.
        before, after = ((points(one, part), _passed(one, part)) for one in (results, found))
        if after > before:
            others = (one for one in results if _part(one) != part.id)
            results = (*others, *found)
            said.append(hearing.said)
    return results, tuple(said)


def _hearings(
    code: tuple[Code, ...], parts: tuple[Part, ...], results: Results
) -> Iterator[Hearing]:
    source = Source(code)
    failed = {_part(one) for one in results if _failed(one)}
    stuck = {_part(one) for one in results if one.outcome in STUCK}
    for number, part in enumerate(parts):
        if part.id not in failed:
            continue
        cell = source.overtaken(part)
        if cell is not None:
            above = tuple(one for one in code if one.index <= cell)
            yield Hearing(part, above, (), _as_it_stood(cell))
        names = source.built_upon(part)
        used = [one for one in parts[:number] if one.name in names]
        # A class may be right, and too slow or too large for what is asked of this part.
        classes = tuple(one for one in used if one.kind == "class" and part.id in stuck)
        wrong = tuple(one for one in used if one.id in failed)
        # Without a class's own behaviour an answer may get nowhere; with its functions, perhaps.
        functions = tuple(one for one in wrong if one.kind == "function")
        for lent in dict.fromkeys((wrong, functions, classes)):
            if lent:
                yield Hearing(part, code, lent, _as_if_right(part, lent))


def _part(result: CaseResult) -> str:
    return result.check.partition("/")[0]


def _failed(result: CaseResult) -> bool:
    return result.outcome is not Outcome.PASSED


def _passed(results: Results, part: Part) -> int:
    return sum(_part(one) == part.id and not _failed(one) for one in results)


def _as_it_stood(cell: int) -> Text:
    return Text(
        f"cell {cell}: a name that the answer uses is bound anew below; "
        "it was judged as it stood here",
        f"单元格 {cell}：答案用到的名称在后面被重新绑定；评分以它在这里的样子为准",
    )


def _as_if_right(part: Part, lent: tuple[Part, ...]) -> Text:
    names = ", ".join(one.name for one in lent)
    return Text(
        f"{part.name} is built upon {names}; it was judged as if that were right",
        f"{part.name} 用到了 {names}；评分时视后者为正确",
    )
