"""
name = "torch's generator is seeded"
name_zh = "重设了 torch 的随机种子"
question = "Who else draws from torch's generator?"
question_zh = "还有谁在用 torch 的随机数发生器？"
"""

class LayerNorm(nn.Module):
    def __init__(self, emb_dim):
        super().__init__()
        torch.manual_seed(0)
        self.weight = nn.Parameter(torch.ones(emb_dim))
        self.bias = nn.Parameter(torch.zeros(emb_dim))

    def forward(self, x):
        mean = x.mean(dim=-1, keepdim=True)
        variance = x.var(dim=-1, keepdim=True, unbiased=False)
        return self.weight * (x - mean) / torch.sqrt(variance + 1e-5) + self.bias
