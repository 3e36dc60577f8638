"""
name = "waves added, nothing turned"
name_zh = "加上了波形，没有转动"
question = "Does the product of a query and a key depend on their distance alone?"
question_zh = "查询和键的乘积是否只取决于它们的距离？"

[change]
"return torch.cat(turned, dim=-1)" = "return x + torch.cat([angles.sin(), angles.cos()], dim=-1)"
"""
