"""Which of our classes sit where in nbgrader's pipelines; everything else is nbgrader's own."""

from pathlib import Path

from nbgrader.preprocessors import (
    AssignLatePenalties,
    CheckCellMetadata,
    LimitOutput,
    OverwriteCells,
    SaveAutoGrades,
)

from autograder.course import adopt_all
from autograder.nbgrader_adapter import (
    EscapeStrangers,
    FeedbackExporter,
    GradeOutside,
    LatePolicy,
    RestoringExporter,
    adopt_renamed,
    clean_markdown,
)

c = get_config()  # noqa: F821  (traitlets puts it here)
c.CourseDirectory.course_id = "attention-mechanisms"
c.Autograde.exporter_class = RestoringExporter
c.Autograde.pre_convert_hook = adopt_renamed
c.Autograde.sanitize_preprocessors = [OverwriteCells, CheckCellMetadata]
c.Autograde.autograde_preprocessors = [
    GradeOutside, LimitOutput, SaveAutoGrades, AssignLatePenalties, CheckCellMetadata,
]  # fmt: skip
c.GenerateFeedback.exporter_class = FeedbackExporter
c.HTMLExporter.filters = {"markdown2html": clean_markdown}
c.HTMLExporter.preprocessors = [EscapeStrangers]

# Who submits after the due date (`nbgrader db assignment add attention --duedate ...`) loses, of
# the points earned, 10 % for each started day and 50 % at most; 15 minutes late cost nothing.
c.AssignLatePenalties.plugin_class = LatePolicy
c.LatePolicy.grace_minutes = 15
c.LatePolicy.percent_per_day = 10
c.LatePolicy.percent_at_most = 50
adopt_all(Path(__file__).parent)
