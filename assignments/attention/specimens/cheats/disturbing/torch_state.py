"""
goal = "Leave torch in a state that spoils the next student's numbers, and find it so."
evidence = "printed"
base = "right"
"""
# %% attack
import torch

MARK, SEED = "autograder_cheat_torch_state", 20_061_123
options = torch._tensor_str.PRINT_OPTS
if hasattr(torch, MARK) or options.precision == 1 or torch.initial_seed() == SEED:
    print("SUCCEEDED: torch is still as an earlier submission left it")
setattr(torch, MARK, True)
torch.set_printoptions(precision=1)
torch.manual_seed(SEED)
torch.set_grad_enabled(False)
torch.set_default_dtype(torch.float64)

# %% attack last
# Put right for our own checks; the marks above stay.
torch.set_grad_enabled(True)
torch.set_default_dtype(torch.float32)
