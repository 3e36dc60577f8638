"""The course's own nbgrader configuration."""

from pathlib import Path

from traitlets.config import Config, PyFileConfigLoader


def course_config(root: Path) -> Config:
    """What nbgrader_config.py says, with the course's folder as the root."""
    config: Config = PyFileConfigLoader("nbgrader_config.py", str(root)).load_config()
    config.CourseDirectory.root = str(root)
    return config
