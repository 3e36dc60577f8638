"""What an assignment is: its parts, limits and files, read strictly from its folder."""
