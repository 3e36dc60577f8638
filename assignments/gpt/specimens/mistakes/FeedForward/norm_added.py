"""
name = "a normalisation of its own"
name_zh = "多做了一次归一化"
question = "Does the formula of this part normalise anything?"
question_zh = "这一部分的公式里有归一化吗？"
"""

class FeedForward(nn.Module):
    def __init__(self, cfg):
        super().__init__()
        self.expand = nn.Linear(cfg["emb_dim"], 4 * cfg["emb_dim"])
        self.contract = nn.Linear(4 * cfg["emb_dim"], cfg["emb_dim"])

    def forward(self, x):
        return self.contract(gelu(self.expand(nn.functional.layer_norm(x, x.shape[-1:]))))
