"""What a course has set and recorded: configuration, gradebook, late policy; no grading."""
