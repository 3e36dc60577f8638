"""The package of visible checks becomes the one file that students keep beside the notebook."""

import ast
import sys
from pathlib import Path
from types import ModuleType

import pytest

from autograder.core.assignment.given import visible_checks
from autograder.core.errors import CourseError

LANGUAGE = '''"""Words."""

from __future__ import annotations

import math
from typing import Any

WORDS = "en"


def say(what: Any) -> str:
    # floor, so that halves are not rounded
    return f"{WORDS} {math.floor(what)}"
'''
FRONT = '''"""The checks."""

from __future__ import annotations

import math
from typing import NamedTuple

from .language import say
from .parts import Part


def check(part: Part) -> str:
    return say(part.points + math.pi)
'''
PARTS = '''"""Parts."""

from typing import NamedTuple

from .language import WORDS


class Part(NamedTuple):
    points: float
    words: str = WORDS
'''


@pytest.fixture
def package(tmp_path) -> Path:
    """An assignment's folder whose visible checks are three modules."""
    files = {"__init__": FRONT, "language": LANGUAGE, "parts": PARTS}
    (tmp_path / "checks").mkdir()
    for name, text in files.items():
        (tmp_path / f"checks/{name}.py").write_text(text)
    return tmp_path


def loaded(text: str) -> ModuleType:
    module = ModuleType("checks")
    exec(compile(text, "checks.py", "exec"), vars(module))
    return module


def test_the_joined_file_does_what_the_package_does(package, monkeypatch):
    joined = loaded(visible_checks(package))
    monkeypatch.syspath_prepend(package)
    import checks

    assert joined.check(joined.Part(2)) == checks.check(checks.Part(2)) == "en 5"
    assert joined.__doc__ == checks.__doc__
    for name in [name for name in sys.modules if name.split(".")[0] == "checks"]:
        monkeypatch.delitem(sys.modules, name)


def test_each_import_and_definition_stands_once_and_comments_stay(package):
    text = visible_checks(package)
    imports = ast.Import | ast.ImportFrom
    imported = [ast.unparse(n) for n in ast.parse(text).body if isinstance(n, imports)]
    assert imported == [
        "from __future__ import annotations", "import math", "from typing import Any, NamedTuple",
    ]  # fmt: skip
    assert text.count("def say(") == 1 and "# floor, so that halves" in text


def test_one_file_is_taken_as_it_is(tmp_path):
    (tmp_path / "checks.py").write_text("# mine\n")
    assert visible_checks(tmp_path) == "# mine\n"


@pytest.mark.parametrize(
    ("name", "text", "said"),
    [
        ("parts", PARTS + "\n\ndef say():\n    pass\n", "say is defined in both language.py and"),
        ("language", LANGUAGE + "\nfrom .parts import Part\n", "in a circle: "),
        ("parts", PARTS.replace("import WORDS", "import WORDS as W"), "line 5: write `from"),
        ("parts", PARTS.replace(".language", "."), "line 5: write `from .module import name`"),
        ("parts", PARTS.replace(".language", ".speech"), "speech.py is missing"),
        ("parts", PARTS + "def", "line 11: invalid syntax"),
        ("extra", "x = 1\n", "extra.py: no other module of the checks imports it"),
        ("../checks", "x = 1\n", "has both checks.py and checks/: delete one of them"),
    ],
)
def test_what_cannot_be_joined_is_one_sentence(package, name, text, said):
    (package / f"checks/{name}.py").write_text(text)
    with pytest.raises(CourseError) as caught:
        visible_checks(package)
    assert said in str(caught.value)


def test_missing_checks_are_one_sentence(tmp_path):
    with pytest.raises(CourseError, match=r"checks\.py is missing"):
        visible_checks(tmp_path)


def test_a_module_that_many_others_import_is_read_once(tmp_path):
    """Forty modules, each of which imports two others, have a hundred million ways through them."""
    folder = tmp_path / "checks"
    folder.mkdir()
    (folder / "m0.py").write_text('"""First."""\n\na0 = 1\n')
    for number in range(1, 40):
        names = {max(number - 2, 0), number - 1}
        imports = "".join(f"from .m{one} import a{one}\n" for one in sorted(names))
        (folder / f"m{number}.py").write_text(f'"""Next."""\n\n{imports}\na{number} = 2\n')
    (folder / "__init__.py").write_text('"""All."""\n\nfrom .m39 import a39\n')
    assert visible_checks(tmp_path).count("= 2\n") == 39
