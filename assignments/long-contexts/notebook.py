# %% [markdown] lang="en"
# # Long contexts: attention in little memory
#
# Attention compares every token with every other. For a text of 1,000 tokens that is a million
# scores, for 100,000 tokens ten thousand million: 40 GB for one head of one layer. Yet models read
# whole books today, and their numbers are exactly those of ordinary attention. In this notebook you
# write what makes that possible.
#
# | Section | What you build | Parts |
# |---|---|---|
# | 1 | The same attention in blocks: a softmax in pieces, and memory that does not grow with $T^2$ | 1–4 |
# | 2 | A cache: one new row a step, fewer keys than queries, the size of it all | 5–7 |
# | 3 | Windows and positions: old tokens leave, and places that a cache does not spoil | 8–9 |
#
# At the end, your own layer reads a text of ten thousand tokens and finds the sentence that is
# scattered over it.
#
# <details>
# <summary>How to work, what is graded, the rules: unfold this first</summary>
#
# - A part is a text, a solution cell and a check cell. Put your code in the place of
#   `raise NotImplementedError()`; keep the names and the order of the arguments.
# - The **visible check** below each part uses the numbers of the text. It says what is not right
#   yet, and gives no points. **Hidden checks** with other sizes and numbers give the points.
# - Some hidden checks are **limited**: the right numbers have to come back although little memory,
#   or little time to compute, is allowed. The text of a part says how much. It is always at least
#   twice of what a straightforward answer takes, so write clearly and do not polish.
# - Each part is graded by itself. If an answer calls an earlier answer of yours that is wrong, it is
#   graded once more with a right one in that place.
# - Use the arguments only, change none of them, do not reseed torch's generator and do not change
#   its settings. Return float32 tensors that are right to rounding (about 0.00001).
# - You may add cells and helper functions, and import from torch, numpy and the standard library.
# - `checks.py` stays in the folder of the notebook. `checks.speak("zh")` makes it speak Chinese.
#
# </details>

# %% [markdown] lang="zh"
# # 长上下文：用很少的内存计算注意力
#
# 注意力把每个词元与所有其他词元比较。一段 1,000 个词元的文本有一百万个分数，
# 100,000 个词元就有一百亿个：单是一层中的一个头就要 40 GB。
# 然而如今的模型能读整本书，而且算出的数与普通注意力完全一样。
# 在这个笔记本里，你来写出使这一切成为可能的东西。
#
# | 节 | 要写的内容 | 部分 |
# |---|---|---|
# | 1 | 分块计算同样的注意力：分段的 softmax，不随 $T^2$ 增长的内存 | 1–4 |
# | 2 | 缓存：每步只算新的一行，键比查询少，以及这一切有多大 | 5–7 |
# | 3 | 窗口和位置：旧词元离开，以及不会被缓存弄错的位置 | 8–9 |
#
# 最后，你自己的层会读完一段一万个词元的文本，找出散落在其中的一句话。
#
# <details>
# <summary>怎样做、怎样评分、有哪些规则：请先展开这里</summary>
#
# - 每个部分由一段文字、一个解答单元格和一个检查单元格组成。
#   用你的代码替换 `raise NotImplementedError()`，保留名称和参数的顺序。
# - 每个部分下面的**可见检查**使用文字里的数字，告诉你哪里还不对，但不给分。
#   **隐藏检查**使用其他大小和数字，分数由它们给出。
# - 有些隐藏检查是**有限额的**：只允许用很少的内存或很短的计算时间，仍要算出正确的数。
#   限额写在该部分的文字里，总是至少为普通写法所需的两倍，所以写清楚就好，不必精雕细琢。
# - 每个部分单独评分。如果你的答案调用了前面某个写错的答案，会换上一个正确的再评一次。
# - 只用参数，不改动任何参数，不重设 torch 的随机种子，也不改变它的设置。
#   返回的 float32 张量要精确到舍入误差（大约 0.00001）。
# - 你可以添加单元格和辅助函数，也可以导入 torch、numpy 和标准库。
# - `checks.py` 要留在笔记本所在的文件夹里。运行 `checks.speak("en")` 之后检查改用英文。
#
# </details>

# %%
import math

import torch
from torch import nn

import checks

queries = torch.tensor([[1.0, 0.0], [0.0, 1.0], [1.0, 1.0], [-1.0, 1.0], [2.0, 0.0], [0.0, -2.0]])
keys = torch.tensor([[0.0, 1.0], [1.0, 1.0], [2.0, -1.0], [0.0, 0.5], [-1.0, 0.0], [1.0, 2.0]])
values = torch.tensor([[1.0, 0.0, 2.0], [0.0, 3.0, 1.0], [4.0, 0.0, 0.0],
                       [0.0, 1.0, 5.0], [2.0, 2.0, 0.0], [1.0, 0.0, 6.0]])
queries.shape, keys.shape, values.shape

# %% [markdown] lang="en"
# These are the queries, keys and values of a text of $T = 6$ tokens: $d = 2$ numbers for each query
# and key, $d_v = 3$ for each value. All parts keep to these shapes: one row for each token.
#
# ## 1 Attention in blocks
#
# How long may a text be? The next cell prints what the scores of one head take, with 4 bytes for
# each of them, beside all its queries, keys and values together.

# %% [markdown] lang="zh"
# 这是一段 $T = 6$ 个词元的文本的查询、键和值：每个查询和键有 $d = 2$ 个数，每个值有 $d_v = 3$ 个数。
# 所有部分都遵守这样的形状：每个词元一行。
#
# ## 1 分块注意力
#
# 文本可以有多长？下一个单元格打印一个头的分数要占多少内存（每个分数 4 字节），
# 旁边是它的全部查询、键和值一共占多少。

# %%
checks.sizes()

# %% [markdown] lang="en"
# ### Part 1: A softmax that never overflows (8 points) · 10 minutes
#
# **Idea.** $e^{89}$ is too large for a float32; it becomes `inf`, and `inf / inf` is `nan`. Scores of
# 89 do occur. But a softmax only knows differences: whatever is subtracted from all scores of a row
# cancels out. So subtract the largest. Then the largest power is $e^0 = 1$, and nothing overflows.
#
# **Formula.** For a row of scores $x$ with its largest score $m$,
#
# $$\mathrm{softmax}(x)_i = \frac{e^{x_i}}{\sum_j e^{x_j}} = \frac{e^{x_i - m}}{\sum_j e^{x_j - m}},
# \qquad m = \max_j x_j$$
#
# **By hand.** (1000, 1001) has the largest score 1001. The powers are $e^{-1} = 0.3679$ and 1, their
# sum is 1.3679, and the weights are (0.2689, 0.7311), as for (0, 1).
#
# **Contract.** `stable_softmax(x)` takes scores of any shape and returns weights of the same shape,
# which add up to 1 along the last dimension. A score may be $-\infty$ (a hidden place, weight 0), but
# not all of a row. The library's softmax is not allowed in this part, nor what is made of it
# (`log_softmax`, `logsumexp`).
#
# <details>
# <summary>Hint 1</summary>
#
# Of each row its own largest, not the largest of all: what happens to a row whose scores lie 200
# below those of another?
#
# </details>
#
# <details>
# <summary>Hint 2</summary>
#
# `amax` and `sum` take `dim` and `keepdim`. What shape must the largest scores have to be subtracted?
#
# </details>
#
# <details>
# <summary>Hint 3</summary>
#
# Two lines: the powers of `x` minus `x.amax(...)`, and the powers over their sum.
#
# </details>

