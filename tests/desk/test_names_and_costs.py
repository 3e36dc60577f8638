"""Wrong answers that get a name for all who gave them, and what mistakes cost."""

import csv
import json
import re
from concurrent.futures import ThreadPoolExecutor
from shutil import copytree
from typing import Any

import pytest
from commands import Commands
from msgspec.structs import replace

from autograder.authoring.make import notebook_with
from autograder.authoring.specimens import mistakes
from autograder.core.assignment.load import find
from autograder.core.errors import CourseError
from autograder.core.marks import Costs
from autograder.core.model import Likeness, PartResult
from autograder.grading.naming import Catalogue
from autograder.report.classroom.unnamed import groups
from tests.conftest import scores_of
from tests.courses import ROOT

SHIFTED = "def causal_mask(n):\n    return torch.ones([n] * 2).triu(n // 2)\n"
AGAIN = "def causal_mask(n):\n    at = torch.arange(n)\n    return at - at[:, None] >= n // 2\n"
HALF = "def causal_mask(n):\n    return torch.ones(n, n) * 0.5\n"
RAISES = "def causal_mask(n):\n    return torch.ones(n) @ torch.ones(n + 1)\n"
OTHERWISE = "def causal_mask(n):\n    rows = torch.ones(n)\n    return rows @ torch.ones(n + 1)\n"
TITLE = "the mask begins \x1b[31mtoo late <script>alert(1)</script> $x^2$ \u202e"
QUESTION = "Which tokens come `later` than the first?"
CLASS = {
    "ada": SHIFTED, "bob": f"# mine\n{SHIFTED}", "cem": AGAIN, "dan": HALF, "eve": RAISES,
    "fay": OTHERWISE, "gus": f"# as eve\n{RAISES}",
}  # fmt: skip
PART = "CausalAttention"
SLIPS = {
    "kim": f"{PART}/no_scale", "lou": f"{PART}/names_changed",
    "mia": "MultiHeadAttention/softmax_queries",
}  # fmt: skip


def listed(room: Commands, what: str = "groups") -> list[dict[str, Any]]:
    listing: list[dict[str, Any]] = json.loads(room.done("clusters attention --json"))[what]
    return listing


def group_of(room: Commands, student: str) -> str:
    return next(group["id"] for group in listed(room) if student in group["students"])


def naming(group: str, **said: str) -> tuple[str, ...]:
    options = (f"--{key.replace('_', '-')}={value}" for key, value in said.items())
    return ("name attention", group, *options)


@pytest.fixture(scope="module")
def graded(class_of, assignment, solved) -> Commands:
    """Students of whose mistakes none has a name, and of whose each has."""
    by_id = {specimen.id: specimen for specimen in mistakes(assignment)}
    answers = {name: solved.answered({"causal_mask": source}) for name, source in CLASS.items()}
    answers |= {student: notebook_with(solved, by_id[slip]) for student, slip in SLIPS.items()}
    room: Commands = class_of({student: answer.bytes() for student, answer in answers.items()})
    specimens = "assignments/attention/specimens"
    copytree(ROOT / specimens, room.course / specimens)
    room.done("grade attention")
    return room


@pytest.fixture
def unnamed(graded) -> Commands:
    """The class with the costs of the assignment, and without any name."""
    for name in ("costs.toml", "names.json"):
        graded.hidden(name).unlink(missing_ok=True)
    return graded


def test_answers_that_do_the_same_are_one_group_whoever_wrote_them(unnamed):
    """Other hidden numbers judge each of them; errors are a group only where the code is alike."""
    by_students = {tuple(group["students"]): group for group in listed(unnamed)}
    assert set(by_students) == {("ada", "bob", "cem"), ("dan",), ("eve", "gus"), ("fay",)}
    first = by_students["ada", "bob", "cem"]
    assert (first["part"], first["points"], first["max_points"]) == ("causal_mask", 0, 4)
    assert first["code"] == SHIFTED.strip()
    shown = unnamed.done("clusters attention --limit 1")
    assert "triu(n // 2)" in shown and "autograder name attention " in shown
    assert "wrong answers without a name: 7, groups of them: 4" in shown and "3 more" in shown


