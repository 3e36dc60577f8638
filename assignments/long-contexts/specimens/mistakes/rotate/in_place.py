"""
name = "the rows changed in place"
name_zh = "就地修改了各行"
question = "Whose memory do the slices of `x` share?"
question_zh = "`x` 的切片与谁共用内存？"

[change]
"turned = a * angles.cos() - b * angles.sin(), b * angles.cos() + a * angles.sin()" = "cos, sin, old = angles.cos(), angles.sin(), a.clone()\\n    a.mul_(cos).sub_(b * sin)\\n    turned = a, b.mul_(cos).add_(old * sin)"
"""
