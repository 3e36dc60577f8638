"""
name = "the head is divided among the heads"
name_zh = "把头的宽度分给了各个头"
question = "Is `head_dim` the width of one head or of all?"
question_zh = "`head_dim` 是一个头的宽度，还是所有头的？"

[change]
"* head_dim" = "* (head_dim // kv_heads)"
"""
