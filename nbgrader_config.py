"""nbgrader's settings for this course. Further assignments of your own may stand beside ours."""

try:
    from autograder.nbgrader_adapter import LatePolicy, adopt_into
except ImportError as error:
    # nbgrader would go on without this file, and grade by its own steps.
    raise SystemExit(
        f"{__file__}: attention-autograder cannot be imported here ({error})"
    ) from None

c = get_config()  # noqa: F821  (traitlets puts it here)
c.CourseDirectory.course_id = "attention-mechanisms"

# The assignments in assignments/ are graded in a sandbox, whatever else is set.
adopt_into(c, __file__)

# Who submits after the due date (`nbgrader db assignment add attention --duedate ...`) loses, of
# the points earned, 10 % for each started day and 50 % at most; 15 minutes late cost nothing.
c.AssignLatePenalties.plugin_class = LatePolicy
c.LatePolicy.grace_minutes = 15
c.LatePolicy.percent_per_day = 10
c.LatePolicy.percent_at_most = 50
