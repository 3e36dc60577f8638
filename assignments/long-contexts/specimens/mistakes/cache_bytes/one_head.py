"""
name = "one head counted"
name_zh = "只数了一个头"
question = "How many heads of keys does a layer have?"
question_zh = "一层有多少个键的头？"

[change]
" * kv_heads" = ""
"""
