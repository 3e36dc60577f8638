"""Details of a failed check, taken from example numbers that are not secret.

Student code that has seen hidden numbers could leak them through a message, a class name, a shape,
the line that raises, or which rows are wrong. So only the outcome of a check comes from the hidden
numbers. Its details come from a worker that has never seen them: the same code is judged once more
with example numbers of the same sizes.
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace

from autograder.checks.suite import CaseResult
from autograder.core.model import Outcome, Text

Judge = Callable[[frozenset[str]], tuple[CaseResult, ...]]
CHOSEN = (Outcome.FAILED, Outcome.RAISED, Outcome.MISSING)
"""How checks end whose details student code has a say in; the others have fixed sentences."""

OTHERWISE = Text(
    "it ends so with the hidden numbers alone, not with other numbers of the same sizes",
    "只有用隐藏的数值时才这样；用同样大小的其他数值时不是这样",
)


def disclosed(results: tuple[CaseResult, ...], by_example: Judge) -> tuple[CaseResult, ...]:
    """The results, with details and what came back as `by_example` gives them for these cases."""
    wanted = frozenset(result.key for result in results if result.outcome in CHOSEN)
    found = by_example(wanted) if wanted else ()
    examples = {example.key: example for example in found}
    shown = {result.key for result in _shown(results)}
    return tuple(
        _by(examples.get(result.key), result, result.key in shown)
        if result.outcome in CHOSEN
        else result
        for result in results
    )


def _by(example: CaseResult | None, result: CaseResult, shown: bool) -> CaseResult:
    """The result with what the example says of it: a detail if `shown`, what came back."""
    if example is None:
        return replace(result, detail=None)
    alike = example.outcome is result.outcome
    detail = (example.detail if alike else OTHERWISE) if shown else None
    return replace(result, detail=detail, example=example if alike else None)


def _shown(results: Iterable[CaseResult]) -> Iterator[CaseResult]:
    """Of each check the case that is told of: the first of the worst. Others need no example."""
    by_check: dict[str, list[CaseResult]] = {}
    for result in results:
        by_check.setdefault(result.check, []).append(result)
    for cases in by_check.values():
        worst = Outcome.worst([case.outcome for case in cases])
        yield next(case for case in cases if case.outcome is worst)
