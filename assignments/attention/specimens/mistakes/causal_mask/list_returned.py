"""
name = "nested lists in place of a tensor"
name_zh = "返回了嵌套列表而不是张量"
question = "Of what type is the value that is returned?"
question_zh = "返回的值是什么类型？"
"""

def causal_mask(num_tokens):
    return [[j > i for j in range(num_tokens)] for i in range(num_tokens)]
