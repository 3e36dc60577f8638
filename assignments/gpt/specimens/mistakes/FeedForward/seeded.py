"""
name = "torch's generator is seeded"
name_zh = "重设了 torch 的随机种子"
question = "Who else draws from torch's generator?"
question_zh = "还有谁在用 torch 的随机数发生器？"
"""

class FeedForward(nn.Module):
    def __init__(self, cfg):
        super().__init__()
        torch.manual_seed(123)
        self.expand = nn.Linear(cfg["emb_dim"], 4 * cfg["emb_dim"])
        self.contract = nn.Linear(4 * cfg["emb_dim"], cfg["emb_dim"])

    def forward(self, x):
        return self.contract(gelu(self.expand(x)))
