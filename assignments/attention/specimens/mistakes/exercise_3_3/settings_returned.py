"""
name = "settings in place of the module"
name_zh = "返回了设置而不是模块"
question = "Does the caller expect a module, or the numbers to make one with?"
question_zh = "调用者期待的是模块，还是创建模块用的数值？"
"""

def gpt2_small_attention():
    return {"d_in": 768, "d_out": 768, "context_length": 1024, "dropout": 0.1, "num_heads": 12}