def test_what_a_change_put_right_is_in_no_group(assignment):
    part = assignment.parts[0]
    wrong = PartResult(part.id, part.title, 0, 4, (), unnamed=Likeness("form"))
    mended = replace(wrong, corrected=replace(wrong, points=4, unnamed=None))
    assert [group.students for group in groups([("ada", wrong), ("bob", mended)])] == [("ada",)]


def test_a_name_reaches_the_group_as_text_and_nobody_else(unnamed):
    unnamed.done("feedback attention")
    reports = unnamed.course / ".autograder/reports/attention"
    before = sorted(reports.iterdir())
    named = naming(group_of(unnamed, "cem"), title_en=TITLE, question_en=QUESTION)
    assert "answers to causal_mask that have the name: 3;" in unnamed.done(*named)
    assert unnamed.done("feedback attention") == "pages written: 3, as before: 7\n"
    for student in ("ada", "bob", "cem"):
        page = unnamed.page(student).read_text("utf-8")
        assert page.count("This looks like:") == 1 and "too late &lt;script&gt;" in page
        assert "<script" not in page and "\x1b" not in page and "<math" not in page
    assert "too late" not in unnamed.page("dan").read_text("utf-8")
    unnamed.done("report attention")
    page = (unnamed.course / "reports/attention.html").read_text("utf-8")
    assert "too late &lt;script&gt;" in page and "late <script" not in page
    assert f"autograder name attention {group_of(unnamed, 'dan')} --title-en" in page
    output = unnamed.run("explain attention ada").stdout
    assert f"({listed(unnamed, 'named')[0]['id']})" in output
    assert "too late <script>" in output and "\x1b" not in output and "\u202e" not in output
    assert sorted(reports.iterdir()) == before
    assert "Grading" not in unnamed.run("grade attention").stderr


def test_a_group_keeps_its_id_when_its_first_student_is_gone(unnamed):
    before, folder = group_of(unnamed, "ada"), unnamed.course / "submitted/ada"
    folder.rename(unnamed.course / "ada")
    after = group_of(unnamed, "bob")
    (unnamed.course / "ada").rename(folder)
    assert after == before


def test_a_name_that_cannot_be_shown_is_refused(unnamed):
    group = group_of(unnamed, "ada")
    for texts, words in (
        ({}, "give --title-en and --question-en"),
        ({"title_en": "late"}, "give --question-en too"),
        ({"title_en": "late", "question_en": "?", "title_zh": "晚"}, "give --question-zh too"),
        ({"title_en": "l" * 161, "question_en": "?"}, "--title-en has more than 160 characters"),
        ({"title_en": " \x1b ", "question_en": "\n"}, "give --title-en and --question-en"),
    ):
        assert words in unnamed.refused(*naming(group, **texts))
    assert not unnamed.hidden("names.json").exists()


def test_what_is_no_group_is_told_what_it_is(unnamed):
    words = {"title_en": "late", "question_en": "Which?"}
    gone = unnamed.refused(*naming("0badf00d", **words))
    assert "`autograder clusters attention` lists the groups" in gone
    assert "is a known mistake" in unnamed.refused(*naming("causal_mask/inverted", **words))
    group = group_of(unnamed, "ada")
    for options in (naming("", **words)[2:], ("--costs=2",)):
        error = unnamed.refused("name attention causal_mask", *options)
        assert "'causal_mask' is a part: name PART/NAME as `autograder explain`" in error
        error = unnamed.refused(f"name attention {group[:-1]}", *options)
        assert f"(is '{group}' meant?)" in error
    error = unnamed.refused("promote attention", group)
    assert "give it one first: `autograder name" in error, "a group without a name is not promoted"


def test_a_second_name_for_a_group_is_told_of_the_first(unnamed):
    group = group_of(unnamed, "ada")
    unnamed.done(*naming(group, title_en="late", question_en="Which?"))
    early = naming(group, title_en="early", question_en="Why?")
    error = unnamed.refused(*early)
    assert "'late'" in error and "--replace" in error
    unnamed.done(*naming(group, title_zh="晚", question_zh="哪些？"))
    (named,) = listed(unnamed, "named")
    assert named["title"] == {"en": "late", "zh": "晚"}
    assert named["students"] == ["ada", "bob", "cem"]
    unnamed.done(*early, "--replace")
    assert listed(unnamed, "named")[0]["title"] == {"en": "early", "zh": "晚"}
    unnamed.done("name attention", group, "--remove")
    assert listed(unnamed, "named") == []


