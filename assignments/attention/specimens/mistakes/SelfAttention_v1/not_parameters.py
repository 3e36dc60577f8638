"""
name = "plain tensors for weights"
name_zh = "权重只是普通张量"
question = "What does list(module.parameters()) show for your module?"
question_zh = "对你的模块，list(module.parameters()) 会显示什么？"
"""


class SelfAttention_v1(nn.Module):
    def __init__(self, d_in, d_out):
        super().__init__()
        self.W_query = torch.randn(d_in, d_out, requires_grad=True)
        self.W_key = torch.randn(d_in, d_out, requires_grad=True)
        self.W_value = torch.randn(d_in, d_out, requires_grad=True)

    def forward(self, x):
        q = x @ self.W_query
        k = x @ self.W_key
        v = x @ self.W_value
        scores = q @ k.T
        weights = torch.softmax(scores / k.shape[-1] ** 0.5, dim=-1)
        return weights @ v
