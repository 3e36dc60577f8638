"""What every mistake of an assignment costs and why, with its marks by checks and by costs."""

from collections.abc import Iterable, Iterator

from autograder.authoring.trials import TrialResult
from autograder.core.assignment import Assignment
from autograder.core.marks import Costs, by_checks

HEAD = (
    "| mistake | takes | of | checks alone | mark | why |",
    "| --- | ---: | ---: | ---: | ---: | --- |",
)


def marks_table(plan: Assignment, results: Iterable[TrialResult]) -> str:
    """A row for each mistake, in Markdown."""
    return "\n".join((*HEAD, *_rows(Costs.read(plan), results)))


def _rows(costs: Costs, results: Iterable[TrialResult]) -> Iterator[str]:
    for result in results:
        part, specimen = result.part, result.trial.specimen
        kind = costs.kind(specimen.id) if specimen else None
        if part is None or specimen is None or kind is None:
            continue
        cells = (
            specimen.id, f"{costs.of(specimen.id, part.max_points):g}", f"{part.max_points:g}",
            f"{by_checks(part):g}", f"{part.points:g}", kind.because.en,
        )  # fmt: skip
        yield f"| {' | '.join(cells)} |"
