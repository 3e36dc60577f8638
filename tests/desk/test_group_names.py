"""Naming wrong answers once for all who gave them: `autograder clusters` and `autograder name`."""

import json
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from shutil import copytree
from typing import Any

import pytest
from commands import Commands
from msgspec.structs import replace

from autograder.authoring.specimens import mistakes
from autograder.core.assignment.load import find
from autograder.core.model import CheckResult, Likeness, Mistake, Outcome, PartResult, Slip, Text
from autograder.grading.naming import Catalogue
from autograder.report.classroom.unnamed import groups

SHIFTED = (
    "def causal_mask(num_tokens):\n    return torch.ones([num_tokens] * 2).triu(num_tokens // 2)\n"
)
AGAIN = (
    "def causal_mask(num_tokens):\n    later = torch.arange(num_tokens)\n"
    "    return (later[None, :] - later[:, None]) >= num_tokens // 2\n"
)
HALF = "def causal_mask(num_tokens):\n    return torch.ones(num_tokens, num_tokens) * 0.5\n"
RAISES = (
    "def causal_mask(num_tokens):\n    return torch.ones(num_tokens) @ torch.ones(num_tokens + 1)\n"
)
OTHERWISE = (
    "def causal_mask(num_tokens):\n    rows = torch.ones(num_tokens)\n"
    "    return rows @ torch.ones(num_tokens + 1)\n"
)
TITLE = "the mask begins \x1b[31mtoo late <script>alert(1)</script> $x^2$ \u202e"
QUESTION = "Which tokens come `later` than the first?"
CLASS = {
    "ada": SHIFTED, "bob": f"# mine\n{SHIFTED}", "cem": AGAIN, "dan": HALF, "eve": RAISES,
    "fay": OTHERWISE, "gus": f"# as eve\n{RAISES}",
}  # fmt: skip


@dataclass(frozen=True)
class Classroom(Commands):
    @property
    def names(self) -> Path:
        return self.course / "assignments/attention/hidden/names.json"

    def listed(self) -> dict[str, Any]:
        found: dict[str, Any] = json.loads(self.done("autograder clusters attention --json"))
        return found

    def group_of(self, student: str) -> str:
        groups = self.listed()["groups"]
        return str(next(group["id"] for group in groups if student in group["students"]))

    def page_of(self, student: str) -> str:
        file = self.course / "feedback" / student / "attention/attention.html"
        return file.read_text("utf-8")


def naming(group: str, **said: str) -> tuple[str, ...]:
    options = (f"--{key.replace('_', '-')}={value}" for key, value in said.items())
    return ("autograder name attention", group, *options)


@pytest.fixture(scope="module")
def graded(tmp_path_factory, generated, solved, submit, run) -> Classroom:
    found = Classroom(copytree(generated, tmp_path_factory.mktemp("desk") / "course"), run)
    for student, source in CLASS.items():
        submit(found.course, student, solved.answered({"causal_mask": source}).bytes())
    found.done("autograder grade attention")
    return found


@pytest.fixture
def unnamed(graded) -> Classroom:
    """The class without any name."""
    graded.names.unlink(missing_ok=True)
    return graded


def test_answers_that_do_the_same_are_one_group_whoever_wrote_them(unnamed):
    """Other hidden numbers judge each of them; errors are a group only where the code is alike."""
    found = {tuple(group["students"]): group for group in unnamed.listed()["groups"]}
    assert set(found) == {("ada", "bob", "cem"), ("dan",), ("eve", "gus"), ("fay",)}
    first = found["ada", "bob", "cem"]
    assert (first["part"], first["points"], first["max_points"]) == ("causal_mask", 0, 4)
    assert first["code"] == SHIFTED.strip()
    shown = unnamed.done("autograder clusters attention --limit 1")
    assert "triu(num_tokens // 2)" in shown and "autograder name attention " in shown
    assert "wrong answers without a name: 7, groups of them: 4" in shown and "3 more" in shown


