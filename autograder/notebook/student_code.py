"""What a student wrote, by part: the answers without the lines of the released stub."""

from autograder.core.assignment import Assignment, Part
from autograder.notebook.code_fingerprint import form
from autograder.notebook.names import defines
from autograder.notebook.read import ParsedNotebook


class OwnLines:
    """Tells a student's own lines from those of the released stub; made once for a class."""

    def __init__(self, plan: Assignment, released: ParsedNotebook) -> None:
        self._given = {part: _lines(part, released) for part in plan.parts}

    def of(self, submission: ParsedNotebook) -> dict[str, str]:
        """The student's own lines by part id; parts as released, or missing, are left out."""
        found = {part.id: _own(part, submission, given) for part, given in self._given.items()}
        return {part: source for part, source in found.items() if source}

    def forms(self, submission: ParsedNotebook) -> dict[str, str]:
        """The form (see `code_fingerprint`) of the student's own lines by part id."""
        return {part: form(source) for part, source in self.of(submission).items()}


def _lines(part: Part, released: ParsedNotebook) -> frozenset[str]:
    stubs = _defining(part, released)
    return frozenset(line.strip() for stub in stubs for line in stub.splitlines())


def _own(part: Part, submission: ParsedNotebook, given: frozenset[str]) -> str:
    """The last cell that defines the part's name and holds lines that are not the stub's."""
    for source in reversed(_defining(part, submission)):
        own = [line for line in source.splitlines() if line.strip() not in given]
        if own:
            return "\n".join(own)
    return ""


def _defining(part: Part, submission: ParsedNotebook) -> list[str]:
    sources = (cell.source for cell in submission.cells if part.name in cell.source)
    return [source for source in sources if defines(source, part.name)]
