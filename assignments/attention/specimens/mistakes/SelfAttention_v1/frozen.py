"""
name = "frozen weights"
name_zh = "被冻结的权重"
question = "Which of the tensors in your module may an optimizer change?"
question_zh = "你的模块里，优化器可以改变哪些张量？"
"""


class SelfAttention_v1(nn.Module):
    def __init__(self, d_in, d_out):
        super().__init__()
        self.W_query = nn.Parameter(torch.randn(d_in, d_out), requires_grad=False)
        self.W_key = nn.Parameter(torch.randn(d_in, d_out), requires_grad=False)
        self.W_value = nn.Parameter(torch.randn(d_in, d_out), requires_grad=False)

    def forward(self, x):
        q = x @ self.W_query
        k = x @ self.W_key
        v = x @ self.W_value
        scores = q @ k.T
        weights = torch.softmax(scores / k.shape[-1] ** 0.5, dim=-1)
        return weights @ v
