"""
name = "sizes fixed at those of the example"
name_zh = "大小固定为示例中的值"
question = "Do the sizes come from the arguments, or from numbers or data of the notebook?"
question_zh = "这些大小来自参数，还是来自写死的数或笔记本里的数据？"
"""

batch = torch.stack((inputs, inputs), dim=0)

# %%
def two_dim_wrapper(d_in, context_length):
    _, length, width = batch.shape
    return MultiHeadAttentionWrapper(width, 1, length, 0.0, num_heads=2)