# %% [markdown] lang="zh"
# ### 第 1 部分：不会溢出的 softmax（8 分）· 10 分钟
#
# **思路。** $e^{89}$ 对 float32 来说太大了，会变成 `inf`，而 `inf / inf` 是 `nan`。
# 大到 89 的分数确实会出现。不过 softmax 只看差值：从一行的所有分数中减去同一个数，结果不变。
# 那就减去最大的那个。这样最大的幂是 $e^0 = 1$，什么也不会溢出。
#
# **公式。** 一行分数 $x$，其中最大的分数为 $m$：
#
# $$\mathrm{softmax}(x)_i = \frac{e^{x_i}}{\sum_j e^{x_j}} = \frac{e^{x_i - m}}{\sum_j e^{x_j - m}},
# \qquad m = \max_j x_j$$
#
# **手算。** (1000, 1001) 中最大的是 1001。两个幂是 $e^{-1} = 0.3679$ 和 1，和是 1.3679，
# 权重是 (0.2689, 0.7311)，与 (0, 1) 的一样。
#
# **约定。** `stable_softmax(x)` 接受任意形状的分数，返回形状相同的权重，沿最后一个维度相加为 1。
# 分数可以是 $-\infty$（被遮住的位置，权重为 0），但一行里不会全是。
# 这一部分不允许使用库里的 softmax，也不允许使用由它构成的函数（`log_softmax`、`logsumexp`）。
#
# <details>
# <summary>提示 1</summary>
#
# 每一行减去自己的最大值，而不是全体的最大值：如果一行的分数比另一行低 200，会怎样？
#
# </details>
#
# <details>
# <summary>提示 2</summary>
#
# `amax` 和 `sum` 都接受 `dim` 和 `keepdim`。最大的分数要能从 `x` 中减去，形状应该是什么？
#
# </details>
#
# <details>
# <summary>提示 3</summary>
#
# 两行：`x` 减去 `x.amax(...)` 之后求幂；再用幂除以它们的和。
#
# </details>

# %% part="stable_softmax"
def stable_softmax(x: torch.Tensor) -> torch.Tensor:
    """The softmax along the last dimension, without overflow whatever the scores are.

    x: any shape; some scores of a row may be -inf. Returns: the same shape.
    Not allowed: the library's softmax. Leave x as it is.

    ---

    沿最后一个维度的 softmax，无论分数多大都不溢出。

    x：任意形状；一行里可以有一些分数为 -inf。返回：形状相同。
    不允许：库里的 softmax。不要改动 x。
    """
    ### BEGIN SOLUTION
    powers = torch.exp(x - x.amax(dim=-1, keepdim=True))
    return powers / powers.sum(dim=-1, keepdim=True)
    ### END SOLUTION


# %% test="stable_softmax"
checks.check("stable_softmax", globals())

# %% [markdown] lang="en"
# ### Part 2: Two halves of a row, joined (14 points) · 20 minutes
#
# **Idea.** A row of scores need not be seen at once. Say you have read its first half. Keep three
# things of it: the **largest** score $m$, the **total** $l = \sum_j e^{x_j - m}$, and the
# **weighted** values $a = \sum_j e^{x_j - m}\,v_j$. The result of this half alone would be $a / l$. The cell
# below computes these three; leave it as it is. Your part is to **join** the three of one half and the
# three of the other to those of the whole row.
#
# **Formula.** The halves were computed with different largest scores, $m_1$ and $m_2$. That of the
# whole row is $m = \max(m_1, m_2)$. What was divided by $e^{m_1}$ has to be divided by $e^{m}$ instead:
#
# $$l = e^{m_1 - m}\,l_1 + e^{m_2 - m}\,l_2, \qquad a = e^{m_1 - m}\,a_1 + e^{m_2 - m}\,a_2$$
#
# **By hand.** Scores (1, 2) with values (10, 20), and then a score 4 with the value 40:
#
# | | largest | total | weighted |
# |---|---|---|---|
# | (1, 2) | 2 | $e^{-1} + 1 = 1.3679$ | $10\,e^{-1} + 20 = 23.6788$ |
# | (4) | 4 | 1 | 40 |
# | joined | 4 | $1.3679\,e^{-2} + 1 = 1.1851$ | $23.6788\,e^{-2} + 40 = 43.2046$ |
#
# $43.2046 / 1.1851 = 36.4558$ with unrounded numbers, which is what the softmax of (1, 2, 4) makes of
# (10, 20, 40).
#
# **Contract.** `join(first, second)` gets two tuples `(largest, total, weighted)` of the shapes
# $(T, 1)$, $(T, 1)$ and $(T, d_v)$, one row for each query, and returns such a tuple. A half of which nothing
# has been read yet is $(-\infty, 0, 0)$: joined with it, the other half stays what it is. (Both halves of
# one row are never empty.) No power may overflow, however far apart the halves are.
#
# <details>
# <summary>Hint 1</summary>
#
# Which of the two factors $e^{m_1 - m}$, $e^{m_2 - m}$ is 1? It is another one in each row.
#
# </details>
#
# <details>
# <summary>Hint 2</summary>
#
# `torch.maximum` compares two tensors number by number.
#
# </details>
#
# <details>
# <summary>Hint 3</summary>
#
# First the new largest, then the two factors, then each sum with the *same* two factors.
#
# </details>

