"""`autograder audit` and `mutant`: the hidden suites and visible checks, tested with specimens."""

import math
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Annotated

import typer

from autograder.cli import options
from autograder.cli.output import print_json, print_table, shown
from autograder.core.assignment.load import find
from autograder.core.errors import CourseError
from autograder.sandbox.isolation import choose

if TYPE_CHECKING:
    from autograder.authoring.audit import Audit
    from autograder.authoring.mutants import MutationRow


def audit(
    assignment: options.Assignment,
    root: options.Course = options.HERE,
    part: Annotated[
        list[str] | None,
        typer.Option(help="Audit this part alone, by one set of numbers; may be repeated."),
    ] = None,
    mutants: Annotated[
        bool, typer.Option("--mutants", help="Grade small changes of right answers instead.")
    ] = False,
    most: Annotated[
        int, typer.Option(min=0, help="Mutants of a part, the solution's first; 0: all.")
    ] = 200,
    marks: Annotated[
        bool, typer.Option("--marks", help="Print what every mistake costs, and its mark, instead.")
    ] = False,
    jobs: options.Jobs = 0,
    as_json: options.Json = False,
    markdown: Annotated[bool, typer.Option(help="Print the table as Markdown.")] = False,
    weaker: options.Weaker = False,
) -> None:
    """Grade every specimen of ASSIGNMENT; report what the hidden suites catch and accept."""
    from autograder.authoring.audit_run import AuditRun, marks_table

    run = AuditRun(root, assignment, choose(accept_weaker=weaker), jobs)
    parts = frozenset(run.assignment.part(key).id for key in part or ())
    if mutants:
        _mutants(run.mutation(parts, most, shown("Mutants")), assignment)
        return
    if marks:
        print(marks_table(run.assignment, run.marks(shown("Marks"))))
        return
    result = run.with_visible_checks(run.audit(parts, shown("Auditing")), parts)
    if markdown:
        rules = ("---", *("---:" for _ in COLUMNS[1:]))
        for row in (COLUMNS, rules, *_cells(result)):
            print(f"| {' | '.join(row)} |")
    elif as_json:
        print_json(result)
    else:
        print_table(COLUMNS, _cells(result), figures=True)
        print("\n".join(result.problems))
    if result.problems:
        raise typer.Exit(1)


def _mutants(rows: "Sequence[MutationRow]", assignment: str) -> None:
    for row in rows:
        for survivor in row.survivors:
            mutant, sets = survivor.mutant, ", ".join(map(str, survivor.sets))
            print(f"{mutant.id}  {row.part}, {mutant.base.id}: {mutant.rule} ", end="")
            print(f"(full points by sets {sets})\n{mutant.diff}")
            print(f"  explained: {survivor.because}" if survivor.because else "")
    columns = ("part", "mutants", "caught", "equal on every input", "survive", "unexplained")
    cells = (
        (r.part, *map(str, (r.made, r.caught, len(r.alike), len(r.survivors), len(r.open))))
        for r in rows
    )
    print_table(columns, cells, figures=True)
    if ids := " ".join(equal.id for row in rows for equal in row.alike):
        print(f"Equal on every input, for `autograder mutant {assignment} ID` to show: {ids}")
    if any(row.open for row in rows):
        print(f"autograder mutant {assignment} ID makes a specimen of one, or explains it")
        raise typer.Exit(1)


COLUMNS = (
    "part", "mistakes caught", "named", "right answers accepted", "margin",
    "visible: revealed", "visible: accepted",
)  # fmt: skip


def _cells(result: "Audit") -> Iterator[tuple[str, ...]]:
    for row in result.rows:
        visible = result.visible[row.part]
        yield (
            row.part,
            f"{row.killed}/{row.mistakes}",
            f"{row.named}/{row.mistakes}",
            f"{row.accepted}/{row.alternatives}",
            f"{row.margin:.0e}".replace("e+0", "e") if math.isfinite(row.margin) else "∞",
            f"{visible.revealed}/{visible.revealable}" if visible.revealable else "–",
            f"{visible.passed}/{visible.alternatives}",
        )


def mutant(
    assignment: options.Assignment,
    mutant_id: Annotated[
        str, typer.Argument(metavar="ID", help="From `audit --mutants`.", show_default=False)
    ],
    title_en: options.TitleEn = "",
    question_en: options.QuestionEn = "",
    title_zh: options.InChinese = "",
    question_zh: options.InChinese = "",
    because: Annotated[str, typer.Option(help="Why no check should fail it.")] = "",
    root: options.Course = options.HERE,
) -> None:
    """Show mutant ID of ASSIGNMENT; with a title and a question, make it a mistake's specimen.

    With --because it is explained instead: the audit goes on listing it, and finds nothing wrong.
    """
    from autograder.authoring import mutants
    from autograder.authoring.promote import write_specimen
    from autograder.core.model import Mistake, Text

    tested, _ = find(root, assignment)
    change = mutants.find(tested, mutant_id)
    part = change.base.part
    title = _in_languages(tested.languages, {"en": title_en, "zh": title_zh})
    question = _in_languages(tested.languages, {"en": question_en, "zh": question_zh})
    if because:
        print(mutants.explain(tested, change.id, because))
    elif title and question:
        mistake = Mistake(f"{part}/{change.id}", Text(**title), Text(**question))
        print(write_specimen(tested, part, mistake, [change.source], submitted=False))
        print(f"Next: a check that fails it, then autograder audit {tested.id} --part {part}")
    else:
        print(f"{change.id}  {part}, made from {change.base.id}: {change.rule}")
        print(change.diff)


def _in_languages(languages: tuple[str, ...], texts: dict[str, str]) -> dict[str, str]:
    needed = {language: texts[language].strip() for language in languages}
    if not any(texts.values()):
        return {}
    if not all(needed.values()):
        raise CourseError(f"the title and the question are needed in {', '.join(languages)}")
    return dict.fromkeys(texts, needed[languages[0]]) | needed
