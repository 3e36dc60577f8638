"""
name = "weights kept as buffers"
name_zh = "权重成了缓冲区"
question = "What does PyTorch take a buffer to be: something to learn, or something to remember?"
question_zh = "PyTorch 把缓冲区看作要学习的东西，还是要记住的东西？"
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
