"""The only package that runs beside student code: it holds no test, no expected value and no score,
and everything it says is taken as a claim about values.
"""
