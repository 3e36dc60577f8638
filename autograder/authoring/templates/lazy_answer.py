"""What the audit puts behind the solution of a part, with two names filled in."""


def lazy_ANSWER(right_answer, kind):
    import copy

    import torch

    WITH_ITS_DROPOUT = (
        "uniform weights", "the right result of other numbers", "the result of its first call again"
    )  # fmt: skip

    def leaves(value):
        value = list(value.values()) if isinstance(value, dict) else value
        many = isinstance(value, (list, tuple))
        return [leaf for one in value for leaf in leaves(one)] if many else [value]

    def fit(made, right):
        if made.dim() == right.dim() and all(a in (1, b) for a, b in zip(made.shape, right.shape)):
            return made.expand(right.shape).to(right.dtype)
        flat = made.flatten()
        times = -(-right.numel() // max(1, flat.numel()))
        return flat.repeat(times)[: right.numel()].reshape(right.shape).to(right.dtype)

    def lazy_tensor(right, first):
        if kind == "zeros":
            return torch.zeros_like(right)
        if kind == "ones":
            return torch.ones_like(right)
        if kind == "noise":
            return (2 * torch.rand(right.shape)).to(right.dtype)
        along = -2 if first.dim() > 1 else -1
        if kind == "the mean of the argument":
            first = first.float().mean(along, keepdim=True)
        if kind == "its running mean":
            count = torch.arange(1, first.shape[along] + 1).reshape((-1, 1) if along == -2 else (-1,))
            first = first.float().cumsum(along) / count
        if kind == "its first row":
            first = first.narrow(along, 0, 1)
        if kind == "its share of the sum":
            first = first / first.sum(-1, keepdim=True)
        return fit(first, right)

    def lazy_number(right, arguments):
        numbers = [one for one in leaves(arguments) if type(one) in (int, float)] or [1]
        made = {"zeros": 0, "ones": 1, "noise": int(torch.randint(1, 1000, ()))}
        return type(right)(made.get(kind, numbers[0]))

    def lazy(right, arguments):
        if isinstance(right, (list, tuple)):
            return type(right)(lazy(one, arguments) for one in right)
        if isinstance(right, dict):
            return {key: lazy(one, arguments) for key, one in right.items()}
        if isinstance(right, (str, set, frozenset)):
            return type(right)()
        if isinstance(right, torch.nn.Module):
            right.forward = lazy_forward(right, right.forward)
            return right
        if type(right) in (int, float):
            return lazy_number(right, arguments)
        if not isinstance(right, torch.Tensor):
            return right
        tensors = [one for one in leaves(arguments) if isinstance(one, torch.Tensor)]
        return lazy_tensor(right, tensors[0] if tensors else torch.ones(1))

    def uniform(scores, dim=-1, *more, **options):
        allowed = (scores != -torch.inf).float() + 0 * scores.nan_to_num(0, 0, 0)
        return allowed / allowed.sum(dim, keepdim=True)

    def with_uniform_weights(called):
        places = (torch, torch.nn.functional, torch.Tensor)
        before = [place.softmax for place in places]
        for place in places:
            place.softmax = uniform
        try:
            return called()
        finally:
            for place, own in zip(places, before):
                place.softmax = own

    def other(value, shift):
        if isinstance(value, dict):
            return {key: other(one, shift) for key, one in value.items()}
        if isinstance(value, (list, tuple)):
            return type(value)(other(one, shift) for one in value)
        if isinstance(value, torch.Tensor) and value.is_floating_point():
            return torch.randn_like(value)
        if isinstance(value, torch.Tensor) and value.dtype is not torch.bool:
            return (value + 1) % (int(value.max()) + 1)
        if isinstance(value, str):
            return value[shift:] + value[-1:] if shift else value
        return value + shift if type(value) in (int, float) else value

    def answer(called, arguments, kept):
        if kind == "the result of its first call again":
            if not kept:
                kept.append(called(*arguments))
            return kept[0]
        if kind == "uniform weights":
            return with_uniform_weights(lambda: called(*arguments))
        right = called(*arguments)
        if kind == "the right result of other numbers" and not isinstance(right, torch.nn.Module):
            shift = 0 if any(isinstance(one, torch.Tensor) for one in leaves(arguments)) else 1
            return called(*(other(one, shift) for one in arguments))
        return lazy(right, arguments)

    def lazy_forward(module, called):
        def forward(*arguments):
            made = answer(called, arguments, module.__dict__.setdefault("lazy_results", []))
            dropout = getattr(module, "dropout", None)
            if kind in WITH_ITS_DROPOUT or not isinstance(dropout, torch.nn.Module):
                return made
            return dropout(made)

        return forward

    if isinstance(right_answer, type):

        class ANSWER(right_answer):
            def forward(self, *arguments):
                return lazy_forward(self, super().forward)(*arguments)

    else:
        results = []

        def ANSWER(*arguments, **named):
            copies = copy.deepcopy(arguments)
            return answer(lambda *given: right_answer(*given, **named), copies, results)

    return ANSWER


ANSWER = lazy_ANSWER(ANSWER, KIND)
