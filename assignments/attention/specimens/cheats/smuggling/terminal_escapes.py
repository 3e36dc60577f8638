"""
goal = "Send escape sequences to the terminal in which the instructor reads what was printed."
evidence = "markup"
base = "right"
"""
# %% attack
TOKEN = "SMUGGLED-terminal_escapes"
print(f"\x1b]0;{TOKEN}\x07")
print(f"\x1b]8;;javascript:{TOKEN}\x1b\\details\x1b]8;;\x1b\\")
print(f"\x1b]52;c;{TOKEN}\x07\x1bP+q{TOKEN}\x1b\\\x1b_{TOKEN}\x1b\\")
print(f"\x1b[2J\x1b[H\x1b[31m{TOKEN}\x1b[8m")
