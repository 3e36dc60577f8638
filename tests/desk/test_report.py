"""`autograder report`: the class on one page, from kept reports and nbgrader's gradebook."""

import csv
import io
import json
import os
import random
import re
import shutil
import string
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any
from urllib.parse import unquote

import pytest
from bs4 import BeautifulSoup
from gradebooks import override, submission
from judged import ASSIGNMENT, NAME, graded, said
from msgspec import structs
from rich.console import Console

from autograder.cli.class_tables import class_table, in_short, noted
from autograder.core.assignment.load import find
from autograder.core.model import CheckResult, Mistake, Outcome, Report, Slip, Text
from autograder.grading.report_cache import ReportCache
from autograder.nbgrader_adapter.course_settings.database import open_gradebook
from autograder.notebook.damaged import BESIDE
from autograder.notebook.find import Found
from autograder.notebook.read import read
from autograder.notebook.stamp import Stamp
from autograder.notebook.student_code import OwnLines, form
from autograder.notebook.submission import Submission
from autograder.report.classroom.entries import Entry
from autograder.report.classroom.figures import csv_text, figures, json_bytes
from autograder.report.classroom.page import html_page
from autograder.report.classroom.report_data import Figures
from autograder.report.classroom.similar import THRESHOLD, distinctive, similarity
from autograder.report.diagnosis import part_text
from autograder.report.lms.sheets import Recorded, Score
from autograder.report.phrases import class_phrase

SCRIPT = "<script>alert(1)<\u2215script>"
ESCAPES = "\x1b[31mred\x1b[0m\u202egnp"
DUE = datetime(2026, 3, 1, 12)


def with_first(report: Report, **changes: Any) -> Report:
    first = structs.replace(report.parts[0], **changes)
    return structs.replace(report, parts=(first, *report.parts[1:]))


def of(*entries: Entry) -> Figures:
    return figures(ASSIGNMENT, entries, "attention")


def page_of(*entries: Entry, language: str = "en") -> str:
    return html_page(of(*entries), language, "now")


def test_a_part_that_only_the_strong_solve_discriminates():
    """Difficulty is the mean share; discrimination is measured against the other parts."""
    weak = graded(**{part.id: Outcome.FAILED for part in ASSIGNMENT.parts[:4]})
    entries = [Entry(f"{kind}{i}", report) for kind, report in (("s", graded()), ("w", weak))
             for i in range(4)]  # fmt: skip
    first, *_, last = of(*entries).parts
    assert (first.earned, first.discrimination, first.checks[1].passed) == (0.75, 1.0, 0.5)
    assert last.discrimination is None


def test_mistakes_and_time_outs_are_counted_with_their_parts_and_students():
    """Each student once, and once below the table: twice would read as a slip of ours."""
    first = Entry("a", graded(softmax_naive=Outcome.FAILED))
    second = Entry("b", graded(softmax_naive=Outcome.FAILED, causal_mask=Outcome.FAILED))
    summary = of(first, second, Entry("slow", graded(causal_mask=Outcome.TIMED_OUT)))
    (mistake,), (stopped,) = summary.mistakes, summary.interrupted
    assert (mistake.text, mistake.students) == (NAME, ("a", "b"))
    assert set(mistake.parts) == {"softmax_naive", "causal_mask"}
    assert (stopped.parts, stopped.students) == (("causal_mask",), ("slow",))
    (line,) = (line for line in in_short(summary, "en") if NAME.en in line)
    assert line.count(NAME.en) == 1 and f"{NAME.en} (2)" in line
    for language in ("en", "zh"):
        assert NAME.in_language(language) in html_page(summary, language, "now")


def test_the_class_page_says_why_in_the_words_of_the_students_page():
    report = graded(softmax_naive=Outcome.FAILED, causal_mask=Outcome.TIMED_OUT)
    results = {part.id: part for part in report.parts}
    for lost in of(Entry("s", report)).rows[0].lost:
        for language in ("en", "zh"):
            text = part_text(results[lost.part], language)
            assert all(cause.in_language(language) in text for cause in lost.causes)


