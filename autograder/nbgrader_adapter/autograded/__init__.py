"""The autograded notebook: a report in nbgrader's cells, and how strangers' text is shown."""
