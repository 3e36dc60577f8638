"""Values of every kind between a check and an answer: none is taken for another, or cut.

Which cross as they are, and which agree, is in `tests/engine`: `test_what_crosses`, `test_agree`.
"""

from collections.abc import Callable, Iterator

import pytest

from autograder.core.model import CheckResult, Outcome
from tests.small import a_check, small_assignment, small_grader, solution, with_first_cell

ROWS = {
    "keyword_arguments": (
        "agree(student.scaled(2, by=3), 6); agree(student.Power(base=3)(exponent=2), 9)",
        "def scaled(x, *, by=1):\n    return x * by\nclass Power:\n    def __init__(self, base):\n"
        "        self.base = base\n    def __call__(self, *, exponent):\n"
        "        return self.base ** exponent",
        "def scaled(x, *, factor=1):\n    return x * factor",
    ),
    "keyword_arguments_of_a_method": (
        "agree(student.Root().method('to', exponent=2), 9)",
        "class Root:\n    def to(self, exponent):\n        return 3 ** exponent",
        "class Root:\n    def to(self, e):\n        return 3 ** e",
    ),
    "a_dict_of_another_class": (
        "agree(student.tally('aab'), {'a': 2, 'b': 1}); agree(student.tally([3]), {3: 1})",
        "import collections, numpy as np\ndef tally(x):\n"
        "    return collections.Counter(dict(zip(*np.unique([*x], return_counts=True))))",
        "import collections\ndef tally(word):\n    return collections.Counter(word[1:])",
    ),
    "numbers_of_numpys": (
        "agree(student.about([1, 2, 6]), (3, 3.0, True))",
        "import numpy as np\ndef about(x):\n"
        "    return np.int64(len(x)), np.mean(x), np.bool_(len(x) == 3)",
        "import numpy as np\ndef about(x):\n    return np.int64(len(x)), np.mean(x), np.int8(1)",
    ),
    "keys_that_cannot_be_compared": (
        "agree(student.keyed(), {1: 2})",
        "def keyed():\n    return {1: 2}",
        "def keyed():\n    return {(1,): 2}",
    ),
    "printed_text": (
        "student.hello('Ada'); agree(student.printed(), 'hello Ada\\n')",
        "import sys, warnings\nprint('before')\ndef hello(name):\n    warnings.warn('x')\n"
        "    print('no output', file=sys.stderr)\n    print('hello', name)",
        "print('hello Ada')\ndef hello(name):\n    return 'hello ' + name",
    ),
    "printed_text_is_never_cut": (
        "student.written(4); agree(len(student.printed()), 4)",
        "print('x' * 70_000)\ndef written(n):\n    print('x' * n, end='')",
        "def written(n):\n    print('x' * 70_000)",
    ),
    "changes_inside_containers": (
        "unchanged(student, student.last, {'rows': [case.x, case.x], 'n': (1, 2)})",
        "def last(d):\n    return d['rows'][1] * 2",
        "def last(d):\n    d['rows'][1] *= 2\n    return d['rows'][1]",
    ),
    "a_list_that_loses_an_item": (
        "unchanged(student, student.popped, [1, 2, 3])",
        "def popped(x):\n    return x[-1]",
        "def popped(x):\n    return x.pop()",
    ),
    "what_has_become_of_a_dict": (
        "counts = student.keep({'a': 1}); student.count(counts, 'a'); student.count(counts, 'b')\n"
        "    agree(counts.value(), {'a': 2, 'b': 1})",
        "def count(counts, key):\n    counts[key] = counts.get(key, 0) + 1",
        "def count(counts, key):\n    return {**counts, key: counts.get(key, 0) + 1}",
    ),
    "files_of_the_check": (
        "student.write_file('in.csv', '1,2')\n    student.add('in.csv', 'out.txt')\n"
        "    agree(student.read_file('out.txt'), b'3')",
        "def add(source, target):\n    numbers = open(source).read().split(',')\n"
        "    open(target, 'w').write(str(sum(map(int, numbers))))",
        "def add(source, target):\n    open(target, 'w').write('12')",
    ),
    "an_exception": (
        "try:\n        student.root(-1.0)\n    except StudentRaised as raised:\n"
        "        require(raised.kind == 'ValueError', 'no', '否')\n"
        "    else:\n        require(False, 'no', '否')",
        "def root(x):\n    if x < 0:\n        raise ValueError('below zero')\n    return x ** 0.5",
        "def root(x):\n    return abs(x) ** 0.5",
    ),
    "a_function_of_the_authors": (
        "agree(student.applied(student.provided('twice'), 4), 16)",
        "def applied(f, x):\n    return f(f(x))",
        "def applied(f, x):\n    return f(x)",
    ),
    "an_object_of_the_authors": (
        "pair = student.provided('Pair')(2); agree(pair.method('through', student.Plus(), 3), 8)\n"
        "    agree([pair.read('factor'), pair.read('calls')], [2, 1])",
        "class Plus:\n    def __call__(self, x):\n        return x + 1",
        "class Plus:\n    def __call__(self, x):\n        return x",
    ),
    "tensors_of_twelve_mebibytes": (
        "x = torch.arange(3 << 20).float()\n    y = x.numpy()\n"
        "    agree(student.large(x, {'y': [y]}), [x + 1, y * 2])",
        "def large(x, more):\n    return [x + 1, more['y'][0] * 2]",
        "def large(x, more):\n    x[-1] += 1\n    return [x + 1, more['y'][0] * 2]",
    ),
    "weights_of_five_mebibytes": (
        "w = torch.arange(5 << 18).reshape(4, -1).float()\n    m = student.Wide(w.shape[1])\n"
        "    m.load({'weight': w}); x = torch.ones(w.shape[1])\n"
        "    agree(m.gradients(x, upstream=torch.ones(4), of=('weight',))['weight'],"
        " torch.ones_like(w))\n    agree(m.read('weight'), w)",
        "import torch\nclass Wide(torch.nn.Linear):\n    def __init__(self, n):\n"
        "        super().__init__(n, 4, bias=False)",
        "import torch\nclass Wide(torch.nn.Linear):\n    def __init__(self, n):\n"
        "        super().__init__(n, 4, bias=False)\n"
        "    def forward(self, x):\n        return super().forward(2 * x)",
    ),
    "a_name_that_student_has": (
        "agree(student['seed'](1), 2)",
        "def seed(n):\n    return n + 1",
        "def seed(n):\n    return n",
    ),
}
"""What a check does, an answer that it accepts, and one that it does not."""
HEAD = """
import torch
from autograder.checks import StudentRaised, agree, part, require, unchanged
"""
PROVIDED = """
def twice(x):
    return 2 * x

class Pair:
    def __init__(self, factor):
        self.factor, self.calls = factor, 0

    def through(self, function, x):
        self.calls += 1
        return function(x) * self.factor
"""
FILES = {
    "files_1": "student.leave(); require(student.found() == ['left'], 'no', '否')",
    "files_2": "require(student.found() == ['also', 'kept', 'plots'], 'no', '否')",
    "files_3": "agree([student.read_file(n) for n in ('also', 'kept')], [b'of a cell'] * 2)",
}
LEAVES = """
import os
from pathlib import Path
Path('also').write_text('of a cell')
Path('kept').write_text('of a cell')
Path('plots').mkdir()
def leave():
    Path('also').write_text('changed')
    Path('kept').write_text('changed')
    Path('plots').rmdir()
    Path('new').mkdir()
    os.chdir('new')
    Path('left').touch()
def found():
    return sorted(path.name for path in Path('.').iterdir())
"""