# %% [markdown] lang="zh"
# ### 第 2 部分：合并一行的两半（14 分）· 20 分钟
#
# **思路。** 一行分数不必一次看完。假设你读完了前一半，记下三样东西：
# **最大**的分数 $m$，**总和** $l = \sum_j e^{x_j - m}$，以及**加权**的值 $a = \sum_j e^{x_j - m}\,v_j$。
# 只有这一半的话，结果就是 $a / l$。下面的单元格计算这三样，请让它保持原样。
# 你要做的是**合并**：由一半的三样和另一半的三样，得到整行的三样。
#
# **公式。** 两半是用不同的最大分数 $m_1$ 和 $m_2$ 算的。整行的最大分数是 $m = \max(m_1, m_2)$。
# 原来除以 $e^{m_1}$ 的，现在要改为除以 $e^{m}$：
#
# $$l = e^{m_1 - m}\,l_1 + e^{m_2 - m}\,l_2, \qquad a = e^{m_1 - m}\,a_1 + e^{m_2 - m}\,a_2$$
#
# **手算。** 分数 (1, 2) 对应值 (10, 20)，然后是分数 4 对应值 40：
#
# | | 最大 | 总和 | 加权 |
# |---|---|---|---|
# | (1, 2) | 2 | $e^{-1} + 1 = 1.3679$ | $10\,e^{-1} + 20 = 23.6788$ |
# | (4) | 4 | 1 | 40 |
# | 合并 | 4 | $1.3679\,e^{-2} + 1 = 1.1851$ | $23.6788\,e^{-2} + 40 = 43.2046$ |
#
# $43.2046 / 1.1851 = 36.4558$（用未舍入的数计算），正是 (1, 2, 4) 的 softmax 对 (10, 20, 40) 加权的结果。
#
# **约定。** `join(first, second)` 得到两个元组 `(largest, total, weighted)`，形状是
# $(T, 1)$、$(T, 1)$ 和 $(T, d_v)$，每个查询一行；返回同样的元组。
# 还什么都没读的一半是 $(-\infty, 0, 0)$：与它合并，另一半保持不变。（同一行的两半不会都是空的。）
# 无论两半相差多远，任何幂都不能溢出。
#
# <details>
# <summary>提示 1</summary>
#
# $e^{m_1 - m}$ 和 $e^{m_2 - m}$ 这两个因子，哪一个是 1？每一行各不相同。
#
# </details>
#
# <details>
# <summary>提示 2</summary>
#
# `torch.maximum` 逐个比较两个张量中的数。
#
# </details>
#
# <details>
# <summary>提示 3</summary>
#
# 先求新的最大值，再求两个因子，然后用*同样的*两个因子求每个和。
#
# </details>

# %% given="summary"
def summary(scores: torch.Tensor, values: torch.Tensor) -> tuple:
    """The largest score of each row, the total of the powers, and the values weighted by them.

    scores: (T, n), values: (n, d_v). Returns: (T, 1), (T, 1), (T, d_v).

    ---

    每行的最大分数、各个幂之和，以及按这些幂加权的值之和。

    scores：(T, n)，values：(n, d_v)。返回：(T, 1)、(T, 1)、(T, d_v)。
    """
    largest = scores.amax(dim=-1, keepdim=True)
    powers = torch.exp(scores - largest)
    return largest, powers.sum(dim=-1, keepdim=True), powers @ values


# %% part="join"
def join(first: tuple, second: tuple) -> tuple:
    """The largest, total and weighted values of whole rows, from those of two halves.

    first, second: (largest, total, weighted), shapes (T, 1), (T, 1), (T, d_v).
    Returns: such a tuple. Leave both as they are.

    ---

    由每一行的两半的最大值、总和与加权的值，得到整行的这三样。

    first、second：(largest, total, weighted)，形状 (T, 1)、(T, 1)、(T, d_v)。
    返回：同样的元组。不要改动两者。
    """
    ### BEGIN SOLUTION
    largest = torch.maximum(first[0], second[0])
    one, other = torch.exp(first[0] - largest), torch.exp(second[0] - largest)
    total = one * first[1] + other * second[1]
    weighted = one * first[2] + other * second[2]
    return largest, total, weighted
    ### END SOLUTION


# %% test="join"
checks.check("join", globals())

# %% [markdown] lang="en"
# ### Part 3: Attention in blocks (14 points) · 20 minutes
#
# **Idea.** Take `block` keys at a time, with their values. Compute the scores of all queries with
# these keys alone, make a `summary` of them, and `join` it to what you have. The scores of one block
# are forgotten before those of the next are computed. So there are never more than
# $T \times \mathtt{block}$ scores, however many keys there are.
#
# **Formula.** For $T$ queries, $S$ keys and $S$ values, without a mask,
#
# $$z_i = \sum_j \mathrm{softmax}_j\!\left(\frac{q_i \cdot k_j}{\sqrt{d}}\right) v_j
# = \frac{\text{weighted}_i}{\text{total}_i}$$
#
# with the weighted values and the total after the last block.
#
# **By hand.** A query (0), keys (0), (0), (0), values 3, 6, 9, and blocks of 2. All scores are 0. The
# first block gives (0, 2, 9), the second, which is shorter, (0, 1, 9). Joined: (0, 3, 18). The result is
# 18 / 3 = 6.
#
# **Contract.** `blockwise_attention(queries, keys, values, block)` gets $(T, d)$, $(S, d)$ and
# $(S, d_v)$ and returns $(T, d_v)$. `block` is any whole number from 1 on; it need not divide $S$.
# The library's attention is not allowed in this part.
#
# **Limit.** 1,024 tokens with blocks of 32 have to do with 4 MiB. All scores at once would take
# all of it, and their softmax as much again.
#
# <details>
# <summary>Hint 1</summary>
#
# `range(0, len(keys), block)` gives the beginning of every block, and a slice may reach beyond the end.
#
# </details>
#
# <details>
# <summary>Hint 2</summary>
#
# What do you join the first block to? An empty half, or nothing at all.
#
# </details>
#
# <details>
# <summary>Hint 3</summary>
#
# Divide once, behind the loop. Who divides in each block weighs all blocks alike.
#
# </details>

# %% [markdown] lang="zh"
# ### 第 3 部分：分块注意力（14 分）· 20 分钟
#
# **思路。** 每次取 `block` 个键和它们的值。只计算所有查询与这些键的分数，
# 用 `summary` 概括，再用 `join` 并入已有的部分。算下一块的分数之前，上一块的分数已经忘掉了。
# 所以无论有多少个键，同时存在的分数都不超过 $T \times \mathtt{block}$ 个。
#
# **公式。** $T$ 个查询、$S$ 个键和 $S$ 个值，没有掩码：
#
# $$z_i = \sum_j \mathrm{softmax}_j\!\left(\frac{q_i \cdot k_j}{\sqrt{d}}\right) v_j
# = \frac{\text{weighted}_i}{\text{total}_i}$$
#
# 其中加权的值和总和是最后一块之后的。
#
# **手算。** 一个查询 (0)，键 (0)、(0)、(0)，值 3、6、9，每块 2 个。所有分数都是 0。
# 第一块给出 (0, 2, 9)，第二块较短，给出 (0, 1, 9)。合并得 (0, 3, 18)，结果是 18 / 3 = 6。
#
# **约定。** `blockwise_attention(queries, keys, values, block)` 得到 $(T, d)$、$(S, d)$ 和 $(S, d_v)$，
# 返回 $(T, d_v)$。`block` 是从 1 起的任意整数，不一定整除 $S$。这一部分不允许使用库里的注意力。
#
# **限额。** 1,024 个词元、每块 32 个，只允许用 4 MiB。
# 一次算出全部分数就会占满它，它们的 softmax 还要同样多。
#
# <details>
# <summary>提示 1</summary>
#
# `range(0, len(keys), block)` 给出每一块的开头；切片可以超出末尾。
#
# </details>
#
# <details>
# <summary>提示 2</summary>
#
# 第一块与什么合并？与空的一半，或者什么也不合并。
#
# </details>
#
# <details>
# <summary>提示 3</summary>
#
# 只在循环之后除一次。每块都除的话，所有的块就一样重了。
#
# </details>

