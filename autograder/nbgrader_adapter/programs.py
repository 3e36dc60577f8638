"""The programs that nbgrader calls by their names."""

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path


@contextmanager
def own_programs() -> Iterator[None]:
    """nbgrader calls `alembic` by name: found also where the environment is not activated."""
    before = os.environ.get("PATH")
    here = str(Path(sys.executable).parent)
    os.environ["PATH"] = os.pathsep.join((here, before or os.defpath))
    try:
        yield
    finally:
        if before is None:
            del os.environ["PATH"]
        else:
            os.environ["PATH"] = before
