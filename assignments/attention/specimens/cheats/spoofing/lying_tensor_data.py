"""
goal = "Send tensor data whose shape, type and bytes do not belong together."
evidence = "score"
base = "right"
honest = 93.5
"""
# %% attack
import itertools
import sys

values = sys.modules["autograder.wire.values"]
LIES = itertools.cycle(
    [
        ("float32", [-1], b"\x00" * 4),
        ("float32", [1 << 62, 1 << 62], b""),
        ("float32", [3], b"\x00"),
        ("object", [1], b"\x00" * 8),
        ("__class__", [1], b"\x00" * 8),
        ("bool", [8], b"\xff" * 8),
        ("float32", [0, 1 << 40], b""),
        ("float32", [1] * 100, b"\x00" * 4),
    ]
)


def pack(tensor):
    return values.TensorData(*next(LIES))


for name, module in list(sys.modules.items()):
    if name.startswith("autograder.") and hasattr(module, "pack"):
        module.pack = pack

# %% part="softmax_naive"
def softmax_naive(x):
    return torch.full_like(x, 1.0 / x.numel())

# %% part="scaled_attention_weights"
def scaled_attention_weights(query, keys):
    return torch.softmax(keys @ query, dim=0)