# %% part="blockwise_attention"
def blockwise_attention(
    queries: torch.Tensor, keys: torch.Tensor, values: torch.Tensor, block: int
) -> torch.Tensor:
    """Attention of all queries to all keys, with the scores of `block` keys at a time.

    queries: (T, d), keys: (S, d), values: (S, d_v). Returns: (T, d_v).
    Not allowed: the library's attention. Leave all arguments as they are.

    ---

    所有查询对所有键的注意力，每次只算 `block` 个键的分数。

    queries：(T, d)，keys：(S, d)，values：(S, d_v)。返回：(T, d_v)。
    不允许：库里的注意力。不要改动任何参数。
    """
    ### BEGIN SOLUTION
    known = None
    for begin in range(0, len(keys), block):
        some = slice(begin, begin + block)
        scores = queries @ keys[some].T / math.sqrt(queries.shape[-1])
        new = summary(scores, values[some])
        known = new if known is None else join(known, new)
    _, total, weighted = known
    return weighted / total
    ### END SOLUTION


# %% test="blockwise_attention"
checks.check("blockwise_attention", globals())

# %% [markdown] lang="en"
# ### Part 4: Causal attention in blocks (14 points) · 25 minutes
#
# **Idea.** In a language model no token sees a later one. Cut the queries into blocks, too. Then a block
# of queries meets three kinds of blocks of keys: those **before** it, of which it sees all; its **own**, of which each
# query sees the keys up to itself; and those **behind** it, of which it sees nothing. The last kind,
# almost half of all, is never computed.
#
# ```
#             keys 0–1   keys 2–3   keys 4–5
# queries 0–1  masked       –          –
# queries 2–3   whole     masked       –
# queries 4–5   whole      whole     masked
# ```
#
# **Formula.** $z_i = \sum_{j \le i} \mathrm{softmax}_{j \le i}(q_i \cdot k_j / \sqrt{d})\,v_j$.
#
# **By hand.** Queries and keys of 0 and the values 3, 6, 9 give 3, 4.5 and 6: the mean of all so far.
#
# **Contract.** `blockwise_causal_attention(queries, keys, values, block)` gets $(T, d)$, $(T, d)$ and
# $(T, d_v)$ and returns $(T, d_v)$. A block that lies behind a block of queries has no part in its rows:
# not even if its keys and values are `nan`, as in memory that nobody has written yet. (0 times `nan` is `nan`: to
# hide them is not enough.) The library's attention is not allowed in this part.
#
# **Limit.** 1,024 tokens with blocks of 56 have to do with 6 MiB.
#
# <details>
# <summary>Hint 1</summary>
#
# Two loops: over the beginnings of the blocks of queries, and for each of them over the beginnings of
# the blocks of keys up to it.
#
# </details>
#
# <details>
# <summary>Hint 2</summary>
#
# `torch.ones(n, n, dtype=torch.bool).triu(1)` is True where the future is. The last block may be shorter;
# take $n$ from the scores.
#
# </details>
#
# <details>
# <summary>Hint 3</summary>
#
# Begin the inner loop afresh for each block of queries, divide behind it, and put the blocks of results
# together at the end.
#
# </details>

# %% [markdown] lang="zh"
# ### 第 4 部分：分块因果注意力（14 分）· 25 分钟
#
# **思路。** 在语言模型里，没有词元能看到后面的词元。把查询也分成块。
# 这样，一块查询会遇到三种键的块：在它**前面**的，全部看得到；它**自己**的，每个查询看到自己为止；
# 在它**后面**的，什么也看不到。最后一种将近占一半，根本不去计算。
#
# ```
#             键 0–1     键 2–3     键 4–5
# 查询 0–1     遮一半       –          –
# 查询 2–3      整块      遮一半       –
# 查询 4–5      整块       整块      遮一半
# ```
#
# **公式。** $z_i = \sum_{j \le i} \mathrm{softmax}_{j \le i}(q_i \cdot k_j / \sqrt{d})\,v_j$。
#
# **手算。** 查询和键都是 0，值为 3、6、9，得到 3、4.5 和 6：到目前为止所有值的平均。
#
# **约定。** `blockwise_causal_attention(queries, keys, values, block)` 得到 $(T, d)$、$(T, d)$ 和
# $(T, d_v)$，返回 $(T, d_v)$。位于一块查询后面的块与它的各行毫无关系：
# 即使那里的键和值是 `nan`（例如还没有人写过的内存）也一样。（0 乘 `nan` 还是 `nan`，只遮住是不够的。）
# 这一部分不允许使用库里的注意力。
#
# **限额。** 1,024 个词元、每块 56 个，只允许用 6 MiB。
#
# <details>
# <summary>提示 1</summary>
#
# 两层循环：外层是每块查询的开头，内层是到它为止的每块键的开头。
#
# </details>
#
# <details>
# <summary>提示 2</summary>
#
# `torch.ones(n, n, dtype=torch.bool).triu(1)` 在未来的位置为 True。
# 最后一块可能较短，$n$ 要取自分数的形状。
#
# </details>
#
# <details>
# <summary>提示 3</summary>
#
# 每块查询都重新开始内层循环，循环之后相除，最后把各块的结果接起来。
#
# </details>

# %% part="blockwise_causal_attention"
def blockwise_causal_attention(
    queries: torch.Tensor, keys: torch.Tensor, values: torch.Tensor, block: int
) -> torch.Tensor:
    """Causal attention, block by block; blocks behind a query are not computed.

    queries, keys: (T, d), values: (T, d_v). Returns: (T, d_v).
    Not allowed: the library's attention. Leave all arguments as they are.

    ---

    每个词元对自己及之前词元的注意力，逐块计算；后面的块不计算。

    queries、keys：(T, d)，values：(T, d_v)。返回：(T, d_v)。
    不允许：库里的注意力。不要改动任何参数。
    """
    ### BEGIN SOLUTION
    rows = []
    for begin in range(0, len(queries), block):
        some = queries[begin : begin + block] / math.sqrt(queries.shape[-1])
        known = None
        for other in range(0, begin + 1, block):
            scores = some @ keys[other : other + block].T
            if other == begin:
                future = torch.ones(scores.shape, dtype=torch.bool).triu(1)
                scores = scores.masked_fill(future, -torch.inf)
            new = summary(scores, values[other : other + block])
            known = new if known is None else join(known, new)
        rows.append(known[2] / known[1])
    return torch.cat(rows)
    ### END SOLUTION


