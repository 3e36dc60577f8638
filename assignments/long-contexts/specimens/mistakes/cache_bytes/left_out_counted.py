"""
name = "what has left the cache is counted"
name_zh = "数的是离开缓存的词元"
question = "Which tokens take memory: those that stay or those that left?"
question_zh = "占内存的是留下的词元还是离开的词元？"

[change]
"min(tokens, window)" = "max(0, tokens - window)"
"""
