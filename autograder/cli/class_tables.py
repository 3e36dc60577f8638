"""Tables of a class: its marks, with the page's figures in short below, and what a run changed."""

from collections.abc import Container, Iterator, Mapping, Sequence

from rich import box
from rich.console import Console
from rich.table import Table
from rich.text import Text

from autograder.core.assignment.plan import Assignment
from autograder.core.model import Text as Phrase
from autograder.grading.history import LATE, Change
from autograder.report.classroom.report_data import Figures, Named, number, percent
from autograder.report.phrases import class_phrase
from autograder.report.plain_text import distinct, one_line, plain

NAME, SPACE, NUMBER, DIGITS, NOTES = 24, 4, 9, 6, 400
"""Characters for a student's name, the space around it, a number with the space around it and
without, and all that is noted of a student."""

IN_SHORT, CHANGES = 3, 20
"""Entries shown of each list, and students whose marks the last run changed; the page has all."""

PARTS, WHY, LEAST_WHY = 6, 300, 16
"""Parts of a change that are listed one by one, characters of its reason and at least of a line."""


def print_class(figures: Figures, instead: str, language: str, told: Container[str] = ()) -> None:
    """The class as a table, and below it the figures in short, or this line `instead`; why students
    have no points only of those who have not been `told`.
    """
    console = Console()
    console.print(class_table(figures, console.width, language))
    below = [instead] if instead else in_short(figures, language)
    for line in (*noted(figures, language, told), *below):
        console.print(line, markup=False, highlight=False)


def class_table(figures: Figures, width: int, language: str) -> Table:
    words = class_phrase.words(language)
    of = words["of_points"].format
    table = Table(title=Text(figures.title.in_language(language)), box=box.SIMPLE_HEAD)
    names = max((len(one_line(distinct(row.student), NAME)) for row in figures.rows), default=NAME)
    table.add_column(words["student"], no_wrap=True)
    sections: dict[int, dict[str, float]] = {}
    for part in figures.parts:
        sections.setdefault(part.section, {})[part.id] = part.max_points
    if width < names + SPACE + NUMBER * (len(sections) + 1):
        sections = {}
    headings = [f"§ {section}\n{of(sum(parts.values()))}" for section, parts in sections.items()]
    for heading in (*headings, f"{words['total']}\n{of(figures.max_points)}"):
        table.add_column(heading, justify="right", min_width=DIGITS)
    for row in figures.rows:
        points = []
        for parts in sections.values():
            counted = [c.counted for c in row.parts if c.part in parts and c.counted is not None]
            points.append(number(sum(counted)) if counted else "–")
        # As Text: in a string, [brackets] are markup, and names come from strangers.
        name = Text(one_line(distinct(row.student), NAME))
        table.add_row(name, *points, number(row.total))
    return table


def noted(figures: Figures, language: str, told: Container[str] = ()) -> Iterator[str]:
    """What needs a look, a line each with whomever it concerns: in the table it would be cut."""
    words, notes = class_phrase.words(language), dict[str, list[str]]()
    titles = {part.id: part.title.in_language(language) for part in figures.parts}
    # Whoever has points all the same is told here too: they stand in the table.
    skipped = {row.student for row in figures.rows if row.total is None and row.student in told}
    for ungraded in (entry for entry in figures.ungraded if entry.student not in skipped):
        notes.setdefault(ungraded.student, []).append(ungraded.reason.in_language(language))
    # Before what takes more room: without these two the total would not be understood.
    for late in figures.late:
        took = words["took_late" if late.penalty else "late_free"].format(number(late.penalty))
        notes.setdefault(late.student, []).append(took)
    for change in figures.changes:
        part = titles.get(change.part, change.part)
        notes.setdefault(change.student, []).append(words["override"].format(part))
    for named in (*figures.flags, *figures.repairs):
        for student in named.students:
            notes.setdefault(student, []).append(_bare(named.text).in_language(language))
    students = dict[str, list[str]]()
    for row in figures.rows:
        for note in notes.get(row.student, []):
            students.setdefault(note, []).append(one_line(distinct(row.student), NAME))
    for note, names in students.items():
        together = one_line(words["comma"].join(names), NOTES)
        yield f"{together}{words['colon']}{one_line(note, NOTES)}"


