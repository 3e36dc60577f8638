"""
name = "another kind of object put in place of a parameter"
name_zh = "赋给参数的不是 nn.Parameter"
question = "What kind of object does a module accept under the name of a parameter?"
question_zh = "给已注册的参数赋值时，右边必须是什么对象？"
"""

def transfer_weights(sa_v2, sa_v1):
    sa_v1.W_query = sa_v2.W_query
    sa_v1.W_key = sa_v2.W_key
    sa_v1.W_value = sa_v2.W_value
