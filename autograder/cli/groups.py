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
    limit: Annotated[int, typer.Option("--limit", "-n", min=0, help="How many (0: all).")] = SHOWN,
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
    groups = ClassGroups.gathered(where)
    unnamed = [group for group in groups.unnamed if part in ("", group.shown.id)]
    if as_json:
        keys = ("id", "part", "title", "question")
        named = [{k: getattr(n, k) for k in keys} | {"students": who} for n, who in groups.named]
        listed = groups.shown(unnamed)
        print_json({"assignment": where.edition.id, "groups": listed, "named": named})
        return
    speech = options.spoken(where, language)
    titles = {p.id: p.title.in_language(speech) for p in where.assignment.parts}
    chosen = unnamed[: limit or None]
    for group in groups.shown(chosen):
        for line in _lines(where.edition.id, group, titles[group.part], speech):
            Console().print(line, soft_wrap=True)
    students = sum(len(group.students) for group in unnamed)
    omitted = len(unnamed) - len(chosen)
    more = f"; {omitted} more with --limit 0" if omitted else ""
    print(f"wrong answers without a name: {students}, groups of them: {len(unnamed)}{more}")
    for name, reached in groups.named:
        title = one_line(in_both(name.title).in_language(speech), 160)
        text = f"{name.id}  {len(reached)} × {name.part}: {title}"
        Console().print(text, soft_wrap=True, markup=False, highlight=False)


def _lines(assignment: str, group: UnnamedGroup, title: str, language: str) -> Iterator[Line]:
    count, points = len(group.students), f"{group.points:g} / {group.max_points:g}"
    yield Line(f"{group.id}  {count} × {title}  {points}", style="bold")
    students = ", ".join(one_line(student, 40) for student in group.students[:STUDENTS])
    yield Line(f"  {students}{', ...' if count > STUDENTS else ''}", style="dim")
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
            for mistake in [gone.mistake.id] if gone else _told_with(where, group):
                write_cost(where.assignment, mistake, None)
        text = f"has no name any more; run {feedback}" if gone else "costs what the package says"
        print(f"{group} {text}.\n{_moved(where, before)}\n{marks}")
        return
    if costs is not None and not any((title_en, title_zh, question_en, question_zh)):
        print(f"{group} takes {costs:g} of {_price(where, group, costs)}")
        print(f"{_moved(where, before)}\n{KEPT}\n{marks}")
        return
    title = _words("title", title_en, title_zh, TITLE)
    question = _words("question", question_en, question_zh, QUESTION)
    if not title and not question:
        raise CourseError("give --title-en and --question-en, or --title-zh and --question-zh")
    cluster = ClassGroups.gathered(where).group(group)
    with course_names.changing(where.assignment) as names:
        earlier = names.of(cluster.shown)
        id_ = earlier.id if earlier else cluster.id
        new_name = GroupName(id_, cluster.shown.id, title, question, cluster.likeness)
        changed = course_names.named(names, new_name, replacing=replace)
        merged = changed.by_id(id_) or new_name
        for speech in sorted(merged.title.keys() ^ merged.question.keys()):
            missing = f"--question-{speech}" if speech in merged.title else f"--title-{speech}"
            raise CourseError(f"give {missing} too: students see the title and the question")
        if costs is not None:
            # First: a cost that cannot be leaves everything as it was.
            write_cost(where.assignment, new_name.mistake.id, costs)
        course_names.write(where.assignment, changed)
    reached = f"answers to {cluster.shown.id} that have the name: {len(cluster.students)}"
    print(f"{reached}; {feedback} tells their students.")
    if costs is not None:
        print(f"It takes {costs:g} points.\n{_moved(where, before)}\n{KEPT}\n{marks}")


def _points(where: CourseAssignment) -> Mapping[tuple[str, str], float]:
    """What each part of each student has, by the costs of now; nothing before anybody is graded."""
    try:
        entries = class_entries(where, where.submissions(), forms=False)
    except CourseError:
        return {}
    return {(entry.student, part.id): part.points for entry in entries for part in entry.parts}


