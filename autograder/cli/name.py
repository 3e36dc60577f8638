"""`autograder name`: gives a group of wrong answers its name, once for all of its students."""

from typing import TYPE_CHECKING, Annotated

import typer

from autograder.cli.options import HERE, Assignment, Course
from autograder.core.assignment import find
from autograder.core.errors import CourseError

if TYPE_CHECKING:
    from autograder.report.course_names import GroupName, Words

Group = Annotated[
    str, typer.Argument(help="The group's id, from `autograder clusters`.", show_default=False)
]


def name(
    assignment: Assignment,
    group: Group,
    title_en: Annotated[str, typer.Option(help="The mistake in a few words.")] = "",
    question_en: Annotated[str, typer.Option(help="A question that leads to its cause.")] = "",
    title_zh: Annotated[str, typer.Option(help="The same in Chinese.")] = "",
    question_zh: Annotated[str, typer.Option(help="The same in Chinese.")] = "",
    replace: Annotated[bool, typer.Option("--replace", help="Change a name that exists.")] = False,
    remove: Annotated[bool, typer.Option("--remove", help="Take the group's name away.")] = False,
    course_dir: Course = HERE,
) -> None:
    """Name GROUP, a group of wrong answers to ASSIGNMENT; its students are told by feedback.

    A title and a question in one language at least: the other edition is told the same. Words
    between backticks are set as code, all else is shown as it is typed.
    """
    from autograder.report import course_names
    from autograder.report.classroom.unnamed import ClassGroups
    from autograder.report.course_names import QUESTION, TITLE, GroupName

    root = course_dir.resolve()
    plan, edition = find(root, assignment)
    if remove:
        with course_names.changing(plan) as names:
            course_names.write(plan, course_names.removed(names, group))
        print(f"{group} has no name any more; run `autograder feedback {edition.id}`")
        return
    title = _words("title", title_en, title_zh, TITLE)
    question = _words("question", question_en, question_zh, QUESTION)
    if not title.text.en and not question.text.en:
        raise CourseError("give --title-en and --question-en, or --title-zh and --question-zh")
    found = ClassGroups.gathered(root, plan, edition).group(group)
    with course_names.changing(plan) as names:
        known = names.of(found.shown)
        id_ = known.id if known else found.id
        mine = GroupName(id_, found.shown.id, title, question, found.likeness)
        changed = course_names.named(names, mine, replacing=replace)
        _check_complete(changed.by_id(id_) or mine)
        course_names.write(plan, changed)
    count = len(found.students)
    print(f"{count} answers to {found.shown.id} have the name; ", end="")
    print(f"`autograder feedback {edition.id}` tells their students")


def _words(what: str, en: str, zh: str, limit: int) -> "Words":
    from autograder.report.course_names import Words

    return Words(_line(f"--{what}-en", en, limit), _line(f"--{what}-zh", zh, limit))


def _line(option: str, text: str, limit: int) -> str:
    """The text on one line, without characters that control a terminal.

    Raises:
        CourseError: it is too long.
    """
    from autograder.report.plain_text import one_line

    said = one_line(text, limit + 1)
    if len(said) > limit:
        raise CourseError(f"{option} has more than {limit} characters; say it in fewer")
    return said


def _check_complete(name: "GroupName") -> None:
    """See that there are a title and a question in the same languages.

    Raises:
        CourseError: one of them is missing.
    """
    title, question = name.title, name.question
    for speech, one, other in (("en", title.en, question.en), ("zh", title.zh, question.zh)):
        if bool(one) != bool(other):
            missing = f"--question-{speech}" if one else f"--title-{speech}"
            raise CourseError(f"give {missing} too: students see the title and the question")
