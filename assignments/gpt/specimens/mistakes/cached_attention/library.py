"""
name = "the library's attention"
name_zh = "使用了库里的注意力"
question = "Which call is not allowed?"
question_zh = "哪个调用是不允许的？"
"""

def cached_attention(queries, keys, values, cache):
    past = 0
    if cache is not None:
        past = len(cache[0])
        keys, values = torch.cat([cache[0], keys]), torch.cat([cache[1], values])
    seen = torch.ones(len(queries), len(keys), dtype=torch.bool).tril(past)
    return nn.functional.scaled_dot_product_attention(queries, keys, values, attn_mask=seen), (keys, values)
