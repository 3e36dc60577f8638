"""
form = "torch.where with finfo.min, positions compared in forward"
"""

class CausalAttention(nn.Module):
    def __init__(self, d_in, d_out, context_length, dropout, qkv_bias=False):
        super().__init__()
        self.context_length = context_length
        self.W_query = nn.Linear(d_in, d_out, bias=qkv_bias)
        self.W_key = nn.Linear(d_in, d_out, bias=qkv_bias)
        self.W_value = nn.Linear(d_in, d_out, bias=qkv_bias)
        self.dropout = nn.Dropout(dropout)

    def forward(self, x):
        assert x.shape[1] <= self.context_length
        position = torch.arange(x.shape[1], device=x.device)
        visible = position[:, None] >= position[None, :]
        keys = self.W_key(x)
        queries = self.W_query(x) / keys.shape[-1] ** 0.5
        scores = queries @ keys.swapaxes(1, 2)
        scores = torch.where(visible, scores, torch.finfo(scores.dtype).min)
        return self.dropout(scores.softmax(-1)) @ self.W_value(x)
