"""Results for other systems hold what their publishers ask for, and no student writes into them."""

import json
import re
from pathlib import Path
from xml.etree import ElementTree

import pytest
import xmlschema
from hostile import DIGITS

from autograder.core.model import CheckResult, Outcome, PartResult, Report, Text
from autograder.report.results import WRITERS, Format, Result

PASSED = Outcome.PASSED
HOSTILE = "</pre><script>alert(1)</script>\n::error::forged %0A ]]> &amp; \x1b[31m \ud800 \u202e"
"""What a student's `raise` can say."""


def check(number: int, outcome: Outcome, detail: str = "") -> CheckResult:
    text = Text(detail, detail) if detail else None
    sentence = Text(f"it is {number}", f"是 {number}")
    return CheckResult(f"check_{number}", sentence, outcome, 1, False, text, value=True)


def part(name: str, points: float, *checks: CheckResult) -> PartResult:
    return PartResult(name, Text(f"Part {name}, {{x}}: y", f"部分 {name}"), points, 4, checks)


def result(edition: str, *parts: PartResult, language: str = "en") -> Result:
    repaired = (Text("restored a cell", "恢复了单元格"),)
    report = Report("attention", language, "", "", parts, repairs=repaired)
    return Result(edition, "a,b:c.ipynb", language, report)


PARTS = (
    part("all", 4, check(1, PASSED), check(2, PASSED)),
    part("some", 1.33, check(1, PASSED), check(2, Outcome.FAILED), check(3, Outcome.NOT_RUN)),
    part("none", 0, check(1, Outcome.RAISED, HOSTILE), check(2, Outcome.TIMED_OUT)),
)
GRADED = result("attention", *PARTS)
UNREADABLE = Result("attention", "a\x1b\udcff.ipynb", "en", None, "the file is a picture")
WORDY = [check(n, Outcome.RAISED, f"{'y' * n} {'x' * 10**4}") for n in range(20)]
LONG = result("attention", *(part(str(at), 0, *WORDY) for at in range(20)))


GRADESCOPES = {"score", "output", "output_format", "test_output_format", "test_name_format",
               "stdout_visibility", "tests"}  # fmt: skip
TESTS = {"score", "max_score", "status", "name", "number", "output", "visibility"}
every_result = pytest.mark.parametrize(
    "result", [GRADED, UNREADABLE, LONG], ids=["graded", "not", "long"]
)


@every_result
def test_gradescope_is_told_in_its_own_words(result):
    """Its Autograder Specifications: known fields, a score, visibilities of its own."""
    results = json.loads(WRITERS[Format.GRADESCOPE](result))
    assert set(results) <= GRADESCOPES
    assert isinstance(results["score"], int | float)
    assert results["stdout_visibility"] == "hidden", "what the grader prints is for instructors"
    for test in results["tests"]:
        assert set(test) <= TESTS
        assert 0 <= test["score"] <= test["max_score"]
        assert test["status"] in ("passed", "failed") and test["visibility"] == "visible"
        assert all(isinstance(test[key], str) for key in ("name", "number", "output"))


def test_gradescopes_total_is_the_sum_and_its_texts_are_text():
    results = json.loads(WRITERS[Format.GRADESCOPE](GRADED))
    assert results["score"] == 5.33 == pytest.approx(sum(row["score"] for row in results["tests"]))
    kinds = {results[f"{of}output_format"] for of in ("", "test_")} | {results["test_name_format"]}
    assert kinds == {"text"} and "restored a cell" in results["output"]
    assert [test["status"] for test in results["tests"]] == ["passed", "failed", "failed"]
    nothing = json.loads(WRITERS[Format.GRADESCOPE](UNREADABLE))
    assert (nothing["score"], nothing["tests"]) == (0, []) and "picture" in nothing["output"]


