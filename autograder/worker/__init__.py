"""The only package that runs beside student code: Python, torch, NumPy, IPython, msgspec, `wire`.

It holds no test, no expected value and no score. Everything it says is taken as a claim about
values, never as a verdict.
"""
