"""`autograder clusters`, `name` and `promote`: groups of wrong answers, and their names."""

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Annotated

import typer
from rich.console import Console
from rich.text import Text as Line

from autograder.cli import options
from autograder.cli.output import print_json, shown
from autograder.core.errors import CourseError
from autograder.core.marks import Costs, write_cost
from autograder.course import CourseAssignment
from autograder.grading import course_names
from autograder.grading.course_names import QUESTION, TITLE, CourseNames, GroupName, Words, in_both
from autograder.report.classroom.entries import class_entries
from autograder.report.classroom.report_data import UnnamedGroup, number
from autograder.report.classroom.unnamed import ClassGroups
from autograder.report.plain_text import one_line, plain
from autograder.sandbox.isolation import choose

SHOWN, LINES, STUDENTS = 10, 40, 5
"""Groups, lines of code and students in the terminal; --json has all."""

KEPT = """\
An answer keeps at least the points of its checks, whatever its mistakes cost, and gets just those
where it breaks a rule or where no check proves the mistake."""
OF_GROUP = (
    "A group's id, from `autograder clusters`. `name --costs` and `name --remove` take a known"
    " mistake too: PART/NAME as `autograder explain` shows it, or NAME for every part."
)
Group = Annotated[str, typer.Argument(help=OF_GROUP, show_default=False)]


def clusters(
    assignment: options.Assignment,
    limit: Annotated[int, typer.Option("--limit", "-n", help="Groups shown (0: all).")] = SHOWN,
    part: Annotated[str, typer.Option(help="Only this part.", show_default="all")] = "",
    language: options.Language = None,
    root: options.Course = options.HERE,
    as_json: options.Json = False,
) -> None:
    """Group the wrong answers of ASSIGNMENT that have no name, with one answer shown.

    Answers of a group did the same with the same numbers. `autograder name` gives a group its name.
    """
    where = CourseAssignment.find(root, assignment)
    part = where.assignment.part(part).id if part else ""
    found = ClassGroups.gathered(where)
    every = [one for one in found.unnamed if part in ("", one.shown.id)]
    if as_json:
        keys = ("id", "part", "title", "question")
        named = [{k: getattr(one, k) for k in keys} | {"students": who} for one, who in found.named]
        groups = found.shown(every)
        print_json({"assignment": where.edition.id, "groups": groups, "named": named})
        return
    speech = options.spoken(where, language)
    titles = {one.id: one.title.in_language(speech) for one in where.assignment.parts}
    some = every[: limit or None]
    for group in found.shown(some):
        for line in _lines(where.edition.id, group, titles[group.part], speech):
            Console().print(line, soft_wrap=True)
    students = sum(len(group.students) for group in every)
    left = len(every) - len(some)
    more = f"; {left} more with --limit 0" if left else ""
    print(f"wrong answers without a name: {students}, groups of them: {len(every)}{more}")
    for each, reached in found.named:
        title = one_line(in_both(each.title).in_language(speech), 160)
        said = f"{each.id}  {len(reached)} × {each.part}: {title}"
        Console().print(said, soft_wrap=True, markup=False, highlight=False)


def _lines(assignment: str, group: UnnamedGroup, title: str, language: str) -> Iterator[Line]:
    count, points = len(group.students), f"{group.points:g} / {group.max_points:g}"
    yield Line(f"{group.id}  {count} × {title}  {points}", style="bold")
    some = ", ".join(one_line(student, 40) for student in group.students[:STUDENTS])
    yield Line(f"  {some}{', ...' if count > STUDENTS else ''}", style="dim")
    yield Line(f"  {one_line(group.cause.in_language(language), 300)}", style="red")
    code = plain(group.code, 100 * LINES).splitlines()
    yield from (Line(f"    {line}") for line in code[:LINES])
    if len(code) > LINES:
        yield Line(f"    ... {len(code) - LINES} more lines", style="dim")
    options = f'--title-{language} "..." --question-{language} "..." --costs ...'
    yield Line(f"  autograder name {assignment} {group.id} {options}", style="magenta")
    yield Line("")