# %% test="blockwise_causal_attention"
checks.check("blockwise_causal_attention", globals())

# %% [markdown] lang="en"
# What does your code look at? The next cell puts a `nan` in the place of one key after the other and
# draws which rows notice: a step for each block, and nothing to the right of it. Then your attention
# runs beside the textbook's. The bars are the largest tensor that each of them makes: the one grows
# with $T^2$, the other with $T$.

# %% [markdown] lang="zh"
# 你的代码看了哪些地方？下一个单元格依次在每个键的位置放一个 `nan`，画出哪些行察觉到了：
# 每块一个台阶，台阶右边什么也没有。然后把你的注意力和教科书的写法放在一起运行。
# 横条是各自创建的最大张量：一个随 $T^2$ 增长，另一个随 $T$ 增长。

# %%
checks.seen(globals(), "blockwise_causal_attention", 4)
checks.costs(globals())

# %% [markdown] lang="en"
# **What a GPU adds.** Your blocks are those of FlashAttention (Dao, Fu, Ermon, Rudra and Ré, 2022,
# *FlashAttention: Fast and Memory-Efficient Exact Attention with IO-Awareness*). A GPU computes faster
# than it reads its memory. So the scores of a block never leave the small, fast memory beside the
# processors: they are computed, joined and forgotten there. The numbers are the same, and there is
# less traffic. On the way back, the scores are computed again from the largest and the total of each
# row, which is quicker than to read them.

# %% [markdown] lang="zh"
# **GPU 又带来了什么。** 你的分块就是 FlashAttention 的分块（Dao、Fu、Ermon、Rudra 和 Ré，2022，
# *FlashAttention: Fast and Memory-Efficient Exact Attention with IO-Awareness*）。
# GPU 计算得比读内存快。所以一块的分数从不离开处理器旁边又小又快的内存：
# 在那里算出、合并，然后忘掉。数值完全一样，搬运却少了。
# 反向传播时，由每一行的最大值和总和重新计算分数，这比把它们读回来还快。

# %% [markdown] lang="en"
# ## 2 A cache
#
# ### Part 5: A layer that remembers (14 points) · 20 minutes
#
# **Idea.** A model writes one token after the other. What it computed for the earlier ones does not
# change, for none of them sees the new one. So the layer keeps their keys and values, and a step
# computes one query, one key, one value and one row of scores.
#
# **Formula.** In step $t$, with the new row $x_t$ (and no bias),
#
# $$q_t = W_q x_t,\quad k_t = W_k x_t,\quad v_t = W_v x_t,\qquad
# z_t = \sum_{j \le t} \mathrm{softmax}_{j \le t}\!\left(\frac{q_t \cdot k_j}{\sqrt{d_\text{out}}}\right) v_j$$
#
# **By hand.** With $d_\text{in} = d_\text{out} = 1$, $W_q = 0$, $W_k = W_v = 1$, the rows 2, 4 and 9 give
# 2, then 3, then 5: all weights of a step are equal. After `reset()` the row 7 gives 7.
#
# **Contract.** `CachedAttention(d_in, d_out)` has the linear layers `W_query`, `W_key` and `W_value`
# without bias. A call with the next row, of shape $(1, d_\text{in})$, returns $(1, d_\text{out})$: the last row that
# causal attention would give for all rows since the beginning. `reset()` forgets all rows. Every
# layer remembers its own rows. The library's attention is not allowed in this part.
#
# **Limit.** 256 steps with $d_\text{in} = 1024$ and $d_\text{out} = 128$ have to do with 0.15 seconds of
# computing. A layer that computes earlier keys and values again in each step takes many times as long.
#
# <details>
# <summary>Hint 1</summary>
#
# What is not a parameter can be an attribute all the same. What is the cache before the first row?
#
# </details>
#
# <details>
# <summary>Hint 2</summary>
#
# A mask is not needed: the new row sees all that is in the cache, its own key and value included.
#
# </details>
#
# <details>
# <summary>Hint 3</summary>
#
# `torch.cat([self.keys, key])`, the same for the values, then attention as ever with one query.
#
# </details>

# %% [markdown] lang="zh"
# ## 2 缓存
#
# ### 第 5 部分：会记忆的层（14 分）· 20 分钟
#
# **思路。** 模型一个接一个地写出词元。先前词元的计算结果不会改变，因为它们都看不到新词元。
# 所以这个层保存它们的键和值，每一步只计算一个查询、一个键、一个值和一行分数。
#
# **公式。** 第 $t$ 步，新的一行是 $x_t$（没有偏置）：
#
# $$q_t = W_q x_t,\quad k_t = W_k x_t,\quad v_t = W_v x_t,\qquad
# z_t = \sum_{j \le t} \mathrm{softmax}_{j \le t}\!\left(\frac{q_t \cdot k_j}{\sqrt{d_\text{out}}}\right) v_j$$
#
# **手算。** 设 $d_\text{in} = d_\text{out} = 1$，$W_q = 0$，$W_k = W_v = 1$，依次送入 2、4、9，
# 得到 2、3、5：每一步的所有权重都相等。`reset()` 之后，送入 7 得到 7。
#
# **约定。** `CachedAttention(d_in, d_out)` 有三个没有偏置的线性层 `W_query`、`W_key` 和 `W_value`。
# 用下一行（形状 $(1, d_\text{in})$）调用，返回 $(1, d_\text{out})$：
# 也就是对开始以来的所有行做因果注意力时的最后一行。`reset()` 忘掉所有行。
# 每个层只记住自己的行。这一部分不允许使用库里的注意力。
#
# **限额。** 256 步，$d_\text{in} = 1024$，$d_\text{out} = 128$，计算时间不得超过 0.15 秒。
# 每一步都重新计算先前的键和值的层要用许多倍的时间。
#
# <details>
# <summary>提示 1</summary>
#
# 不是参数的东西也可以是属性。第一行之前，缓存是什么？
#
# </details>
#
# <details>
# <summary>提示 2</summary>
#
# 不需要掩码：新的一行能看到缓存里的一切，包括它自己的键和值。
#
# </details>
#
# <details>
# <summary>提示 3</summary>
#
# `torch.cat([self.keys, key])`，值也一样，然后用一个查询照常计算注意力。
#
# </details>