def _moved(where: CourseAssignment, before: Mapping[tuple[str, str], float]) -> str:
    after = _points(where)
    rows = ((part, old, after.get((student, part), old)) for (student, part), old in before.items())
    moved = Counter(row for row in rows if row[1] != row[2])
    texts = (f"{n} × {part} {old:g} → {new:g}" for (part, old, new), n in moved.items())
    return f"In this class: {', '.join(texts) or 'nobody graded gets other points'}."


def _price(where: CourseAssignment, group: str, costs: float) -> str:
    """Set what a group or a known mistake costs; whose points it takes, in words."""
    with course_names.changing(where.assignment) as names:
        named = names.by_id(group)
        if named is None and "/" not in group and group not in Costs.read(where.assignment).kinds:
            ClassGroups.gathered(where).group(group)
            raise CourseError(
                f"the group {group} has no name yet, and its students are told what the points are "
                "for: give --title-en and --question-en too"
            )
        ids = [named.mistake.id] if named else _told_with(where, group)
        for id_ in ids:
            write_cost(where.assignment, id_, costs)
    table, bare = Costs.read(where.assignment), group.rpartition("/")[2]
    parts = {part.id: part.points for part in where.assignment.parts}
    files = where.assignment.folder.glob(f"specimens/mistakes/*/{bare}.py")
    same = sorted(f"{file.parent.name}/{bare}" for file in files if not named)
    unchanged = [id_ for id_ in same if id_ not in ids and (id_ in table.course or group != bare)]
    costing = (f"{id_} {number(table.of(id_, parts[id_.partition('/')[0]]))}" for id_ in unchanged)
    stay = f" As before: {', '.join(costing)}." if unchanged else ""
    twins = ", ".join(ids[1:])
    also = f", and so does {twins}, which no check tells from it" if twins else ""
    return f"{'its' if named or group != bare else 'each'} part's points{also}.{stay}"


def _told_with(where: CourseAssignment, mistake: str) -> list[str]:
    """The mistake, and those that no check tells from it: an answer is told all of them at once."""
    # Both import torch, which takes longer than all the rest.
    from autograder.authoring.catalogue import alike
    from autograder.grading.naming import Catalogue

    catalogue = Catalogue.read(where.assignment)
    ids = sorted({case.mistake.id for case in catalogue.known} - {mistake})
    return [mistake, *(id_ for id_ in ids if alike(catalogue, mistake, id_))]


def _words(option: str, en: str, zh: str, limit: int) -> Words:
    """A text on one line in both languages, without characters that control a terminal."""
    words: Words = {"en": one_line(en, limit + 1), "zh": one_line(zh, limit + 1)}
    for speech, text in words.items():
        if len(text) > limit:
            reason = f"--{option}-{speech} has more than {limit} characters"
            raise CourseError(f"{reason}; say it in fewer")
    return {speech: text for speech, text in words.items() if text}


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
    cluster = groups.group(group)
    named = CourseNames.read(where.assignment).of(cluster.shown)
    if named is None:
        raise CourseError(
            f"the group {cluster.id} has no name; give it one first: `autograder name "
            f"{where.edition.id} {cluster.id} --title-en ... --question-en ...`"
        )
    rings = choose(accept_weaker=weaker)
    part = cluster.shown.id
    code = groups.code(cluster, student)
    file = write_specimen(where.assignment, part, named.mistake, code)
    try:
        run = Learning(root, assignment, rings, jobs)
        run.write(run.with_mistake(f"{part}/{file.stem}", cluster.shown, shown("Learning")))
    except BaseException:
        # Half a specimen would fail the next audit.
        file.unlink()
        raise
    print(f"{file}; the next `autograder grade {where.edition.id}` grades the class again")
    if strings := ", ".join(strings_in(code)):
        print(f"look at its strings, which may name somebody: {strings}")
