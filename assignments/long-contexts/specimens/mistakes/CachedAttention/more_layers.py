"""
name = "a layer that nobody asked for"
name_zh = "多了一个没有要求的层"
question = "Which layers does the text name?"
question_zh = "文字里列出了哪些层？"

[change]
"self.reset()" = "self.out_proj = nn.Linear(d_out, d_out)\\n        self.reset()"
"""
