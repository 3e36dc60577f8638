"""
name = "a state_dict whose names do not fit"
name_zh = "state_dict 的名字对不上"
question = "Under which names does each of the two modules keep its weights?"
question_zh = "两个模块各用什么名字保存权重？"
"""

def transfer_weights(sa_v2, sa_v1):
    sa_v1.load_state_dict(sa_v2.state_dict())
