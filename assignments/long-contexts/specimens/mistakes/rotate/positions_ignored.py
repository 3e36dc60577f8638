"""
name = "rows counted from 0 in place of their positions"
name_zh = "没有用位置，而是从 0 数行"
question = "Which position has the only row that a cache gets in step 100?"
question_zh = "第 100 步时，缓存得到的唯一一行的位置是多少？"

[change]
"angles = positions[:, None]" = "angles = torch.arange(x.shape[-2])[:, None]"
"""