# %% part="CachedAttention"
class CachedAttention(nn.Module):
    """Causal attention for a text that comes row by row: earlier keys and values are kept.

    CachedAttention(d_in, d_out): the linear layers W_query, W_key, W_value, without bias.
    forward: the next row, (1, d_in). Returns: (1, d_out). reset(): forget all rows.
    Not allowed: the library's attention.

    ---

    逐行到来的文本的因果注意力：保存先前的键和值。

    CachedAttention(d_in, d_out)：没有偏置的线性层 W_query、W_key、W_value。
    forward：下一行，形状 (1, d_in)。返回：(1, d_out)。reset()：忘掉所有行。
    不允许：库里的注意力。
    """

    def __init__(self, d_in: int, d_out: int) -> None:
        super().__init__()
        ### BEGIN SOLUTION
        self.W_query = nn.Linear(d_in, d_out, bias=False)
        self.W_key = nn.Linear(d_in, d_out, bias=False)
        self.W_value = nn.Linear(d_in, d_out, bias=False)
        self.reset()
        ### END SOLUTION

    def reset(self) -> None:
        ### BEGIN SOLUTION
        self.keys = self.values = None
        ### END SOLUTION

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        ### BEGIN SOLUTION
        query, key, value = self.W_query(x), self.W_key(x), self.W_value(x)
        self.keys = key if self.keys is None else torch.cat([self.keys, key])
        self.values = value if self.values is None else torch.cat([self.values, value])
        scores = query @ self.keys.T / math.sqrt(self.keys.shape[-1])
        return torch.softmax(scores, dim=-1) @ self.values
        ### END SOLUTION


# %% test="CachedAttention"
checks.check("CachedAttention", globals())

# %% [markdown] lang="en"
# ### Part 6: Fewer keys than queries (10 points) · 15 minutes
#
# **Idea.** A model has many heads, and the cache holds keys and values for each. But heads can share:
# in **grouped-query attention** each group of neighbouring query heads uses one head of keys and
# values. With 32 query heads and 8 heads of keys the cache is a quarter of the size.
#
# **Formula.** For $H$ query heads and $G$ heads of keys and values, query head $h$ uses number
# $\lfloor h / (H / G) \rfloor$; each head by itself is causal attention.
#
# **By hand.** $H = 6$ and $G = 2$: the query heads 0, 1, 2 use head 0, and 3, 4, 5 use head 1.
#
# **Contract.** `grouped_query_attention(queries, keys, values)` gets $(H, T, d)$, $(G, T, d)$ and
# $(G, T, d_v)$ and returns $(H, T, d_v)$. $G$ divides $H$. With $G = H$ it is ordinary multi-head
# attention, with $G = 1$ all heads share (multi-query attention). The library's attention is not
# allowed in this part.
#
# <details>
# <summary>Hint 1</summary>
#
# `repeat` makes of heads 0, 1 the heads 0, 1, 0, 1. Is that what is wanted?
#
# </details>
#
# <details>
# <summary>Hint 2</summary>
#
# Either repeat the keys, or give the queries one dimension more: `unflatten(0, (G, -1))`.
#
# </details>
#
# <details>
# <summary>Hint 3</summary>
#
# `@` works on the last two dimensions, for all heads at once, and so does `.mT`.
#
# </details>

# %% [markdown] lang="zh"
# ### 第 6 部分：键比查询少（10 分）· 15 分钟
#
# **思路。** 一个模型有许多头，缓存要为每个头保存键和值。不过头可以共用：
# 在**分组查询注意力**里，每组相邻的查询头共用一个头的键和值。
# 有 32 个查询头和 8 个键的头时，缓存只有四分之一大。
#
# **公式。** 有 $H$ 个查询头和 $G$ 个键和值的头时，查询头 $h$ 使用第 $\lfloor h / (H / G) \rfloor$ 个；
# 每个头单独来看都是因果注意力。
#
# **手算。** $H = 6$，$G = 2$：查询头 0、1、2 使用第 0 个头，3、4、5 使用第 1 个头。
#
# **约定。** `grouped_query_attention(queries, keys, values)` 得到 $(H, T, d)$、$(G, T, d)$ 和
# $(G, T, d_v)$，返回 $(H, T, d_v)$。$G$ 整除 $H$。$G = H$ 时就是普通的多头注意力，
# $G = 1$ 时所有头共用（多查询注意力）。这一部分不允许使用库里的注意力。
#
# <details>
# <summary>提示 1</summary>
#
# `repeat` 把头 0、1 变成 0、1、0、1。这是我们要的吗？
#
# </details>
#
# <details>
# <summary>提示 2</summary>
#
# 或者重复键，或者给查询多加一个维度：`unflatten(0, (G, -1))`。
#
# </details>
#
# <details>
# <summary>提示 3</summary>
#
# `@` 对所有头同时作用于最后两个维度，`.mT` 也是。
#
# </details>

# %% part="grouped_query_attention"
def grouped_query_attention(
    queries: torch.Tensor, keys: torch.Tensor, values: torch.Tensor
) -> torch.Tensor:
    """Causal attention of many query heads, of which neighbours share a head of keys and values.

    queries: (H, T, d), keys: (G, T, d), values: (G, T, d_v); G divides H. Returns: (H, T, d_v).
    Not allowed: the library's attention. Leave all arguments as they are.

    ---

    许多查询头的因果注意力，相邻的查询头共用一个键和值的头。

    queries：(H, T, d)，keys：(G, T, d)，values：(G, T, d_v)；G 整除 H。返回：(H, T, d_v)。
    不允许：库里的注意力。不要改动任何参数。
    """
    ### BEGIN SOLUTION
    share = len(queries) // len(keys)
    keys, values = (one.repeat_interleave(share, dim=0) for one in (keys, values))
    scores = queries @ keys.mT / math.sqrt(queries.shape[-1])
    future = torch.ones(scores.shape[-2:], dtype=torch.bool).triu(1)
    return torch.softmax(scores.masked_fill(future, -torch.inf), dim=-1) @ values
    ### END SOLUTION


# %% test="grouped_query_attention"
checks.check("grouped_query_attention", globals())

# %% [markdown] lang="en"
# ### Part 7: How large is the cache? (6 points) · 10 minutes
#
# **Idea.** On a long text the cache is larger than the model. Count what it holds: for each token, in
# every layer, for each head of keys and values, one key and one value.
#
# **Contract.** `cache_bytes(tokens, layers, kv_heads, head_dim, bytes_per_number, window)` returns the
# number of bytes (`int`) for a text of `tokens` tokens. `window` is `None`, or the number of tokens that
# each layer keeps at most: older ones leave the cache.
#
# **By hand.** 3 tokens, 2 layers, 1 head of 4 numbers, 2 bytes each: $3 \cdot 2 \cdot 1 \cdot 4 = 24$
# numbers of keys and as many of values, 96 bytes. With a window of 2 tokens it is 64.
#
# **Real sizes.** A model of 32 layers with 32 heads of 128 numbers, 2 bytes each, takes 64 GiB for
# 131,072 tokens; with 8 heads of keys and values, 16 GiB; and with a window of 4,096 besides, half a GiB.

