"""Part 14, multi-head attention: hidden checks."""

from typing import Any

import torch

from autograder.checks import (
    Handle,
    Student,
    StudentRaised,
    agree,
    part,
    require,
    shaped,
    trainable,
    unchanged,
)

CONTEXTS = ("context vectors", "上下文向量")
AGAIN = ("context vectors of a second call", "第二次调用得到的上下文向量")
EARLIER = ("earlier context vectors", "较早的上下文向量")
LAST = ("weights of the last token", "最后一个词元的权重")
QKV = ("W_query", "W_key", "W_value")
WEIGHTS = tuple(f"{name}.weight" for name in QKV)
BIASES = tuple(f"{name}.bias" for name in QKV)
OUTPUT = ("out_proj.weight", "out_proj.bias")
TRAINED = (*WEIGHTS, "out_proj.weight")
ROUNDING = 1e-4
"""What float32 may lose in long sums, as gradients are, and beside very large numbers."""
ANY_VALUE = float("inf")
"""As a tolerance: type and shape are judged, and that nothing is nan."""
SAMPLES = 512
MARGIN = 0.14
"""By Hoeffding's bound, a share of SAMPLES strays further with a probability below 1e-8."""


def made(student: Student, case: Any, *more: object) -> Handle:
    """A module of the case's sizes, with whatever initial values it has."""
    sizes = (case.d_in, case.d_out, case.context_length, case.dropout, case.num_heads)
    return student.MultiHeadAttention(*sizes, *more)


def loaded(student: Student, case: Any) -> Handle:
    """A module of the case's sizes with the case's weights."""
    module = made(student, case)
    load(module, case, WEIGHTS)
    return module


def load(module: Handle, case: Any, paths: tuple[str, ...]) -> bool:
    """Give `module` the case's values at `paths`, and in out_proj where it is there and fits.

    Whether out_proj got a bias; it may have one or none.
    """
    fitting = tuple(path for path in OUTPUT if fits(module, case, path))
    module.load({path: getattr(case, path) for path in paths + fitting})
    return "out_proj.bias" in fitting


def contexts(case: Any, biased: bool) -> torch.Tensor:
    """What a right answer gives whose out_proj is `biased`."""
    return case.contexts + getattr(case, "out_proj.bias") if biased else case.contexts


def fits(module: Handle, case: Any, path: str) -> bool:
    """Whether the case's value has a place at `path`."""
    return module.parameter(path).shape == tuple(getattr(case, path).shape)


@part(
    "MultiHeadAttention",
    cases=("square",),
    hint={
        "en": "Look for operations whose name ends in an underscore, `/=` and the like, and seeds.",
        "zh": "找一找名字以下划线结尾的操作、`/=` 之类的写法，以及随机种子。",
    },
)
def test_leaves_everything_else_alone(student: Student, case: Any) -> None:
    """Making and calling the module leaves its mode, its input and torch's own settings alone.

    创建和调用模块之后，它所处的模式、它的输入和 torch 自身的设置都没有改变。
    """
    # The first check of its part: a setting changed by another check would be no change here.
    unchanged(student, lambda x: made(student, case)(x), case.x)
    # Without this, a module that switches itself over looks like one that has no dropout.
    module = made(student, case)
    module(case.x)
    training = module.read("training") is True
    require(training, "the call ended its training", "调用之后它不再处于训练模式")


@part(
    "MultiHeadAttention",
    cases=("two_heads",),
    hint={
        "en": "Which widths does each layer stand between, and is it an attribute of the module?",
        "zh": "每个层位于哪两个宽度之间？它是模块的属性吗？",
    },
)
def test_layers(student: Student, case: Any) -> None:
    """`W_query`, `W_key`, `W_value` and `out_proj` are linear layers of the right widths; nothing
    else is trainable.

    `W_query`、`W_key`、`W_value` 和 `out_proj` 是宽度正确的线性层，只有它们可以训练。
    """
    module = made(student, case)
    widths = {path: case.d_out if path in OUTPUT else case.d_in for path in TRAINED}
    shaped(module, {path: (case.d_out, width) for path, width in widths.items()})
    count = module.parameter_count()
    layers = (3 * case.d_in + case.d_out) * case.d_out
    alone = count in (layers, layers + case.d_out)
    require(alone, f"all parameters together hold {count} numbers", f"全部参数共有 {count} 个数")
    trainable(module, {path: getattr(case, path) for path in TRAINED})


@part(
    "MultiHeadAttention",
    value=True,
    cases=("biased",),
    hint={
        "en": "Does `qkv_bias` reach all three layers, also when it is not given?",
        "zh": "`qkv_bias` 是否传到了三个层？没有给出它的时候呢？",
    },
)
def test_bias(student: Student, case: Any) -> None:
    """Query, key and value have a bias, and add it, exactly when `qkv_bias` asks for it.

    当且仅当 `qkv_bias` 要求时，查询、键和值的层才带有偏置并把它加上。
    """
    plain = made(student, case)
    for path in BIASES:
        exists = plain.parameter(path).exists
        require(not exists, f"{path} was not asked for", f"没有要求时，不应有 {path}")
    biased = made(student, case, True)
    expected = contexts(case, load(biased, case, WEIGHTS + BIASES))
    agree(biased(case.x), expected, what=CONTEXTS)


