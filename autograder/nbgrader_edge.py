"""The earlier name of `autograder.nbgrader_adapter`, held by existing nbgrader_config.py files."""

import sys

from autograder import nbgrader_adapter

sys.modules[__name__] = nbgrader_adapter
