"""
name = "raw scores used as weights"
name_zh = "直接把分数当作权重"
question = "What turns the scores into weights before the sum is taken?"
question_zh = "求加权和之前，分数要怎样变成权重？"
"""

def context_vector(inputs, query_index):
    scores = inputs @ inputs[query_index]
    return scores @ inputs
