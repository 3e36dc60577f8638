"""
name = "the library's attention"
name_zh = "使用了库里的注意力"
question = "Which call is not allowed?"
question_zh = "哪个调用是不允许的？"
"""

def grouped_query_attention(queries, keys, values):
    return nn.functional.scaled_dot_product_attention(
        queries, keys, values, is_causal=True, enable_gqa=True
    )