def test_names_and_costs_given_at_the_same_time_are_all_kept(unnamed):
    ids = [group_of(unnamed, student) for student in ("ada", "dan", "eve")]
    costs = {f"{PART}/{name}" for name in ("no_scale", "no_mask", "no_root")}
    titles = [f"{group} --title-en {group} --question-en ?" for group in ids]
    with ThreadPoolExecutor() as pool:
        wishes = [*titles, *(f"{mistake} --costs 2" for mistake in costs)]
        list(pool.map(lambda wish: unnamed.done(f"name attention {wish}"), wishes))
    assert sorted(group["id"] for group in listed(unnamed, "named")) == sorted(ids)
    assert costs <= {*re.findall(r'"(.*)" = 2', unnamed.hidden("costs.toml").read_text())}


@pytest.mark.slow
def test_a_promoted_answer_is_a_mistake_that_the_catalogue_names(unnamed, tmp_path):
    room = Commands(copytree(unnamed.course, tmp_path / "course"))
    group, folder = group_of(room, "bob"), room.course / "assignments/attention"
    texts = {"title_en": 'three tokens "too late" \\ """', "question_en": "Which are later?"}
    room.done(*naming(group, **texts))
    room.done("promote attention", group, "--student", "bob")
    (file,) = (folder / "specimens/mistakes/causal_mask").glob("three_tokens*.py")
    assert "# mine" not in file.read_text("utf-8")
    assignment, _ = find(room.course, "attention")
    (specimen,) = [specimen for specimen in mistakes(assignment) if specimen.path == file]
    assert specimen.mistake.name.zh == texts["title_en"]
    assert specimen.id in {known.mistake.id for known in Catalogue.read(assignment).known}
    room.hidden("names.json").unlink()
    output = room.done("try submitted/cem/attention/attention.ipynb")
    assert "This looks like: three tokens" in output
    room.refused("promote attention", group)


@pytest.fixture
def as_graded(unnamed) -> Commands:
    """The same, with marks for all that was changed before."""
    unnamed.done("grade attention")
    return unnamed


def points(room: Commands) -> dict[str, float | None]:
    scores = scores_of(room.course)
    return {name: scores[name][f"test_{slip.partition('/')[0]}"] for name, slip in SLIPS.items()}


def test_gradebook_page_and_files_say_the_same(as_graded, assignment):
    for command in ("feedback", "report"):
        as_graded.done(f"{command} attention")
    with (as_graded.course / "reports/attention.csv").open(encoding="utf-8") as file:
        rows = {(row["student"], row["part"]): row for row in csv.DictReader(file)}
    costs, most = Costs.read(assignment), {part.id: part.points for part in assignment.parts}
    for student, slip in SLIPS.items():
        part = slip.partition("/")[0]
        whole, counted = most[part], points(as_graded)[student]
        assert counted == whole - (costs.of(slip, whole) or 0.0)
        page = as_graded.page(student).read_text()
        assert f"<li>−{whole - counted:g}: " in page and f"{counted:g} / {whole:g}" in page
        assert float(rows[student, part]["counted"]) == counted


def test_a_cost_is_shown_first_then_recorded_and_taken_back(as_graded):
    before, costs = points(as_graded), as_graded.hidden("costs.toml")
    reports = sorted((as_graded.course / ".autograder/reports/attention").iterdir())
    costs.write_text(f'"{SLIPS["kim"]}" = 3\n')
    shown = as_graded.done("grade attention --dry-run")
    assert "kim" in shown and "lou" not in shown and points(as_graded) == before
    shown = as_graded.run("explain attention kim").stdout
    assert "`autograder grade attention` records these" in shown, "a total that nothing else says"
    as_graded.done("grade attention")
    assert points(as_graded) == before | {"kim": 9}
    history = (as_graded.course / ".autograder/history/attention.jsonl").read_text()
    last = json.loads(history.splitlines()[-1])
    assert last["student"] == "kim" and "costs" in last["why"][0]["en"]
    assert last["before"][PART] == before["kim"]
    costs.unlink()
    as_graded.done("grade attention")
    assert points(as_graded) == before
    assert sorted((as_graded.course / ".autograder/reports/attention").iterdir()) == reports


