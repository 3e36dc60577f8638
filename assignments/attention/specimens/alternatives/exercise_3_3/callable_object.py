"""
form = "an object that makes the module when called"
"""

from types import SimpleNamespace


class Maker:
    def __init__(self, **settings):
        self.settings = SimpleNamespace(**settings)

    def __call__(self):
        s = self.settings
        return MultiHeadAttention(s.width, s.width, s.context, s.dropout, s.heads).eval()


gpt2_small_attention = Maker(width=768, context=1024, heads=12, dropout=0.1)