def test_an_untouched_part_is_no_failed_sentence():
    report = graded(softmax_naive=Outcome.RAISED, causal_mask=Outcome.RAISED)
    summary = of(Entry("s", report, forms={"causal_mask": form("def causal_mask(n): ...")}))
    assert [sentence.parts for sentence in summary.failed] == [("causal_mask",)]
    assert summary.parts[0].attempted == 0


@pytest.mark.parametrize("width", [40, 68, 69, 120])
def test_no_terminal_is_too_narrow_for_a_number(width):
    """Nor for what is noted of a student: what lateness takes off comes first."""
    late = Recorded("", {"softmax_naive": Score(auto=4, manual=3.36)}, 5.25, 7200)
    report = structs.replace(graded(), flags=(said("a long remark " * 9),))
    summary = of(Entry("of-some-length-00001", report, recorded=late))
    console = Console(width=width, file=io.StringIO(), record=True)
    console.print(class_table(summary, width, "en"))
    lines = console.export_text().splitlines()
    (row,) = [line for line in lines if "of-some" in line]
    assert " 94.11 " in row and max(map(len, lines)) <= width
    assert ("§ 1" in lines[2]) == (width >= 69)
    late, given, _ = noted(summary, "en")
    assert late == "of-some-length-00001: late: −5.25" and "A naive softmax overridden by" in given


def test_late_for_nothing_is_not_told_as_late():
    """A line for all of whom the same is true: of a class that hands in nothing that is one."""
    entries = (Entry(student, graded(), recorded=Recorded("", {}, 0, 60)) for student in "st")
    assert list(noted(of(*entries), "en")) == ["s, t: late, nothing taken off"]


def test_of_whom_a_torn_new_file_has_no_verdict_the_points_before_are_told_as_such():
    """Also where the reason has been told: the row of the table is of what came before."""
    before = Recorded("", {part.id: Score(part.points) for part in ASSIGNMENT.parts})
    torn = (Entry("first", problem=said("torn")), Entry("s", problem=said("torn"), recorded=before))
    (line,) = noted(of(*torn), "en", told={"first", "s"})
    assert line == "s: torn; the points recorded before count"


def test_a_mistake_that_a_change_puts_right_is_counted_as_the_change():
    """And not as what its checks were named before, too: a student is told one of them."""
    report = graded(softmax_naive=Outcome.FAILED)
    wrong = report.parts[0]
    slip = Slip(Mistake("change", said("inputs is read"), said("Which?")), said=said("judged as"))
    right = structs.replace(wrong, checks=wrong.checks[:1], points=wrong.max_points)
    (mistake,) = of(Entry("ada", with_first(report, slips=(slip,), corrected=right))).mistakes
    assert mistake.text.en == "inputs is read"


def test_a_gradebook_behind_the_reports_is_said():
    old = Entry("s", graded(), recorded=Recorded("", {"softmax_naive": Score(auto=0)}))
    assert of(old).stale == ("s",)
    assert "The gradebook holds other points" in page_of(old)


def test_a_student_of_two_editions_is_told_of_with_both_totals():
    """Where a person looks first: the mark in the exports may be the other one's."""
    entry = Entry("ada", graded(), recorded=Recorded(elsewhere={"attention-zh": 98.75}))
    ada, bob = of(entry, Entry("bob", graded())).rows
    (reason,) = ada.review
    assert "handed in attention-zh too (98.75)" in reason.text.en
    assert "98.75" in reason.text.zh and bob.review == ()


def test_students_below_half_are_listed_with_where_they_are_stuck():
    stuck = graded(**{part.id: Outcome.FAILED for part in ASSIGNMENT.parts})
    low = Recorded("", {"softmax_naive": Score(auto=2, manual=1)}, penalty=5)
    only_late = graded(causal_mask=Outcome.FAILED)
    late = Entry("late", only_late, recorded=Recorded("", {}, penalty=60))
    summary = of(Entry("fine", graded()), Entry("low", stuck, recorded=low), late)
    assert [(h.student, h.first, h.about) for h in summary.help] == [("low", "softmax_naive", NAME)]


