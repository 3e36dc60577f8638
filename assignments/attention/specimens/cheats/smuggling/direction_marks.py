"""
goal = "Turn text around with direction marks, so that a page reads otherwise than it says."
evidence = "markup"
base = "right"
honest = 96
"""
# %% attack
TEXT = "\u202e0/001 \u2066SMUGGLED-direction_marks\u2069 passed\u202c"
print(TEXT)

# %% part="softmax_naive"
def softmax_naive(x):
    raise ValueError(TEXT)