def test_what_a_change_put_right_is_in_no_group(assignment):
    one = assignment.parts[0]
    checks = tuple(
        CheckResult(f"{one.id}/v", Text("right", "对"), outcome, 1)
        for outcome in (Outcome.FAILED, Outcome.PASSED)
    )
    right = PartResult(one.id, one.title, 4, 4, checks[1:])
    wrong = PartResult(one.id, one.title, 0, 4, checks[:1], unnamed=Likeness("form"))
    slip = Slip(Mistake(f"{one.id}/no_return", Text("none", "无"), Text("?", "？")), 0.5)
    mended = replace(wrong, points=3.5, slips=(slip,), corrected=right)
    assert [group.students for group in groups([("ada", wrong), ("bob", mended)])] == [("ada",)]


def test_a_name_reaches_the_group_and_nobody_else(unnamed):
    unnamed.done("autograder feedback attention")
    reports = unnamed.course / ".autograder/reports/attention"
    before = sorted(reports.iterdir())
    named = naming(unnamed.group_of("cem"), title_en=TITLE, question_en=QUESTION)
    assert "answers to causal_mask that have the name: 3;" in unnamed.done(*named)
    assert unnamed.done("autograder feedback attention") == "pages written: 3, as before: 4\n"
    for student in ("ada", "bob", "cem"):
        page = unnamed.page_of(student)
        assert page.count("This looks like:") == 1 and "too late &lt;script&gt;" in page
        assert "<script" not in page and "\x1b" not in page and "<math" not in page
    assert "too late" not in unnamed.page_of("dan")
    assert sorted(reports.iterdir()) == before
    assert "Grading" not in unnamed.run("autograder grade attention").stderr


def test_a_later_submission_is_told_at_once(unnamed, solved, tmp_path):
    said = {"title_zh": "掩码开始得太晚", "question_zh": "哪些词元更晚？"}
    unnamed.done(*naming(unnamed.group_of("ada"), **said))
    later = tmp_path / "later.ipynb"
    later.write_bytes(solved.answered({"causal_mask": f"# later\n{AGAIN}"}).bytes())
    told = unnamed.run("autograder try", str(later), "--assignment", "attention").stdout
    assert said["title_zh"] in told


def test_report_and_explain_show_names_and_groups_as_text(unnamed):
    unnamed.done(*naming(unnamed.group_of("ada"), title_en=TITLE, question_en=QUESTION))
    unnamed.done("autograder report attention")
    page = (unnamed.course / "reports/attention.html").read_text("utf-8")
    assert "too late &lt;script&gt;" in page and "late <script" not in page
    assert f"autograder name attention {unnamed.group_of('dan')} --title-en" in page
    said = unnamed.run("autograder explain attention ada").stdout
    assert f"({unnamed.listed()['named'][0]['id']})" in said
    assert "too late <script>" in said and "\x1b" not in said and "\u202e" not in said


def test_a_group_keeps_its_id_when_its_first_student_is_gone(unnamed):
    before, folder = unnamed.group_of("ada"), unnamed.course / "submitted/ada"
    folder.rename(unnamed.course / "ada")
    try:
        found = {tuple(group["students"]): group["id"] for group in unnamed.listed()["groups"]}
    finally:
        (unnamed.course / "ada").rename(folder)
    assert found["bob", "cem"] == before


def test_a_name_that_cannot_be_shown_is_refused(unnamed):
    group = unnamed.group_of("ada")
    for said, words in (
        ({}, "give --title-en and --question-en"),
        ({"title_en": "late"}, "give --question-en too"),
        ({"title_en": "late", "question_en": "?", "title_zh": "晚"}, "give --question-zh too"),
        ({"title_en": "l" * 161, "question_en": "?"}, "--title-en has more than 160 characters"),
        ({"title_en": " \x1b ", "question_en": "\n"}, "give --title-en and --question-en"),
    ):
        assert words in unnamed.refused(*naming(group, **said))
    assert not unnamed.names.exists()