def hostile() -> Figures:
    """A class in which every text that a student controls is an attack."""
    wrong, cell = graded(softmax_naive=Outcome.FAILED), f"found in a {SCRIPT}{ESCAPES} cell"
    odd = structs.replace(wrong, repairs=(said(cell),), flags=(said(f"`{SCRIPT}`"),))
    names = Recorded(f"{SCRIPT} {ESCAPES}", {"softmax_naive": Score(auto=4, manual=0)}, 90, 10)
    return of(
        Entry(f"{SCRIPT}{ESCAPES}", odd, recorded=names),
        Entry('" onfocus="alert(1)', None, said(f"unreadable: {SCRIPT}{ESCAPES}")),
        Entry("=cmd|' /C calc'!A0", graded(causal_mask=Outcome.TIMED_OUT)),
    )


@pytest.mark.parametrize("language", ["en", "zh"])
def test_nothing_a_student_wrote_becomes_markup(language):
    page = html_page(hostile(), language, "now")
    read_back = BeautifulSoup(page, "html.parser")
    assert "alert(1)" in read_back.text
    assert [script.attrs for script in read_back("script")] == [{}]
    assert not any(name.startswith("on") for tag in read_back(True) for name in tag.attrs)
    assert not re.search("[\x00-\x08\x0b-\x1f\x7f\u202e]", page)


def test_the_table_of_students_cannot_run_formulas():
    """What a formula may begin with, tests/desk/test_lms.py tells."""
    name = "=cmd|' /C calc'!A0"
    table = csv_text(hostile())
    assert f"'{name}" in {row["student"] for row in csv.DictReader(table.splitlines())}
    assert name in [row["student"] for row in json.loads(json_bytes(hostile()))["rows"]]
    assert "\x1b" not in table


def test_the_page_needs_nothing_but_itself_and_its_charts_take_the_focus():
    """That its policy lets its own script run, and charts have words, a browser tells."""
    page = page_of(Entry("s", graded()))
    soup = BeautifulSoup(page, "html.parser")
    assert {a["href"] for a in soup("a")} <= {f"#{tag['id']}" for tag in soup(id=True)}
    assert "default-src 'none'" in f"{soup('meta')}"
    assert soup("g", tabindex="0", attrs={"aria-label": True})


LONG = "\n".join(f"    value_{i} = inputs[{i}] @ weights.T + {i}" for i in range(12))


def copied(rename: str) -> dict[str, str]:
    answer = f"def f(inputs):\n{LONG}\n    return value_11".replace("value", rename)
    return {"one": form(answer), "two": form(answer.replace("@", "*") + f"  # {rename}")}


def other(number: int) -> dict[str, str]:
    """Forms of answers that only this student would write."""
    chosen = " ".join(random.Random(number).choices(string.ascii_letters + "+-*/@()[]", k=150))
    return {"one": form(chosen[:150]), "two": form(chosen[150:])}


MANY = {f"s{i}": copied("value") for i in range(20)}
TEN, SIX = (dict([*MANY.items()][:number]) for number in (10, 6))
OTHERS = {f"t{i}": other(i) for i in range(10)}
BOTH = ("one", "two")
SIMILAR = {
    "with other names and comments": (
        {**OTHERS, "a": copied("value"), "b": copied("result")}, {},
        [(("a", "b"), BOTH)]),
    "not what many wrote alike": (MANY, {}, []),
    # They are one hand-in, and not a form that many of eleven found by themselves.
    "copies of one file in a small class": (
        SIX | {name: OTHERS[name] for name in ("t0", "t1", "t2", "t3", "t4")},
        dict.fromkeys(SIX, "one"), [(tuple(SIX), BOTH)]),
    "copies of one file where answers are common": (
        TEN, {"s0": "1", "s1": "1"}, [(("s0", "s1"), ())]),
    "not empty files": ({name: {"one": "", "two": ""} for name in TEN}, {"s0": "1", "s1": "1"}, []),
}  # fmt: skip


