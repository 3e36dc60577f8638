"""Questions about well-known mistakes, and when an error asks them."""

from __future__ import annotations

from .desk import COMMON

QUESTIONS = {
    "exponential": (
        "What is done to each score before they are divided by their sum?",
        "在除以总和之前，每个分数先要经过什么运算？",
    ),
    "total": (
        "By what must the exponentials be divided so that they add up to 1?",
        "指数值要除以什么，总和才会是 1？",
    ),
    "logarithm": ("Are these weights, or their logarithms?", "这些是权重，还是权重的对数？"),
    "sign": ("Should a larger score get a larger weight?", "分数越大，权重应当越大吗？"),
    "softmax": (
        "What turns the scores into weights before the sum is taken?",
        "求加权和之前，分数要怎样变成权重？",
    ),
    "unscaled_here": (
        "Does this part ask for a division of the scores?",
        "这一部分要求把分数除以什么吗？",
    ),
    "mean": ("Does every token really count the same?", "每个词元的权重真的都一样吗？"),
    "one_token": (
        "Where do the other tokens enter the sum?",
        "其他词元是在哪里进入求和的？",
    ),
    "weights_returned": (
        "Are these the weights, or the context vector made with them?",
        "这是权重，还是用权重得到的上下文向量？",
    ),
    "dimension": (
        "Which dimension should add up to 1: the one over the keys, or the one over the queries?",
        "哪一个维度上的和应当是 1：键所在的维度，还是查询所在的维度？",
    ),
    "transposed": (
        "Which index of the weights belongs to the token that is asking?",
        "权重的哪一个下标属于发出查询的词元？",
    ),
    "pair": ("In which order is the pair returned?", "返回的两个结果是什么顺序？"),
    "scale": (
        "By what are the scores divided before the softmax?",
        "在 softmax 之前，分数要除以什么？",
    ),
    "root": (
        "Are the scores divided by the width of a key, or by something made from it?",
        "分数是除以键的宽度本身，还是除以由它算出的某个数？",
    ),
    "multiplied": ("Are the scores made smaller, or larger?", "分数是被缩小了，还是被放大了？"),
    "which_width": (
        "Which size stands under the root: that of a key, or another one?",
        "根号下是哪个大小：键的宽度，还是别的？",
    ),
    "scale_after": (
        "Does the division come before the softmax, or after it?",
        "除法是在 softmax 之前，还是之后？",
    ),
    "swapped": (
        "In the scores, do the rows belong to the queries or to the keys?",
        "分数矩阵的行属于查询，还是属于键？",
    ),
    "roles": (
        "Which of query, key and value make the scores, and which one is summed up?",
        "查询、键、值之中，哪些用来算分数，哪一个用来求加权和？",
    ),
    "mask": (
        "Does the mask change the scores that go into the softmax, and is its result kept?",
        "掩码真的改变了进入 softmax 的分数吗？它的结果有没有保留下来？",
    ),
    "leak": (
        "Where does a later token get into an earlier row: past the mask, by the dimension of the "
        "softmax, or where the rows are taken apart?",
        "后面的词元从哪里进入了前面的行：掩码、softmax 的维度，还是把行拆开的地方？",
    ),
    "zero": (
        "What weight does softmax give to a score of 0?",
        "softmax 会给分数 0 多大的权重？",
    ),
    "diagonal": (
        "May a token look at itself? Where does the mask begin?",
        "一个词元可以看到自己吗？掩码从哪里开始？",
    ),
    "past": (
        "Which side of the diagonal is the future?",
        "对角线的哪一侧是未来？",
    ),
    "after_softmax": (
        "Do the weights that are left in a row still add up to 1?",
        "每一行剩下的权重加起来还是 1 吗？",
    ),
    "row_sum": (
        "Which numbers add up to the divisor of a row: those before the mask, or those after it?",
        "一行的除数由哪些数相加得到：掩码之前的，还是掩码之后的？",
    ),
    "softmax_again": (
        "The weights went through softmax already: what is still missing after the mask?",
        "权重已经做过 softmax 了：加上掩码之后还缺什么？",
    ),
    "head_order": (
        "In which order do the heads stand beside each other?",
        "各个头按什么顺序并排？",
    ),
    "same_head": ("Does every head get its turn?", "每个头都用到了吗？"),
    "interleaved": (
        "Along which dimension do the heads stand beside each other?",
        "各个头沿哪个维度并排？",
    ),
    "head_width": (
        "How wide are the queries of ONE head, and which width stands under the root?",
        "一个头的查询有多宽？根号下是哪个宽度？",
    ),
    "view_only": (
        "After the split, which numbers of one token end up in which head, and which dimension is "
        "that of the tokens?",
        "拆分之后，一个词元的哪些数进入了哪个头？哪个维度是词元的维度？",
    ),
    "merge": (
        "Before the heads are joined, which dimension comes next to the width of a head?",
        "合并各个头之前，紧挨着每个头宽度的是哪个维度？",
    ),
    "heads_ignored": (
        "Does each head have a softmax of its own?",
        "每个头都有自己的 softmax 吗？",
    ),
    "projection": (
        "What happens to the joined heads before they are returned?",
        "合并后的各个头在返回之前还要经过什么？",
    ),
    "total_width": (
        "Is d_out the width of one head, or of all heads together?",
        "d_out 是一个头的宽度，还是所有头加在一起的宽度？",
    ),
    "two_wide": (
        "Two heads stand beside each other: how wide may each of them be?",
        "两个头并排：每个头可以有多宽？",
    ),
    "sizes": (
        "Does the code read the sizes off its arguments, or does it hold those of the example?",
        "代码是从传入的张量读取大小，还是写死了示例的大小？",
    ),
    "globals": (
        "Does the code use its arguments only, or a name of the notebook as well?",
        "代码只用了传入的参数，还是也用了笔记本里的名字？",
    ),
    "shorter": (
        "How large is the mask when there are fewer tokens than context_length?",
        "当词元数少于 context_length 时，掩码应当多大？",
    ),
    "batch": (
        "Which dimension belongs to the batch, and does anything mix its sequences?",
        "哪个维度属于批次？有什么运算把不同序列混在一起了吗？",
    ),
    "bias": (
        "Who decides whether the three layers have a bias?",
        "三个线性层有没有偏置，由什么决定？",
    ),
    "trainable": (
        "How would an optimizer learn of this weight?",
        "优化器怎样才能知道这个权重？",
    ),
    "registered": (
        "What kind of list tells a module about the modules inside it?",
        "哪种列表能让模块知道其中的子模块？",
    ),
    "linear_in_v1": (
        "Which kind of object holds the weights in version 1, and which in version 2?",
        "第 1 版用什么对象存放权重，第 2 版又用什么？",
    ),
    "divisible": (
        "Is the condition reached when the module is made, and can it be false at all? "
        "A non-empty tuple is always true.",
        "创建模块时真的会检查这个条件吗？它有可能为假吗？非空的元组总是真。",
    ),
    "layout": (
        "In which layout does nn.Linear keep its weight?",
        "nn.Linear 以怎样的布局保存权重？",
    ),
    "direction": (
        "Which of the two modules is meant to stay as it was?",
        "两个模块之中，哪一个应当保持不变？",
    ),
    "library": (
        "Which operations is it made of, when the library's own may not be called?",
        "不能调用库里现成的函数时，它由哪些运算组成？",
    ),
    "learned": (
        "Is this tensor learned, or does it only have to move with the module?",
        "这个张量是学出来的吗？还是只需要随模块移动？",
    ),
    "once": (
        "What happens to a weight when the module is called for the second time?",
        "模块第二次被调用时，权重会怎样？",
    ),
    "everyone": (
        "Which other code uses the same torch?",
        "还有哪些代码在用同一个 torch？",
    ),
    "nan": (
        "Is there a row in which nothing is left to look at, or that is divided by 0? "
        "And what is 0 times infinity?",
        "是否有哪一行什么都看不到了，或者除以了 0？0 乘以无穷大又是多少？",
    ),
    "keepdim": (
        "The sums of the rows stand in a row themselves: by whose sum is row i divided?",
        "各行之和被排成了一个行向量；第 i 行实际除以的是哪一行的和？",
    ),
    "whole_matrix": (
        "Does each row add up to 1 here, or the whole matrix?",
        "这里是每一行的和为 1，还是整个矩阵的和为 1？",
    ),
    "split_apart": (
        "Which columns of the queries make up head 0: neighbours, or every second one?",
        "查询的哪些列组成头 0：相邻的几列，还是每隔一列取一列？",
    ),
    "replaced": (
        "A module accepts only an nn.Parameter where it holds one: is the old one to be replaced, "
        "or are new values to be written into it?",
        "模块里原来是 nn.Parameter 的位置只接受 nn.Parameter：是要换掉原来的参数，"
        "还是把新的值写进去？",
    ),
    "softmax_twice": (
        "How often do the scores pass through softmax on their way to the weights?",
        "从分数到权重，一共经过了几次 softmax？",
    ),
    "softmax_over_one": (
        "How many numbers stand along the dimension that softmax was given?",
        "softmax 所用的那个维度上有几个数？",
    ),
    "counted": (
        "From which number are the tokens counted?",
        "词元是从几开始数的？",
    ),
    "shared": (
        "Do queries, keys and values each come from a weight of their own?",
        "查询、键和值是否各有自己的权重？",
    ),
    "returned": COMMON["returned"],
    "in_place": (
        "Which operation writes into the argument instead of making a new tensor?",
        "哪个运算写进了传入的张量本身，而没有生成新的张量？",
    ),
}
# What a torch or Python error message says, and the question that leads to its cause.
ERRORS = [
    (
        "before Module.__init__",
        (
            "What must the __init__ of a module call before anything else?",
            "模块的 __init__ 首先必须调用什么？",
        ),
    ),
    (
        "'Linear'",
        (
            "A layer is an object: what is done with it to get its output?",
            "层是一个对象：要对它做什么才能得到输出？",
        ),
    ),
    (
        "is not defined",
        (
            "Where does this name come from: an argument, self, or a cell that was not run?",
            "这个名字来自哪里：传入的参数、self，还是一个没有运行的单元格？",
        ),
    ),
    (
        "has no attribute",
        (
            "Is the attribute spelled as it is where it was made?",
            "这个属性的拼写和创建它的地方一致吗？",
        ),
    ),
    (
        "view size is not compatible",
        (
            "What does view need of a tensor's memory, and what did the transpose do to it?",
            "view 对张量的内存有什么要求？转置之后内存变成了什么样？",
        ),
    ),
    (
        "cannot be multiplied",
        (
            "Which two dimensions meet in this product, and are they equal?",
            "这个乘积里相遇的是哪两个维度？它们相等吗？",
        ),
    ),
    (
        "must match the size of tensor",
        (
            "Which two shapes meet here, and which of them is the size of the tokens at hand?",
            "这里相遇的是哪两个形状？哪一个是当前词元数？",
        ),
    ),
    (
        "cannot assign",
        QUESTIONS["replaced"],
    ),
    (
        "boolean mask",
        (
            "Which dtype must the mask have when masked_fill is to use it?",
            "masked_fill 使用的掩码必须是什么 dtype？",
        ),
    ),
    (
        "leaf Variable",
        (
            "May a parameter be changed in place while gradients are recorded?",
            "在记录梯度时，可以就地修改参数吗？",
        ),
    ),
]
