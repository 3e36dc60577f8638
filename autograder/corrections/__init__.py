"""What would put a slip right: the changes of a wrong answer that are worth a try."""
