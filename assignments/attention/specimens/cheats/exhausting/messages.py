"""
goal = "Raise errors whose messages are endless, nested and slow to make."
evidence = "score"
base = "right"
"""
# %% attack
class Endless(Exception):
    """Says a hundred megabytes when asked what is wrong."""

    def __str__(self):
        return "wrong " * (16 << 20)


def bend(answer):
    error = Endless()
    for _ in range(2000):
        outer = Endless()
        outer.__cause__ = error
        error = outer
    raise error

# %% part="context_vector"
bend = globals().get("bend", lambda answer: answer)


def context_vector(inputs, query_index):
    return bend(inputs.mean(dim=0))
