"""`autograder passback`: marks sent by LTI 1.3 to a platform that checks every word of it."""

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import rsa
from gradebooks import desk, opened, submission, with_assignment
from lti_platform import CLIENT, KID, Lms, running

from autograder.core.errors import AutograderError
from autograder.report.lms.lti import Passback, Score
from autograder.report.lms.sheets import LmsStudent, Recorded, Sheet
from autograder.report.lms.sheets import Score as GivenScore

MARK = "\n# LTI\n"
CONFIG = """
c.LtiPlatform.token_url = {token!r}
c.LtiPlatform.client_id = {client!r}
c.LtiPlatform.key_file = "key.pem"
c.LtiPlatform.key_id = {kid!r}
c.LtiPlatform.line_items = {{"attention": {item!r}}}
"""


def public(key: rsa.RSAPrivateKey) -> bytes:
    kind = serialization.PublicFormat.SubjectPublicKeyInfo
    return key.public_key().public_bytes(serialization.Encoding.PEM, kind)


@pytest.fixture(scope="module")
def key() -> rsa.RSAPrivateKey:
    return rsa.generate_private_key(public_exponent=65537, key_size=2048)


@pytest.fixture(scope="module")
def marked(tmp_path_factory, assignment, key) -> Path:
    """ada complete, bob late in both editions, cleo without an id, dan half graded, eve absent."""
    course = desk(tmp_path_factory.mktemp("course"))
    private = key.private_bytes(
        serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    )
    (course / "key.pem").write_bytes(private)
    with opened(course) as gradebook:
        for edition in ("attention", "attention-zh"):
            with_assignment(gradebook, assignment, edition)
        for number, student in enumerate(("ada", "bob", "dan", "eve"), 1):
            gradebook.add_student(student, lms_user_id=f"user-{number}")
        gradebook.add_student("cleo")
        submission(gradebook, "ada")
        submission(gradebook, "bob", penalty=9.5, causal_mask=0.0)
        submission(gradebook, "bob", penalty=1.25, edition="attention-zh")
        submission(gradebook, "cleo")
        submission(gradebook, "dan", causal_mask=None)
    return course


@pytest.fixture
def lms(key, marked) -> Iterator[Lms]:
    """The platform, and the course set up for it."""
    with running(Lms(public(key), frozenset({"user-1", "user-2", "user-3"}))) as found:
        configure(marked, token=f"{found.url}/token", item=found.line_item)
        yield found


def configure(course: Path, **values: str) -> None:
    """Put the platform's lines at the end of the configuration, as an instructor would."""
    config = course / "nbgrader_config.py"
    plain = config.read_text("utf-8").partition(MARK)[0]
    text = CONFIG.format(**{"client": CLIENT, "kid": KID} | values)
    config.write_text(f"{plain}{MARK}{text}", "utf-8")


def test_the_platform_sees_every_grade(marked, lms, printed):
    """Sent again, each has a time later than the last one's: a platform refuses older ones."""
    for _ in range(2):
        shown = printed(marked, "passback attention")
        assert "2 of 2 scores sent" in shown
    assert {user: (grade["scoreGiven"], grade["scoreMaximum"]) for user, grade in lms.grades.items()
            } == {"user-1": (100.0, 100.0), "user-2": (98.75, 100.0)}  # fmt: skip
    assert "not sent, not graded in full: dan" in shown
    assert "not sent, no lms_user_id in the gradebook: cleo" in shown
    assert len(lms.requests) == 6


def test_a_dry_run_shows_the_scores_and_sends_nothing(marked, lms, printed, monkeypatch):
    """And needs nothing that is installed with the extra."""
    monkeypatch.setitem(sys.modules, "jwt", None)
    shown = printed(marked, "passback attention --dry-run")
    (row,) = [line for line in shown.splitlines() if " bob " in line]
    assert row.split() == ["bob", "user-2", "98.75", "100"]
    assert "2 scores would be sent" in shown
    assert lms.requests == []


def test_a_token_that_ran_out_is_asked_for_again(marked, lms, printed):
    lms.uses = 1
    printed(marked, "passback attention")
    assert set(lms.grades) == {"user-1", "user-2"}
    assert lms.requests.count("/token") == 2


def test_a_student_whom_the_platform_does_not_know_stops_nobody(marked, lms, called):
    lms.users = frozenset({"user-2"})
    code, shown, said = called(marked, "passback attention")
    assert code == 1
    assert set(lms.grades) == {"user-2"}
    assert "1 of 2 scores sent" in shown
    assert "refused the scores of ada (HTTP 404)" in said


def test_a_tool_without_the_right_to_post_scores_sends_none(marked, lms, refused):
    lms.scopes = ()
    assert "does not allow this tool to post scores" in refused(marked, "passback attention")
    assert lms.requests == ["/token"]


def test_a_key_that_the_platform_does_not_know_gets_no_token(marked, lms, refused):
    lms.public_key = public(rsa.generate_private_key(public_exponent=65537, key_size=2048))
    said = refused(marked, "passback attention")
    assert "gave no token (HTTP 401, invalid_client)" in said
    assert lms.grades == {}


WRONG = {
    "clear text": ({"token": "http://lms.example.org/token"}, "is no https:// address"),
    "nobody there": ({"token": "http://127.0.0.1:9/token"}, "cannot be reached"),
    "a redirection": ({"token": "{url}/moved"}, "gave no token (HTTP 302"),
    "no client": ({"client": ""}, "set c.LtiPlatform.client_id in nbgrader_config.py"),
    "no line item": ({"item": ""}, "c.LtiPlatform.line_items = {'attention'"),
}


@pytest.mark.parametrize(("values", "sentence"), WRONG.values(), ids=WRONG)
def test_what_keeps_marks_from_being_sent_is_one_sentence(marked, lms, refused, values, sentence):
    plain = {"token": f"{lms.url}/token", "item": lms.line_item}
    given = {name: text.format(url=lms.url) for name, text in values.items()}
    configure(marked, **plain | given)
    assert sentence in refused(marked, "passback attention")
    assert "/elsewhere" not in lms.requests
    assert lms.grades == {}


def test_a_file_that_is_no_key_is_named(marked, lms, refused):
    key = (marked / "key.pem").read_bytes()
    (marked / "key.pem").write_text("no key")
    said = refused(marked, "passback attention")
    (marked / "key.pem").write_bytes(key)
    assert "holds no RSA private key" in said


def test_without_the_extra_it_is_named(marked, lms, refused, monkeypatch):
    monkeypatch.setitem(sys.modules, "jwt", None)
    said = refused(marked, "passback attention")
    assert "pip install 'attention-autograder[lti]'" in said


def test_two_students_of_one_user_are_refused():
    """One of them would get the other's mark."""
    mark = Recorded(scores={"a": GivenScore(1.0)})
    sheet = Sheet("attention", {"a": 1.0}, {"ada": mark, "bob": mark})
    students = [LmsStudent(name, lms_user_id="7") for name in ("ada", "bob")]
    with pytest.raises(AutograderError, match="ada and bob have the same id"):
        Passback(students, sheet, "lms_user_id")


def test_a_mark_above_the_maximum_is_sent_as_it_is():
    """Extra credit: the platform decides; LTI allows it."""
    sheet = Sheet("attention", {"a": 1.0}, {"ada": Recorded(scores={"a": GivenScore(1.5)})})
    found = Passback([LmsStudent("ada", lms_user_id="7")], sheet, "lms_user_id")
    assert found.scores == [Score("ada", "7", 1.5, 1.0)]
