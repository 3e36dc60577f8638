"""The files of an assignment's folder by which submissions are graded."""

from pathlib import Path

from autograder.core.assignment.given import FOLDER
from autograder.core.atomic_file import is_unfinished

NEEDED = (("assignment.toml",), ("checks.py", "checks"), ("hidden",))
"""What an assignment's folder must have, each in one of these forms."""
GRADED_BY = (*(name for forms in NEEDED for name in forms), FOLDER)
MAKER = "make_references.py"
"""Makes the references when an author asks for it; no submission is graded by it."""
SETS = "sets.msgpack"
"""All hidden numbers, and what the solution is asked about them; `autograder reseed` writes it."""
FINGERPRINTS = "fingerprints.msgpack"
"""What known mistakes do with the example numbers; `autograder learn` writes it."""
PAIRS = "pairs.msgpack"
"""What two mistakes at once do with them; `autograder learn --pairs` writes it."""
NAMES = "names.json"
"""Names that instructors gave to wrong answers: of feedback, no grade depends on them."""


def graded_by(folder: Path) -> list[Path]:
    """Every file below `folder` that can change a grade, in a fixed order."""
    tops = [folder / name for name in GRADED_BY]
    found = [path for top in tops for path in (sorted(top.rglob("*")) if top.is_dir() else [top])]
    own = [path for path in found if path.is_file() and "__pycache__" not in path.parts]
    # A name that changed a digest would have the whole class graded again; so would one that is
    # being written.
    kept = (path for path in own if not is_unfinished(path))
    return [path for path in kept if path != folder / "hidden" / NAMES]
