"""
name = "the argument changed in place"
name_zh = "就地修改了参数"
question = "What does `-=` do to the tensor that was passed in?"
question_zh = "`-=` 会对传入的张量做什么？"
"""

class LayerNorm(nn.Module):
    def __init__(self, emb_dim):
        super().__init__()
        self.weight = nn.Parameter(torch.ones(emb_dim))
        self.bias = nn.Parameter(torch.zeros(emb_dim))

    def forward(self, x):
        x -= x.mean(dim=-1, keepdim=True)
        mean = x.mean(dim=-1, keepdim=True)
        variance = x.var(dim=-1, keepdim=True, unbiased=False)
        return self.weight * (x - mean) / torch.sqrt(variance + 1e-5) + self.bias
