"""Checks again, without opaque code, what a worker reports about itself.

Values are compared on the trusted side, where student code cannot affect the comparison. Some
checks need more: which operations ran, whether an argument or torch's settings were changed, what
is registered. Only the worker can report that, and student code that manipulates its own process
could forge it. Such a check passes only if it passes again in a worker that has run no opaque code.
"""

from collections.abc import Callable, Iterable

from autograder.checks.suite import CaseResult
from autograder.core.model import Outcome, Text
from autograder.notebook.opaque import Opaque
from autograder.wire.places import in_chinese

Judge = Callable[[frozenset[str]], tuple[CaseResult, ...]]
SHOWN = 3


def confirmed(
    results: tuple[CaseResult, ...], hidden: tuple[Opaque, ...], judge: Judge
) -> tuple[CaseResult, ...]:
    """The results; with opaque code, those on the worker's word are confirmed by `judge`."""
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
        f"只有和下面这些看不清作用的代码一起运行才能通过：{in_chinese(shown)}；请不要用它们来写答案",
    )
    return CaseResult(result.check, result.case, Outcome.FAILED, detail, result.exchanges)
