"""
form = "a mask kept as a plain attribute, made anew for another size or device"
"""

class CausalAttention(nn.Module):
    def __init__(self, d_in, d_out, context_length, dropout, qkv_bias=False):
        super().__init__()
        self.W_query = nn.Linear(d_in, d_out, bias=qkv_bias)
        self.W_key = nn.Linear(d_in, d_out, bias=qkv_bias)
        self.W_value = nn.Linear(d_in, d_out, bias=qkv_bias)
        self.dropout = nn.Dropout(dropout)
        self._mask = None

    def mask_for(self, scores):
        size = scores.shape[-1]
        if self._mask is None or self._mask.shape[0] != size or self._mask.device != scores.device:
            self._mask = torch.ones(size, size, device=scores.device).triu(1).bool()
        return self._mask

    def forward(self, x):
        queries, keys, values = self.W_query(x), self.W_key(x), self.W_value(x)
        scores = torch.matmul(queries, keys.transpose(-1, -2)) / keys.shape[-1] ** 0.5
        scores = torch.masked_fill(scores, self.mask_for(scores), float("-inf"))
        return torch.matmul(self.dropout(torch.softmax(scores, -1)), values)