@pytest.mark.parametrize(("result", "share"), [(GRADED, 5.33 / 12), (LONG, 0)])
def test_prairielearn_gets_a_share_between_0_and_1(result, share):
    """Its External Grading: `score` in [0.0, 1.0], tests with points, a file of at most 1 MB."""
    data = WRITERS[Format.PRAIRIELEARN](result)
    results = json.loads(data)
    assert results["gradable"] is True and len(data) < 1_000_000
    assert results["score"] == pytest.approx(share)
    for test in results["tests"]:
        assert {"name", "points", "max_points", "output"} <= set(test)
        assert 0 <= test["points"] <= test["max_points"]


@every_result
def test_junit_is_valid_by_the_schema_of_jenkins(result):
    schema = xmlschema.XMLSchema(str(Path(__file__).with_name("junit-10.xsd")))
    schema.validate(WRITERS[Format.JUNIT](result).decode())


def test_junit_counts_what_is_in_it():
    root = ElementTree.fromstring(WRITERS[Format.JUNIT](GRADED))
    counted = [[suite.get(name) for name in ("tests", "failures", "skipped")] for suite in root]
    tags = ("testcase", "failure", "skipped")
    elements = [[len(suite.findall(f".//{tag}")) for tag in tags] for suite in root]
    assert counted == [[str(number) for number in row] for row in elements]
    assert elements == [[2, 0, 0], [3, 1, 1], [2, 2, 0]]


@every_result
def test_every_annotation_is_one_command(result):
    """Properties without a bare `:` or `,`, everything on one line."""
    command = r"::(error|warning|notice) file=[^:,\r\n]+(,title=[^:,\r\n]+)?::[^\r\n]*"
    for line in WRITERS[Format.GITHUB](result).decode().splitlines():
        assert re.fullmatch(command, line), line
        assert not re.search(r"%(?!25|0A|0D|3A|2C)", line)


def test_annotations_tell_parts_apart_by_what_they_earn():
    lines = WRITERS[Format.GITHUB](GRADED).decode().splitlines()
    assert [line.partition(" ")[0] for line in lines] == ["::warning", "::error", "::notice"]
    assert "title=Part some%2C {x}%3A y%3A 1.33 / 4" in lines[0]
    assert lines[-1].endswith("::attention: 5.33 / 12")


@pytest.mark.parametrize("system", list(Format))
def test_no_student_writes_a_line_and_all_is_in_the_editions_language(system):
    text = WRITERS[system](GRADED).decode()
    assert "\x1b" not in text and "\u202e" not in text
    assert not re.search(r"^::error::forged", text, re.MULTILINE)
    text = WRITERS[system](result("attention-zh", *PARTS, language="zh")).decode()
    assert "部分 none" in text or "是 1" in text


def test_an_annotation_names_the_file_as_the_repository_does(ready, printed, monkeypatch):
    (ready / "bad.ipynb").write_bytes(b"{")
    monkeypatch.setenv("GITHUB_WORKSPACE", str(ready.parent))
    line = printed(ready, "results bad.ipynb --assignment attention --format github")
    assert line.startswith(f"::error file={ready.name}/bad.ipynb::")


def test_a_notebook_is_graded_for_gradescope(ready, solved, printed, refused, monkeypatch):
    """And what is none costs no attempt in PrairieLearn."""
    (ready / "attention.ipynb").write_bytes(solved.bytes())
    book = (ready / "gradebook.db").read_bytes()
    printed(ready, "results attention.ipynb --format gradescope -o out/results.json")
    results = json.loads((ready / "out/results.json").read_bytes())
    assert results["score"] == sum(test["max_score"] for test in results["tests"]) == 100
    assert (ready / "gradebook.db").read_bytes() == book
    for data in (b"\x89PNG", DIGITS):
        (ready / "bad.ipynb").write_bytes(data)
        words = "results bad.ipynb --assignment attention --format prairielearn"
        reply = json.loads(printed(ready, words))
        assert reply.keys() == {"gradable", "format_errors"} and not reply["gradable"]
    monkeypatch.delenv("AUTOGRADER_ACCEPT_PUBLISHED_NUMBERS")
    assert "reseed" in refused(ready, "results attention.ipynb --format junit")