@part(
    "MultiHeadAttention",
    weight=5,
    value=True,
    cases=("two_heads", "four_heads", "square"),
    hint={
        "en": "Follow one token: which of its numbers belong to which head, what divides that "
        "head's scores, and where do its numbers stand after the heads are joined?",
        "zh": "跟踪一个词元：它的哪些数属于哪个头？这个头的分数除以什么？合并之后这些数在哪里？",
    },
)
def test_context_vectors(student: Student, case: Any) -> None:
    """Known weights give the right context vectors for two and for four heads.

    给定权重时，两个头和四个头的上下文向量都正确。
    """
    module = made(student, case)
    expected = contexts(case, load(module, case, WEIGHTS))
    agree(module(case.x), expected, what=CONTEXTS)
    # What a module keeps of its first call is no answer to the next.
    agree(module(case.x.flip(0)), expected.flip(0), what=AGAIN)


@part(
    "MultiHeadAttention",
    value=True,
    cases=("one_head",),
    hint={
        "en": "With one head the module does what CausalAttention and a projection do.",
        "zh": "只有一个头时，这个模块做的就是 CausalAttention 加一个投影。",
    },
)
def test_one_head(student: Student, case: Any) -> None:
    """Known weights give the right context vectors for one head.

    给定权重时，一个头的上下文向量都正确。
    """
    module = made(student, case)
    expected = contexts(case, load(module, case, WEIGHTS))
    agree(module(case.x), expected, what=CONTEXTS)


@part(
    "MultiHeadAttention",
    weight=2,
    value=True,
    cases=("below", "far_below"),
    hint={
        "en": "How large is the mask when there are fewer tokens than `context_length`?",
        "zh": "当词元数少于 `context_length` 时，掩码有多大？",
    },
)
def test_fewer_tokens(student: Student, case: Any) -> None:
    """Sequences shorter than `context_length` work as well.

    比 `context_length` 短的序列也能处理。
    """
    module = made(student, case)
    expected = contexts(case, load(module, case, WEIGHTS))
    # A mask that the first call cuts to size is too small for the second.
    module(case.x[:, :2])
    agree(module(case.x), expected, what=CONTEXTS)


@part(
    "MultiHeadAttention",
    cases=("single",),
    hint={
        "en": "What do `squeeze` and its like leave of a dimension of size 1?",
        "zh": "对大小为 1 的维度，`squeeze` 之类的操作会留下什么？",
    },
)
def test_single_token(student: Student, case: Any) -> None:
    """A single token has all of its own attention.

    只有一个词元时，它的注意力全在自己身上。
    """
    module = made(student, case)
    expected = contexts(case, load(module, case, WEIGHTS))
    agree(module(case.x), expected, what=CONTEXTS)


@part(
    "MultiHeadAttention",
    weight=2,
    cases=("square",),
    hint={
        "en": "Print the weights just after the softmax: what stands above the diagonal?",
        "zh": "在 softmax 之后打印权重：对角线以上是什么？",
    },
)
def test_future_cannot_leak(student: Student, case: Any) -> None:
    """Changing later tokens, however large, never changes an earlier context vector.

    无论把后面的词元改成多大的数，都不会改变前面的上下文向量。
    """
    found = loaded(student, case)(torch.cat([case.x, case.x_later]))
    agree(found, case.contexts.repeat(2, 1, 1), what=CONTEXTS, atol=ANY_VALUE)
    before, after = found.chunk(2)
    # Beside a loud token, what is left of the others has lost some digits.
    earlier = before[:, : case.kept]
    agree(after[:, : case.kept], earlier, what=EARLIER, atol=ROUNDING)


@part(
    "MultiHeadAttention",
    value=True,
    cases=("square",),
    hint={
        "en": "Is there a step between the weights and the result that cuts the gradient off?",
        "zh": "从权重到结果之间，有没有哪一步切断了梯度？",
    },
)
def test_gradients(student: Student, case: Any) -> None:
    """Every weight gets the gradient that the formula gives it.

    每个权重都得到公式所给出的梯度。
    """
    found = loaded(student, case).gradients(case.x, upstream=case.upstream, of=TRAINED)
    for path in TRAINED:
        expected = getattr(case, f"{path}.grad")
        agree(found[path], expected, what=(f"gradient of {path}", f"{path} 的梯度"), atol=ROUNDING)