# %% [markdown] lang="zh"
# ### 第 7 部分：缓存有多大？（6 分）· 10 分钟
#
# **思路。** 文本很长时，缓存比模型还大。数一数它装了什么：
# 每个词元，在每一层，对每个键和值的头，有一个键和一个值。
#
# **约定。** `cache_bytes(tokens, layers, kv_heads, head_dim, bytes_per_number, window)`
# 返回 `tokens` 个词元的文本所需的字节数（`int`）。
# `window` 是 `None`，或者每一层最多保留的词元数：更旧的离开缓存。
#
# **手算。** 3 个词元，2 层，1 个头，每头 4 个数，每个数 2 字节：键有 $3 \cdot 2 \cdot 1 \cdot 4 = 24$ 个数，
# 值也一样多，共 96 字节。窗口为 2 个词元时是 64。
#
# **真实的大小。** 一个 32 层、32 个头、每头 128 个数、每个数 2 字节的模型，处理 131,072 个词元需要 64 GiB；
# 只有 8 个键和值的头时是 16 GiB；再加上 4,096 的窗口，只要半个 GiB。

# %% part="cache_bytes"
def cache_bytes(
    tokens: int,
    layers: int,
    kv_heads: int,
    head_dim: int,
    bytes_per_number: int,
    window,
) -> int:
    """How many bytes of keys and values a model keeps for a text of `tokens` tokens.

    window: how many tokens a layer keeps at most, or None.

    ---

    处理 `tokens` 个词元的文本时，模型保存多少字节的键和值。

    window：一层最多保留多少个词元，或者 None。
    """
    ### BEGIN SOLUTION
    kept = tokens if window is None else min(tokens, window)
    return 2 * kept * layers * kv_heads * head_dim * bytes_per_number
    ### END SOLUTION


# %% test="cache_bytes"
checks.check("cache_bytes", globals())

# %% [markdown] lang="en"
# ## 3 Windows and positions
#
# ### Part 8: A sliding window (10 points) · 20 minutes
#
# **Idea.** Let every token see only itself and the `window` − 1 tokens before it. Then there are
# $T \times \mathtt{window}$ scores and not $T \times T$, and the cache never grows beyond the window. What is
# older is not lost altogether: through each layer, news travels another `window` − 1 tokens further.
#
# **Formula.** $z_i = \sum_{j} \mathrm{softmax}_{j}(q_i \cdot k_j / \sqrt{d})\,v_j$ over
# $i - \mathtt{window} < j \le i$.
#
# **By hand.** Queries and keys of 0, the values 3, 6, 9, 12 and a window of 2 give 3, 4.5, 7.5, 10.5.
#
# **Contract.** `sliding_window_attention(queries, keys, values, window)` gets $(T, d)$, $(T, d)$ and
# $(T, d_v)$ and returns $(T, d_v)$. `window` is any whole number from 1 on; it may exceed $T$. The
# library's attention is not allowed in this part.
#
# **Limit.** 1,280 tokens with a window of 8 have to do with 5 MiB. All scores at once would take
# 6.25 MiB.
#
# <details>
# <summary>Hint 1</summary>
#
# Take some queries at a time. Which keys can the first of them see, and which the last?
#
# </details>
#
# <details>
# <summary>Hint 2</summary>
#
# For the queries from `begin` to `end` these are the keys from `begin - window + 1` (or 0) to `end`.
# Among these, a mask on both sides is needed.
#
# </details>
#
# <details>
# <summary>Hint 3</summary>
#
# With the places of the queries as a column and those of the keys as a row, compare the two:
# `others <= places` and `others > places - window`.
#
# </details>

# %% [markdown] lang="zh"
# ## 3 窗口和位置
#
# ### 第 8 部分：滑动窗口（10 分）· 20 分钟
#
# **思路。** 让每个词元只看到自己和前面的 `window` − 1 个词元。
# 这样就只有 $T \times \mathtt{window}$ 个分数，而不是 $T \times T$ 个，缓存也不会超过窗口的大小。
# 更旧的内容并没有完全丢失：每经过一层，消息就再传远 `window` − 1 个词元。
#
# **公式。** $z_i = \sum_{j} \mathrm{softmax}_{j}(q_i \cdot k_j / \sqrt{d})\,v_j$，
# 其中 $i - \mathtt{window} < j \le i$。
#
# **手算。** 查询和键都是 0，值为 3、6、9、12，窗口为 2，得到 3、4.5、7.5、10.5。
#
# **约定。** `sliding_window_attention(queries, keys, values, window)` 得到 $(T, d)$、$(T, d)$ 和
# $(T, d_v)$，返回 $(T, d_v)$。`window` 是从 1 起的任意整数，可以大于 $T$。
# 这一部分不允许使用库里的注意力。
#
# **限额。** 1,280 个词元、窗口为 8，只允许用 5 MiB。一次算出全部分数要 6.25 MiB。
#
# <details>
# <summary>提示 1</summary>
#
# 每次取几个查询。其中第一个能看到哪些键？最后一个呢？
#
# </details>
#
# <details>
# <summary>提示 2</summary>
#
# 从 `begin` 到 `end` 的查询能看到从 `begin - window + 1`（或 0）到 `end` 的键。
# 在这些键中，两边都需要掩码。
#
# </details>
#
# <details>
# <summary>提示 3</summary>
#
# 把查询的位置写成一列，键的位置写成一行，比较两者：
# `others <= places` 和 `others > places - window`。
#
# </details>

# %% part="sliding_window_attention"
def sliding_window_attention(
    queries: torch.Tensor, keys: torch.Tensor, values: torch.Tensor, window: int
) -> torch.Tensor:
    """Attention of every token to the last `window` tokens up to itself.

    queries, keys: (T, d), values: (T, d_v). Returns: (T, d_v).
    Not allowed: the library's attention. Leave all arguments as they are.

    ---

    每个词元对到自己为止的最后 `window` 个词元的注意力。

    queries、keys：(T, d)，values：(T, d_v)。返回：(T, d_v)。
    不允许：库里的注意力。不要改动任何参数。
    """
    ### BEGIN SOLUTION
    rows, block = [], 128
    for begin in range(0, len(queries), block):
        end, first = min(begin + block, len(queries)), max(0, begin - window + 1)
        places, others = torch.arange(begin, end)[:, None], torch.arange(first, end)
        scores = queries[begin:end] @ keys[first:end].T / math.sqrt(queries.shape[-1])
        seen = (others <= places) & (others > places - window)
        weights = torch.softmax(scores.masked_fill(~seen, -torch.inf), dim=-1)
        rows.append(weights @ values[first:end])
    return torch.cat(rows)
    ### END SOLUTION


# %% test="sliding_window_attention"
checks.check("sliding_window_attention", globals())

# %%
checks.seen(globals(), "sliding_window_attention", 3)

