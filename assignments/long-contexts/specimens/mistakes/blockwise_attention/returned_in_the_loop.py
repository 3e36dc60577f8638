"""
name = "returned from inside the loop"
name_zh = "在循环里就返回了"
question = "How often does your loop run?"
question_zh = "你的循环运行了几次？"

[change]
"    _, total, weighted = known\\n    return" = "        _, total, weighted = known\\n        return"
"""
