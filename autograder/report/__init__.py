"""What a report looks like. Nothing is imported here: all errors pass through `plain_text`."""
