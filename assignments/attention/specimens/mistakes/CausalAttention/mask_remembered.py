"""
name = "a mask stuck at an earlier sequence's size"
name_zh = "掩码停留在之前序列的大小"
question = "After a call with a short sequence, how large is the mask that the module holds?"
question_zh = "用短序列调用一次之后，模块里的掩码有多大？"
"""


class CausalAttention(nn.Module):
    def __init__(self, d_in, d_out, context_length, dropout, qkv_bias=False):
        super().__init__()
        self.W_query = nn.Linear(d_in, d_out, bias=qkv_bias)
        self.W_key = nn.Linear(d_in, d_out, bias=qkv_bias)
        self.W_value = nn.Linear(d_in, d_out, bias=qkv_bias)
        self.dropout = nn.Dropout(dropout)
        self.future = None

    def forward(self, x):
        q, k, v = self.W_query(x), self.W_key(x), self.W_value(x)
        scores = q @ k.transpose(1, 2) / k.shape[-1] ** 0.5
        if self.future is None:
            self.future = torch.ones_like(scores[0]).triu(1).bool()
        scores = scores.masked_fill(self.future, float("-inf"))
        weights = torch.softmax(scores, dim=-1)
        weights = self.dropout(weights)
        return weights @ v
