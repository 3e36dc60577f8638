"""
name = "scores are counted as kept"
name_zh = "把分数也算作保存的内容"
question = "Are the scores of earlier steps needed again?"
question_zh = "先前各步的分数还会再用到吗？"

[change]
"return 2 * kept * layers * kv_heads * head_dim * bytes_per_number" = "return (2 * head_dim + kept) * kept * layers * kv_heads * bytes_per_number"
"""
