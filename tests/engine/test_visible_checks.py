"""The package of visible checks becomes the one file that students keep beside the notebook."""

import ast
from pathlib import Path
from typing import Any

import pytest

from autograder.core.assignment.given import visible_checks
from autograder.core.errors import CourseError

LANGUAGE = '''"""Words."""
from __future__ import annotations
import math
from typing import Any
WORDS = "en"
LINE = "a\u2028b"

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
    (tmp_path / "checks").mkdir()
    for name, text in {"__init__": FRONT, "language": LANGUAGE, "parts": PARTS}.items():
        (tmp_path / f"checks/{name}.py").write_text(text)
    return tmp_path


def test_in_the_joined_file_each_import_and_definition_stands_once_and_comments_stay(package):
    text = visible_checks(package)
    joined: dict[str, Any] = {}
    exec(text, joined)
    assert (joined["check"](joined["Part"](2)), joined["__doc__"]) == ("en 5", "The checks.")
    imports = ast.Import | ast.ImportFrom
    imported = [ast.unparse(n) for n in ast.parse(text).body if isinstance(n, imports)]
    assert imported == [
        "from __future__ import annotations", "import math", "from typing import Any, NamedTuple",
    ]  # fmt: skip
    assert text.count("def say(") == 1 and "# floor, so that halves" in text


@pytest.mark.parametrize(
    ("name", "text", "said"),
    [("parts", PARTS + "\n\ndef say():\n    pass\n", "say is defined in both language.py and"),
     ("language", LANGUAGE + "\nfrom .parts import Part\n", "in a circle: "),
     ("parts", PARTS.replace("import WORDS", "import WORDS as W"), "line 3: write `from"),
     ("parts", PARTS.replace(".language", "."), "line 3: write `from .module import name`"),
     ("parts", PARTS.replace(".language", ".speech"), "speech.py is missing"),
     ("parts", PARTS + "def", "line 8: invalid syntax"),
     ("extra", "x = 1\n", "extra.py: no other module of the checks imports it"),
     ("../checks", "x = 1\n", "has both checks.py and checks/: delete one of them")]
)  # fmt: skip
def test_what_cannot_be_joined_is_one_sentence(package, name, text, said):
    (package / f"checks/{name}.py").write_text(text)
    with pytest.raises(CourseError) as caught:
        visible_checks(package)
    assert said in str(caught.value)


def test_missing_checks_are_one_sentence(tmp_path):
    with pytest.raises(CourseError, match=r"checks\.py is missing"):
        visible_checks(tmp_path)
