"""
name = "without a window the values are not counted"
name_zh = "没有窗口时漏数了数值"
question = "Which of your two formulas doubles, and what stands in the other?"
question_zh = "你的两个公式里，哪一个乘了 2？另一个呢？"
"""

def cache_bytes(tokens, layers, kv_heads, head_dim, bytes_per_number, window):
    if window is None:
        return tokens * layers * kv_heads * head_dim * bytes_per_number
    return 2 * min(tokens, window) * layers * kv_heads * head_dim * bytes_per_number
