"""
form = "an object whose class has a method named softmax"
"""

class Naive:
    def softmax(self, scores):
        powers = scores.exp()
        return powers / powers.sum()

    def __call__(self, x):
        return self.softmax(x)


softmax_naive = Naive()
