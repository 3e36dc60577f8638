"""
form = "a mask from numpy sent to the input's device, added cell with magics"
"""

%matplotlib inline
%time sum(range(1000))
import numpy as np
# %%
class CausalAttention(nn.Module):
    def __init__(self, d_in, d_out, context_length, dropout, qkv_bias=False):
        super().__init__()
        self.W_query = nn.Linear(d_in, d_out, bias=qkv_bias)
        self.W_key = nn.Linear(d_in, d_out, bias=qkv_bias)
        self.W_value = nn.Linear(d_in, d_out, bias=qkv_bias)
        self.dropout = nn.Dropout(dropout)
        self.full_mask = np.triu(np.ones((context_length, context_length), dtype=bool), k=1)

    def forward(self, x):
        T = x.shape[1]
        mask = torch.from_numpy(self.full_mask[:T, :T]).to(x.device)
        q, k, v = self.W_query(x), self.W_key(x), self.W_value(x)
        scores = (q @ k.transpose(1, 2)).masked_fill(mask, -torch.inf)
        return self.dropout(torch.softmax(scores / k.shape[-1] ** 0.5, dim=-1)) @ v
