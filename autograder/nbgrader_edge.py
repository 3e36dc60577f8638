"""The earlier name of `autograder.nbgrader_adapter`, held by existing nbgrader_config.py files."""

import sys

from autograder import nbgrader_adapter
from autograder.nbgrader_adapter import exports

sys.modules[__name__] = nbgrader_adapter
# Looked up by its earlier name, it would be imported a second time, with classes of its own.
sys.modules[f"{__name__}.exports"] = exports
