"""Part 11: one causal head on batches, with dropout on its weights."""

import torch

from autograder.oracle import agree, part, require

PART = "CausalAttention"
WEIGHTS = ("W_query.weight", "W_key.weight", "W_value.weight")
BIASES = ("W_query.bias", "W_key.bias", "W_value.bias")
ALL = ("full", "square", "short", "one")


def made(student, case, weights, dropout=0.0):
    """The student's module without biases and with the case's weights."""
    module = student.CausalAttention(case.d_in, case.d_out, case.context, dropout)
    module.load(weights(case))
    return module


@part(
    PART,
    weight=4,
    cases=ALL,
    hint={
        "en": "Which of the three dimensions of the scores are queries, which are keys?",
        "zh": "分数的三个维度中，哪个是查询，哪个是键？",
    },
)
def test_forward(student, case, linear_weights):
    """With given weights, every sequence of the batch gets its causal attention.

    给定权重时，批次中的每个序列都得到它的因果注意力。
    """
    agree(made(student, case, linear_weights)(case.x), case.out, what="output")


@part(
    PART,
    weight=2,
    cases=("full", "short"),
    hint={
        "en": "What must a position never read, and at which step can it still be kept from it?",
        "zh": "一个位置绝不能读到什么，在哪一步还来得及不让它读到？",
    },
)
def test_future_cannot_leak(student, case, linear_weights, tensor_of):
    """Changing a later token never changes an earlier context vector.

    改变后面的词元，绝不会改变前面的上下文向量。
    """
    module = made(student, case, linear_weights)
    shape = (case.x.shape[0], case.x.shape[1], case.d_out)
    before = tensor_of(module(case.x), shape)
    changed = case.x
    changed[:, 2:] = case.later[:, 2:]
    after = tensor_of(module(changed), shape)
    leak = not torch.allclose(before[:, :2], after[:, :2], atol=1e-5)
    require(not leak, "an earlier context vector changed", "前面的上下文向量变了")
    require(not torch.equal(before[:, 2:], after[:, 2:]), "nothing depends on the later tokens",
            "没有任何输出取决于后面的词元")  # fmt: skip


@part(
    PART,
    weight=1,
    cases=("full", "short"),
    hint={
        "en": "Which part of your module knows whether it is training?",
        "zh": "你的模块里哪一部分知道现在是不是在训练？",
    },
)
def test_eval_ignores_dropout(student, case, linear_weights):
    """In evaluation mode a dropout rate has no effect.

    在评估模式下，dropout 比率没有任何作用。
    """
    module = made(student, case, linear_weights, dropout=0.5)
    module.eval()
    agree(module(case.x), case.out, what="output in evaluation mode")


@part(
    PART,
    weight=1,
    cases=("one",),
    hint={
        "en": "With one token the only weight is 1: what can dropout make of it?",
        "zh": "只有一个词元时唯一的权重是 1：dropout 会把它变成什么？",
    },
)
def test_dropout_on_the_weights(student, case, linear_weights, dropout_law, tensor_of):
    """In training each weight is dropped at the given rate and kept ones are scaled by 1/(1-p).

    训练时每个权重按给定比率被丢弃，保留下来的按 1/(1-p) 放大。
    """
    rows = case.x[:1].expand(600, 1, case.d_in).contiguous()
    value = case.out[0, 0].double()
    for rate in (0.5, 0.2):
        module = made(student, case, linear_weights, dropout=rate)
        module.train()
        out = tensor_of(module(rows), (600, 1, case.d_out))[:, 0]
        ratio = out / value
        whole = (ratio - ratio[:, :1]).abs().max() < 1e-3
        require(bool(whole), "dropout acts on single values, not on attention weights",
                "dropout 作用在单个数值上，而不是注意力权重上")  # fmt: skip
        dropout_law(ratio[:, 0], rate)


