"""An answer that a later cell has overtaken, judged as it stood when its own cell was run.

Somebody who works from top to bottom may define a helper anew, in another way, for a later part.
Every answer was right when its cell was run, as the visible checks said; judged at the end of the
notebook alone, the earlier one would be lost.
"""

from collections.abc import Callable, Iterable

from autograder.assignment import Part
from autograder.model import Outcome, Text
from autograder.notebook import Source
from autograder.notebook.answers import Code
from autograder.oracle.suite import CaseResult

Results = tuple[CaseResult, ...]
JudgeEarlier = Callable[[tuple[Code, ...], Part], Results]


def as_they_stood(
    results: Results, code: tuple[Code, ...], parts: Iterable[Part], judge: JudgeEarlier
) -> tuple[Results, tuple[Text, ...]]:
    """The results, of an overtaken part those from its own time if it fared better then.

    With them, what is said of it.
    """
    source, said = Source(code), []
    failed = {_part(result) for result in results if result.outcome is not Outcome.PASSED}
    for part in parts:
        cell = source.overtaken(part) if part.id in failed else None
        if cell is None:
            continue
        earlier = judge(tuple(one for one in code if one.index <= cell), part)
        if _passed(earlier, part) > _passed(results, part):
            results = (*(result for result in results if _part(result) != part.id), *earlier)
            said.append(_said(cell))
    return results, tuple(said)


def _part(result: CaseResult) -> str:
    return result.check.partition("/")[0]


def _passed(results: Results, part: Part) -> int:
    return sum(_part(one) == part.id and one.outcome is Outcome.PASSED for one in results)


def _said(cell: int) -> Text:
    return Text(
        f"cell {cell}: what the answer uses is defined anew below; it was judged as it stood here",
        f"单元格 {cell}：答案用到的名称在后面被重新定义；评分以它在这里的样子为准",
    )
