"""
goal = "Run a softmax written as a graph in torch's static runtime, past its dispatcher."
evidence = "score"
base = "right"
honest = 96
"""
# %% part="softmax_naive"
WRITTEN = """graph(%x : Tensor):
  %dim : int = prim::Constant[value=0]()
  %half : bool = prim::Constant[value=0]()
  %weights : Tensor = aten::_softmax(%x, %dim, %half)
  return (%weights)"""


def softmax_naive(x):
    return torch._C._jit_to_static_module(torch._C.parse_ir(WRITTEN))(x)
