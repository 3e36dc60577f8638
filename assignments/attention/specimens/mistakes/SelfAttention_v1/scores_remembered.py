"""
name = "the scores of the first call, kept for every other"
name_zh = "第一次调用的分数被保留下来，之后一直使用"
question = "Call your module twice with different inputs: what does it compute anew?"
question_zh = "用不同的输入调用模块两次：哪些是重新计算的？"

[change]
"attn_scores = queries @ keys.T" = '''if not hasattr(self, "scores"):
            self.scores = queries @ keys.T
        attn_scores = self.scores'''
"""
