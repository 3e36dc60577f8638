"""Which of our classes sit where in nbgrader's pipelines; everything else is nbgrader's own."""

from nbgrader.preprocessors import (
    AssignLatePenalties,
    CheckCellMetadata,
    LimitOutput,
    OverwriteCells,
    SaveAutoGrades,
)

from autograder.nbgrader_edge import GradeOutside, RestoringExporter, adopt_renamed

c = get_config()  # noqa: F821  (traitlets puts it here)
c.CourseDirectory.course_id = "attention-mechanisms"
c.Autograde.exporter_class = RestoringExporter
c.Autograde.pre_convert_hook = adopt_renamed
c.Autograde.sanitize_preprocessors = [OverwriteCells, CheckCellMetadata]
c.Autograde.autograde_preprocessors = [
    GradeOutside, LimitOutput, SaveAutoGrades, AssignLatePenalties, CheckCellMetadata,
]  # fmt: skip
