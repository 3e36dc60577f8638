"""What a grade depends on besides the submission and the assignment."""

import platform

import torch

from autograder import __version__


def versions() -> dict[str, str]:
    """The versions that a grade may depend on."""
    return {
        "autograder": __version__,
        "torch": str(torch.__version__),
        "python": platform.python_version(),
    }
