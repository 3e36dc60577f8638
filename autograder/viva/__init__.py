"""Questions about a student's own code for a short talk, with answers found by running it."""
