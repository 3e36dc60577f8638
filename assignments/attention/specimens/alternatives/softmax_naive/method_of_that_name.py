"""
form = "a class of one's own with a method called softmax"
"""

class Scores:
    def __init__(self, values):
        self.values = values

    def softmax(self):
        powers = torch.exp(self.values - self.values.max())
        return powers / powers.sum()


def softmax_naive(x):
    return Scores(x).softmax()