@pytest.mark.parametrize(
    ("line", "said"),
    [('"CausalAttention/no_scale" = 13\n', "from 0 to 12"),
     ('"causal_mask/no_scale" = 1\n', "causal_mask has no mistake 'no_scale'; it is one of C"),
     ("no_scale: 1\n", '"part/name" = points')]
)  # fmt: skip
def test_a_cost_that_cannot_be_is_refused_in_one_sentence(line, said, graded):
    graded.hidden("costs.toml").write_text(line)
    with pytest.raises(CourseError) as refused:
        Costs.read(find(graded.course, "attention")[0])
    assert said in str(refused.value) and "costs.toml" in str(refused.value)


@pytest.mark.parametrize("line", ['"causal_mask/no_return" = 1\n', "no_return = 1\n"])
def test_what_a_rule_puts_right_has_the_cost_of_its_rule_in_any_part(graded, line):
    graded.hidden("costs.toml").write_text(line)
    costs = Costs.read(find(graded.course, "attention")[0])
    assert costs.of("causal_mask/no_return", 4) == 1


def test_a_cost_is_set_and_taken_out_by_a_mistakes_bare_name(as_graded):
    costs = as_graded.hidden("costs.toml")
    output = as_graded.done("name attention no_scale --costs 3")
    assert output.startswith("no_scale takes 3 of each part's points")
    assert costs.read_text() == '"no_scale" = 3\n'
    output = as_graded.done(f"name attention {PART}/no_scale --costs 2")
    assert f"In this class: 1 × {PART} 9 → 10." in output
    assert "As before: MultiHeadAttention/no_scale 3, " in output, "of its other parts it is told"
    as_graded.done(f"name attention {PART}/no_scale --remove")
    output = as_graded.done("name attention no_scale --remove")
    assert output.startswith("no_scale costs what the package says.\nIn this class: ")
    assert costs.read_text() == ""
    wrong = as_graded.refused("name attention CausalAttention/no_scal --costs 3")
    assert "(is 'CausalAttention/no_scale' meant?)" in wrong and "costs.toml:" not in wrong
    wrong = as_graded.refused("name attention CausalAtention/no_scale --costs 3")
    assert "(is 'CausalAttention' meant?)" in wrong


def test_a_cost_is_that_of_both_mistakes_that_no_check_tells_apart(as_graded):
    costs = as_graded.hidden("costs.toml")
    root, width = (f"scaled_attention_weights/{name}" for name in ("root_of_two", "global_width"))
    output = as_graded.done(f"name attention {root} --costs 1")
    assert f"points, and so does {width}, which no check tells from it." in output
    assert "nobody graded gets other points" in output and "where it breaks a rule" in output
    assert costs.read_text() == f'"{root}" = 1\n"{width}" = 1\n'
    as_graded.done(f"name attention {width} --remove")
    assert costs.read_text() == ""


def test_a_group_without_a_name_gets_its_cost_with_one(as_graded, solved, submit, tmp_path):
    submit(as_graded.course, "rob", solved.answered({"causal_mask": f"# rob\n{SHIFTED}"}).bytes())

    def graded() -> float | None:
        as_graded.done("grade attention")
        return scores_of(as_graded.course)["rob"]["test_causal_mask"]

    assert graded() == 0
    name = f"name attention {group_of(as_graded, 'rob')}"
    assert "--title-en" in as_graded.refused(f"{name} --costs 1")
    output = as_graded.done(f"{name} --title-zh 太晚 --question-zh 哪些？ --costs 1.5")
    assert "have the name: 4;" in output and "It takes 1.5 points." in output
    assert graded() == 2.5
    later = tmp_path / "later.ipynb"
    later.write_bytes(solved.answered({"causal_mask": f"# later\n{AGAIN}"}).bytes())
    shown = as_graded.run(f"try {later} --assignment attention").stdout
    assert "太晚" in shown and "total: 98.5 / 100 points" in shown
    as_graded.done(f"{name} --remove")
    assert graded() == 0
