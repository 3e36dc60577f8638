"""How fast a class is graded, by this package and by plain nbgrader, in one run on one machine."""