def name(
    assignment: options.Assignment,
    group: Group,
    title_en: options.TitleEn = "",
    question_en: options.QuestionEn = "",
    title_zh: options.InChinese = "",
    question_zh: options.InChinese = "",
    replace: Annotated[bool, typer.Option("--replace", help="Change a name that exists.")] = False,
    remove: Annotated[bool, typer.Option("--remove", help="Undo a name, or a cost.")] = False,
    costs: Annotated[
        float | None,
        typer.Option(help="Points that it takes of its part.", show_default="what checks leave"),
    ] = None,
    root: options.Course = options.HERE,
) -> None:
    """Name GROUP, a group of wrong answers to ASSIGNMENT; its students are told by feedback.

    A title and a question in one language at least: the other edition is told the same. Words
    between backticks are set as code, all else is shown as it is typed.

    The next `autograder grade` records the marks that --costs changes.
    """
    where = CourseAssignment.find(root, assignment)
    feedback = f"`autograder feedback {where.edition.id}`"
    grade = f"`autograder grade {where.edition.id}"
    marks = f"{grade}` records the marks ({grade} --dry-run` shows whose change); then {feedback}."
    before = _points(where) if remove or costs is not None else {}
    if remove:
        with course_names.changing(where.assignment) as names:
            gone = names.by_id(group)
            if gone or group not in Costs.read(where.assignment).course:
                course_names.write(where.assignment, course_names.removed(names, group))
            for one in [gone.mistake.id] if gone else _told_with(where, group):
                write_cost(where.assignment, one, None)
        said = f"has no name any more; run {feedback}" if gone else "costs what the package says"
        print(f"{group} {said}.\n{_moved(where, before)}\n{marks}")
        return
    if costs is not None and not any((title_en, title_zh, question_en, question_zh)):
        print(f"{group} takes {costs:g} of {_price(where, group, costs)}")
        print(f"{_moved(where, before)}\n{KEPT}\n{marks}")
        return
    title = _words("title", title_en, title_zh, TITLE)
    question = _words("question", question_en, question_zh, QUESTION)
    if not title and not question:
        raise CourseError("give --title-en and --question-en, or --title-zh and --question-zh")
    found = ClassGroups.gathered(where).group(group)
    with course_names.changing(where.assignment) as names:
        known = names.of(found.shown)
        id_ = known.id if known else found.id
        mine = GroupName(id_, found.shown.id, title, question, found.likeness)
        changed = course_names.named(names, mine, replacing=replace)
        both = changed.by_id(id_) or mine
        for speech in sorted(both.title.keys() ^ both.question.keys()):
            missing = f"--question-{speech}" if speech in both.title else f"--title-{speech}"
            raise CourseError(f"give {missing} too: students see the title and the question")
        if costs is not None:
            # First: a cost that cannot be leaves everything as it was.
            write_cost(where.assignment, mine.mistake.id, costs)
        course_names.write(where.assignment, changed)
    reached = f"answers to {found.shown.id} that have the name: {len(found.students)}"
    print(f"{reached}; {feedback} tells their students.")
    if costs is not None:
        print(f"It takes {costs:g} points.\n{_moved(where, before)}\n{KEPT}\n{marks}")


def _points(where: CourseAssignment) -> Mapping[tuple[str, str], float]:
    """What each part of each student has, by the costs of now; nothing before anybody is graded."""
    try:
        every = class_entries(where, where.submissions(), forms=False)
    except CourseError:
        return {}
    return {(one.student, part.id): part.points for one in every for part in one.parts}


def _moved(where: CourseAssignment, before: Mapping[tuple[str, str], float]) -> str:
    now = _points(where)
    some = ((part, old, now.get((who, part), old)) for (who, part), old in before.items())
    moved = Counter(one for one in some if one[1] != one[2])
    said = (f"{n} × {part} {old:g} → {new:g}" for (part, old, new), n in moved.items())
    return f"In this class: {', '.join(said) or 'nobody graded gets other points'}."


