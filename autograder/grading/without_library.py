"""The rule of an exercise, as values: right ones once more, where the library cannot give them.

What all parts forbid gives nan in every worker. What some parts forbid and others need gives nan in
a worker of its own (see `worker.library`): a value check of such a part is passed only if it is
passed there, too. Nothing that happens in either worker can make a value right.
"""

from typing import Protocol

from autograder.checks.suite import CaseResult
from autograder.core.model import Outcome, Text

Results = tuple[CaseResult, ...]


class Judge(Protocol):
    """Judges some checks in a worker without the library, of all cells or of the definitions that
    the answers lead to.
    """

    def __call__(self, only: frozenset[str], *, reduced: bool) -> Results:
        """The results of these checks."""


def without_library(results: Results, values: frozenset[str], judge: Judge) -> Results:
    """The results; of those among `values` that are passed, what they come to there.

    Definitions alone are enough for most answers, and take a tenth of the time.
    """
    asked = frozenset(one.check for one in results if one.check in values and _passed(one))
    if not asked:
        return results
    found = judge(asked, reduced=True)
    if not all(map(_passed, found)):
        found = judge(asked, reduced=False)
    there = {one.key: one for one in found}
    return tuple(_joined(one, there.get(one.key)) for one in results)


def _passed(result: CaseResult) -> bool:
    return result.outcome is Outcome.PASSED


def _joined(here: CaseResult, there: CaseResult | None) -> CaseResult:
    if there is None or not _passed(here) or _passed(there):
        return here
    if there.outcome is Outcome.GRADER_FAULT:
        return there
    detail = Text(
        "the values are right only with what this part does not allow",
        "只有使用了这一部分不允许的函数，值才是对的",
    )
    return CaseResult(here.check, here.case, Outcome.FAILED, detail, there.exchanges)