@pytest.mark.parametrize(("forms", "files", "groups"), SIMILAR.values(), ids=SIMILAR)
def test_who_wrote_the_same_is_a_group(forms, files, groups):
    result = similarity(forms, files)
    assert [(group.students, group.parts) for group in result.groups] == groups
    assert all(group.least == 1 for group in result.groups)


def test_of_a_group_is_said_what_holds_of_any_two_in_it():
    """One who is only near to two copies is not told to be one, nor in parts left unwritten."""
    forms = copied("a")
    changed = {part: text.replace(text[40:44], "", 1) for part, text in forms.items()}
    third = {"three": other(50)["one"]}
    three = {"a": forms | third, "b": copied("b") | third, "c": changed}
    (group,) = similarity({**OTHERS, **three}, {}).groups
    assert (group.students, group.parts) == (("a", "b", "c"), BOTH)
    assert THRESHOLD < group.least < 1


def test_copies_of_one_file_are_said_to_be_that():
    parts = [part.id for part in ASSIGNMENT.parts]
    forms = dict(zip(parts, copied("value").values(), strict=False))
    digests = {"ada": "1", "bob": "1", "cem": "2"}
    entries = [Entry(student, graded(digest), forms=forms) for student, digest in digests.items()]
    rows = {row.student: [reason.text.en for reason in row.review] for row in of(*entries).rows}
    assert rows["ada"] == ["handed in the same file as bob", "similar to cem"]
    assert rows["cem"] == ["similar to ada, bob"]
    page = page_of(*entries)
    assert "The same file: ada, bob</span>" in page
    assert page.count("handed in the same file as bob") == 1, "it stands in the row's first line"


def test_long_answers_of_some_make_the_comparison_of_a_class_no_longer():
    """What is compared of 60 students in a thousand, who wrote thirty times what is usual."""
    chance = random.Random(1)
    usual = ["".join(chance.choices(string.ascii_letters, k=60)) for _ in range(940)]
    long = ["".join(chance.choices(string.ascii_letters, k=2000)) for _ in range(60)]
    compared = distinctive([*usual, *long], [*map(str, range(len(usual) + len(long)))])
    assert compared[:940] == usual
    assert all(compared[940:])
    assert sum(map(len, compared)) < 1.3 * sum(map(len, usual))


def test_the_released_stub_is_subtracted_from_an_answer(solved, released):
    frame = read(released.bytes())
    lines = OwnLines(ASSIGNMENT, frame)
    assert lines.forms(frame) == {}
    forms = lines.forms(read(solved.bytes()))
    cells = [cell for cell in solved.notebook["cells"] if cell["cell_type"] == "code"]
    script = "\n\n".join("".join(cell["source"]) for cell in cells)
    assert lines.forms(read(script.encode())) == forms
    assert set(forms) == {part.id for part in ASSIGNMENT.parts}


@pytest.fixture(scope="module")
def four(tmp_path_factory, new_course, solved, released, submit) -> Path:
    """A class of four: one right, one half, one unreadable, one ungraded."""
    course: Path = new_course(tmp_path_factory.mktemp("report") / "course")
    frame = (course / "release/attention/attention.ipynb").read_bytes()
    cache = ReportCache(course, *find(course, "attention"), frame)
    half = solved.answered({"causal_mask": "causal_mask = 1"}).bytes()
    for student, data, lost in (("right", solved.bytes(), {}),
                                ("half", half, {"causal_mask": Outcome.FAILED})):  # fmt: skip
        submit(course, student, data)
        cache.put(Submission.of(student, data), graded(**lost))
    submit(course, "torn", b"{")
    submit(course, "waiting", released.bytes())
    return course


