"""
name = "layers in a plain list"
name_zh = "把层放进了普通列表"
question = "Does module.parameters() look into a list of Python?"
question_zh = "module.parameters() 会查看 Python 的列表吗？"
"""


class SelfAttention_v2(nn.Module):
    def __init__(self, d_in, d_out, qkv_bias=False):
        super().__init__()
        self.layers = [nn.Linear(d_in, d_out, bias=qkv_bias) for _ in range(3)]

    W_query = property(lambda self: self.layers[0])
    W_key = property(lambda self: self.layers[1])
    W_value = property(lambda self: self.layers[2])

    def forward(self, x):
        q, k, v = self.W_query(x), self.W_key(x), self.W_value(x)
        return torch.softmax(q @ k.T / k.shape[-1] ** 0.5, dim=-1) @ v
