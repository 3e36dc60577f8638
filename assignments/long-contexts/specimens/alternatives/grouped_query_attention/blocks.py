"""
form = "the attention of part 4, head by head"
"""

def grouped_query_attention(queries, keys, values):
    share = len(queries) // len(keys)
    return torch.stack(
        [
            blockwise_causal_attention(query, keys[h // share], values[h // share], 2)
            for h, query in enumerate(queries)
        ]
    )