@pytest.fixture
def kept(four, tmp_path) -> Path:
    return shutil.copytree(four, tmp_path / "course")


def test_the_command_writes_page_and_twins(kept, called):
    code, shown, errors = called(kept, "report attention")
    assert code == 0 and "not in the gradebook: points of checks alone" in errors
    assert "2 of 4 students graded" in shown
    page = (kept / "reports/attention.html").read_text("utf-8")
    assert "unreadable" in page and "not graded since" in page
    # Named where there is something to explain.
    assert re.findall(r"autograder explain attention (\w+)", page) == ["half"]
    summary = json.loads((kept / "reports/attention.json").read_text("utf-8"))
    assert [row["student"] for row in summary["ungraded"]] == ["torn", "waiting"]
    with (kept / "reports/attention.csv").open(encoding="utf-8") as file:
        assert len(list(csv.DictReader(file))) == 4 * 15
    assert not (kept / "gradebook.db").exists()


def test_a_row_leads_to_the_students_files_also_from_a_chinese_archive(kept, printed):
    page = kept / "feedback/right/attention/attention.html"
    page.parent.mkdir(parents=True)
    page.write_text("feedback")
    notebook = kept / "submitted/half/attention/attention.ipynb"
    notebook.rename(notebook.with_name(os.fsdecode("作业.ipynb".encode("gbk"))))
    printed(kept, "report attention --out elsewhere/class.html")
    text = (kept / "elsewhere/class.html").read_text("utf-8")
    addresses = re.findall(r'href="(\./[^"]*)"', text)
    assert "./../feedback/right/attention/attention.html" in addresses
    assert "./../submitted/half/attention/%D7%F7%D2%B5.ipynb" in addresses
    files = (unquote(address, errors="surrogateescape") for address in addresses)
    assert all((kept / "elsewhere" / file).is_file() for file in files)
    assert not any("feedback/half" in address for address in addresses)


def test_a_page_in_another_language_leaves_the_english_one_alone(kept, printed):
    printed(kept, "report attention")
    before = (kept / "reports/attention.html").read_bytes()
    for out, wish in (("reports/attention.zh.html", ""), ("page.html", " --out page.html")):
        printed(kept, f"report attention --language zh{wish}")
        assert "总分分布" in (kept / out).read_text("utf-8")
        assert (kept / out).with_suffix(".json").is_file()
    assert (kept / "reports/attention.html").read_bytes() == before


def test_the_gradebook_is_read(kept, generated, printed):
    shutil.copy(generated / "gradebook.db", kept)
    with open_gradebook(kept) as book:
        book.update_or_create_assignment("attention", duedate=DUE)
        book.add_student("right", first_name="Ada", last_name="Li")
        book.add_student("absent")
        submission(book, "right", penalty=7)
        late = DUE + timedelta(seconds=3601)
        book.update_or_create_submission("attention", "right", timestamp=late)
    override(kept, "right", 1, "softmax_naive")
    printed(kept, "report attention")
    summary = json.loads((kept / "reports/attention.json").read_text("utf-8"))
    rows = {row["student"]: row for row in summary["rows"]}
    assert (rows["right"]["total"], rows["right"]["name"]) == (100 - 3 - 7, "Ada Li")
    assert summary["late"] == [{"student": "right", "hours": 1.01, "penalty": 7.0}]
    assert [(change["checked"], change["counted"]) for change in summary["changes"]] == [(4, 1)]
    page = (kept / "reports/attention.html").read_text("utf-8")
    (row,) = re.findall(r'<details class="student"[^>]*data-name="right".*?</details>', page, re.S)
    assert "late: −7" in row and "✎1" in page
    nothing = {"en": "nothing was handed in", "zh": "没有提交"}
    assert {"student": "absent", "reason": nothing} in summary["ungraded"]