def in_short(figures: Figures, language: str) -> Iterator[str]:
    """The figures of the page, one per line; empty if no student is graded."""
    w = class_phrase.words(language)
    if t := figures.totals:
        middle = f"{number(t.lower_quartile)}–{number(t.upper_quartile)}"
        values = {"mean": number(t.mean), "median": number(t.median), "middle_half": middle}
        yield w["comma"].join(f"{w[key]} {value}" for key, value in values.items())
    titles = {part.id: part.title for part in figures.parts}
    lost = (part for part in figures.parts if part.earned < 1)
    hardest = sorted(lost, key=lambda part: part.earned)[:IN_SHORT]
    lists = {
        "hardest": [
            class_phrase("of_part", title=p.title, earned=percent(p.earned)) for p in hardest
        ],
        "h_mistakes": _counted(figures.mistakes, titles),
        "h_failed": _counted(figures.failed, titles),
    }
    for label, texts in lists.items():
        if listed := w["semicolon"].join(plain(text.in_language(language)) for text in texts):
            yield f"{w[label].lower()}{w['colon']}{listed}"
    if figures.waiting:
        yield f"{w['awaiting']}{w['colon']}{len(figures.waiting)}"
    if figures.similarity.groups:
        yield w["similar_groups"].format(len(figures.similarity.groups))


def _bare(text: Phrase) -> Phrase:
    return Phrase(text.en.removesuffix("."), text.zh.removesuffix("。"))


def _counted(entries: Sequence[Named], titles: Mapping[str, Phrase]) -> Iterator[Phrase]:
    for entry in entries[:IN_SHORT]:
        parts = Phrase.joined([titles[part] for part in entry.parts])
        text = class_phrase("in_part", part=parts, said=_bare(entry.text))
        yield class_phrase("how_many", text=text, count=len(entry.students))


def print_last_run(changes: Sequence[Change], assignment: Assignment, language: str) -> None:
    """Whose marks the last run changed; of those that had none before, how many."""
    marked = [change for change in changes if change.before]
    if marked:
        title = class_phrase("changed_by", who=marked[0].who)
        print_changes(marked[:CHANGES], title, assignment, language)
    if len(marked) > CHANGES:
        print(f"and {len(marked) - CHANGES} more, on the page")
    if new := len(changes) - len(marked):
        print(class_phrase.words(language)["since_new"].format(new))


def print_changes(
    changes: Sequence[Change], title: Phrase, assignment: Assignment, language: str
) -> None:
    words = class_phrase.words(language)
    names = {part.id: part.title.in_language(language) for part in assignment.questions}
    names[LATE], colon, semicolon = (words[key] for key in ("late_penalty", "colon", "semicolon"))
    table = Table(title=Text(title.in_language(language)), box=box.SIMPLE_HEAD)
    table.add_column(words["student"], no_wrap=True)
    for heading in ("before", "after"):
        table.add_column(words[heading], justify="right", no_wrap=True)
    table.add_column(words["h_parts"].lower())
    # Else long names of parts leave it a letter's width.
    table.add_column(words["why"], min_width=LEAST_WHY)
    for change in changes:
        why = one_line(semicolon.join(reason.in_language(language) for reason in change.why), WHY)
        changed = change.changed.items()
        parts = [f"{names.get(p, p)}{colon}{number(a)} → {number(b)}" for p, (a, b) in changed]
        if not change.before or len(parts) > PARTS:
            parts = [words["many_parts"].format(len(parts))]
        name = Text(one_line(change.student, NAME))
        table.add_row(name, *map(number, change.totals), Text("\n".join(parts)), why or "–")
    Console().print(table)