CHECKS = {name: check for name, (check, *_) in ROWS.items()} | FILES
RIGHT = "\n".join([*(right for _, right, _ in ROWS.values()), LEAVES])
WRONG = "\n".join([*(wrong for *_, wrong in ROWS.values()), LEAVES])


@pytest.fixture(scope="module")
def graded(tmp_path_factory, rings) -> Iterator[Callable[[str], dict[str, CheckResult]]]:
    """The results of the checks by name, for a notebook that begins with a cell."""
    course = tmp_path_factory.mktemp("course")
    folder = small_assignment(course)
    (folder / "hidden/provided.py").write_text(PROVIDED)
    with (folder / "hidden/test_Gain.py").open("a", encoding="utf-8") as suite:
        suite.write(HEAD)
        for name, body in CHECKS.items():
            suite.write(a_check(name, body))
    with small_grader(course, rings) as grader:

        def results_of(cell: str) -> dict[str, CheckResult]:
            report = grader.report(with_first_cell(solution(course), cell))
            results = {check.id: check for part in report.parts for check in part.checks}
            return {name: results[f"Gain/{name}"] for name in CHECKS}

        yield results_of


def passed(found: dict[str, CheckResult]) -> set[str]:
    return {name for name, check in found.items() if check.outcome is Outcome.PASSED}


def test_every_kind_of_value_is_taken_as_it_is(graded):
    results = graded(RIGHT)
    lost = {name: results[name].detail for name in set(CHECKS) - passed(results)}
    assert lost == {}


@pytest.fixture(scope="module")
def mistaken(graded) -> dict[str, CheckResult]:
    return graded(WRONG)


def test_none_is_taken_for_another_and_every_check_finds_the_files_of_the_cells(mistaken):
    assert passed(mistaken) == set(FILES)


def test_a_dict_that_cannot_be_compared_is_not_called_the_wrong_type(mistaken):
    detail = mistaken["keys_that_cannot_be_compared"].detail
    assert detail.en == "the result is a dict with keys or items that cannot be compared"