# %% [markdown] lang="en"
# ### Part 9: Positions by rotation (10 points) · 20 minutes
#
# **Idea.** Attention by itself does not know which token comes first. A table of positions, added to the tokens,
# ends somewhere. Rotary positions have no end: each query and each key is **turned**, the
# further the later its token stands. When two of them are multiplied, only the difference of their angles counts:
# how far apart they are. A key in the cache, turned once, stays right for ever.
#
# **Formula.** Split the $d$ numbers of a row into two halves, $a$ and $b$. The numbers $a_i$ and $b_i$ are
# a point in the plane, which is turned by the angle $\varphi_i$, at the position $p$:
#
# $$\varphi_i = p \cdot 10000^{-2i/d}, \qquad a_i' = a_i\cos\varphi_i - b_i\sin\varphi_i, \qquad
# b_i' = b_i\cos\varphi_i + a_i\sin\varphi_i, \qquad i = 0, \dots, \tfrac d2 - 1$$
#
# **By hand.** For $d = 2$ the row (1, 0) becomes $(\cos p, \sin p)$: at the position 0 it stays, at the
# position 1 it is (0.5403, 0.8415).
#
# **Contract.** `rotate(x, positions)` gets rows $(\dots, T, d)$, with even $d$, and the positions $(T,)$ of
# these rows as whole numbers, which need neither begin at 0 nor follow each other. It returns the shape of `x`.
# (Llama pairs the halves in this way; the first paper paired neighbours.)
#
# <details>
# <summary>Hint 1</summary>
#
# The angles have the shape $(T, d/2)$: positions as a column times one factor for each pair.
#
# </details>
#
# <details>
# <summary>Hint 2</summary>
#
# `torch.arange(d // 2)` is $i$. Watch the 2 in $-2i/d$.
#
# </details>
#
# <details>
# <summary>Hint 3</summary>
#
# `a, b = x.chunk(2, dim=-1)`, and at the end `torch.cat` along the last dimension.
#
# </details>

# %% [markdown] lang="zh"
# ### 第 9 部分：用旋转表示位置（10 分）· 20 分钟
#
# **思路。** 注意力本身不知道哪个词元在前。加到词元上的位置表总有尽头。
# 旋转位置没有尽头：每个查询和每个键都要**转动**，词元越靠后转得越多。
# 两者相乘时，只有角度之差起作用，也就是它们相距多远。缓存里的键转过一次，就永远是对的。
#
# **公式。** 把一行的 $d$ 个数分成两半 $a$ 和 $b$。$a_i$ 和 $b_i$ 是平面上的一个点，
# 在位置 $p$ 处转动角度 $\varphi_i$：
#
# $$\varphi_i = p \cdot 10000^{-2i/d}, \qquad a_i' = a_i\cos\varphi_i - b_i\sin\varphi_i, \qquad
# b_i' = b_i\cos\varphi_i + a_i\sin\varphi_i, \qquad i = 0, \dots, \tfrac d2 - 1$$
#
# **手算。** $d = 2$ 时，(1, 0) 变成 $(\cos p, \sin p)$：在位置 0 保持不变，在位置 1 是 (0.5403, 0.8415)。
#
# **约定。** `rotate(x, positions)` 得到形状为 $(\dots, T, d)$ 的行（$d$ 是偶数），以及这些行的位置，
# 形状 $(T,)$，整数，不一定从 0 开始，也不一定连续。返回的形状与 `x` 相同。
# （Llama 就是这样把两半配对的；最早的论文则是相邻的两个数配对。）
#
# <details>
# <summary>提示 1</summary>
#
# 角度的形状是 $(T, d/2)$：一列位置，乘以每一对的系数。
#
# </details>
#
# <details>
# <summary>提示 2</summary>
#
# `torch.arange(d // 2)` 就是 $i$。注意 $-2i/d$ 里的 2。
#
# </details>
#
# <details>
# <summary>提示 3</summary>
#
# `a, b = x.chunk(2, dim=-1)`，最后沿最后一个维度用 `torch.cat`。
#
# </details>

# %% part="rotate"
def rotate(x: torch.Tensor, positions: torch.Tensor) -> torch.Tensor:
    """Turn every row by the angles of its position; number i of a half is paired with i of the other.

    x: (..., T, d), d even; positions: (T,), whole numbers. Returns: the same shape.
    Leave both as they are.

    ---

    按位置的角度转动每一行；前一半的第 i 个数与后一半的第 i 个数配对。

    x：(..., T, d)，d 为偶数；positions：(T,)，整数。返回：形状相同。
    不要改动两者。
    """
    ### BEGIN SOLUTION
    half = x.shape[-1] // 2
    angles = positions[:, None] * 10000.0 ** (-torch.arange(half) / half)
    a, b = x.split(half, dim=-1)
    turned = a * angles.cos() - b * angles.sin(), b * angles.cos() + a * angles.sin()
    return torch.cat(turned, dim=-1)
    ### END SOLUTION


# %% test="rotate"
checks.check("rotate", globals())

# %% [markdown] lang="en"
# The next cell turns a query and a key by your `rotate` and prints their product. Down the column the
# key stands further back; from left to right both stand later in the text. What do you expect to
# change, and what not?

# %% [markdown] lang="zh"
# 下一个单元格用你的 `rotate` 转动一个查询和一个键，打印它们的乘积。
# 从上到下，键离得越来越远；从左到右，两者在文本中的位置都越来越靠后。你预计什么会变，什么不变？

# %%
checks.distances(globals())

# %% [markdown] lang="en"
# ## Ten thousand tokens back
#
# Every token of the next text has a name (32 signs) and holds two things: a letter, and the name of
# another token. One sentence is scattered over ten thousand tokens: each of its letters knows only the
# name of the next. To read it, somebody has to remember every token, and find the right one by its
# name, once for each letter.
#
# The next cell trains the three projections of your `CachedAttention` on texts of 32 to 512 tokens:
# asked for a name, give back what that token holds. Then your layer reads the ten thousand, row by row,
# with the cache that you wrote. At the end it is asked for the first name, then for the name that
# came back, and so on. It takes about ten seconds. The last cell shows how far each part is.

# %% [markdown] lang="zh"
# ## 回到一万个词元之前
#
# 接下来的文本里，每个词元都有一个名字（32 个正负号），并且装着两样东西：一个字母，以及另一个词元的名字。
# 有一句话散落在一万个词元之中：它的每个字母只知道下一个字母的名字。
# 要读出这句话，就得记住每一个词元，并且每个字母都要凭名字找到正确的那一个。
#
# 下一个单元格用 32 到 512 个词元的文本训练你的 `CachedAttention` 的三个投影：
# 问一个名字，就给出那个词元所装的东西。然后你的层用你写的缓存逐行读完一万个词元。
# 最后先问第一个名字，再问它给出的名字，依此类推。大约需要十秒钟。
# 最后一个单元格显示每个部分的进展。

# %%
checks.recall(globals())

# %%
checks.progress(globals())
