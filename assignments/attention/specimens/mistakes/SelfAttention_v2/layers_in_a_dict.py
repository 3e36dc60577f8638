"""
name = "layers not found under the required attribute names"
name_zh = "找不到题目写明的层"
question = "What are the layers called in the stub, and what has your module under those names?"
question_zh = "题目里这些层叫什么？在你的模块里，这些名字下面有什么？"
"""


class SelfAttention_v2(nn.Module):
    def __init__(self, d_in, d_out, qkv_bias=False):
        super().__init__()
        names = ("W_query", "W_key", "W_value")
        self.layers = {name: nn.Linear(d_in, d_out, bias=qkv_bias) for name in names}

    def forward(self, x):
        q, k, v = (layer(x) for layer in self.layers.values())
        weights = torch.softmax(q @ k.T / k.size(-1) ** 0.5, dim=-1)
        return weights @ v
