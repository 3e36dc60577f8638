"""
name = "the first layer cannot be trained"
name_zh = "第一层不可训练"
question = "What does `requires_grad` of `expand.weight` say?"
question_zh = "`expand.weight` 的 `requires_grad` 是什么？"
"""

class FeedForward(nn.Module):
    def __init__(self, cfg):
        super().__init__()
        self.expand = nn.Linear(cfg["emb_dim"], 4 * cfg["emb_dim"])
        self.expand.weight.requires_grad_(False)
        self.contract = nn.Linear(4 * cfg["emb_dim"], cfg["emb_dim"])

    def forward(self, x):
        return self.contract(gelu(self.expand(x)))