@part(
    "MultiHeadAttention",
    weight=3,
    value=True,
    cases=("often",),
    hint={
        "en": "On which tensor does dropout act, at which rate, and who scales what is kept?",
        "zh": "dropout 作用在哪个张量上？比例是多少？保留下来的值由谁来放大？",
    },
)
def test_dropout(student: Student, case: Any) -> None:
    """In training each attention weight is dropped on its own at the rate asked for.

    训练时，每个注意力权重都按给定的丢弃率各自独立地被丢弃。
    """
    module = loaded(student, case)
    module.train()
    # Dropout that overwrites what the backward pass needs shows only with a rate.
    nothing = torch.zeros(1, case.tokens, case.d_out)
    module.gradients(case.x, upstream=nothing, of=WEIGHTS)
    student.seed(case.seed)
    found = module(case.x.expand(SAMPLES, -1, -1))
    agree(found, torch.zeros(SAMPLES, case.tokens, case.d_out), atol=ANY_VALUE)
    kept = found != 0
    weights, twins = kept.unflatten(-1, (case.num_heads, 2, case.tokens)).unbind(dim=-2)
    whole = torch.equal(weights, twins)
    require(whole, "numbers were dropped, not weights", "被丢弃的是单个数，而不是权重")
    judge_shares(weights, 1.0 - case.dropout)
    # Last: what differs here alone is known by its values, whatever was drawn.
    agree(found[:, -1], kept[:, -1] * case.last_kept, what=LAST)


def judge_shares(weights: torch.Tensor, rate: float) -> None:
    """Each weight that a token may use is kept at `rate`, and two of them at `rate` squared."""
    seen = torch.ones(weights.shape[1], weights.shape[1], dtype=torch.bool).tril()
    alone = weights.transpose(1, 2)[:, :, seen].flatten(start_dim=1).double()
    together = alone.T @ alone / SAMPLES
    expected = torch.full_like(together, rate**2).fill_diagonal_(rate)
    off = (together - expected).abs() > MARGIN
    right = not off.diagonal().any()
    often = "some weights are kept more or less often than the rate says"
    require(right, often, "有些权重保留下来的比例与丢弃率不符")
    require(not off.any(), "weights are dropped together", "有些权重总是一起被丢弃")


@part(
    "MultiHeadAttention",
    cases=("half",),
    hint={
        "en": "Who tells dropout that training is over?",
        "zh": "由谁告诉 dropout 训练已经结束？",
    },
)
def test_no_dropout_in_eval(student: Student, case: Any) -> None:
    """In evaluation nothing is dropped or scaled, whatever the rate.

    评估模式下，无论丢弃率是多少，权重都既不丢弃，也不放大。
    """
    module = loaded(student, case)
    module.eval()
    found = module(case.x)
    agree(found, torch.zeros(1, case.tokens, case.d_out), atol=ANY_VALUE)
    agree(found[:, -1], case.last, what=LAST)


@part(
    "MultiHeadAttention",
    cases=("below",),
    hint={
        "en": "Which tensors go along when a module moves to a GPU?",
        "zh": "模块移动到 GPU 时，哪些张量会一起移动？",
    },
)
def test_mask_follows_the_module(student: Student, case: Any) -> None:
    """The module still works after it has moved to another device.

    模块移动到另一个设备之后仍能工作。
    """
    moved = made(student, case).travel(tuple(case.x.shape))
    require(not moved.mixed, "a tensor was left behind", "有张量留在了原来的设备上")
    fine = moved.error is None or moved.unknown
    require(fine, f"there it raised {moved.error}", f"在那里抛出了 {moved.error}")
    idle = moved.idle and moved.error is None
    require(not idle, "values of the parameters have no part in it", "有参数的值没有参与计算结果")


def raises(student: Student, *arguments: object) -> bool:
    """Whether making the module raises."""
    try:
        student.MultiHeadAttention(*arguments)
    except StudentRaised:
        return True
    return False


@part(
    "MultiHeadAttention",
    hint={
        "en": "Can the condition be false at all, and which width does it look at? "
        "A non-empty tuple is always true.",
        "zh": "这个条件有可能为假吗？它检查的是哪个宽度？非空的元组总是真。",
    },
)
def test_indivisible_width(student: Student) -> None:
    """Making the module raises exactly when `d_out` is not divisible by `num_heads`.

    当且仅当 `d_out` 不能被 `num_heads` 整除时，创建模块会抛出异常。
    """
    divisible = student.MultiHeadAttention(4, 6, 5, 0.0, 3)
    agree(divisible(torch.zeros(1, 2, 4)), torch.zeros(1, 2, 6), atol=ANY_VALUE)
    for d_in, d_out, num_heads in ((4, 6, 4), (6, 8, 3)):
        sizes = f"d_out={d_out}, num_heads={num_heads}"
        refused = raises(student, d_in, d_out, 5, 0.0, num_heads)
        require(refused, f"nothing was raised for {sizes}", f"{sizes} 时没有抛出异常")


@part("MultiHeadAttention", weight=0, gate=True)
def test_from_scratch(student: Student) -> None:
    """The context vectors are made without the library's attention.

    计算上下文向量时不得使用库里的注意力实现。
    """
    found = ", ".join(f"{call.call} ({call.where})" for call in student.offences())
    require(not found, f"not allowed here: {found}", f"这里不允许使用：{found}")
