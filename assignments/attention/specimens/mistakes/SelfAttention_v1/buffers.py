"""
name = "weights that are no parameters"
name_zh = "权重不是可训练的参数"
question = "Which of a module's tensors does PyTorch hand to an optimizer: a plain one, a buffer, or what else?"
question_zh = "模块的哪些张量会交给优化器：普通张量、缓冲区，还是别的？"
"""


class SelfAttention_v1(nn.Module):
    def __init__(self, d_in, d_out):
        super().__init__()
        self.register_buffer("W_query", torch.randn(d_in, d_out))
        self.register_buffer("W_key", torch.randn(d_in, d_out))
        self.register_buffer("W_value", torch.randn(d_in, d_out))

    def forward(self, x):
        q = x @ self.W_query
        k = x @ self.W_key
        v = x @ self.W_value
        scores = q @ k.T
        weights = torch.softmax(scores / k.shape[-1] ** 0.5, dim=-1)
        return weights @ v
