"""The parts: what each check says and looks at."""

from __future__ import annotations

from .answers import Part, Step
from .exercise_steps import (
    _gpt2_forward,
    _gpt2_parameters,
    _gpt2_settings,
    _two_dimensions,
    _v1_projects,
    _v1_shapes,
    _v2_as_it_was,
    _wrapper_of_two,
)
from .function_steps import (
    _by_hand,
    _causal_values,
    _context_of_reversed,
    _every_context,
    _from_scratch,
    _mask_values,
    _one_context,
    _renormalized_sums,
    _renormalized_values,
    _scaled_reversed,
    _scaled_values,
    _simple_contexts,
    _simple_reversed,
    _simple_weights,
    _softmax_values,
)
from .module_steps import (
    _biases,
    _context_reversed,
    _context_shape,
    _context_values,
    _fewer_tokens,
    _indivisible,
    _layers,
    _module_by_hand,
    _no_leak,
    _own_sequence,
    _two_heads,
    _wide_values,
)

LAYERS = Step(
    (
        "The weights have the names and shapes asked for; exactly these are trainable.",
        "各权重的名称和形状符合要求，可训练的正是这些，没有别的参数。",
    ),
    _layers,
)
BIASES = Step(
    (
        "The three layers have a bias exactly when qkv_bias asks for it.",
        "仅当 qkv_bias=True 时，三个层才带有偏置。",
    ),
    _biases,
)
SHAPE = Step(
    ("The context vectors have the right shape.", "上下文向量的形状正确。"), _context_shape
)
VALUES = Step(
    (
        "Given the example's weights, your module returns its context vectors.",
        "使用示例的权重时，上下文向量与示例一致。",
    ),
    _context_values,
    values=True,
)
REVERSED = Step(
    (
        "Tokens in reverse order give the same vectors in reverse order.",
        "词元倒序时，得到的向量相同，只是顺序颠倒。",
    ),
    _context_reversed,
    "globals",
)
NO_LEAK = Step(
    (
        "Changing the last token leaves the earlier context vectors alone.",
        "改变最后一个词元不影响之前的上下文向量。",
    ),
    _no_leak,
    "mask",
)
FEWER = Step(
    (
        "Fewer tokens than context_length work as well.",
        "词元数少于 context_length 时也能工作。",
    ),
    _fewer_tokens,
    "shorter",
)
OWN_SEQUENCE = Step(
    (
        "Each sequence of a batch keeps to itself.",
        "批次中的各个序列互不影响。",
    ),
    _own_sequence,
    "batch",
)
_HAND = ("The case computed by hand comes out right.", "手算的例子结果正确。")
HAND = Step(_HAND, _by_hand, "sizes")
MODULE_BY_HAND = Step(_HAND, _module_by_hand, "sizes")
WIDE = Step(
    (
        "Two heads that are each two numbers wide (d_out = 4) are right as well.",
        "两个头各宽 2（d_out = 4）时，结果同样正确。",
    ),
    _wide_values,
    "view_only",
)
FROM_SCRATCH = Step(
    ("No library attention is called.", "没有调用库里的注意力函数。"), _from_scratch
)
PARTS_IN_ORDER = (
    Part(
        "softmax_naive",
        (
            "other lengths and scores; calls of a library softmax in helpers, too.",
            "其他长度和分数；辅助函数里是否调用了库的 softmax。",
        ),
        (
            Step(
                ("Your weights match the example.", "算出的权重与示例一致。"),
                _softmax_values,
                values=True,
            ),
            HAND,
            Step(("No library softmax is called.", "没有调用库里的 softmax。"), _from_scratch),
        ),
    ),
    Part(
        "context_vector",
        ("other inputs, sizes and tokens.", "其他输入、大小和词元。"),
        (
            Step(
                ("The second token gets its context vector.", "第二个词元得到它的上下文向量。"),
                _one_context,
                values=True,
            ),
            Step(
                ("Every other token gets its own.", "其余每个词元也都得到各自的向量。"),
                _every_context,
            ),
            Step(REVERSED.says, _context_of_reversed, "globals"),
            HAND,
            FROM_SCRATCH,
        ),
    ),
    Part(
        "simple_self_attention",
        ("other inputs and sizes, a single token.", "其他输入和大小，以及只有一个词元的情况。"),
        (
            Step(
                ("The weights are those of the example.", "权重与示例一致。"),
                _simple_weights,
                values=True,
            ),
            Step(
                ("The context vectors are those of the example.", "上下文向量与示例一致。"),
                _simple_contexts,
            ),
            Step(REVERSED.says, _simple_reversed, "globals"),
            HAND,
            FROM_SCRATCH,
        ),
    ),
    Part(
        "scaled_attention_weights",
        ("other widths and numbers of tokens.", "其他宽度和词元数。"),
        (
            Step(
                ("The weights are those of the example.", "权重与示例一致。"),
                _scaled_values,
                values=True,
            ),
            Step(
                (
                    "Keys in reverse order give the same weights in reverse order.",
                    "键倒序时，得到的权重相同，只是顺序颠倒。",
                ),
                _scaled_reversed,
                "globals",
            ),
            HAND,
            FROM_SCRATCH,
        ),
    ),
    Part(
        "SelfAttention_v1",
        ("other sizes and weights, the gradients.", "其他大小和权重，以及梯度。"),
        (LAYERS, SHAPE, VALUES, REVERSED, MODULE_BY_HAND, FROM_SCRATCH),
    ),
    Part(
        "SelfAttention_v2",
        (
            "other sizes and weights, with bias, the gradients.",
            "其他大小和权重、带偏置的情况，以及梯度。",
        ),
        (LAYERS, BIASES, SHAPE, VALUES, REVERSED, MODULE_BY_HAND, FROM_SCRATCH),
    ),
    Part(
        "exercise_3_1",
        ("other sizes, square ones among them.", "其他大小，包括方阵。"),
        (
            Step(("sa_v2 stays as it was.", "sa_v2 保持不变。"), _v2_as_it_was, "direction"),
            Step(
                (
                    "The weights of sa_v1 keep their shapes and stay trainable.",
                    "sa_v1 的权重保持原来的形状，并且仍可训练。",
                ),
                _v1_shapes,
                "layout",
            ),
            Step(
                (
                    "sa_v1 makes the queries, keys and values of sa_v2.",
                    "sa_v1 得到与 sa_v2 相同的查询、键和值。",
                ),
                _v1_projects,
            ),
        ),
    ),
    Part(
        "causal_mask",
        ("other sizes.", "其他大小。"),
        (
            Step(
                (
                    "Exactly the future is hidden, for 6, 3 and 1 tokens.",
                    "词元数为 6、3、1 时，恰好遮住未来。",
                ),
                _mask_values,
            ),
        ),
    ),
    Part(
        "renormalized_causal_weights",
        ("other weights and sizes.", "其他权重和大小。"),
        (
            Step(
                ("The weights are those of the example.", "权重与示例一致。"),
                _renormalized_values,
            ),
            Step(("Each row adds up to 1.", "每一行的和为 1。"), _renormalized_sums, "row_sum"),
        ),
    ),
    Part(
        "causal_attention_weights",
        ("other scores, sizes and widths.", "其他分数、大小和宽度。"),
        (
            Step(
                (
                    "The weights are those of the example, whatever stands above the diagonal.",
                    "无论对角线以上是什么，权重都与示例一致。",
                ),
                _causal_values,
                values=True,
            ),
            FROM_SCRATCH,
        ),
    ),
    Part(
        "CausalAttention",
        (
            "other sizes and weights, dropout in training and its absence in eval, the gradients, "
            "a mask that moves with the module.",
            "其他大小和权重、训练时的 dropout、评估时没有 dropout、梯度、随模块移动的掩码。",
        ),
        (
            LAYERS,
            BIASES,
            SHAPE,
            NO_LEAK,
            VALUES,
            FEWER,
            OWN_SEQUENCE,
            MODULE_BY_HAND,
            FROM_SCRATCH,
        ),
    ),
    Part(
        "MultiHeadAttentionWrapper",
        (
            "other numbers of heads, what each head is made with, training through the wrapper.",
            "其他头数、创建每个头的参数、经过包装模块的训练。",
        ),
        (
            Step(
                ("heads holds two registered heads.", "heads 中有两个已注册的头。"),
                _two_heads,
            ),
            LAYERS,
            SHAPE,
            VALUES,
            FEWER,
            OWN_SEQUENCE,
        ),
        needs="CausalAttention",
    ),
    Part(
        "exercise_3_2",
        (
            "other widths, whatever your wrapper class does.",
            "其他宽度；评分时会换上正确的包装类，所以你的第 12 部分写错也不影响这里。",
        ),
        (
            Step(
                ("It is a MultiHeadAttentionWrapper of two heads.", "这是一个双头的包装模块。"),
                _wrapper_of_two,
            ),
            Step(
                ("Its context vectors have two dimensions.", "它的上下文向量有两个维度。"),
                _two_dimensions,
                "two_wide",
            ),
        ),
        needs="MultiHeadAttentionWrapper",
    ),
    Part(
        "MultiHeadAttention",
        (
            "other sizes and numbers of heads, dropout in training and its absence in eval, the "
            "gradients, a mask that moves with the module.",
            "其他大小和头数、训练时的 dropout、评估时没有 dropout、梯度、随模块移动的掩码。",
        ),
        (
            LAYERS,
            BIASES,
            Step(
                (
                    "A width that does not split evenly into the heads is refused.",
                    "不能平分给各个头的宽度会被拒绝。",
                ),
                _indivisible,
            ),
            SHAPE,
            NO_LEAK,
            VALUES,
            WIDE,
            FEWER,
            OWN_SEQUENCE,
            FROM_SCRATCH,
        ),
    ),
    Part(
        "exercise_3_3",
        (
            "the same, whatever your MultiHeadAttention does.",
            "同样的内容，但不使用你自己写的 MultiHeadAttention。",
        ),
        (
            Step(
                (
                    "It is a MultiHeadAttention of the smallest GPT-2's sizes.",
                    "这是一个大小与最小的 GPT-2 相同的 MultiHeadAttention。",
                ),
                _gpt2_settings,
            ),
            Step(
                ("It has as many parameters as it should.", "参数个数正确。"),
                _gpt2_parameters,
            ),
            Step(
                (
                    "It turns a short sequence of width 768 into one of the same shape.",
                    "它把一个宽度为 768 的短序列变成形状相同的序列。",
                ),
                _gpt2_forward,
            ),
        ),
        needs="MultiHeadAttention",
    ),
)
PARTS = {part.id: part for part in PARTS_IN_ORDER}
