"""Files that go to and come from a learning management system; knows no nbgrader."""
