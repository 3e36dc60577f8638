"""
name = "the gradient of the weight is cut off"
name_zh = "切断了 weight 的梯度"
question = "What does `detach` do to the gradient?"
question_zh = "`detach` 对梯度做了什么？"
"""

class LayerNorm(nn.Module):
    def __init__(self, emb_dim):
        super().__init__()
        self.weight = nn.Parameter(torch.ones(emb_dim))
        self.bias = nn.Parameter(torch.zeros(emb_dim))

    def forward(self, x):
        mean = x.mean(dim=-1, keepdim=True)
        variance = x.var(dim=-1, keepdim=True, unbiased=False)
        return self.weight.detach() * (x - mean) / torch.sqrt(variance + 1e-5) + self.bias
