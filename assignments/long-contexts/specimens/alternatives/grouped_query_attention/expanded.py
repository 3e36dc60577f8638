"""
form = "keys expanded and reshaped, as Llama does"
"""

def grouped_query_attention(queries, keys, values):
    share = queries.shape[0] // keys.shape[0]

    def repeated(x):
        groups, tokens, width = x.shape
        return x[:, None].expand(groups, share, tokens, width).reshape(-1, tokens, width)

    scores = queries @ repeated(keys).transpose(-2, -1) / math.sqrt(keys.shape[-1])
    mask = torch.tril(torch.ones(scores.shape[-2:])).bool()
    return stable_softmax(scores.masked_fill(~mask, -math.inf)) @ repeated(values)
