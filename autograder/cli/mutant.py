"""`autograder mutant`: makes a specimen of a mutant that survives, or says why it may."""

from typing import Annotated

import typer

from autograder.cli.options import HERE, Assignment, Course
from autograder.core.assignment import find
from autograder.core.errors import CourseError


def mutant(
    assignment: Assignment,
    mutant_id: Annotated[
        str, typer.Argument(metavar="ID", help="From `audit --mutants`.", show_default=False)
    ],
    title_en: Annotated[str, typer.Option(help="The mistake in a few words.")] = "",
    question_en: Annotated[str, typer.Option(help="A question that leads to its cause.")] = "",
    title_zh: Annotated[str, typer.Option(help="The same in Chinese.")] = "",
    question_zh: Annotated[str, typer.Option(help="The same in Chinese.")] = "",
    because: Annotated[str, typer.Option(help="Why no check should fail it.")] = "",
    course_dir: Course = HERE,
) -> None:
    """Show mutant ID of ASSIGNMENT; with a title and a question, make it a mistake's specimen.

    With --because it is explained instead: the audit goes on listing it, and finds nothing wrong.
    """
    from autograder.authoring import mutants
    from autograder.authoring.promote import write_specimen
    from autograder.core.model import Mistake, Text

    plan, _ = find(course_dir.resolve(), assignment)
    found = mutants.find(plan, mutant_id).mutant
    words = _in_languages(plan.languages, {"en": title_en, "zh": title_zh})
    asked = _in_languages(plan.languages, {"en": question_en, "zh": question_zh})
    if because:
        print(mutants.explain(plan, found.id, because))
    elif words and asked:
        mistake = Mistake(f"{found.part}/{found.id}", Text(**words), Text(**asked))
        print(write_specimen(plan, found.part, mistake, [found.source], submitted=False))
        print(f"Next: a check that fails it, then autograder audit {plan.id} --part {found.part}")
    else:
        print(f"{found.id}  {found.part}, made from {found.base}: {found.rule}")
        print(found.diff)


def _in_languages(languages: tuple[str, ...], given: dict[str, str]) -> dict[str, str]:
    """The text in every language of the assignment; none where it is given in none.

    Raises:
        CourseError: it is given in some of them.
    """
    wanted = {language: given[language].strip() for language in languages}
    if not any(given.values()):
        return {}
    if not all(wanted.values()):
        raise CourseError(f"the title and the question are needed in {', '.join(languages)}")
    return dict.fromkeys(given, wanted[languages[0]]) | wanted
