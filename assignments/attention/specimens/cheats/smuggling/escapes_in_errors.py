"""
goal = "Send escape sequences to the terminal through an error and the name of its class."
evidence = "markup"
base = "right"
honest = 96
"""
# %% attack
TEXT = "\x1b]0;SMUGGLED-escapes_in_errors\x07 \x9b2J \x9d0;SMUGGLED-escapes_in_errors\x9c"
Named = type("\x1b]2;SMUGGLED-escapes_in_errors\x07", (Exception,), {})

# %% part="softmax_naive"
def softmax_naive(x):
    raise Named(TEXT)

# %% attack last
raise Named(TEXT)