def test_who_waits_for_a_person_comes_before_who_does_not():
    waits = Recorded(scores={"essay": Score(by_hand=5)})
    entries = (
        Entry("fine", graded()), Entry("waits", graded(), recorded=waits),
        Entry("torn", None, said("unreadable")),
        Entry("away", None, class_phrase("nothing_handed_in")),
    )  # fmt: skip
    reasons = {row.student: len(row.review) for row in of(*entries).rows}
    assert reasons == {"fine": 0, "waits": 1, "torn": 1, "away": 1}
    ordered = re.findall(r'data-name="(\w+)"', page_of(*entries))
    assert ordered == ["torn", "waits", "away", "fine"]


def test_whose_file_may_not_be_the_right_one_is_for_review():
    """A person asks for it: nobody knows what stands in it. A cell put right is no matter."""
    about_file, mended = said(f"a.ipynb was graded; b.ipynb {BESIDE}"), said("mended")
    summary = of(Entry("ada", structs.replace(graded(), repairs=(mended, about_file))))
    assert [reason.text for reason in summary.rows[0].review] == [about_file]


def test_a_remark_on_a_file_is_no_attempt_at_anything():
    """It is for review all the same: nobody knows yet whether it matters."""
    odd, attempt = said("timestamp.txt is no time"), said("wrote to the grader's connection")
    report = structs.replace(graded(), flags=(odd, attempt))
    summary = of(Entry("ada", report, found=Found(Path(), flags=(odd,))))
    assert [row.text for row in summary.flags] == [attempt]
    assert [row.text for row in summary.repairs] == [odd]
    assert [reason.text for reason in summary.rows[0].review] == [attempt, odd]


NOON = "2026-03-01 12:00:00"


@pytest.mark.parametrize(
    ("text", "due", "remarked"),
    [(NOON, DUE, True), ("3/1/2026 12:00 UTC", DUE, True), (f"{NOON} Nowhere", DUE, True),
     (NOON, None, False), (f"{NOON} Asia/Shanghai", DUE, False)]
)  # fmt: skip
def test_as_what_a_doubtful_time_was_read_is_remarked_if_it_matters(tmp_path, text, due, remarked):
    (tmp_path / "timestamp.txt").write_text(text)
    handed_in = Found(tmp_path, stamp=Stamp.read(tmp_path))
    summary = of(Entry("ada", graded(), recorded=Recorded(due=due), found=handed_in))
    sentence = f"timestamp.txt says {text!r}: it was read as 2026-03-01 12:00 UTC"
    assert [row.text.en for row in summary.repairs] == [sentence] * remarked


def test_a_list_in_chinese_has_its_own_commas():
    """And a sentence loses its full stop where something goes on behind it."""
    wrong = {part.id: Outcome.FAILED for part in ASSIGNMENT.parts[:5]}
    page = page_of(*(Entry(name, graded(name, **wrong)) for name in ("ada", "bob")), language="zh")
    assert "ada、bob" in page and "1、2、3、4、5" in page and "ada, bob" not in page
    rule = CheckResult("softmax_naive-1", Text("It holds.", "成立。"), Outcome.FAILED, 1, gate=True)
    broken = with_first(graded(), checks=(rule, graded().parts[0].checks[1]))
    _, line = noted(of(Entry("ada", broken, recorded=Recorded(penalty=1))), "zh")
    assert line.endswith("违反规则：成立") and "。" not in line


def test_checks_are_counted_neither_where_nothing_is_written_nor_where_all_hold():
    """torch's settings are no achievement of a stub; what a change put right costs points alone."""
    report = graded(softmax_naive=Outcome.RAISED)
    first, second = report.parts[0].checks
    stub = structs.replace(second, detail=said("the code raised NotImplementedError"))
    assert "1 of 2 checks" in page_of(Entry("ada", report))
    assert "1 of 2 checks" not in page_of(Entry("ada", with_first(report, checks=(first, stub))))
    page = page_of(Entry("s", with_first(graded(), points=3.5)))
    assert "<b>3.5</b> / 4" in page and "2 of 2 checks" not in page
    assert f'<code class="soft">{ASSIGNMENT.parts[0].id}</code>' in page
