"""What a report looks like: to a student in the notebook, to an instructor in the terminal.

Nothing is imported here: any command's errors pass through `plain_text`.
"""