@part(
    PART,
    weight=1,
    hint={
        "en": "How many numbers does torch draw for a tensor of shape (B, T, T)?",
        "zh": "对于形状 (B, T, T) 的张量，torch 会抽取多少个随机数？",
    },
)
def test_each_weight_on_its_own(student, one_hot_heads, tensor_of, each_on_its_own):
    """Dropout decides for each weight of each sequence on its own.

    dropout 对每个序列的每个权重分别做决定。
    """
    module = student.CausalAttention(6, 6, 6, 0.5)
    module.load(one_hot_heads(6))
    module.train()
    out = tensor_of(module(torch.eye(6).expand(40, 6, 6).contiguous()), (40, 6, 6))
    dropped = out.abs() < 1e-4
    each_on_its_own(dropped[:1].expand(40, 6, 6), dropped,
                    "all sequences of a batch drop the same weights",
                    "一个批次的所有序列丢弃了相同的权重")  # fmt: skip
    each_on_its_own(dropped[:, 4, :5], dropped[:, 5, :5], "all rows drop the same weights",
                    "所有行丢弃了相同的权重")  # fmt: skip
    each_on_its_own(dropped[:, 5, :1].expand(40, 6), dropped[:, 5], "rows are dropped as a whole",
                    "整行一起被丢弃")  # fmt: skip


@part(
    PART,
    weight=1,
    cases=("short",),
    hint={
        "en": "Where does qkv_bias go, and what is it when nobody says?",
        "zh": "qkv_bias 用在哪里？没有人指定时它是什么？",
    },
)
def test_bias_only_when_asked(student, case, linear_weights, linear_biases):
    """The layers have a bias when qkv_bias is true, and none by default.

    只有 qkv_bias 为真时各层才有偏置，默认没有。
    """
    sizes = (case.d_in, case.d_out, case.context, 0.0)
    plain = student.CausalAttention(*sizes)
    require(not any(plain.parameter(path).exists for path in BIASES),
            "there is a bias that nobody asked for", "出现了没有要求的偏置")  # fmt: skip
    biased = student.CausalAttention(*sizes, True)
    require(all(biased.parameter(path).exists for path in BIASES),
            "a bias was asked for and is missing", "要求了偏置却没有")  # fmt: skip
    biased.load(linear_weights(case) | linear_biases(case))
    agree(biased(case.x), case.biased, what="output with biases")


@part(
    PART,
    weight=2,
    cases=("full", "square"),
    hint={
        "en": "What lies between the loss and the weights, and what could cut it?",
        "zh": "损失与权重之间隔着什么，什么会把它切断？",
    },
)
def test_trainable(student, case, linear_weights, trainable, same_gradients):
    """All three weights are parameters and get the gradients of the formula.

    三个权重都是参数，并得到公式给出的梯度。
    """
    module = made(student, case, linear_weights)
    trainable(module, *WEIGHTS)
    found = module.gradients(case.x, upstream=case.upstream, of=WEIGHTS)
    wanted = (case.grad_query.T, case.grad_key.T, case.grad_value.T)
    same_gradients(found, dict(zip(WEIGHTS, wanted, strict=True)))


@part(
    PART,
    weight=1,
    cases=("short",),
    hint={
        "en": "What of a module does .to(device) move, and what stays behind?",
        "zh": "模块的 .to(device) 会移动什么，什么会留在原处？",
    },
)
def test_mask_follows_the_module(student, case, linear_weights):
    """On another device the module works without a tensor left behind.

    模块移到另一个设备后，没有张量留在原来的设备上。
    """
    module = made(student, case, linear_weights)
    module(case.x)
    facts = module.travel(tuple(case.x.shape))
    require(not facts.mixed, "a tensor stayed on the old device", "有张量留在了原来的设备上")
    ran = facts.error is None or facts.unknown
    require(ran, f"on another device it raised {facts.error}", f"在另一个设备上抛出 {facts.error}")


@part(PART, weight=1, cases=("full",))
def test_no_side_effects(student, case, linear_weights, leaves_torch_alone):
    """Neither the input nor torch's generator and settings are changed.

    输入、torch 的随机数生成器和设置都没有被改变。
    """
    leaves_torch_alone(student, lambda: made(student, case, linear_weights)(case.x))
    made(student, case, linear_weights)(case.x)
    require(not student.last.changed, "the input was changed in place", "输入被就地修改了")


@part(PART, gate=True, cases=("full",))
def test_from_scratch(student, case, linear_weights, from_scratch):
    """No ready-made attention is called.

    没有调用现成的注意力实现。
    """
    with student.traced():
        made(student, case, linear_weights)(case.x)
    from_scratch(student)
