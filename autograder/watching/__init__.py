"""What a watch goes by: whether a folder is still, whose turn it is, and what is done."""
