"""
name = "the library's attention"
name_zh = "使用了库里的注意力"
question = "Which call is not allowed?"
question_zh = "哪个调用是不允许的？"
"""

def blockwise_causal_attention(queries, keys, values, block):
    rows = []
    for begin in range(0, len(queries), block):
        end = min(begin + block, len(queries))
        seen = torch.arange(end) <= torch.arange(begin, end)[:, None]
        attention = nn.functional.scaled_dot_product_attention
        rows.append(attention(queries[begin:end], keys[:end], values[:end], attn_mask=seen))
    return torch.cat(rows)