def _price(where: CourseAssignment, group: str, costs: float) -> str:
    """Set what a group or a known mistake costs; whose points it takes, in words."""
    with course_names.changing(where.assignment) as names:
        known = names.by_id(group)
        if known is None and "/" not in group and group not in Costs.read(where.assignment).kinds:
            ClassGroups.gathered(where).group(group)
            raise CourseError(
                f"the group {group} has no name yet, and its students are told what the points are "
                "for: give --title-en and --question-en too"
            )
        every = [known.mistake.id] if known else _told_with(where, group)
        for one in every:
            write_cost(where.assignment, one, costs)
    table, bare = Costs.read(where.assignment), group.rpartition("/")[2]
    parts = {part.id: part.points for part in where.assignment.parts}
    files = where.assignment.folder.glob(f"specimens/mistakes/*/{bare}.py")
    same = sorted(f"{file.parent.name}/{bare}" for file in files if not known)
    others = [one for one in same if one not in every and (one in table.course or group != bare)]
    costing = (f"{one} {number(table.of(one, parts[one.partition('/')[0]]))}" for one in others)
    stay = f" As before: {', '.join(costing)}." if others else ""
    twins = ", ".join(every[1:])
    also = f", and so does {twins}, which no check tells from it" if twins else ""
    return f"{'its' if known or group != bare else 'each'} part's points{also}.{stay}"


def _told_with(where: CourseAssignment, mistake: str) -> list[str]:
    """The mistake, and those that no check tells from it: an answer is told all of them at once."""
    # Both import torch, which takes longer than all the rest.
    from autograder.authoring.catalogue import alike
    from autograder.grading.naming import Catalogue

    known = Catalogue.read(where.assignment)
    every = sorted({one.mistake.id for one in known.known} - {mistake})
    return [mistake, *(one for one in every if alike(known, mistake, one))]


def _words(what: str, en: str, zh: str, limit: int) -> Words:
    """A text on one line in both languages, without characters that control a terminal."""
    said: Words = {"en": one_line(en, limit + 1), "zh": one_line(zh, limit + 1)}
    for speech, text in said.items():
        if len(text) > limit:
            said_of = f"--{what}-{speech} has more than {limit} characters"
            raise CourseError(f"{said_of}; say it in fewer")
    return {speech: text for speech, text in said.items() if text}


def promote(
    assignment: options.Assignment,
    group: Group,
    student: Annotated[
        str, typer.Option(help="Whose answer.", show_default="the one that clusters shows")
    ] = "",
    root: options.Course = options.HERE,
    jobs: options.Jobs = 0,
    weaker: options.Weaker = False,
) -> None:
    """Make an answer of GROUP, which has a name, a specimen of ASSIGNMENT for `autograder audit`.

    Its code is written without comments and bare strings, and its mistake becomes known. The next
    `autograder grade` grades the class again.
    """
    from autograder.authoring.learning import Learning
    from autograder.authoring.promote import strings_in, write_specimen

    where = CourseAssignment.find(root, assignment)
    groups = ClassGroups.gathered(where)
    found = groups.group(group)
    named = CourseNames.read(where.assignment).of(found.shown)
    if named is None:
        raise CourseError(
            f"the group {found.id} has no name; give it one first: `autograder name "
            f"{where.edition.id} {found.id} --title-en ... --question-en ...`"
        )
    rings = choose(accept_weaker=weaker)
    part = found.shown.id
    code = groups.code(found, student)
    file = write_specimen(where.assignment, part, named.mistake, code)
    try:
        run = Learning(root, assignment, rings, jobs)
        run.write(run.with_mistake(f"{part}/{file.stem}", found.shown, shown("Learning")))
    except BaseException:
        # Half a specimen would fail the next audit.
        file.unlink()
        raise
    print(f"{file}; the next `autograder grade {where.edition.id}` grades the class again")
    if strings := ", ".join(strings_in(code)):
        print(f"look at its strings, which may name somebody: {strings}")
