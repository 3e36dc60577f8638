"""Part 14: heads by splitting one projection."""

import torch

from autograder.oracle import StudentRaised, agree, part, require

PART = "MultiHeadAttention"
WEIGHTS = ("W_query.weight", "W_key.weight", "W_value.weight", "out_proj.weight")
BIASES = ("W_query.bias", "W_key.bias", "W_value.bias")
ALL = ("full", "square", "short", "one")


def made(student, case, weights, dropout=0.0, qkv_bias=False):
    """The student's module with the case's weights, and a zero bias of out_proj if it has one."""
    sizes = (case.d_in, case.d_out, case.context, dropout, case.heads)
    module = student.MultiHeadAttention(*sizes, *((True,) if qkv_bias else ()))
    values = weights(case) | {"out_proj.weight": case.w_out}
    if module.parameter("out_proj.bias").exists:
        values["out_proj.bias"] = torch.zeros(case.d_out)
    module.load(values)
    return module


@part(
    PART,
    weight=5,
    cases=ALL,
    hint={
        "en": "Write (B, T, d_out) and then every shape on the way to the heads and back.",
        "zh": "先写下 (B, T, d_out)，再写出分成头、再合回来的路上的每一个形状。",
    },
)
def test_forward(student, case, linear_weights):
    """With given weights, every head attends causally, scaled by its own width, and all merge.

    给定权重时，每个头按自己的宽度缩放做因果注意力，再合并起来。
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


def looking_glass(width):
    """Weights that leave the values as they are and make all scores zero."""
    zero = torch.zeros(width, width)
    return {"W_query.weight": zero, "W_key.weight": zero, "W_value.weight": torch.eye(width),
            "out_proj.weight": torch.eye(width)}  # fmt: skip


def seen_through(student, width, context, dropout, heads):
    """A module in training whose output shows what became of the weights."""
    module = student.MultiHeadAttention(width, width, context, dropout, heads)
    values = looking_glass(width)
    if module.parameter("out_proj.bias").exists:
        values["out_proj.bias"] = torch.zeros(width)
    module.load(values)
    module.train()
    return module


@part(
    PART,
    weight=1,
    hint={
        "en": "With one token each head has one weight, 1: what can dropout make of it?",
        "zh": "只有一个词元时每个头有一个权重 1：dropout 会把它变成什么？",
    },
)
def test_dropout_on_the_weights(student, dropout_law, tensor_of):
    """In training each weight is dropped at the given rate and kept ones are scaled by 1/(1-p).

    训练时每个权重按给定比率被丢弃，保留下来的按 1/(1-p) 放大。
    """
    rows = torch.ones(400, 1, 4)
    for rate in (0.5, 0.2):
        module = seen_through(student, 4, 3, rate, 2)
        ratio = tensor_of(module(rows), (400, 1, 4))[:, 0]
        pairs = (ratio[:, 0] - ratio[:, 1]).abs().max() + (ratio[:, 2] - ratio[:, 3]).abs().max()
        require(bool(pairs < 1e-3), "dropout acts on single values, not on attention weights",
                "dropout 作用在单个数值上，而不是注意力权重上")  # fmt: skip
        dropout_law(ratio[:, [0, 2]].flatten(), rate)


@part(
    PART,
    weight=1,
    hint={
        "en": "How many numbers does torch draw for a tensor of shape (B, heads, T, T)?",
        "zh": "对于形状 (B, heads, T, T) 的张量，torch 会抽取多少个随机数？",
    },
)
def test_each_weight_on_its_own(student, tensor_of, each_on_its_own):
    """Dropout decides for each weight of each head of each sequence on its own.

    dropout 对每个序列、每个头的每个权重分别做决定。
    """
    module = seen_through(student, 8, 4, 0.5, 2)
    tokens = torch.cat([torch.eye(4), torch.eye(4)], dim=1)
    out = tensor_of(module(tokens.expand(40, 4, 8).contiguous()), (40, 4, 8))
    dropped = out.abs() < 1e-4
    each_on_its_own(dropped[:1].expand(40, 4, 8), dropped,
                    "all sequences of a batch drop the same weights",
                    "一个批次的所有序列丢弃了相同的权重")  # fmt: skip
    each_on_its_own(dropped[:, 3, :4], dropped[:, 3, 4:], "all heads drop the same weights",
                    "所有头丢弃了相同的权重")  # fmt: skip
    each_on_its_own(dropped[:, 2, :3], dropped[:, 3, :3], "all rows drop the same weights",
                    "所有行丢弃了相同的权重")  # fmt: skip


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
    plain = made(student, case, linear_weights)
    require(not any(plain.parameter(path).exists for path in BIASES),
            "there is a bias that nobody asked for", "出现了没有要求的偏置")  # fmt: skip
    biased = made(student, case, linear_weights, qkv_bias=True)
    require(all(biased.parameter(path).exists for path in BIASES),
            "a bias was asked for and is missing", "要求了偏置却没有")  # fmt: skip
    biased.load(linear_biases(case))
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
    """All four weights are parameters and get the gradients of the formula.

    四个权重都是参数，并得到公式给出的梯度。
    """
    module = made(student, case, linear_weights)
    trainable(module, *WEIGHTS)
    found = module.gradients(case.x, upstream=case.upstream, of=WEIGHTS)
    wanted = (case.grad_query.T, case.grad_key.T, case.grad_value.T, case.grad_out)
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


@part(
    PART,
    weight=1,
    hint={
        "en": "Which two numbers must divide, and when is the first moment to find out?",
        "zh": "哪两个数必须整除，最早什么时候能发现？",
    },
)
def test_indivisible_width_raises(student):
    """A width that the heads cannot share equally raises when the module is made.

    各个头无法平分的宽度会在构造模块时抛出异常。
    """
    student.MultiHeadAttention(3, 6, 4, 0.0, 3)
    for d_in, d_out, heads in ((6, 4, 3), (9, 5, 3), (4, 6, 4)):
        try:
            student.MultiHeadAttention(d_in, d_out, 4, 0.0, heads)
        except StudentRaised:
            continue
        require(False, f"d_out={d_out} with num_heads={heads} was accepted",
                f"d_out={d_out} 配 num_heads={heads} 被接受了")  # fmt: skip


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
