"""
form = "extra keyword-only parameters, **kwargs, a stored width"
"""

class SelfAttention_v2(nn.Module):
    def __init__(self, d_in, d_out, qkv_bias=False, *, keep_weights=False, **layer_settings):
        super().__init__()
        settings = {"bias": qkv_bias, **layer_settings}
        self.W_query = nn.Linear(d_in, d_out, **settings)
        self.W_key = nn.Linear(d_in, d_out, **settings)
        self.W_value = nn.Linear(d_in, d_out, **settings)
        self.keep_weights = keep_weights
        self.attn_weights = None

    def forward(self, x, return_weights=False):
        q, k, v = map(lambda layer: layer(x), (self.W_query, self.W_key, self.W_value))
        weights = (q @ k.swapaxes(0, 1) / q.shape[-1] ** 0.5).softmax(dim=-1)
        if self.keep_weights:
            self.attn_weights = weights.detach()
        context = weights @ v
        return (context, weights) if return_weights else context
