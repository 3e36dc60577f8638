"""Which kept reports of an edition are recorded in the gradebook."""

from pathlib import Path

import msgspec

from autograder.core import atomic_file
from autograder.core.atomic_file import STATE_FOLDER
from autograder.core.errors import DAMAGED, GraderFault, remedy

Entry = list[str | int]
"""A key, and of the autograded notebook the size and the time."""


class RecordLog:
    """What was recorded of each student, by the key of all that it depends on.

    An entry holds only while the autograded notebook is the file that was written then.
    """

    def __init__(self, course: Path, edition: str) -> None:
        self._file = course / STATE_FOLDER / "recorded" / f"{edition}.json"
        try:
            self._entries = msgspec.json.decode(self._file.read_bytes(), type=dict[str, Entry])
        except (OSError, *DAMAGED):
            # Without a ledger everything is recorded again, with the same result.
            self._entries = {}

    def holds(self, student: str, key: str, notebook: Path) -> bool:
        """Whether this very report is recorded, and its notebook still there."""
        return self._entries.get(student) == [key, *_facts(notebook)]

    def note(self, student: str, key: str, notebook: Path) -> None:
        """Remember that the report of this key is recorded."""
        self._entries[student] = [key, *_facts(notebook)]

    def save(self) -> None:
        """Write the ledger, whole or not at all.

        Raises:
            GraderFault: there is no place for it.
        """
        try:
            atomic_file.make_folder(self._file.parent)
            # It is written for each batch; one that is torn by a power cut is as good as none.
            atomic_file.write(self._file, msgspec.json.encode(self._entries), lasting=False)
        except OSError as error:
            raise GraderFault(
                f"what is recorded cannot be noted in {self._file} ({error.strerror}); "
                f"{remedy(error)} and run the command again"
            ) from None


def _facts(notebook: Path) -> list[int]:
    try:
        found = notebook.stat()
    except OSError:
        return []
    return [found.st_size, found.st_mtime_ns]