def test_what_is_no_group_is_told_what_it_is(unnamed):
    words = {"title_en": "late", "question_en": "Which?"}
    gone = unnamed.refused(*naming("0badf00d", **words))
    assert "`autograder clusters attention` lists the groups" in gone
    assert "is a known mistake" in unnamed.refused(*naming("causal_mask/inverted", **words))
    group = unnamed.group_of("ada")
    for more in (naming("causal_mask", **words)[2:], ("--costs=2",)):
        said = unnamed.refused("autograder name attention causal_mask", *more)
        assert "'causal_mask' is a part: name PART/NAME as `autograder explain`" in said
        said = unnamed.refused(f"autograder name attention {group[:-1]}", *more)
        assert f"(is '{group}' meant?)" in said


def test_a_cost_given_with_a_name_is_told_with_it(unnamed):
    group = unnamed.group_of("dan")
    said = unnamed.done(*naming(group, title_en="half", question_en="Which?", costs="1"))
    assert "have the name: 1;" in said and "takes 1 points" in said
    assert "`autograder grade attention` records them" in said


def test_a_second_name_for_a_group_is_told_of_the_first(unnamed):
    group = unnamed.group_of("ada")
    unnamed.done(*naming(group, title_en="late", question_en="Which?"))
    early = naming(group, title_en="early", question_en="Why?")
    said = unnamed.refused(*early)
    assert "'late'" in said and "--replace" in said
    unnamed.done(*naming(group, title_zh="晚", question_zh="哪些？"))
    (known,) = unnamed.listed()["named"]
    assert known["title"] == {"en": "late", "zh": "晚"}
    assert known["students"] == ["ada", "bob", "cem"]
    unnamed.done(*early, "--replace")
    assert unnamed.listed()["named"][0]["title"] == {"en": "early", "zh": "晚"}
    unnamed.done("autograder name attention", group, "--remove")
    assert unnamed.listed()["named"] == []


def test_names_given_at_the_same_time_are_all_kept(unnamed):
    wanted = [unnamed.group_of(student) for student in ("ada", "dan", "eve", "fay")]
    program = Path(sys.executable).parent / "autograder"
    started = [
        subprocess.Popen(
            [str(program), "name", "attention", group, "--title-en", group, "--question-en", "?"],
            cwd=unnamed.course, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
        )
        for group in wanted
    ]  # fmt: skip
    assert [each.wait() for each in started] == [0] * 4
    assert sorted(each["id"] for each in unnamed.listed()["named"]) == sorted(wanted)


def test_a_group_without_a_name_is_not_promoted(unnamed):
    said = unnamed.refused("autograder promote attention", unnamed.group_of("ada"))
    assert "give it one first: `autograder name" in said


@pytest.mark.slow
def test_a_promoted_answer_is_a_mistake_that_the_catalogue_names(unnamed):
    group, folder = unnamed.group_of("bob"), unnamed.course / "assignments/attention"
    said = {"title_en": 'three tokens "too late" \\ """', "question_en": "Which are later?"}
    unnamed.done(*naming(group, **said))
    known_file = folder / "hidden/fingerprints.msgpack"
    before = known_file.read_bytes()
    unnamed.done("autograder promote attention", group, "--student", "bob")
    (file,) = (folder / "specimens/mistakes/causal_mask").glob("three_tokens*.py")
    assert "# mine" not in file.read_text("utf-8")
    try:
        assignment, _ = find(unnamed.course, "attention")
        (mine,) = [one for one in mistakes(assignment) if one.path == file]
        assert mine.mistake.name.zh == said["title_en"]
        assert mine.id in {one.mistake.id for one in Catalogue.read(assignment).known}
        later = unnamed.course / "submitted/cem/attention/attention.ipynb"
        unnamed.names.unlink()
        told = unnamed.run("autograder try", str(later), "--assignment", "attention")
        assert "This looks like: three tokens" in told.stdout
        unnamed.refused("autograder promote attention", group)
    finally:
        file.unlink()
        known_file.write_bytes(before)


def test_a_damaged_file_of_names_is_named(unnamed):
    unnamed.names.write_text('{"version": 1, "names": [')
    assert "names.json" in unnamed.refused("autograder feedback attention")
