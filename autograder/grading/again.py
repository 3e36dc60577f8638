"""What a worker says about itself, asked again where no opaque code has run.

A value that crosses the line is compared outside, and no trick changes what is right. Some checks
need more: which operations ran, whether an argument or torch's settings were changed, what is
registered. Only the worker can say so, and code of the submission that reaches into its own process
could make it say anything. Such a check is passed only if it is passed once more in a worker in
which nothing but code that can be seen through has run.
"""

from collections.abc import Callable, Iterable

from autograder.model import Outcome, Text
from autograder.notebook.opaque import Opaque
from autograder.oracle.suite import CaseResult

Judge = Callable[[frozenset[str]], tuple[CaseResult, ...]]
SHOWN = 3


def confirmed(
    results: tuple[CaseResult, ...], hidden: tuple[Opaque, ...], judge: Judge
) -> tuple[CaseResult, ...]:
    """The results; where the submission has opaque code, what rests on word is asked of `judge`."""
    open_to_doubt = _passed_on_word(results) if hidden else frozenset()
    if not open_to_doubt:
        return results
    again = {(r.check, r.case): _explained(r, hidden) for r in judge(open_to_doubt)}
    return tuple(again.get((result.check, result.case), result) for result in results)


def _passed_on_word(results: Iterable[CaseResult]) -> frozenset[str]:
    return frozenset(r.check for r in results if r.outcome is Outcome.PASSED and r.on_word)


def _explained(result: CaseResult, hidden: tuple[Opaque, ...]) -> CaseResult:
    """A failure with its own detail, or with the opaque code that it needs to pass."""
    if result.outcome in (Outcome.PASSED, Outcome.FAILED, Outcome.GRADER_FAULT):
        return result
    shown = ", ".join(f"{each.reason} ({each.where})" for each in hidden[:SHOWN])
    detail = Text(
        f"this was passed only together with code that hides what happens: {shown}; "
        "write the answer without it",
        f"只有和下面这些看不清作用的代码一起运行才能通过：{shown}；请不要用它们来写答案",
    )
    return CaseResult(result.check, result.case, Outcome.FAILED, detail, result.exchanges)
