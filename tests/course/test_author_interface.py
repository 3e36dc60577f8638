"""What an author may use beside plain calls, in a small assignment of its own."""

import re
from pathlib import Path

import pytest

from autograder.authoring.templates import new_assignment
from autograder.core.assignment import find
from autograder.core.model import Outcome
from autograder.grading.grader import Grader
from autograder.notebook.build import source_notebook
from autograder.sandbox.host import warm_host
from autograder.sandbox.isolation import Rings

PROVIDED = """
class Pair:
    def __init__(self, factor):
        self.factor, self.calls = factor, 0

    def through(self, module, x):
        self.calls += 1
        return module(x) * self.factor
"""
CHECK = '''
@part("Gain", value=True, cases=("few",))
def test_beside_code_of_the_author(student, case):
    """A module of the answer is used by code of the author's.

    作者的代码使用了答案的模块。
    """
    module, pair = student.Gain(case.width), student.provided("Pair")(2)
    module.load({"gain": case.gain})
    agree(pair.method("through", module, case.x), 2 * case.scaled)
    agree([pair.read("factor"), pair.read("calls")], [2, 1])
'''
SOLUTION = re.compile(r"### BEGIN SOLUTION.*?### END SOLUTION", re.DOTALL)


@pytest.mark.parametrize(("factor", "outcome"), [("", "passed"), (" * 2", "failed")])
def test_a_check_uses_provided_classes_and_their_methods(
    tmp_path: Path, rings: Rings, factor: str, outcome: str
) -> None:
    (tmp_path / "nbgrader_config.py").touch()
    folder = new_assignment(tmp_path, "small").folder
    (folder / "hidden/provided.py").write_text(PROVIDED)
    with (folder / "hidden/test_Gain.py").open("a", encoding="utf-8") as suite:
        suite.write(CHECK)
    plan, edition = find(tmp_path, "small")
    solved = source_notebook(plan, "en")
    released = SOLUTION.sub("raise NotImplementedError()", solved.decode()).encode()
    answer = solved.replace(b"return x * self.gain", f"return x * self.gain{factor}".encode())
    with warm_host(plan, rings) as host:
        report = Grader(plan, edition, released, host).grade(answer)
    found = {check.id: check.outcome for part in report.parts for check in part.checks}
    assert found["Gain/beside_code_of_the_author"] is Outcome(outcome)
