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

    parts = frozenset(part or ())
    run = AuditRun(root, assignment, choose(accept_weaker=weaker), jobs)
    if mutants:
        _mutants(run.mutation(parts, most, shown("Mutants")), assignment)
        return
    if marks:
        print(marks_table(run.assignment, run.marks(shown("Marks"))))
        return
    found = run.with_visible_checks(run.audit(parts, shown("Auditing")), parts)
    if markdown:
        rules = ("---", *("---:" for _ in COLUMNS[1:]))
        for row in (COLUMNS, rules, *_cells(found)):
            print(f"| {' | '.join(row)} |")
    elif as_json:
        print_json(found)
    else:
        print_table(COLUMNS, _cells(found), figures=True)
        print("\n".join(found.problems))
    if found.problems:
        raise typer.Exit(1)


def _mutants(every: "Sequence[MutationRow]", assignment: str) -> None:
    for row in every:
        for one in row.survivors:
            mutant, seen = one.mutant, ", ".join(map(str, one.sets))
            print(f"{mutant.id}  {row.part}, {mutant.base.id}: {mutant.rule} ", end="")
            print(f"(full points by sets {seen})\n{mutant.diff}")
            print(f"  explained: {one.because}" if one.because else "")
    columns = ("part", "mutants", "caught", "equal on every input", "survive", "unexplained")
    rows = (
        (r.part, *map(str, (r.made, r.caught, len(r.alike), len(r.survivors), len(r.open))))
        for r in every
    )
    print_table(columns, rows, figures=True)
    if alike := " ".join(one.id for row in every for one in row.alike):
        print(f"Equal on every input, for `autograder mutant {assignment} ID` to show: {alike}")
    if any(row.open for row in every):
        print(f"autograder mutant {assignment} ID makes a specimen of one, or explains it")
        raise typer.Exit(1)


COLUMNS = (
    "part", "mistakes caught", "named", "right answers accepted", "margin",
    "visible: revealed", "visible: accepted",
)  # fmt: skip


def _cells(found: "Audit") -> Iterator[tuple[str, ...]]:
    for row in found.rows:
        seen = found.visible[row.part]
        yield (
            row.part,
            f"{row.killed}/{row.mistakes}",
            f"{row.named}/{row.mistakes}",
            f"{row.accepted}/{row.alternatives}",
            f"{row.margin:.0e}".replace("e+0", "e") if math.isfinite(row.margin) else "∞",
            f"{seen.revealed}/{seen.revealable}" if seen.revealable else "–",
            f"{seen.passed}/{seen.alternatives}",
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
    found = mutants.find(tested, mutant_id)
    part = found.base.part
    words = _in_languages(tested.languages, {"en": title_en, "zh": title_zh})
    asked = _in_languages(tested.languages, {"en": question_en, "zh": question_zh})
    if because:
        print(mutants.explain(tested, found.id, because))
    elif words and asked:
        mistake = Mistake(f"{part}/{found.id}", Text(**words), Text(**asked))
        print(write_specimen(tested, part, mistake, [found.source], submitted=False))
        print(f"Next: a check that fails it, then autograder audit {tested.id} --part {part}")
    else:
        print(f"{found.id}  {part}, made from {found.base.id}: {found.rule}")
        print(found.diff)


def _in_languages(languages: tuple[str, ...], given: dict[str, str]) -> dict[str, str]:
    wanted = {language: given[language].strip() for language in languages}
    if not any(given.values()):
        return {}
    if not all(wanted.values()):
        raise CourseError(f"the title and the question are needed in {', '.join(languages)}")
    return dict.fromkeys(given, wanted[languages[0]]) | wanted
