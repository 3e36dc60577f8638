"""
form = "a diagonal matrix"

[change]
"x * self.gain" = "x @ torch.diag(self.gain)"
"""
