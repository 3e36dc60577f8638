"""
form = "the logarithm of a triangle of ones added"
"""

class CausalAttention(nn.Module):
    def __init__(self, d_in, d_out, context_length, dropout, qkv_bias=False):
        super().__init__()
        for name in ("W_value", "W_query", "W_key"):
            self.add_module(name, nn.Linear(d_in, d_out, bias=qkv_bias))
        self.dropout = nn.Dropout(dropout)
        self.register_buffer("log_mask", torch.ones(context_length, context_length).tril().log())

    def forward(self, x):
        T = x.shape[1]
        keys = self.W_key(x)
        root = torch.sqrt(torch.tensor(float(keys.shape[-1]), device=x.device))
        scores = self.W_query(x) @ keys.transpose(1, 2) / root
        weights = torch.softmax(scores + self.log_mask[:T, :T], dim=-1)
        return self.dropout(weights) @ self.W_value(x)
