"""What a student wrote, by part: the answers without the lines of the released stub."""

from autograder.assignment import Assignment, Part
from autograder.notebook import Submission
from autograder.notebook.names import defines


def own_answers(plan: Assignment, submission: Submission, released: Submission) -> dict[str, str]:
    """The student's own lines by part id; parts that are as released, or missing, are left out."""
    found = {part.id: _own(part, submission, released) for part in plan.parts}
    return {part: source for part, source in found.items() if source}


def _own(part: Part, submission: Submission, released: Submission) -> str:
    """The last cell that defines the part's name and holds lines that are not the stub's."""
    given = {line.strip() for stub in _defining(part, released) for line in stub.splitlines()}
    for source in reversed(_defining(part, submission)):
        own = [line for line in source.splitlines() if line.strip() not in given]
        if own:
            return "\n".join(own)
    return ""


def _defining(part: Part, submission: Submission) -> list[str]:
    sources = (cell.source for cell in submission.cells if part.name in cell.source)
    return [source for source in sources if defines(source, part.name)]
