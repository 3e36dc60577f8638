"""The only package that runs with student code: standard library, torch, IPython and the wire.

It holds no test, no expected value and no score. Everything it says is taken as a claim about
values, never as a verdict.
"""
