# %% [markdown] lang="en"
# # Coding attention mechanisms
#
# Before 2014, a program that translated a sentence read it with a recurrent network, the *encoder*,
# and kept all that it had read in a single vector, its hidden state. A second network, the *decoder*,
# wrote the translation from this one vector. Going word by word would not do, as languages put their
# words in different orders; but one vector has to hold a sentence of five words and one of fifty, and
# the decoder cannot look back. What stood early in a long sentence is lost.
#
# ![Left: six words are squeezed into one vector, from which the next word is made. Right: the next word looks at all six words directly, at some more than at others.](attachment:summary.png)
#
# **Attention** removes this bottleneck: every step may look at all positions, at some more than at
# others. In 2014 it was added to recurrent translators; three years later the transformer kept it and
# dropped the recurrence. In **self-attention**, which you build here, every token (a word or a piece
# of one) looks at all tokens of its own sequence and gathers what matters to it. Taken alone, the
# vector of "it" does not know what "it" stands for; after attention it does.
#
# Two different things are called weights. **Weight parameters** ($W$) are learned in training and
# then stay as they are. **Attention weights** ($a$) are computed anew for every input: how much one
# token takes from each other token. Training never sets an attention weight, it only changes the
# parameters from which it is computed.
#
# You build four variants, each of which adds something to the one before:
#
# | Section | Variant | What is new | Parts |
# |---|---|---|---|
# | 1 | Simplified self-attention | every token gathers from all tokens; nothing to train | 1–3 |
# | 2 | Self-attention with trainable weights | queries, keys and values, which are learned | 4–7 |
# | 3 | Causal attention | no token sees those after it; dropout | 8–11 |
# | 4 | Multi-head attention | several attentions side by side | 12–15 |
#
# At the end your own module is trained, and you see what its heads have learned to look at. The
# first numbers come with the next cell.
#
# <details>
# <summary>New to such a notebook? How to work, what is graded, the rules, how to submit: unfold this
# first</summary>
#
# ## How to work
#
# - A part is a text, a solution cell and a check cell. In the solution cell, put your code in the
#   place of `raise NotImplementedError()`; a class has one such line in each of its methods. Keep
#   the names and the order of the arguments.
# - Run the cells from the top. "Run All" stops at the first check that does not pass yet, so go on
#   cell by cell, or run the cells below that check.
# - You may do the parts in any order. Only parts 12, 13 and 15 use the class of an earlier part.
# - You may add cells and helper functions, and import from torch, numpy and the standard library;
#   other packages are not there when your work is graded. Keep the graded cells as they are: do not
#   delete, copy or merge them.
# - Counting starts at 0, in the text as in Python.
# - Keep `checks.py` in the notebook's folder (on Colab, upload it under "Files" in each session).
#   Its checks speak English; `checks.speak("zh")` makes them speak Chinese.
#
# ## What is graded
#
# There are 15 parts and 100 points.
#
# - **Visible checks** stand below each part. They use the numbers of a worked example and tell you
#   where your answer is off: ✓ marks what holds, ✗ what does not, ○ what is not written yet, and ≠
#   each of your numbers that differs. They give no points.
# - **Hidden checks** run after you have submitted, and give the points: other sizes, inputs and
#   weights, batches of unlike sequences, fewer tokens than the module could take, dropout in
#   training and its absence in evaluation, gradients. So a visible check that passes is a good
#   sign, but not a guarantee.
# - Each part is graded by itself. In parts 12, 13 and 15 the grader puts a class of its own in the
#   place of the earlier one. If your answer calls an earlier *function* of yours that is
#   wrong, it is judged with the right function too, and the better verdict counts.
#
# ## What "from scratch" means
#
# - In no part: `scaled_dot_product_attention`, `nn.MultiheadAttention`,
#   `multi_head_attention_forward`.
# - In part 1 no library softmax either: `softmax`, `log_softmax`, `softmin`, `logsumexp`, whatever
#   the spelling. From part 2 on, `torch.softmax` is welcome.
#
# This holds for your helpers, too. The grader names the call and its place. Mentioning a name in a
# comment or string is fine.
#
# ## Rules for every part
#
# - Use the arguments only, never names of the notebook such as `inputs`: a hidden check passes
#   others.
# - Return tensors that are right to float32 rounding (about 0.00001); do not round them.
# - Leave the arguments as they were: change nothing in place.
# - Neither reseed torch's random generator nor change a global setting of torch.
# - Every parameter of a module is trainable and registered; layers are direct attributes with the
#   names given. How they are initialised is up to you.
# - Dropout is torch's own: each weight by itself, the kept ones scaled up, none in evaluation.
#
# ## How to submit
#
# Restart the kernel, run the cells from the top, and look at the table in the last cell. Save. If
# there is a "Validate" button, it runs the visible checks once more, in a fresh kernel. Then submit
# in the way your course uses, for instance with "Submit" in nbgrader's list of assignments.
# The file keeps its name, `attention.ipynb`.
#
# </details>

# %% [markdown] lang="zh"
# # 动手实现注意力机制
#
# 2014 年以前，翻译程序先用一个循环网络（*编码器*）读完整个句子，把读到的一切都压进一个向量，也就是它的隐藏状态。
# 另一个网络（*解码器*）再根据这一个向量写出译文。逐词翻译行不通，因为各种语言的语序不同；
# 可是无论句子有五个词还是五十个词，都只有这一个向量可用，解码器又不能回头看。
# 于是，长句子里靠前的内容就丢失了。
#
# ![左：六个词被压成一个向量，再由它得到下一个词。右：下一个词直接去看全部六个词，对有些词看得更多。](attachment:summary.png)
#
# **注意力**消除了这个瓶颈：每一步都可以看所有的位置，对有些位置看得更多。
# 2014 年它被加进循环网络的翻译模型；三年后，Transformer 保留了注意力，去掉了循环。
# 你在这里要写的是**自注意力**：每个词元（一个词或词的一部分）去看自己所在序列的全部词元，收集对自己重要的信息。
# 单独来看，“它”的向量并不知道“它”指的是什么；经过注意力之后就知道了。
#
# 有两样不同的东西都叫“权重”。**权重参数**（$W$）是训练中学出来的，之后保持不变。
# **注意力权重**（$a$）则对每个输入重新计算：一个词元从其他各个词元那里取多少。
# 训练从不直接设定注意力权重，只改变用来计算它的参数。
#
# 你要写出四种注意力，每一种都在前一种的基础上增加一些东西：
#
# | 节 | 种类 | 新内容 | 部分 |
# |---|---|---|---|
# | 1 | 简化的自注意力 | 每个词元都从所有词元收集信息；没有可训练的参数 | 1–3 |
# | 2 | 带可训练权重的自注意力 | 查询、键和值，它们是学出来的 | 4–7 |
# | 3 | 因果注意力 | 任何词元都看不到它后面的词元；dropout（随机失活） | 8–11 |
# | 4 | 多头注意力 | 多个注意力头并行计算 | 12–15 |
#
# 最后会训练你自己写的模块，你会看到它的各个头学会了看什么。下一个单元格就给出最初的数字。
#
# <details>
# <summary>第一次用这样的笔记本？怎样做、怎样评分、规则、怎样提交：请先展开这里</summary>
#
# ## 怎样做
#
# - 每个部分由一段文字、一个解答单元格和一个检查单元格组成。
#   在解答单元格里，用你的代码替换 `raise NotImplementedError()`；类的每个方法里都有这样一行。
#   请保留名称和传入参数的顺序。
# - 从上到下运行单元格。“全部运行”会停在第一个还没有通过的检查处，
#   所以请逐个单元格往下做，或者从那个检查的下面接着运行。
# - 各部分可以按任意顺序完成。只有第 12、13 和 15 部分会用到前面某个部分的类。
# - 你可以添加单元格和辅助函数，也可以导入 torch、numpy 和标准库；评分时没有其他的包。
#   请让计分的单元格保持原样：不要删除、复制或合并它们。
# - 计数从 0 开始，文字里和 Python 里都是这样。
# - 文件 `checks.py` 要和这个笔记本放在同一个文件夹里（在 Colab 中，每次都要在“文件”栏上传）。
#   检查结果用中文显示；
#   运行 `checks.speak("en")` 之后改用英文。
#
# ## 怎样评分
#
# 一共 15 个部分，100 分。
#
# - **可见检查**就在每个部分的下面。它们使用一个完整示例的数字，告诉你答案哪里不对：
#   ✓ 表示成立，✗ 表示不成立，○ 表示还没有写，≠ 标出你的数字中不同的那些。它们不给分。
# - **隐藏检查**在你提交之后运行，分数由它们给出：
#   其他大小、输入和权重，由不同序列组成的批次，比模块所能接受的更少的词元，
#   训练时的 dropout 和评估时没有 dropout，以及梯度。
#   所以，通过可见检查是个好兆头，但不保证得分。
# - 每个部分单独评分。在第 12、13 和 15 部分，评分器会用它自己的类代替前面的那个类。
#   如果你的答案调用了你前面写错的*函数*，还会换上正确的函数再评一次，取较好的结果。
#
# ## “从零实现”是什么意思
#
# - 任何部分都不能用：`scaled_dot_product_attention`、`nn.MultiheadAttention`、
#   `multi_head_attention_forward`。
# - 第 1 部分还不能用库里的 softmax：`softmax`、`log_softmax`、`softmin`、`logsumexp`，
#   无论用哪种写法。从第 2 部分起，欢迎使用 `torch.softmax`。
#
# 这对辅助函数同样适用。评分器会说出是哪个调用、在什么地方。注释或字符串里的名字不算调用。
#
# ## 每个部分都适用的规则
#
# - 只用传入的参数，绝不用 `inputs` 这类笔记本里的名字：隐藏检查会传入别的值。
# - 返回的张量要精确到 float32 的舍入误差（大约 0.00001）；不要四舍五入。
# - 传入的张量要保持原样：不要就地修改任何东西。
# - 不要重设 torch 的随机种子，也不要改变 torch 的全局设置。
# - 模块的每个参数都可训练并且已注册；各层是模块的直接属性，名称如题目所给。怎样初始化由你决定。
# - dropout 就是 torch 自己的 dropout：逐个权重独立进行，留下的放大，评估时什么也不做。
#
# ## 怎样提交
#
# 重启内核，从上到下运行单元格，再看最后一个单元格里的表。
# 保存。如果有 “Validate” 按钮，它会在新的内核里再运行一遍可见检查。
# 然后按课程规定的方式提交，例如在 nbgrader 的作业列表中点击 “Submit”。
# 文件名仍然是 `attention.ipynb`。
#
# </details>

# %% [markdown] lang="en"
# ## The worked example
#
# Six tokens, each with a vector of three numbers, go with you through the whole notebook. The next
# cell makes them and draws them: one row for each token, one column for each of the three
# dimensions; the darker a cell, the larger its number.
#
# Symbols for all that follows:
#
# - $T$ is the number of tokens, here 6, and $d$ the width of a token's vector (its embedding),
#   here 3.
# - $X$ is the matrix of all vectors, of shape $(T, d)$. Its row $x_i$ is the vector of token $i$,
#   so that $x_0$ belongs to "Your" and $x_1$ to "journey".

# %% [markdown] lang="zh"
# ## 完整的示例
#
# 六个词元，每个词元有一个由三个数组成的向量，它们会伴随你走完整个笔记本。
# 下一个单元格创建并画出它们：每个词元一行，三个维度各一列；颜色越深，数越大。
#
# 后面一直使用的符号：
#
# - $T$ 是词元的个数，这里是 6；$d$ 是词元向量（它的嵌入）的宽度，这里是 3。
# - $X$ 是所有向量组成的矩阵，形状为 $(T, d)$。它的第 $i$ 行 $x_i$ 是词元 $i$ 的向量，
#   所以 $x_0$ 属于 “Your”，$x_1$ 属于 “journey”。

# %%
import torch
import torch.nn as nn

try:
    import checks
except ModuleNotFoundError:
    raise ModuleNotFoundError(
        "checks.py is missing: put it into the folder of this notebook, then run this cell again."
        " 缺少 checks.py：请把它放进这个笔记本所在的文件夹，再运行这个单元格。"
    ) from None

tokens = ["Your", "journey", "starts", "with", "one", "step"]
inputs = torch.tensor(
    [
        [0.43, 0.15, 0.89],
        [0.55, 0.87, 0.66],
        [0.57, 0.85, 0.64],
        [0.22, 0.58, 0.33],
        [0.77, 0.25, 0.10],
        [0.05, 0.80, 0.55],
    ]
)
checks.heat_map(inputs, tokens, ["0", "1", "2"])

# %% [markdown] lang="en"
# ## 1 Simplified self-attention
#
# The first variant has nothing to train and already holds the whole idea. To renew the vector of
# one token, which we call the **query**, three steps are taken:
#
# 1. a **score** for every token says how well it fits the query;
# 2. **softmax** turns the scores into **weights**, which are positive and add up to 1;
# 3. the **context vector** is the sum of all tokens' vectors, each times its weight.
#
# It is called *self*-attention because the query and the tokens it looks at come from the same
# sequence.

# %% [markdown] lang="zh"
# ## 1 简化的自注意力
#
# 第一种注意力没有任何可训练的东西，却已经包含了全部思想。
# 要更新某个词元的向量（这个词元叫作**查询**），需要三步：
#
# 1. 给每个词元一个**分数**，表示它与查询有多契合；
# 2. 用 **softmax** 把分数变成**权重**，权重都是正数，总和为 1；
# 3. 所有词元的向量乘以各自的权重再相加，就得到**上下文向量**。
#
# 之所以叫*自*注意力，是因为查询和它所看的词元来自同一个序列。

# %% [markdown] lang="en"
# ### Part 1: A naive softmax (4 points) · 10 minutes
#
# **Idea.** Scores can be any numbers. To take an average with them, we need weights that are
# positive and add up to 1, with the larger weight for the larger score.
#
# **Formula.** Let $s_0, \dots, s_{n-1}$ be $n$ scores and $a_i$ the weight that belongs to $s_i$:
#
# $$a_i = \frac{e^{s_i}}{\sum_{j=0}^{n-1} e^{s_j}}$$
#
# **Shapes.** `x` holds the scores, $(n,)$; the weights that are returned have the same shape.
#
# **Why the exponential?** It makes every score positive and keeps their order. Dividing the scores
# themselves by their sum breaks down as soon as scores are negative: 1 and −1 add up to 0. Only the
# differences between scores count, for a constant added to all of them cancels in the fraction.
#
# **By hand.** The scores 2, 1, 0 have the exponentials 7.3891, 2.7183 and 1, with the sum 11.1073.
# The weights are 0.6652, 0.2447 and 0.0900.
#
# The version is called naive because $e^{100}$ is too large for float32: it becomes `inf`, and
# `inf` over `inf` is `nan`. That is allowed here. Subtracting the largest score first avoids it,
# and is allowed as well.
#
# The cell below the check draws your weights for the scores of "journey".
#
# <details>
# <summary>Hint 1</summary>
#
# Which function of torch raises e to every number of a tensor?
#
# </details>
#
# <details>
# <summary>Hint 2</summary>
#
# You need two things: the exponentials, and their sum.
#
# </details>
#
# <details>
# <summary>Hint 3</summary>
#
# One line makes the exponentials; the next divides them by their own `.sum()`.
#
# </details>

# %% [markdown] lang="zh"
# ### 第 1 部分：朴素的 softmax（4 分）· 10 分钟
#
# **思路。** 分数可以是任何数。要用它们求平均，就需要一组权重：都是正数，总和为 1，
# 而且分数越大，权重越大。
#
# **公式。** 设 $s_0, \dots, s_{n-1}$ 是 $n$ 个分数，$a_i$ 是 $s_i$ 对应的权重：
#
# $$a_i = \frac{e^{s_i}}{\sum_{j=0}^{n-1} e^{s_j}}$$
#
# **形状。** `x` 存放分数，形状为 $(n,)$；返回的权重形状相同。
#
# **为什么用指数？** 它让每个分数都变成正数，又保持它们的大小顺序。
# 如果直接用分数除以分数之和，一出现负数就行不通了：1 与 −1 的和是 0。
# 起作用的只是分数之间的差，因为给所有分数加上同一个常数，它会在分式中约掉。
#
# **手算。** 分数 2、1、0 的指数是 7.3891、2.7183 和 1，总和是 11.1073。
# 权重是 0.6652、0.2447 和 0.0900。
#
# 说它“朴素”，是因为 $e^{100}$ 超出了 float32 的范围：它会变成 `inf`，而 `inf` 除以 `inf` 是 `nan`。
# 这里允许这样。先减去最大的分数就能避免，这样写同样可以。
#
# 检查下面的单元格会用 “journey” 的分数画出你算得的权重。
#
# <details>
# <summary>提示 1</summary>
#
# torch 的哪个函数对张量的每个数求 e 的幂？
#
# </details>
#
# <details>
# <summary>提示 2</summary>
#
# 你需要两样东西：各个指数，以及它们的和。
#
# </details>
#
# <details>
# <summary>提示 3</summary>
#
# 一行求出各个指数；下一行再除以它们的和（`.sum()`）。
#
# </details>

# %% part="softmax_naive"
def softmax_naive(x: torch.Tensor) -> torch.Tensor:
    """Turn scores into weights: each exponential divided by the sum of all exponentials.

    x: scores, shape (n,). Returns: weights, shape (n,), which add up to 1.
    Not allowed: any library softmax (softmax, log_softmax, softmin, logsumexp). Leave x as it is.

    ---

    把分数变成权重：每个指数除以所有指数之和。

    x：分数，形状 (n,)。返回：权重，形状 (n,)，总和为 1。
    不允许：任何库里的 softmax（softmax、log_softmax、softmin、logsumexp）。不要改动 x。
    """
    ### BEGIN SOLUTION
    exponentials = torch.exp(x)
    return exponentials / exponentials.sum()
    ### END SOLUTION


# %% test="softmax_naive"
checks.check("softmax_naive", globals())

# %%
checks.picture("softmax_naive", globals())

# %% [markdown] lang="en"
# ### Part 2: One context vector (5 points) · 15 minutes
#
# **Idea.** Take one token as the query, score all tokens against it, and blend their vectors.
#
# **Formula.** Let $i$ be the index of the query token. With $j$ running over all $T$ tokens, the
# score $s_j$, the weight $a_j$ and the context vector $z_i$ are
#
# $$s_j = x_i \cdot x_j, \qquad a_j = \frac{e^{s_j}}{\sum_{m=0}^{T-1} e^{s_m}}, \qquad
# z_i = \sum_{j=0}^{T-1} a_j\, x_j$$
#
# **Shapes.** `inputs` $(T, d)$ and the index `query_index` → context vector $(d,)$; the scores and
# the weights in between are $(T,)$. A weighted sum of vectors of width $d$ has the width $d$ again, so
# the context vector can take the place of the token's own.
#
# **Why a dot product?** It multiplies two vectors number by number and adds up. It is large when
# both are large in the same places, so it measures how much two tokens have in common. The query
# token scores itself, too.
#
# **By hand.** The score of "Your" for the query "journey" is
# $0.55 \cdot 0.43 + 0.87 \cdot 0.15 + 0.66 \cdot 0.89 = 0.9544$. With all six scores, "journey"
# gets the context vector $(0.4419, 0.6515, 0.5683)$. A smaller case to do in full: for the inputs
# $(1, 0)$ and $(1, 1)$ and the query 1 the scores are 1 and 2, the weights 0.2689 and 0.7311, and
# the context vector is $(1, 0.7311)$.
#
# <details>
# <summary>Hint 1</summary>
#
# The query is one row of `inputs`.
#
# </details>
#
# <details>
# <summary>Hint 2</summary>
#
# One product of a matrix and a vector gives all scores at once; another one gives the weighted
# sum.
#
# </details>
#
# <details>
# <summary>Hint 3</summary>
#
# Scores: `inputs` times the query. Then softmax over all tokens. Then the weights times `inputs`;
# look at the shapes to see which stands on the left.
#
# </details>

# %% [markdown] lang="zh"
# ### 第 2 部分：一个上下文向量（5 分）· 15 分钟
#
# **思路。** 取一个词元作为查询，给所有词元打分，再把它们的向量混合起来。
#
# **公式。** 设 $i$ 是查询词元的下标。让 $j$ 取遍全部 $T$ 个词元，
# 分数 $s_j$、权重 $a_j$ 和上下文向量 $z_i$ 是
#
# $$s_j = x_i \cdot x_j, \qquad a_j = \frac{e^{s_j}}{\sum_{m=0}^{T-1} e^{s_m}}, \qquad
# z_i = \sum_{j=0}^{T-1} a_j\, x_j$$
#
# **形状。** `inputs` $(T, d)$ 和下标 `query_index` → 上下文向量 $(d,)$；
# 中间的分数和权重都是 $(T,)$。宽度为 $d$ 的向量，加权和的宽度仍是 $d$，
# 所以上下文向量可以代替词元原来的向量。
#
# **为什么用点积？** 它把两个向量逐个数相乘再相加。两个向量在相同的位置上都很大时，点积就大，
# 所以它衡量两个词元有多少共同之处。查询词元也要给自己打分。
#
# **手算。** 以 “journey” 为查询时，“Your” 的分数是
# $0.55 \cdot 0.43 + 0.87 \cdot 0.15 + 0.66 \cdot 0.89 = 0.9544$。
# 用上全部六个分数，“journey” 的上下文向量是 $(0.4419, 0.6515, 0.5683)$。
# 再看一个可以完整算完的小例子：输入为 $(1, 0)$ 和 $(1, 1)$，查询为 1，
# 那么分数是 1 和 2，权重是 0.2689 和 0.7311，上下文向量是 $(1, 0.7311)$。
#
# <details>
# <summary>提示 1</summary>
#
# 查询就是 `inputs` 的一行。
#
# </details>
#
# <details>
# <summary>提示 2</summary>
#
# 一次矩阵与向量的乘积给出全部分数；另一次给出加权和。
#
# </details>
#
# <details>
# <summary>提示 3</summary>
#
# 分数：`inputs` 乘以查询。再对所有词元做 softmax。然后是权重与 `inputs` 的乘积；看形状就知道谁在左边。
#
# </details>

# %% part="context_vector"
def context_vector(inputs: torch.Tensor, query_index: int) -> torch.Tensor:
    """The context vector of one token: dot products, softmax, weighted sum of the inputs.

    inputs: shape (T, d). query_index: which token asks, 0 ... T - 1. Returns: shape (d,).
    Not scaled. Use the arguments only and leave inputs as it is. Not allowed:
    scaled_dot_product_attention, nn.MultiheadAttention, multi_head_attention_forward.

    ---

    一个词元的上下文向量：点积、softmax、输入的加权和。

    inputs：形状 (T, d)。query_index：发出查询的词元，0 ... T - 1。返回：形状 (d,)。
    不做缩放。只用传入的参数，不要改动 inputs。不允许：
    scaled_dot_product_attention、nn.MultiheadAttention、multi_head_attention_forward。
    """
    ### BEGIN SOLUTION
    attn_scores = inputs @ inputs[query_index]
    attn_weights = torch.softmax(attn_scores, dim=-1)
    return attn_weights @ inputs
    ### END SOLUTION


# %% test="context_vector"
checks.check("context_vector", globals())

# %% [markdown] lang="en"
# ### Part 3: Simplified self-attention (5 points) · 10 minutes
#
# **Idea.** Every token takes its turn as the query. Two loops, over the queries and over the tokens,
# would make one score $x_i \cdot x_j$ at a time. Instead of a loop, two matrix products do the work
# for all tokens at once.
#
# **Formula.** $S$ holds all scores, $A$ all weights, $Z$ all context vectors; $X^\top$ is $X$ with
# rows and columns exchanged:
#
# $$S = X X^\top, \qquad A = \operatorname{softmax}_{\text{row}}(S), \qquad Z = A X$$
#
# $\operatorname{softmax}_{\text{row}}$ means: softmax of each row by itself.
#
# **Shapes.** `inputs` $(T, d)$ → the pair `(attn_weights, context_vecs)` of shapes $(T, T)$ and
# $(T, d)$.
#
# **Why by rows?** Row $i$ belongs to the query $i$, and its columns to the tokens that are looked
# at. A query shares out one whole, so each row adds up to 1. A column need not: it says how much
# attention one token gets from all tokens, itself included.
#
# **By hand.** The scores are symmetric, the weights are not: "Your" gives "journey" 0.2006,
# "journey" gives "Your" 0.1385, because each row is divided by a sum of its own. The first column
# adds up to 0.922. The first number of the context vector of "journey" is
# $0.1385 \cdot 0.43 + 0.2379 \cdot 0.55 + 0.2333 \cdot 0.57 + 0.1240 \cdot 0.22 +
# 0.1082 \cdot 0.77 + 0.1581 \cdot 0.05 = 0.4419$.
#
# The picture below the check shows your weights: rows ask, columns are looked at.
#
# <details>
# <summary>Hint 1</summary>
#
# Write down the shapes: $(T, d)$ times what is $(T, T)$?
#
# </details>
#
# <details>
# <summary>Hint 2</summary>
#
# `dim` of softmax names the dimension along which the sum is 1.
#
# </details>
#
# <details>
# <summary>Hint 3</summary>
#
# Two products with one softmax between them; return both the weights and the last product, in this
# order.
#
# </details>

# %% [markdown] lang="zh"
# ### 第 3 部分：简化的自注意力（5 分）· 10 分钟
#
# **思路。** 每个词元轮流作查询。用两层循环（先取查询，再取词元），一次只能算出一个分数 $x_i \cdot x_j$。
# 不必写循环，两次矩阵乘法就能一次算完所有词元。
#
# **公式。** $S$ 是全部分数，$A$ 是全部权重，$Z$ 是全部上下文向量；$X^\top$ 是 $X$ 的行列互换：
#
# $$S = X X^\top, \qquad A = \operatorname{softmax}_{\text{row}}(S), \qquad Z = A X$$
#
# $\operatorname{softmax}_{\text{row}}$ 的意思是：对每一行分别做 softmax。
#
# **形状。** `inputs` $(T, d)$ → 一对结果 `(attn_weights, context_vecs)`，
# 形状分别为 $(T, T)$ 和 $(T, d)$。
#
# **为什么按行？** 第 $i$ 行属于查询 $i$，各列属于被看的词元。
# 一个查询把一个整体分配出去，所以每一行的和是 1。列的和却不必是 1：
# 它表示一个词元从所有词元（包括它自己）那里一共得到多少关注。
#
# **手算。** 分数是对称的，权重却不是：“Your” 分给 “journey” 的权重是 0.2006，
# “journey” 分给 “Your” 的权重是 0.1385，因为每一行除以的是它自己的和。第一列的和是 0.922。
# “journey” 的上下文向量的第一个数是
# $0.1385 \cdot 0.43 + 0.2379 \cdot 0.55 + 0.2333 \cdot 0.57 + 0.1240 \cdot 0.22 +
# 0.1082 \cdot 0.77 + 0.1581 \cdot 0.05 = 0.4419$。
#
# 检查下面的图画出你的权重：行是查询，列是被看的词元。
#
# <details>
# <summary>提示 1</summary>
#
# 写下形状：$(T, d)$ 乘以什么得到 $(T, T)$？
#
# </details>
#
# <details>
# <summary>提示 2</summary>
#
# softmax 的 `dim` 指出沿哪个维度的和为 1。
#
# </details>
#
# <details>
# <summary>提示 3</summary>
#
# 两次乘积，中间一次 softmax；按顺序返回权重和最后一个乘积。
#
# </details>

# %% part="simple_self_attention"
def simple_self_attention(inputs: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
    """Attention of every token to every token, without trainable weights.

    inputs: shape (T, d). Returns: the pair (attn_weights, context_vecs), shapes (T, T) and (T, d);
    each row of attn_weights adds up to 1. Not scaled. Leave inputs as it is. Not allowed:
    scaled_dot_product_attention, nn.MultiheadAttention, multi_head_attention_forward.

    ---

    每个词元对所有词元的注意力，没有可训练的权重。

    inputs：形状 (T, d)。返回：一对结果 (attn_weights, context_vecs)，形状 (T, T) 和 (T, d)；
    attn_weights 的每一行之和为 1。不做缩放。不要改动 inputs。不允许：
    scaled_dot_product_attention、nn.MultiheadAttention、multi_head_attention_forward。
    """
    ### BEGIN SOLUTION
    attn_scores = inputs @ inputs.T
    attn_weights = torch.softmax(attn_scores, dim=-1)
    return attn_weights, attn_weights @ inputs
    ### END SOLUTION


# %% test="simple_self_attention"
checks.check("simple_self_attention", globals())

# %%
checks.picture("simple_self_attention", globals())

# %% [markdown] lang="en"
# ## 2 Self-attention with trainable weights
#
# **What you have so far.** Scores by dot products, attention weights by softmax, context vectors by
# a weighted sum, for all tokens with two matrix products.
#
# There the embeddings alone decide who looks at whom. Now each token plays three roles, and the
# model learns how:
#
# - its **query** is what the token is looking for;
# - its **key** is what the token can be found by;
# - its **value** is what the token passes on when it is found.
#
# ![The query of "journey" is compared with the keys of all six tokens; the scores are divided by the root of the width and go through softmax; with these attention weights the values are summed up to the context vector.](attachment:roles.png)
#
# The words come from databases. It is like a library: you come with a question (query), compare it with the labels on the shelves
# (keys), and take home what the books say (values). Because the roles are separate, a token can
# look for something else than what it is itself.
#
# Let $d_{in}$ be the width of the tokens' vectors (called $d$ until now) and $d_{out}$ the width of
# the queries, keys and values; the two may differ. Three matrices of shape $(d_{in}, d_{out})$ are learned, $W_q$,
# $W_k$ and $W_v$, and they turn $X$ into $Q$ (queries), $K$ (keys) and $V$ (values), each of shape
# $(T, d_{out})$:
#
# $$Q = X W_q, \qquad K = X W_k, \qquad V = X W_v$$
#
# The width of a key is also written $d_k$. In this section $d_k = d_{out}$.

# %% [markdown] lang="zh"
# ## 2 带可训练权重的自注意力
#
# **目前学到的。** 用点积得到分数，用 softmax 得到注意力权重，用加权和得到上下文向量；
# 两次矩阵乘法就能算完所有词元。
#
# 在那里，谁关注谁完全由嵌入向量决定。现在，每个词元扮演三个角色，怎样扮演由模型来学：
#
# - **查询**是这个词元要找的东西；
# - **键**是别人找到这个词元的依据；
# - **值**是这个词元被找到之后交出的内容。
#
# ![“journey” 的查询与全部六个词元的键比较；分数除以宽度的平方根，再经过 softmax；用得到的注意力权重对值求和，就是上下文向量。](attachment:roles.png)
#
# 这些词来自数据库。这就像图书馆：你带着问题（查询）而来，把它和书架上的标签（键）比较，再把书里的内容（值）带回家。
# 因为角色分开了，词元要找的可以不同于它自己。
#
# 设 $d_{in}$ 是词元向量的宽度（前面写作 $d$），$d_{out}$ 是查询、键和值的宽度；
# 两者可以不同。要学习的是三个形状为 $(d_{in}, d_{out})$ 的矩阵 $W_q$、$W_k$ 和 $W_v$，
# 它们把 $X$ 变成 $Q$（查询）、$K$（键）和 $V$（值），形状都是 $(T, d_{out})$：
#
# $$Q = X W_q, \qquad K = X W_k, \qquad V = X W_v$$
#
# 键的宽度也写作 $d_k$。在这一节里 $d_k = d_{out}$。

# %% [markdown] lang="en"
# ### Part 4: Scaled attention weights (6 points) · 10 minutes
#
# **Idea.** As in part 2, but one query is compared with keys, and the scores are made smaller
# before the softmax: *scaled dot-product attention*.
#
# **Formula.** Let $q$ be the query and $k_j$ the key of token $j$, both of width $d_k$. The weight
# $a_j$ is
#
# $$a_j = \frac{e^{q \cdot k_j / \sqrt{d_k}}}{\sum_{m=0}^{T-1} e^{q \cdot k_m / \sqrt{d_k}}}$$
#
# **Shapes.** `query` $(d_k,)$ and `keys` $(T, d_k)$ → weights $(T,)$.
#
# **Why divide by $\sqrt{d_k}$?** A dot product is a sum of $d_k$ products. If the numbers in $q$
# and $k_j$ are independent, with mean 0 and variance 1, then each product has variance 1, and the
# sum has variance $d_k$: the scores have the standard deviation $\sqrt{d_k}$. With wide keys
# softmax then puts nearly everything on one token, where its slope is nearly 0 and training comes
# to a halt. Divided by $\sqrt{d_k}$, the scores have the standard deviation 1 again, whatever the
# width.
#
# The check takes its query and keys from version 1 (part 5) with `torch.manual_seed(123)`, for
# "journey"; `checks.example("scaled_attention_weights")` gives you both.
#
# **By hand.** Take $d_k = 4$, the query $(1, 1, 1, 1)$ and the keys $(1, 1, 1, 1)$ and
# $(0, 0, 0, 0)$. The scores are 4 and 0, divided by $\sqrt 4$ they are 2 and 0, and the weights are
# 0.8808 and 0.1192. Without the division they would be 0.9820 and 0.0180.
#
# The next cell draws the largest of six weights, for random queries and keys, averaged over 100
# draws. Its rows are widths; the left column has no scaling, the right one has. Going down, the
# left column comes close to 1, while the right one stays below one half.
#
# <details>
# <summary>Hint 1</summary>
#
# What is the width of a key, read off `keys`?
#
# </details>
#
# <details>
# <summary>Hint 2</summary>
#
# Divide before the softmax, not after it.
#
# </details>
#
# <details>
# <summary>Hint 3</summary>
#
# `keys` times `query` gives $T$ scores; divide all of them by the root of the last size of `keys`.
#
# </details>

# %% [markdown] lang="zh"
# ### 第 4 部分：缩放的注意力权重（6 分）· 10 分钟
#
# **思路。** 和第 2 部分一样，不过这次是一个查询与各个键比较，而且分数在 softmax 之前先缩小：
# 这就是*缩放点积注意力*。
#
# **公式。** 设 $q$ 是查询，$k_j$ 是词元 $j$ 的键，宽度都是 $d_k$。权重 $a_j$ 是
#
# $$a_j = \frac{e^{q \cdot k_j / \sqrt{d_k}}}{\sum_{m=0}^{T-1} e^{q \cdot k_m / \sqrt{d_k}}}$$
#
# **形状。** `query` $(d_k,)$ 和 `keys` $(T, d_k)$ → 权重 $(T,)$。
#
# **为什么除以 $\sqrt{d_k}$？** 点积是 $d_k$ 个乘积之和。
# 如果 $q$ 和 $k_j$ 中的数相互独立，均值为 0，方差为 1，那么每个乘积的方差是 1，
# 总和的方差就是 $d_k$：分数的标准差是 $\sqrt{d_k}$。
# 键很宽时，softmax 会把几乎全部权重压在一个词元上，那里的斜率几乎为 0，训练就停滞了。
# 除以 $\sqrt{d_k}$ 之后，无论宽度是多少，分数的标准差又回到 1。
#
# 检查所用的查询和键来自第 1 版（第 5 部分，`torch.manual_seed(123)`），查询属于 “journey”；
# 用 `checks.example("scaled_attention_weights")` 可以得到它们。
#
# **手算。** 取 $d_k = 4$，查询为 $(1, 1, 1, 1)$，键为 $(1, 1, 1, 1)$ 和 $(0, 0, 0, 0)$。
# 分数是 4 和 0，除以 $\sqrt 4$ 后是 2 和 0，权重是 0.8808 和 0.1192。
# 如果不除，权重会是 0.9820 和 0.0180。
#
# 下一个单元格对随机的查询和键，画出六个权重中最大的那个，取 100 次的平均。
# 每一行是一种宽度；左列没有缩放，右列有缩放。从上往下，左列逐渐接近 1，右列则始终不到一半。
#
# <details>
# <summary>提示 1</summary>
#
# 怎样从 `keys` 读出键的宽度？
#
# </details>
#
# <details>
# <summary>提示 2</summary>
#
# 除法在 softmax 之前，不在之后。
#
# </details>
#
# <details>
# <summary>提示 3</summary>
#
# `keys` 乘以 `query` 得到 $T$ 个分数；全部除以 `keys` 最后一维大小的平方根。
#
# </details>

# %%
def largest_weights(width: int) -> list[float]:
    """The largest of six attention weights on average, without and with scaling.

    ---

    六个注意力权重中最大者的平均值：不缩放与缩放。"""
    generator = torch.Generator().manual_seed(width)
    some_queries = torch.randn(100, 1, width, generator=generator)
    some_keys = torch.randn(100, 6, width, generator=generator)
    scores = (some_queries * some_keys).sum(dim=-1)
    both = torch.stack([scores, scores / width**0.5])
    return torch.softmax(both, dim=-1).amax(dim=-1).mean(dim=-1).tolist()


checks.heat_map(
    [largest_weights(width) for width in (2, 16, 128)],
    ["d_k = 2", "d_k = 16", "d_k = 128"],
    ["q·k", "q·k/√d_k"],
)

# %% part="scaled_attention_weights"
def scaled_attention_weights(query: torch.Tensor, keys: torch.Tensor) -> torch.Tensor:
    """Attention weights of one query: softmax of the dot products divided by sqrt(d_k).

    query: shape (d_k,). keys: shape (T, d_k). Returns: weights, shape (T,), which add up to 1.
    d_k is the width of the keys that are passed. Not allowed:
    scaled_dot_product_attention, nn.MultiheadAttention, multi_head_attention_forward.

    ---

    一个查询的注意力权重：点积除以 sqrt(d_k)，再做 softmax。

    query：形状 (d_k,)。keys：形状 (T, d_k)。返回：权重，形状 (T,)，总和为 1。
    d_k 是传入的键的宽度。不允许：
    scaled_dot_product_attention、nn.MultiheadAttention、multi_head_attention_forward。
    """
    ### BEGIN SOLUTION
    d_k = keys.shape[-1]
    attn_scores = keys @ query
    return torch.softmax(attn_scores / d_k**0.5, dim=-1)
    ### END SOLUTION


# %% test="scaled_attention_weights"
checks.check("scaled_attention_weights", globals())

# %% [markdown] lang="en"
# ### Part 5: Self-attention with parameters (8 points) · 20 minutes
#
# **Idea.** The three matrices and the steps become a module, whose `forward` turns a sequence into
# its context vectors.
#
# **Formula.** With $Q = X W_q$, $K = X W_k$ and $V = X W_v$ from above, the context vectors $Z$ are
#
# $$Z = \operatorname{softmax}_{\text{row}}\!\left(\frac{Q K^\top}{\sqrt{d_k}}\right) V$$
#
# **Shapes.** `W_query`, `W_key` and `W_value` are $(d_{in}, d_{out})$; `x` is $(T, d_{in})$; the
# scores $Q K^\top$ are $(T, T)$; the context vectors are $(T, d_{out})$.
#
# **Why `nn.Parameter`?** A plain tensor in a module is invisible to an optimizer. Wrapped in
# `nn.Parameter` and set as an attribute, it appears in `parameters()` and gets gradients. Call
# `super().__init__()` first: only from there on does `nn.Module` register parameters.
#
# **By hand.** Let $d_{in} = d_{out} = 1$, $W_q = W_k = 1$, $W_v = 3$, and the tokens be 1 and 2.
# Queries and keys are 1 and 2, values 3 and 6, and $\sqrt{d_k} = 1$. Token 0 has the scores 1 and
# 2, the weights 0.2689 and 0.7311 and the context vector $0.2689 \cdot 3 + 0.7311 \cdot 6 = 5.1933$
# (5.1932 with unrounded weights). Token 1 has the scores 2 and 4, the weights 0.1192 and 0.8808,
# and $0.1192 \cdot 3 + 0.8808 \cdot 6 = 5.6424$.
#
# In the worked example, `torch.manual_seed(123)` and three times `torch.rand(3, 2)` for query, key
# and value give "journey" the query $(0.4306, 1.4551)$ and the context vector $(0.3061, 0.8210)$.
#
# <details>
# <summary>Hint 1</summary>
#
# Three attributes are made in `__init__`, and used in `forward`.
#
# </details>
#
# <details>
# <summary>Hint 2</summary>
#
# `forward` is part 3 with queries, keys and values in the places of the inputs, and the scale of
# part 4.
#
# </details>
#
# <details>
# <summary>Hint 3</summary>
#
# Project three times; scores from queries and keys; scale; softmax by rows; then the values.
#
# </details>

# %% [markdown] lang="zh"
# ### 第 5 部分：用参数实现的自注意力（8 分）· 20 分钟
#
# **思路。** 把三个矩阵和各个步骤写成一个模块，它的 `forward` 把一个序列变成它的上下文向量。
#
# **公式。** 沿用上面的 $Q = X W_q$、$K = X W_k$ 和 $V = X W_v$，上下文向量 $Z$ 是
#
# $$Z = \operatorname{softmax}_{\text{row}}\!\left(\frac{Q K^\top}{\sqrt{d_k}}\right) V$$
#
# **形状。** `W_query`、`W_key` 和 `W_value` 是 $(d_{in}, d_{out})$；`x` 是 $(T, d_{in})$；
# 分数 $Q K^\top$ 是 $(T, T)$；上下文向量是 $(T, d_{out})$。
#
# **为什么用 `nn.Parameter`？** 模块里的普通张量对优化器来说是看不见的。
# 用 `nn.Parameter` 包起来并设为属性之后，它才会出现在 `parameters()` 里，并得到梯度。
# 请先调用 `super().__init__()`：`nn.Module` 从这一步起才会注册参数。
#
# **手算。** 设 $d_{in} = d_{out} = 1$，$W_q = W_k = 1$，$W_v = 3$，两个词元是 1 和 2。
# 查询和键是 1 和 2，值是 3 和 6，$\sqrt{d_k} = 1$。
# 词元 0 的分数是 1 和 2，权重是 0.2689 和 0.7311，
# 上下文向量是 $0.2689 \cdot 3 + 0.7311 \cdot 6 = 5.1933$（用未舍入的权重得 5.1932）。
# 词元 1 的分数是 2 和 4，权重是 0.1192 和 0.8808，得到
# $0.1192 \cdot 3 + 0.8808 \cdot 6 = 5.6424$。
#
# 在示例中，先 `torch.manual_seed(123)`，再为查询、键、值依次取三次 `torch.rand(3, 2)`，
# “journey” 的查询就是 $(0.4306, 1.4551)$，上下文向量是 $(0.3061, 0.8210)$。
#
# <details>
# <summary>提示 1</summary>
#
# `__init__` 里创建三个属性，`forward` 里使用它们。
#
# </details>
#
# <details>
# <summary>提示 2</summary>
#
# `forward` 就是第 3 部分，只是用查询、键、值代替输入，再加上第 4 部分的缩放。
#
# </details>
#
# <details>
# <summary>提示 3</summary>
#
# 投影三次；由查询和键得到分数；缩放；按行 softmax；最后是值。
#
# </details>

# %% part="SelfAttention_v1"
class SelfAttention_v1(nn.Module):
    """Self-attention whose weights are three matrices.

    W_query, W_key, W_value: trainable nn.Parameters, shape (d_in, d_out).
    forward: x, shape (T, d_in) -> context vectors, shape (T, d_out); scaled by sqrt(d_out).
    No reseeding in the class. Not allowed:
    scaled_dot_product_attention, nn.MultiheadAttention, multi_head_attention_forward.

    ---

    权重为三个矩阵的自注意力。

    W_query、W_key、W_value：可训练的 nn.Parameter，形状 (d_in, d_out)。
    forward：x，形状 (T, d_in) -> 上下文向量，形状 (T, d_out)；缩放因子为 sqrt(d_out)。
    类里不要重设随机种子。不允许：
    scaled_dot_product_attention、nn.MultiheadAttention、multi_head_attention_forward。
    """

    def __init__(self, d_in: int, d_out: int) -> None:
        ### BEGIN SOLUTION
        super().__init__()
        self.W_query = nn.Parameter(torch.rand(d_in, d_out))
        self.W_key = nn.Parameter(torch.rand(d_in, d_out))
        self.W_value = nn.Parameter(torch.rand(d_in, d_out))
        ### END SOLUTION

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        ### BEGIN SOLUTION
        queries = x @ self.W_query
        keys = x @ self.W_key
        values = x @ self.W_value
        attn_scores = queries @ keys.T
        attn_weights = torch.softmax(attn_scores / keys.shape[-1] ** 0.5, dim=-1)
        return attn_weights @ values
        ### END SOLUTION


# %% test="SelfAttention_v1"
checks.check("SelfAttention_v1", globals())

# %% [markdown] lang="en"
# ### Part 6: Self-attention with linear layers (8 points) · 10 minutes
#
# **Idea.** The same attention, with `nn.Linear` in the place of the bare matrices. A linear layer
# chooses better starting values and can have a bias.
#
# **Formula.** `nn.Linear(d_in, d_out)` keeps a matrix $L$ of shape $(d_{out}, d_{in})$ and, if
# asked, a bias $b$ of shape $(d_{out},)$. Called with $X$ it gives
#
# $$X L^\top + b$$
#
# This takes the place of $X W_q$, $X W_k$ and $X W_v$, with a layer for each. The rest is as in
# part 5.
#
# **Shapes.** `x` $(T, d_{in})$ → context vectors $(T, d_{out})$.
#
# **Why linear layers?** `torch.rand` draws from 0 to 1, so all weights start positive and the
# scores grow with the width. A linear layer draws from $-1/\sqrt{d_{in}}$ to $1/\sqrt{d_{in}}$,
# which keeps the results moderate. Note that a layer is *called*: `self.W_key(x)`. The bias is left
# out unless `qkv_bias` asks for it.
#
# **By hand.** A layer with $L = (1, 0, 2)$ and no bias turns $(1, 2, 3)$ into
# $1 \cdot 1 + 0 \cdot 2 + 2 \cdot 3 = 7$; with the bias 0.5 it gives 7.5. For $d_{in} = 3$ and
# $d_{out} = 2$ the module has $3 \cdot 3 \cdot 2 = 18$ parameters, with bias 24.
#
# In the worked example (`torch.manual_seed(789)`, layers made in the order query, key, value)
# "Your" gets the context vector $(-0.0739, 0.0713)$.
#
# <details>
# <summary>Hint 1</summary>
#
# What changes is how the three projections are made and used.
#
# </details>
#
# <details>
# <summary>Hint 2</summary>
#
# A layer is called like a function.
#
# </details>
#
# <details>
# <summary>Hint 3</summary>
#
# `nn.Linear` takes the two widths and `bias=`; the rest of `forward` is as in part 5.
#
# </details>

# %% [markdown] lang="zh"
# ### 第 6 部分：用线性层实现的自注意力（8 分）· 10 分钟
#
# **思路。** 还是同样的注意力，只是用 `nn.Linear` 代替直接存放的矩阵。线性层会选取更好的初始值，还可以有偏置。
#
# **公式。** `nn.Linear(d_in, d_out)` 保存一个形状为 $(d_{out}, d_{in})$ 的矩阵 $L$，
# 需要时还有一个形状为 $(d_{out},)$ 的偏置 $b$。用 $X$ 调用它，得到
#
# $$X L^\top + b$$
#
# 它取代 $X W_q$、$X W_k$ 和 $X W_v$，各用一个层。其余和第 5 部分一样。
#
# **形状。** `x` $(T, d_{in})$ → 上下文向量 $(T, d_{out})$。
#
# **为什么用线性层？** `torch.rand` 在 0 到 1 之间取值，所以权重一开始全是正的，分数随宽度增大。
# 线性层在 $-1/\sqrt{d_{in}}$ 到 $1/\sqrt{d_{in}}$ 之间取值，结果保持适中。
# 注意，层是要*调用*的：`self.W_key(x)`。除非 `qkv_bias` 要求，否则没有偏置。
#
# **手算。** 一个 $L = (1, 0, 2)$、没有偏置的层把 $(1, 2, 3)$ 变成
# $1 \cdot 1 + 0 \cdot 2 + 2 \cdot 3 = 7$；偏置为 0.5 时得到 7.5。
# 当 $d_{in} = 3$、$d_{out} = 2$ 时，模块有 $3 \cdot 3 \cdot 2 = 18$ 个参数，带偏置时有 24 个。
#
# 在示例中（`torch.manual_seed(789)`，按查询、键、值的顺序创建各层），
# “Your” 的上下文向量是 $(-0.0739, 0.0713)$。
#
# <details>
# <summary>提示 1</summary>
#
# 变的只是三个投影怎样创建、怎样使用。
#
# </details>
#
# <details>
# <summary>提示 2</summary>
#
# 层要像函数一样调用。
#
# </details>
#
# <details>
# <summary>提示 3</summary>
#
# `nn.Linear` 接收两个宽度和 `bias=`；`forward` 的其余部分与第 5 部分相同。
#
# </details>

# %% part="SelfAttention_v2"
class SelfAttention_v2(nn.Module):
    """Self-attention whose weights are three linear layers.

    W_query, W_key, W_value: nn.Linear from d_in to d_out, with a bias only if qkv_bias is true.
    forward: x, shape (T, d_in) -> context vectors, shape (T, d_out); scaled by sqrt(d_out).
    No reseeding in the class. Not allowed:
    scaled_dot_product_attention, nn.MultiheadAttention, multi_head_attention_forward.

    ---

    权重为三个线性层的自注意力。

    W_query、W_key、W_value：从 d_in 到 d_out 的 nn.Linear，仅当 qkv_bias 为真时有偏置。
    forward：x，形状 (T, d_in) -> 上下文向量，形状 (T, d_out)；缩放因子为 sqrt(d_out)。
    类里不要重设随机种子。不允许：
    scaled_dot_product_attention、nn.MultiheadAttention、multi_head_attention_forward。
    """

    def __init__(self, d_in: int, d_out: int, qkv_bias: bool = False) -> None:
        ### BEGIN SOLUTION
        super().__init__()
        self.W_query = nn.Linear(d_in, d_out, bias=qkv_bias)
        self.W_key = nn.Linear(d_in, d_out, bias=qkv_bias)
        self.W_value = nn.Linear(d_in, d_out, bias=qkv_bias)
        ### END SOLUTION

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        ### BEGIN SOLUTION
        queries = self.W_query(x)
        keys = self.W_key(x)
        values = self.W_value(x)
        attn_scores = queries @ keys.T
        attn_weights = torch.softmax(attn_scores / keys.shape[-1] ** 0.5, dim=-1)
        return attn_weights @ values
        ### END SOLUTION


# %% test="SelfAttention_v2"
checks.check("SelfAttention_v2", globals())

# %% [markdown] lang="en"
# ### Part 7: Exercise 3.1, transfer weights (6 points) · 15 minutes
#
# **Idea.** Parts 5 and 6 compute the same thing from weights that are kept in two layouts. Carry
# the weights of a version 2 over to a version 1, so that both give the same context vectors.
#
# **Formula.** Part 5 computes $X W$, part 6 (here without bias) $X L^\top$, where $W$ is any of the
# three matrices and $L$ the matrix of the linear layer of the same name. What must $W$ be, so that
# the two agree for every $X$?
#
# **Shapes.** `W` is $(d_{in}, d_{out})$, the weight of the linear layer $(d_{out}, d_{in})$. The
# function changes `sa_v1` and leaves `sa_v2` as it was; what it returns is ignored.
#
# **Why care?** If $d_{in} \ne d_{out}$, copying without a thought ends in an error of shapes. If
# they are equal, nothing complains and the results are wrong. The layout of weights is the first
# thing to check whenever you load another model's weights.
#
# **By hand.** Let a linear layer with $d_{in} = d_{out} = 2$ hold the rows $(1, 2)$ and $(3, 4)$.
# It turns $(1, 0)$ into $(1, 3)$. A matrix $W$ with these same rows turns $(1, 0)$ into $(1, 2)$.
#
# <details>
# <summary>Hint 1</summary>
#
# Compare the shapes of the two weights.
#
# </details>
#
# <details>
# <summary>Hint 2</summary>
#
# For all $X$, $X W = X L^\top$: read off $W$.
#
# </details>
#
# <details>
# <summary>Hint 3</summary>
#
# Write the exchanged weight into the old parameter, without recording gradients; or put a new
# `nn.Parameter` in its place.
#
# </details>

# %% [markdown] lang="zh"
# ### 第 7 部分：练习 3.1，转移权重（6 分）· 15 分钟
#
# **思路。** 第 5 和第 6 部分算的是同一件事，只是权重以两种布局保存。
# 请把第 2 版的权重转移到第 1 版，使两者给出相同的上下文向量。
#
# **公式。** 第 5 部分计算 $X W$，第 6 部分（这里没有偏置）计算 $X L^\top$，
# 其中 $W$ 是三个矩阵中的任意一个，$L$ 是同名线性层的矩阵。
# 要让两者对任何 $X$ 都一致，$W$ 必须是什么？
#
# **形状。** `W` 是 $(d_{in}, d_{out})$，线性层的权重是 $(d_{out}, d_{in})$。
# 函数改变 `sa_v1`，而让 `sa_v2` 保持不变；返回值不会用到。
#
# **为什么要在意？** 如果 $d_{in} \ne d_{out}$，不假思索地复制会得到形状错误。
# 如果两者相等，程序不会报错，结果却是错的。
# 每当你加载别的模型的权重时，首先要核对的就是权重的布局。
#
# **手算。** 设一个 $d_{in} = d_{out} = 2$ 的线性层，它的两行是 $(1, 2)$ 和 $(3, 4)$。
# 它把 $(1, 0)$ 变成 $(1, 3)$。而有着同样两行的矩阵 $W$ 把 $(1, 0)$ 变成 $(1, 2)$。
#
# <details>
# <summary>提示 1</summary>
#
# 比较两个权重的形状。
#
# </details>
#
# <details>
# <summary>提示 2</summary>
#
# 对任何 $X$ 都有 $X W = X L^\top$：读出 $W$。
#
# </details>
#
# <details>
# <summary>提示 3</summary>
#
# 在不记录梯度的情况下，把行列互换后的权重写进原来的参数；也可以换上一个新的 `nn.Parameter`。
#
# </details>

# %% part="exercise_3_1"
def transfer_weights(sa_v2: nn.Module, sa_v1: nn.Module) -> None:
    """Give sa_v1 the weights of sa_v2, so that both compute the same context vectors.

    sa_v2: has nn.Linear layers W_query, W_key, W_value without bias; it stays as it was.
    sa_v1: has nn.Parameters of the same names, shape (d_in, d_out), which are changed and remain
    trainable. Nothing needs to be returned. nn.Linear keeps its weight as (d_out, d_in).

    ---

    把 sa_v2 的权重交给 sa_v1，使两者算出相同的上下文向量。

    sa_v2：有不带偏置的 nn.Linear 层 W_query、W_key、W_value；它保持不变。
    sa_v1：有同名的 nn.Parameter，形状 (d_in, d_out)；它们被改变，并且仍可训练。
    不需要返回任何东西。nn.Linear 的权重以 (d_out, d_in) 的形状保存。
    """
    ### BEGIN SOLUTION
    # New parameters would be unknown to an optimizer that already holds those of sa_v1.
    with torch.no_grad():
        for name in ("W_query", "W_key", "W_value"):
            getattr(sa_v1, name).copy_(getattr(sa_v2, name).weight.T)
    ### END SOLUTION


# %% test="exercise_3_1"
checks.check("exercise_3_1", globals())

# %% [markdown] lang="en"
# ## 3 Causal attention
#
# **What you have so far.** Three learned projections, scaled scores, and a module whose weight
# parameters can be trained, in two layouts.
#
# A model that writes text predicts the next token from those before it. If it could look ahead
# while it is trained, it would copy the answer and learn nothing. **Causal attention** hides the
# future: the token at position $i$ sees positions $0$ to $i$, itself included, and nothing after
# that.
#
# ![Left: the scores of four tokens, with minus infinity above the diagonal. Right: the attention weights after softmax, with 0 in these places and rows that add up to 1.](attachment:mask.png)
#
# In the matrix of scores the row is the token that asks and the column the token that is looked at.
# The future is therefore everything strictly above the diagonal. First you hide it in two
# equivalent ways, then you build the module.

# %% [markdown] lang="zh"
# ## 3 因果注意力
#
# **目前学到的。** 三个学出来的投影，缩放的分数，以及一个权重参数可以训练的模块，有两种布局。
#
# 生成文本的模型根据前面的词元预测下一个词元。如果它在训练时能看到后面，就会照抄答案，什么也学不到。
# **因果注意力**把未来遮住：位置 $i$ 上的词元能看到位置 $0$ 到 $i$，包括它自己，再往后就什么也看不到。
#
# ![左：四个词元的分数，对角线以上是负无穷。右：softmax 之后的注意力权重，这些位置是 0，每一行的和是 1。](attachment:mask.png)
#
# 在分数矩阵里，行是发出查询的词元，列是被看的词元。因此，未来就是对角线以上（不含对角线）的全部位置。
# 你先用两种殊途同归的办法把它遮住，然后再写出模块。

# %% [markdown] lang="en"
# ### Part 8: The causal mask (4 points) · 5 minutes
#
# **Idea.** A mask is a matrix of yes and no: may the token of this row *not* see the token of that
# column?
#
# **Formula.** With the row $i$ and the column $j$, the mask $M$ is
#
# $$M_{ij} = \begin{cases} 1 & j > i \\ 0 & j \le i \end{cases}$$
#
# **Shapes.** The number `num_tokens` $= T$ → mask $(T, T)$. Booleans, integers and floats are all
# right; true or 1 means hidden.
#
# **Why is the diagonal free?** A token may of course see itself. Were the diagonal hidden too, the first token
# could see nothing at all, and a softmax over nothing is `nan`.
#
# **By hand.** For three tokens the rows are $(0, 1, 1)$, $(0, 0, 1)$ and $(0, 0, 0)$. In general
# $T (T - 1) / 2$ positions are hidden: 3 of 9 here, and 15 of 36 for six tokens.
#
# The cell below the check draws your mask: 1 is hidden, 0 may be seen.
#
# <details>
# <summary>Hint 1</summary>
#
# Which torch functions keep one triangle of a matrix?
#
# </details>
#
# <details>
# <summary>Hint 2</summary>
#
# `diagonal` says where the triangle begins.
#
# </details>
#
# <details>
# <summary>Hint 3</summary>
#
# Start from a matrix of ones and keep what lies strictly above the diagonal.
#
# </details>

# %% [markdown] lang="zh"
# ### 第 8 部分：因果掩码（4 分）· 5 分钟
#
# **思路。** 掩码是一个由“是”与“否”组成的矩阵：这一行的词元是否*不能*看到那一列的词元？
#
# **公式。** 设行为 $i$，列为 $j$，掩码 $M$ 是
#
# $$M_{ij} = \begin{cases} 1 & j > i \\ 0 & j \le i \end{cases}$$
#
# **形状。** 数 `num_tokens` $= T$ → 掩码 $(T, T)$。布尔、整数、浮点都可以；真或 1 表示遮住。
#
# **为什么对角线不遮？** 词元当然可以看到自己。如果连对角线也遮住，第一个词元就什么也看不到，
# 而对“什么也没有”做 softmax 会得到 `nan`。
#
# **手算。** 三个词元时，各行是 $(0, 1, 1)$、$(0, 0, 1)$ 和 $(0, 0, 0)$。
# 一般来说，被遮住的位置有 $T (T - 1) / 2$ 个：这里是 9 个中的 3 个，六个词元时是 36 个中的 15 个。
#
# 检查下面的单元格会画出你的掩码：1 表示遮住，0 表示可以看到。
#
# <details>
# <summary>提示 1</summary>
#
# torch 的哪些函数保留矩阵的一个三角？
#
# </details>
#
# <details>
# <summary>提示 2</summary>
#
# `diagonal` 指出三角从哪里开始。
#
# </details>
#
# <details>
# <summary>提示 3</summary>
#
# 从全为 1 的矩阵出发，保留对角线以上（不含对角线）的部分。
#
# </details>

# %% part="causal_mask"
def causal_mask(num_tokens: int) -> torch.Tensor:
    """The mask that hides the future: true (or 1) strictly above the diagonal.

    num_tokens: T. Returns: shape (T, T); row = the token that asks, column = the one looked at.
    Any dtype whose truth values are right.

    ---

    遮住未来的掩码：对角线以上（不含对角线）为真（或 1）。

    num_tokens：T。返回：形状 (T, T)；行是发出查询的词元，列是被看的词元。
    任何真值正确的 dtype 都可以。
    """
    ### BEGIN SOLUTION
    return torch.ones(num_tokens, num_tokens, dtype=torch.bool).triu(diagonal=1)
    ### END SOLUTION


# %% test="causal_mask"
checks.check("causal_mask", globals())

# %%
checks.picture("causal_mask", globals())

# %% [markdown] lang="en"
# ### Part 9: Masked and renormalised weights (6 points) · 10 minutes
#
# **Idea.** Start from weights that went through softmax already. Set those of the future to 0, then
# make each row add up to 1 again.
#
# **Formula.** Let $A$ be the weights with entries $a_{ij}$. The new weights $c_{ij}$ are
#
# $$c_{ij} = \frac{a_{ij}}{\sum_{m=0}^{i} a_{im}} \quad (j \le i), \qquad
# c_{ij} = 0 \quad (j > i)$$
#
# **Shapes.** `attn_weights` $(T, T)$ → weights $(T, T)$; each row adds up to 1.
#
# **Why does nothing leak?** The softmax before had divided by a sum over *all* tokens, the future
# ones among them. Is something of them left? Write $a_{ij} = e^{s_{ij}} / n_i$ with the scores
# $s_{ij}$ and that sum $n_i$. Above, $n_i$ stands in the numerator and in every term of the
# denominator, and it cancels:
#
# $$c_{ij} = \frac{e^{s_{ij}} / n_i}{\sum_{m=0}^{i} e^{s_{im}} / n_i}
# = \frac{e^{s_{ij}}}{\sum_{m=0}^{i} e^{s_{im}}}$$
#
# This is a softmax over the past and the present only, as if the future had never been there.
#
# **By hand.** The weights of the check are those of version 2 (part 6) with
# `torch.manual_seed(789)`; `checks.example("renormalized_causal_weights")` gives them to you. Row 1
# begins with 0.2041 and 0.1659. They add up to 0.3700, and
# the new row is 0.5516, 0.4484 and four zeros (0.5517 and 0.4483 with unrounded weights). Row 0
# keeps one weight, and whatever it was, it becomes 1.
#
# The picture below the check shows your weights for the worked example; look for the empty
# triangle.
#
# <details>
# <summary>Hint 1</summary>
#
# First zero, then divide.
#
# </details>
#
# <details>
# <summary>Hint 2</summary>
#
# The divisor of row $i$ must stand in row $i$, too.
#
# </details>
#
# <details>
# <summary>Hint 3</summary>
#
# Keep the lower triangle; sum each row with `keepdim=True`; divide.
#
# </details>

# %% [markdown] lang="zh"
# ### 第 9 部分：掩码后重新归一化的权重（6 分）· 10 分钟
#
# **思路。** 从已经做过 softmax 的权重出发。把未来的权重设为 0，再让每一行的和重新变成 1。
#
# **公式。** 设权重 $A$ 的元素为 $a_{ij}$。新的权重 $c_{ij}$ 是
#
# $$c_{ij} = \frac{a_{ij}}{\sum_{m=0}^{i} a_{im}} \quad (j \le i), \qquad
# c_{ij} = 0 \quad (j > i)$$
#
# **形状。** `attn_weights` $(T, T)$ → 权重 $(T, T)$；每一行的和为 1。
#
# **为什么什么也不会泄漏？** 之前的 softmax 除以的是*所有*词元的总和，其中也有未来的词元。
# 会不会留下它们的痕迹？用分数 $s_{ij}$ 和那个总和 $n_i$ 写成 $a_{ij} = e^{s_{ij}} / n_i$。
# 在上面的公式里，$n_i$ 出现在分子中，也出现在分母的每一项中，于是约掉了：
#
# $$c_{ij} = \frac{e^{s_{ij}} / n_i}{\sum_{m=0}^{i} e^{s_{im}} / n_i}
# = \frac{e^{s_{ij}}}{\sum_{m=0}^{i} e^{s_{im}}}$$
#
# 这正是只对过去和现在做的 softmax，就像未来从不存在一样。
#
# **手算。** 检查所用的权重来自第 2 版（第 6 部分，`torch.manual_seed(789)`）；
# 用 `checks.example("renormalized_causal_weights")` 可以得到它们。第 1 行的开头是 0.2041 和 0.1659。它们的和是 0.3700，
# 新的一行是 0.5516、0.4484 和四个零（用未舍入的权重得 0.5517 和 0.4483）。
# 第 0 行只留下一个权重，无论它原来是多少，都变成 1。
#
# 检查下面的图画出示例中你的权重；请找到那个空出来的三角形。
#
# <details>
# <summary>提示 1</summary>
#
# 先置零，再相除。
#
# </details>
#
# <details>
# <summary>提示 2</summary>
#
# 第 $i$ 行的除数也必须在第 $i$ 行。
#
# </details>
#
# <details>
# <summary>提示 3</summary>
#
# 保留下三角；用 `keepdim=True` 求每一行的和；相除。
#
# </details>

# %% part="renormalized_causal_weights"
def renormalized_causal_weights(attn_weights: torch.Tensor) -> torch.Tensor:
    """Hide the future in softmaxed weights, then make each row add up to 1 again.

    attn_weights: shape (T, T), rows add up to 1; it stays as it was.
    Returns: shape (T, T), zero strictly above the diagonal, each row divided by its own sum.

    ---

    在做过 softmax 的权重中遮住未来，再让每一行的和重新变成 1。

    attn_weights：形状 (T, T)，每一行的和为 1；它保持不变。
    返回：形状 (T, T)，对角线以上（不含对角线）为零，每一行除以它自己的和。
    """
    ### BEGIN SOLUTION
    visible = attn_weights.tril()
    # keepdim leaves the sums as a column: without it row i would be divided by other rows' sums.
    return visible / visible.sum(dim=-1, keepdim=True)
    ### END SOLUTION


# %% test="renormalized_causal_weights"
checks.check("renormalized_causal_weights", globals())

# %%
checks.picture("renormalized_causal_weights", globals())

# %% [markdown] lang="en"
# ### Part 10: Causal weights from masked scores (6 points) · 10 minutes
#
# **Idea.** Hide the future *before* the softmax, and the rows add up to 1 by themselves: one
# softmax, no second division.
#
# **Formula.** Let $s_{ij}$ be the raw scores and $d_k$ the width of a key. The masked scores
# $h_{ij}$ and the weights $c_{ij}$ are
#
# $$h_{ij} = \begin{cases} s_{ij} & j \le i \\ -\infty & j > i \end{cases}
# \qquad c_{ij} = \frac{e^{h_{ij} / \sqrt{d_k}}}{\sum_{m=0}^{T-1} e^{h_{im} / \sqrt{d_k}}}$$
#
# **Shapes.** `attn_scores` $(T, T)$ and the number `d_k` → weights $(T, T)$.
#
# **Why minus infinity?** Because $e^{-\infty} = 0$: a hidden token adds nothing to the sum and gets
# the weight 0. A score of 0 hides nothing, since $e^0 = 1$. The result agrees with part 9, by the
# cancelling shown there.
#
# **By hand.** The scores of the check are those of version 2 (part 6) with
# `torch.manual_seed(789)`; `checks.example("causal_attention_weights")` gives them to you. With
# $d_k = 2$, row 1 has the scores 0.4656 and 0.1723. Divided
# by $\sqrt 2$ they are 0.3292 and 0.1218, and the weights are 0.5517 and 0.4483, as in part 9. Row
# 0 has the score 0.2899. If zeros stood in the five hidden places, it would give itself 0.1971 and
# each token of the future 0.1606.
#
# <details>
# <summary>Hint 1</summary>
#
# What is $e^{-\infty}$?
#
# </details>
#
# <details>
# <summary>Hint 2</summary>
#
# `masked_fill` returns a new tensor; keep it.
#
# </details>
#
# <details>
# <summary>Hint 3</summary>
#
# Mask, scale, softmax, in this order or with the first two exchanged.
#
# </details>

# %% [markdown] lang="zh"
# ### 第 10 部分：由掩码后的分数得到因果权重（6 分）· 10 分钟
#
# **思路。** 在 softmax *之前*遮住未来，每一行的和自然就是 1：一次 softmax，不用再除一次。
#
# **公式。** 设 $s_{ij}$ 是原始分数，$d_k$ 是键的宽度。掩码后的分数 $h_{ij}$ 和权重 $c_{ij}$ 是
#
# $$h_{ij} = \begin{cases} s_{ij} & j \le i \\ -\infty & j > i \end{cases}
# \qquad c_{ij} = \frac{e^{h_{ij} / \sqrt{d_k}}}{\sum_{m=0}^{T-1} e^{h_{im} / \sqrt{d_k}}}$$
#
# **形状。** `attn_scores` $(T, T)$ 和数 `d_k` → 权重 $(T, T)$。
#
# **为什么用负无穷？** 因为 $e^{-\infty} = 0$：被遮住的词元对总和没有任何贡献，权重为 0。
# 分数 0 什么也遮不住，因为 $e^0 = 1$。由第 9 部分所示的约分可知，结果与第 9 部分一致。
#
# **手算。** 检查所用的分数来自第 2 版（第 6 部分，`torch.manual_seed(789)`）；
# 用 `checks.example("causal_attention_weights")` 可以得到它们。当 $d_k = 2$ 时，第 1 行的分数是 0.4656 和 0.1723。
# 除以 $\sqrt 2$ 后是 0.3292 和 0.1218，权重是 0.5517 和 0.4483，与第 9 部分相同。
# 第 0 行的分数是 0.2899。如果五个被遮住的位置上是零，它会给自己 0.1971，给未来的每个词元 0.1606。
#
# <details>
# <summary>提示 1</summary>
#
# $e^{-\infty}$ 是多少？
#
# </details>
#
# <details>
# <summary>提示 2</summary>
#
# `masked_fill` 返回一个新张量；要把它保留下来。
#
# </details>
#
# <details>
# <summary>提示 3</summary>
#
# 掩码、缩放、softmax，按这个顺序，或前两步互换。
#
# </details>

# %% part="causal_attention_weights"
def causal_attention_weights(attn_scores: torch.Tensor, d_k: int) -> torch.Tensor:
    """Causal weights from raw scores: hide the future with -inf, divide by sqrt(d_k), softmax.

    attn_scores: shape (T, T), raw scores; it stays as it was. d_k: width of a key.
    Returns: shape (T, T), zero strictly above the diagonal; each row adds up to 1. Not allowed:
    scaled_dot_product_attention, nn.MultiheadAttention, multi_head_attention_forward.

    ---

    由原始分数得到因果权重：用 -inf 遮住未来，除以 sqrt(d_k)，再做 softmax。

    attn_scores：形状 (T, T)，原始分数；它保持不变。d_k：键的宽度。
    返回：形状 (T, T)，对角线以上（不含对角线）为零；每一行的和为 1。不允许：
    scaled_dot_product_attention、nn.MultiheadAttention、multi_head_attention_forward。
    """
    ### BEGIN SOLUTION
    future = torch.ones_like(attn_scores, dtype=torch.bool).triu(diagonal=1)
    hidden = attn_scores.masked_fill(future, -torch.inf)
    return torch.softmax(hidden / d_k**0.5, dim=-1)
    ### END SOLUTION


# %% test="causal_attention_weights"
checks.check("causal_attention_weights", globals())

# %% [markdown] lang="en"
# ### Part 11: Causal attention (12 points) · 30 minutes
#
# **Idea.** The module of part 6 learns three new things: it takes a batch, it hides the future, and
# it applies dropout to the weights.
#
# **Formula.** Let $B$ be the number of sequences in the batch. For each sequence by itself, with
# its own $Q$, $K$ and $V$,
#
# $$C = \operatorname{softmax}_{\text{row}}\!\left(
# \frac{\operatorname{mask}(Q K^\top)}{\sqrt{d_k}}\right), \qquad
# Z = \operatorname{dropout}(C)\, V$$
#
# where $\operatorname{mask}$ writes $-\infty$ strictly above the diagonal, $C$ holds the causal
# weights, and $d_k = d_{out}$.
#
# **Shapes.** `x` $(B, T, d_{in})$ → queries, keys, values $(B, T, d_{out})$ → scores and weights
# $(B, T, T)$ → context vectors $(B, T, d_{out})$. `.T` would reverse all three dimensions; here
# only the last two of the keys change places. $T$ may be anything from 1 to `context_length`, so
# use the part of the mask that fits.
#
# **Why a buffer?** The mask is not learned, so it is no parameter, but it has to move along when
# the module moves to a GPU. `register_buffer` does that; a plain attribute stays behind. A mask
# made in `forward` on the device of `x` is right, too. The scores are your own, so hiding the future
# in them may be done in place (`masked_fill_`), which saves memory.
#
# **Why dropout on the weights?** Let $p$ be the dropout rate. In training each weight is set to 0
# with probability $p$, so that the model does not come to rely on a single token; the others are
# multiplied by $1 / (1 - p)$, which keeps the expected value. In evaluation nothing happens.
# `nn.Dropout` does all of it, if it is an attribute of the module.
#
# **By hand.** A single token gives itself the weight 1, so its context vector is its value. In
# training with $p = 0.5$ that weight becomes 0 or $1 / (1 - 0.5) = 2$: the context vector is zero
# or twice the value. With $p = 0.2$, what is kept is multiplied by 1.25.
#
# In the worked example (`torch.manual_seed(123)`, `CausalAttention(3, 2, 6, 0.0)`, layers made in
# the order query, key, value) "Your" gets $(-0.4519, 0.2216)$.
#
# The next cell applies dropout with $p = 0.5$ to weights that are all $1/6 = 0.1667$: what is
# dropped shows 0, what is kept shows 0.3333. Run it several times; each run drops other places.
#
# <details>
# <summary>Hint 1</summary>
#
# Begin with part 6 and add one thing at a time: the batch, the mask, dropout.
#
# </details>
#
# <details>
# <summary>Hint 2</summary>
#
# Only the last two dimensions of the keys change places; the mask is cut to the number of tokens.
#
# </details>
#
# <details>
# <summary>Hint 3</summary>
#
# Buffer and `nn.Dropout` in `__init__`; in `forward` the steps of part 10, then dropout on the
# weights, then the values.
#
# </details>

# %% [markdown] lang="zh"
# ### 第 11 部分：因果注意力（12 分）· 30 分钟
#
# **思路。** 第 6 部分的模块要学会三件新事：接收一个批次，遮住未来，并对权重使用 dropout（随机失活）。
#
# **公式。** 设 $B$ 是批次中序列的个数。每个序列各自独立，有自己的 $Q$、$K$ 和 $V$：
#
# $$C = \operatorname{softmax}_{\text{row}}\!\left(
# \frac{\operatorname{mask}(Q K^\top)}{\sqrt{d_k}}\right), \qquad
# Z = \operatorname{dropout}(C)\, V$$
#
# 其中 $\operatorname{mask}$ 在对角线以上（不含对角线）写入 $-\infty$，
# $C$ 是因果权重，$d_k = d_{out}$。
#
# **形状。** `x` $(B, T, d_{in})$ → 查询、键、值 $(B, T, d_{out})$ → 分数和权重 $(B, T, T)$
# → 上下文向量 $(B, T, d_{out})$。`.T` 会把三个维度全部颠倒；这里只需交换键的最后两个维度。
# $T$ 可以是 1 到 `context_length` 之间的任何数，所以要取掩码中大小合适的那一块。
#
# **为什么用缓冲区？** 掩码不是学出来的，所以不是参数；但模块移到 GPU 时，它必须跟着走。
# `register_buffer` 能做到这一点；普通属性会留在原处。在 `forward` 里按 `x` 所在的设备创建掩码也可以。
# 分数是你自己算出来的，所以可以就地遮住未来（`masked_fill_`），这样能节省内存。
#
# **为什么对权重用 dropout？** 设 $p$ 是丢弃率。训练时，每个权重以概率 $p$ 被设为 0，
# 这样模型就不会过分依赖某一个词元；其余的权重乘以 $1 / (1 - p)$，使期望值不变。
# 评估时什么也不做。只要 `nn.Dropout` 是模块的属性，这些就都由它完成。
#
# **手算。** 只有一个词元时，它给自己的权重是 1，所以上下文向量就是它的值。
# 训练时若 $p = 0.5$，这个权重会变成 0 或 $1 / (1 - 0.5) = 2$：上下文向量是零，或者是值的两倍。
# 若 $p = 0.2$，留下的权重乘以 1.25。
#
# 在示例中（`torch.manual_seed(123)`，`CausalAttention(3, 2, 6, 0.0)`，按查询、键、值的顺序创建各层），
# “Your” 得到 $(-0.4519, 0.2216)$。
#
# 下一个单元格对全部为 $1/6 = 0.1667$ 的权重使用 $p = 0.5$ 的 dropout：
# 丢弃的显示为 0，留下的显示为 0.3333。多运行几次；每次丢弃的位置都不同。
#
# <details>
# <summary>提示 1</summary>
#
# 从第 6 部分开始，一次加一样：批次、掩码、dropout。
#
# </details>
#
# <details>
# <summary>提示 2</summary>
#
# 只交换键的最后两个维度；掩码要按词元数截取。
#
# </details>
#
# <details>
# <summary>提示 3</summary>
#
# 缓冲区和 `nn.Dropout` 放在 `__init__`；`forward` 里是第 10 部分的步骤，再对权重做 dropout，最后是值。
#
# </details>

# %%
checks.heat_map(nn.Dropout(0.5)(torch.full((6, 6), 1 / 6)), tokens, tokens)

# %% part="CausalAttention"
class CausalAttention(nn.Module):
    """Causal self-attention on a batch, with dropout on the attention weights.

    W_query, W_key, W_value: nn.Linear from d_in to d_out, with a bias only if qkv_bias is true.
    forward: x, shape (B, T, d_in) -> context vectors, shape (B, T, d_out), for T <= context_length.
    Scaled by sqrt(d_out). The mask follows the module to another device. dropout is the rate,
    applied to the weights after the softmax, in training only. No reseeding. Not allowed:
    scaled_dot_product_attention, nn.MultiheadAttention, multi_head_attention_forward.

    ---

    用于一个批次的因果自注意力，对注意力权重使用 dropout。

    W_query、W_key、W_value：从 d_in 到 d_out 的 nn.Linear，仅当 qkv_bias 为真时有偏置。
    forward：x，形状 (B, T, d_in) -> 上下文向量，形状 (B, T, d_out)，其中 T <= context_length。
    缩放因子为 sqrt(d_out)。掩码随模块移到其他设备。dropout 是丢弃率，
    作用于 softmax 之后的权重，只在训练时起作用。不要重设随机种子。不允许：
    scaled_dot_product_attention、nn.MultiheadAttention、multi_head_attention_forward。
    """

    def __init__(
        self, d_in: int, d_out: int, context_length: int, dropout: float, qkv_bias: bool = False
    ) -> None:
        ### BEGIN SOLUTION
        super().__init__()
        self.W_query = nn.Linear(d_in, d_out, bias=qkv_bias)
        self.W_key = nn.Linear(d_in, d_out, bias=qkv_bias)
        self.W_value = nn.Linear(d_in, d_out, bias=qkv_bias)
        self.dropout = nn.Dropout(dropout)
        future = torch.ones(context_length, context_length, dtype=torch.bool).triu(diagonal=1)
        # A plain attribute would stay on the CPU when the module moves.
        self.register_buffer("mask", future, persistent=False)
        ### END SOLUTION

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        ### BEGIN SOLUTION
        num_tokens = x.shape[1]
        queries = self.W_query(x)
        keys = self.W_key(x)
        values = self.W_value(x)
        attn_scores = queries @ keys.transpose(1, 2)
        # Without the slice a sequence shorter than context_length would not fit the mask.
        hidden = attn_scores.masked_fill(self.mask[:num_tokens, :num_tokens], -torch.inf)
        attn_weights = torch.softmax(hidden / keys.shape[-1] ** 0.5, dim=-1)
        return self.dropout(attn_weights) @ values
        ### END SOLUTION


# %% test="CausalAttention"
checks.check("CausalAttention", globals())

# %% [markdown] lang="en"
# ## 4 Multi-head attention
#
# **What you have so far.** A module that takes a batch, hides the future, applies dropout to its
# attention weights, and moves with its mask.
#
# One attention gives each token one set of attention weights, one way of looking. But a word has to do with
# others in several ways at once: grammar, meaning, nearness. **Multi-head attention** runs several
# attentions, the **heads**, side by side, each with queries, keys and values of its own, and puts
# their context vectors next to each other.
#
# You write it twice: first with modules in a list, which is easy to read, then with one set of
# large matrices that is split, which is fast and what GPT models do.

# %% [markdown] lang="zh"
# ## 4 多头注意力
#
# **目前学到的。** 一个接收批次、遮住未来、对注意力权重使用 dropout 的模块，掩码随它一起移动。
#
# 单个注意力只给每个词元一组注意力权重，也就是一种看法。但是一个词会同时以多种方式与别的词相关：
# 语法、意义、远近。**多头注意力**让多个注意力并行计算，每一个叫作一个**头**，
# 各有自己的查询、键和值，最后把各自的上下文向量拼接在一起。
#
# 你要写两遍：先用一个列表存放若干模块，这样容易读懂；再用一组大矩阵，然后拆分，
# 这样速度快，GPT 模型就是这么做的。

# %% [markdown] lang="en"
# ### Part 12: Heads side by side (8 points) · 15 minutes
#
# **Idea.** Make several `CausalAttention` modules and join their results.
#
# **Formula.** Let $H$ be the number of heads (`num_heads`) and $Z_h$ the context vectors of head
# $h$. The result is
#
# $$Z = [\, Z_0 \mid Z_1 \mid \dots \mid Z_{H-1} \,]$$
#
# where the bars mean: side by side, in this order, along the last dimension.
#
# **Shapes.** Here `d_out` is the width of *one* head. `x` $(B, T, d_{in})$ → each head
# $(B, T, d_{out})$ → joined $(B, T, d_{out} \cdot H)$. No further layer follows.
#
# **Why `nn.ModuleList`?** A module looks for parameters in its own attributes, not inside a plain
# Python list. In a plain list the heads would not be trained, not be moved to a GPU, and not hear
# of `eval()`.
#
# **By hand.** Two heads of width 2 give four columns. In the worked example
# (`torch.manual_seed(123)`, `MultiHeadAttentionWrapper(3, 2, 6, 0.0, 2)`) "Your" gets
# $(-0.4519, 0.2216, 0.4772, 0.1063)$. The first two numbers are those of part 11, since head 0 is
# made first, from the same seed. There are $2 \cdot 3 \cdot 3 \cdot 2 = 36$ parameters: 2 heads, 3
# layers, each with $3 \cdot 2$ weights.
#
# <details>
# <summary>Hint 1</summary>
#
# How many modules are there, and what is each made with?
#
# </details>
#
# <details>
# <summary>Hint 2</summary>
#
# Every head gets the same `x`.
#
# </details>
#
# <details>
# <summary>Hint 3</summary>
#
# A list of heads in an `nn.ModuleList`; in `forward` call each and join the results along the last
# dimension.
#
# </details>

# %% [markdown] lang="zh"
# ### 第 12 部分：并排的多个头（8 分）· 15 分钟
#
# **思路。** 创建几个 `CausalAttention` 模块，把它们的结果拼接起来。
#
# **公式。** 设 $H$ 是头的个数（`num_heads`），$Z_h$ 是第 $h$ 个头的上下文向量。结果是
#
# $$Z = [\, Z_0 \mid Z_1 \mid \dots \mid Z_{H-1} \,]$$
#
# 其中竖线表示：按这个顺序，沿最后一个维度并排放置。
#
# **形状。** 这里的 `d_out` 是*一个*头的宽度。`x` $(B, T, d_{in})$ → 每个头 $(B, T, d_{out})$
# → 拼接后 $(B, T, d_{out} \cdot H)$。后面不再有别的层。
#
# **为什么用 `nn.ModuleList`？** 模块只在自己的属性里寻找参数，不会到普通的 Python 列表里去找。
# 放在普通列表里的头不会被训练，不会移到 GPU，也不会随 `eval()` 切换到评估模式。
#
# **手算。** 两个宽度为 2 的头给出四列。
# 在示例中（`torch.manual_seed(123)`，`MultiHeadAttentionWrapper(3, 2, 6, 0.0, 2)`），
# “Your” 得到 $(-0.4519, 0.2216, 0.4772, 0.1063)$。
# 前两个数就是第 11 部分的数，因为头 0 最先创建，而且用的是同一个种子。
# 参数有 $2 \cdot 3 \cdot 3 \cdot 2 = 36$ 个：2 个头，每个头 3 个层，每个层 $3 \cdot 2$ 个权重。
#
# <details>
# <summary>提示 1</summary>
#
# 一共有几个模块？创建每个模块时传入什么？
#
# </details>
#
# <details>
# <summary>提示 2</summary>
#
# 每个头得到同样的 `x`。
#
# </details>
#
# <details>
# <summary>提示 3</summary>
#
# 把各个头放进 `nn.ModuleList`；在 `forward` 里逐个调用，沿最后一个维度拼接结果。
#
# </details>

# %% part="MultiHeadAttentionWrapper"
class MultiHeadAttentionWrapper(nn.Module):
    """Several CausalAttention heads side by side.

    heads: an nn.ModuleList of num_heads CausalAttention modules, each of width d_out.
    forward: x, shape (B, T, d_in) -> shape (B, T, d_out * num_heads), the heads' outputs in order.
    No further layer: the heads hold all parameters. No reseeding. Not allowed:
    scaled_dot_product_attention, nn.MultiheadAttention, multi_head_attention_forward.

    ---

    并排的若干个 CausalAttention 头。

    heads：由 num_heads 个 CausalAttention 模块组成的 nn.ModuleList，每个宽度为 d_out。
    forward：x，形状 (B, T, d_in) -> 形状 (B, T, d_out * num_heads)，各个头的输出按顺序拼接。
    没有别的层：所有参数都在各个头里。不要重设随机种子。不允许：
    scaled_dot_product_attention、nn.MultiheadAttention、multi_head_attention_forward。
    """

    def __init__(
        self,
        d_in: int,
        d_out: int,
        context_length: int,
        dropout: float,
        num_heads: int,
        qkv_bias: bool = False,
    ) -> None:
        ### BEGIN SOLUTION
        super().__init__()
        self.heads = nn.ModuleList(
            CausalAttention(d_in, d_out, context_length, dropout, qkv_bias)
            for _ in range(num_heads)
        )
        ### END SOLUTION

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        ### BEGIN SOLUTION
        return torch.cat([head(x) for head in self.heads], dim=-1)
        ### END SOLUTION


# %% test="MultiHeadAttentionWrapper"
checks.check("MultiHeadAttentionWrapper", globals())

# %% [markdown] lang="en"
# ### Part 13: Exercise 3.2, two-dimensional vectors (4 points) · 5 minutes
#
# **Idea.** Use the wrapper of part 12 as it is, with two heads, so that the context vectors have
# two dimensions instead of four. Only the arguments change.
#
# **Formula.** From part 12: the width of the result is $d_{out} \cdot H$, with $d_{out}$ the width
# of one head and $H$ the number of heads.
#
# **Shapes.** The function takes `d_in` and `context_length` and returns a module, which turns
# $(B, T, d_{in})$ into $(B, T, 2)$.
#
# **Why this exercise?** The same word, `d_out`, means the width of one head here and the total
# width in part 14. Many mistakes come from mixing up the two.
#
# **By hand.** Three heads of width 2 make a result of width 6, and three heads of width 5 one of
# width 15. Which width must each of *two* heads have to make 2?
#
# <details>
# <summary>Hint 1</summary>
#
# Which width has the result of part 12?
#
# </details>
#
# <details>
# <summary>Hint 2</summary>
#
# The width times two heads is two.
#
# </details>
#
# <details>
# <summary>Hint 3</summary>
#
# Only one argument differs from what first comes to mind: `d_out`.
#
# </details>

# %% [markdown] lang="zh"
# ### 第 13 部分：练习 3.2，二维向量（4 分）· 5 分钟
#
# **思路。** 原样使用第 12 部分的包装模块，取两个头，让上下文向量有两个维度，而不是四个。
# 要改变的只是传入的参数。
#
# **公式。** 由第 12 部分可知，结果的宽度是 $d_{out} \cdot H$，
# 其中 $d_{out}$ 是一个头的宽度，$H$ 是头的个数。
#
# **形状。** 函数接收 `d_in` 和 `context_length`，返回一个模块，
# 它把 $(B, T, d_{in})$ 变成 $(B, T, 2)$。
#
# **为什么做这个练习？** 同一个 `d_out`，在这里指一个头的宽度，在第 14 部分指总宽度。
# 许多错误就是因为混淆了这两者。
#
# **手算。** 三个宽度为 2 的头给出宽度为 6 的结果，三个宽度为 5 的头给出 15。
# 要得到 2，*两个*头中的每一个应该多宽？
#
# <details>
# <summary>提示 1</summary>
#
# 第 12 部分的结果有多宽？
#
# </details>
#
# <details>
# <summary>提示 2</summary>
#
# 宽度乘以两个头等于二。
#
# </details>
#
# <details>
# <summary>提示 3</summary>
#
# 与最先想到的只差一个传入的参数：`d_out`。
#
# </details>

# %% part="exercise_3_2"
def two_dim_wrapper(d_in: int, context_length: int) -> nn.Module:
    """A MultiHeadAttentionWrapper of two heads whose context vectors have 2 dimensions.

    d_in: width of the inputs. context_length: largest number of tokens.
    Returns: the module, made with num_heads=2; shape (B, T, d_in) -> (B, T, 2). Dropout is free.

    ---

    一个双头的 MultiHeadAttentionWrapper，它的上下文向量有 2 个维度。

    d_in：输入的宽度。context_length：词元数的上限。
    返回：用 num_heads=2 创建的模块；形状 (B, T, d_in) -> (B, T, 2)。dropout 由你决定。
    """
    ### BEGIN SOLUTION
    return MultiHeadAttentionWrapper(d_in, 1, context_length, dropout=0.0, num_heads=2)
    ### END SOLUTION


# %% test="exercise_3_2"
checks.check("exercise_3_2", globals())

# %% [markdown] lang="en"
# ### Part 14: Multi-head attention (14 points) · 45 minutes
#
# **Idea.** One large query matrix holds the query matrices of all heads side by side; likewise for
# keys and values. So three matrix products serve all heads, and their results are *split* into
# heads. A last linear layer mixes what the heads found.
#
# **Formula.** Let $H$ be the number of heads, $d_{out}$ the width of all heads together, and
# $d_h = d_{out} / H$ the width of one. Number the columns of $Q$ from 0 to $d_{out} - 1$. Head $h$
# gets the columns $h\, d_h$ to $(h + 1)\, d_h - 1$, called $Q_h$, and likewise $K_h$ and $V_h$.
# Then, with $\operatorname{mask}$ and $\operatorname{dropout}$ as in part 11,
#
# $$Z_h = \operatorname{dropout}\!\left(\operatorname{softmax}_{\text{row}}\!\left(
# \frac{\operatorname{mask}(Q_h K_h^\top)}{\sqrt{d_h}}\right)\right) V_h, \qquad
# Z = \operatorname{out\_proj}\big([\, Z_0 \mid \dots \mid Z_{H-1} \,]\big)$$
#
# where $\operatorname{out\_proj}$ is a linear layer from $d_{out}$ to $d_{out}$.
#
# **Shapes.** `x` $(B, T, d_{in})$ → $(B, T, d_{out})$ → split $(B, T, H, d_h)$ → heads to the front
# $(B, H, T, d_h)$ → weights $(B, H, T, T)$ → context vectors $(B, H, T, d_h)$ → tokens to the front
# again $(B, T, H, d_h)$ → joined $(B, T, d_{out})$ → `out_proj` $(B, T, d_{out})$.
#
# **Why this way?** A matrix product works on the last two dimensions and treats all those before as
# a batch. With $(T, d_h)$ last, all heads are computed at once, and none sees another's columns.
# The scale is that of a score, which is now a sum of $d_h$ products: $\sqrt{d_h}$, not
# $\sqrt{d_{out}}$. If $H$ does not divide $d_{out}$, the columns cannot be shared out
# evenly, and making the module must raise an error.
#
# **By hand.** Let $T = 2$, $d_{out} = 4$, $H = 2$, so $d_h = 2$:
#
# | token | column 0 | column 1 | column 2 | column 3 |
# |---|---|---|---|---|
# | 0 | 1 | 2 | 3 | 4 |
# | 1 | 5 | 6 | 7 | 8 |
# | belongs to | head 0 | head 0 | head 1 | head 1 |
#
# ![A table of three tokens and four columns; the two left columns become head 0, the two right ones head 1; each goes through attention by itself; the results are joined side by side in the same order.](attachment:heads.png)
#
# Head 0 gets the rows $(1, 2)$ and $(5, 6)$, head 1 the rows $(3, 4)$ and $(7, 8)$. Reshaping
# straight to $(B, H, T, d_h)$ would give head 0 the rows $(1, 2)$ and $(3, 4)$: two halves of one
# token, taken for two tokens. Nothing would complain.
#
# Let these rows be queries and keys at once. Both are tensors of shape $(2, 2, 2)$: heads, tokens,
# width. With the last two dimensions of the keys exchanged, a single product gives the scores of
# both heads: the rows $(5, 17)$ and $(17, 61)$ for head 0, $(25, 53)$ and $(53, 113)$ for head 1,
# each as if it had been computed by itself.
#
# For $d_{out} = 8$ and four heads the scale is $\sqrt 2 = 1.4142$, and not $\sqrt 8 = 2.8284$. In
# the worked example (`torch.manual_seed(123)`, `MultiHeadAttention(3, 2, 6, 0.0, 2)`, layers made
# in the order query, key, value, `out_proj`) "Your" gets $(0.3190, 0.4858)$.
#
# *Step by step.* While you write `forward`, you may check each step where it stands:
# `checks.step("split", queries_before, queries_after)`, `checks.step("weights", attn_weights)`
# before dropout, and `checks.step("merge", heads, joined)`. Run the module once, for instance on
# `checks.example("MultiHeadAttention", d_out=4).inputs`; a step that holds prints ✓. Left in your
# answer, such lines cost nothing.
#
# The check uses a second example of this lesson's own, `d_out` $= 4$ with two heads, as a head of
# width 1 hides many mistakes.
#
# The picture below the check is made by your module, with eight columns and four heads. A 1 says
# that this column of the queries (row) reaches that column of the joined heads (column): blocks on
# the diagonal are heads that keep to themselves.
#
# <details>
# <summary>Hint 1</summary>
#
# Take part 11 and change only what stands between the projections and `out_proj`.
#
# </details>
#
# <details>
# <summary>Hint 2</summary>
#
# Split the last dimension into two, then move the heads before the tokens; the way back is the
# same two moves in reverse order.
#
# </details>
#
# <details>
# <summary>Hint 3</summary>
#
# After exchanging dimensions the numbers no longer lie in order in memory: `view` needs
# `.contiguous()` first, `reshape` and `flatten` do not.
#
# </details>

# %% [markdown] lang="zh"
# ### 第 14 部分：多头注意力（14 分）· 45 分钟
#
# **思路。** 一个大的查询矩阵里并排放着所有头的查询矩阵；键和值也一样。
# 于是三次矩阵乘法就能服务所有的头，再把结果*拆分*给各个头。最后用一个线性层把各个头的结果混合起来。
#
# **公式。** 设 $H$ 是头的个数，$d_{out}$ 是所有头合在一起的宽度，$d_h = d_{out} / H$ 是一个头的宽度。
# 把 $Q$ 的列从 0 到 $d_{out} - 1$ 编号。头 $h$ 得到第 $h\, d_h$ 到第 $(h + 1)\, d_h - 1$ 列，
# 记作 $Q_h$；$K_h$ 和 $V_h$ 同理。
# 再用第 11 部分的 $\operatorname{mask}$ 和 $\operatorname{dropout}$，就有
#
# $$Z_h = \operatorname{dropout}\!\left(\operatorname{softmax}_{\text{row}}\!\left(
# \frac{\operatorname{mask}(Q_h K_h^\top)}{\sqrt{d_h}}\right)\right) V_h, \qquad
# Z = \operatorname{out\_proj}\big([\, Z_0 \mid \dots \mid Z_{H-1} \,]\big)$$
#
# 其中 $\operatorname{out\_proj}$ 是从 $d_{out}$ 到 $d_{out}$ 的线性层。
#
# **形状。** `x` $(B, T, d_{in})$ → $(B, T, d_{out})$ → 拆分 $(B, T, H, d_h)$ → 把头移到前面
# $(B, H, T, d_h)$ → 权重 $(B, H, T, T)$ → 上下文向量 $(B, H, T, d_h)$ → 再把词元移回前面
# $(B, T, H, d_h)$ → 合并 $(B, T, d_{out})$ → `out_proj` $(B, T, d_{out})$。
#
# **为什么这样做？** 矩阵乘法作用于最后两个维度，前面的维度都当作批次。
# 把 $(T, d_h)$ 放在最后，所有头就能一次算完，而且任何一个头都看不到其他头的列。
# 缩放因子取决于分数，而分数现在是 $d_h$ 个乘积之和：所以是 $\sqrt{d_h}$，不是 $\sqrt{d_{out}}$。
# 如果 $H$ 不能整除 $d_{out}$，就无法平分，创建模块时必须报错。
#
# **手算。** 设 $T = 2$，$d_{out} = 4$，$H = 2$，于是 $d_h = 2$：
#
# | 词元 | 第 0 列 | 第 1 列 | 第 2 列 | 第 3 列 |
# |---|---|---|---|---|
# | 0 | 1 | 2 | 3 | 4 |
# | 1 | 5 | 6 | 7 | 8 |
# | 属于 | 头 0 | 头 0 | 头 1 | 头 1 |
#
# ![三个词元、四列的表；左边两列成为头 0，右边两列成为头 1；各自经过注意力；结果按同样的顺序并排合并。](attachment:heads.png)
#
# 头 0 得到 $(1, 2)$ 和 $(5, 6)$ 两行，头 1 得到 $(3, 4)$ 和 $(7, 8)$ 两行。
# 如果直接变形成 $(B, H, T, d_h)$，头 0 得到的会是 $(1, 2)$ 和 $(3, 4)$：
# 同一个词元的两半被当成了两个词元，而且不会有任何报错。
#
# 让这些行既作查询，又作键。两者都是形状为 $(2, 2, 2)$ 的张量：头、词元、宽度。
# 把键的最后两个维度互换，一次乘法就给出两个头的分数：
# 头 0 是 $(5, 17)$ 和 $(17, 61)$ 两行，头 1 是 $(25, 53)$ 和 $(53, 113)$ 两行，与分别计算的结果相同。
#
# 当 $d_{out} = 8$、有四个头时，缩放因子是 $\sqrt 2 = 1.4142$，而不是 $\sqrt 8 = 2.8284$。
# 在示例中（`torch.manual_seed(123)`，`MultiHeadAttention(3, 2, 6, 0.0, 2)`，
# 按查询、键、值、`out_proj` 的顺序创建各层），“Your” 得到 $(0.3190, 0.4858)$。
#
# *一步一步来。* 写 `forward` 时，可以在每一步的位置上检查：
# `checks.step("split", queries_before, queries_after)`；dropout 之前用 `checks.step("weights", attn_weights)`；
# 合并之后用 `checks.step("merge", heads, joined)`。让模块运行一次，例如输入
# `checks.example("MultiHeadAttention", d_out=4).inputs`；成立的步骤会打印 ✓。
# 把这些行留在答案里也没有关系。
#
# 检查还用到本课自己的第二个示例：`d_out` $= 4$，两个头。因为宽度为 1 的头会掩盖许多错误。
#
# 检查下面的图由你的模块画出，共八列、四个头。1 表示查询的这一列（行）会影响合并结果的那一列（列）：
# 对角线上的一个个方块，就是互不干扰的头。
#
# <details>
# <summary>提示 1</summary>
#
# 从第 11 部分出发，只改投影与 `out_proj` 之间的部分。
#
# </details>
#
# <details>
# <summary>提示 2</summary>
#
# 把最后一个维度拆成两个，再把头移到词元前面；回来时按相反的顺序做这两步。
#
# </details>
#
# <details>
# <summary>提示 3</summary>
#
# 交换维度之后，数在内存里不再按顺序排列：`view` 之前要先 `.contiguous()`，`reshape` 和 `flatten` 则不用。
#
# </details>

# %% part="MultiHeadAttention"
class MultiHeadAttention(nn.Module):
    """Causal attention in num_heads heads, split from one set of queries, keys and values.

    W_query, W_key, W_value: nn.Linear from d_in to d_out, with a bias only if qkv_bias is true.
    out_proj: nn.Linear from d_out to d_out, with or without bias, applied to the joined heads.
    Making the module raises an error when d_out is not divisible by num_heads.
    forward: x, shape (B, T, d_in) -> shape (B, T, d_out), for T <= context_length. Each head has
    width d_out // num_heads and is scaled by the root of it; heads are joined in order. The mask
    follows the module; dropout on the weights, in training only. No reseeding. Not allowed:
    scaled_dot_product_attention, nn.MultiheadAttention, multi_head_attention_forward.

    ---

    有 num_heads 个头的因果注意力，各个头由同一组查询、键和值拆分而来。

    W_query、W_key、W_value：从 d_in 到 d_out 的 nn.Linear，仅当 qkv_bias 为真时有偏置。
    out_proj：从 d_out 到 d_out 的 nn.Linear，有无偏置均可，作用于合并后的各个头。
    当 d_out 不能被 num_heads 整除时，创建模块会报错。
    forward：x，形状 (B, T, d_in) -> 形状 (B, T, d_out)，其中 T <= context_length。每个头的宽度为
    d_out // num_heads，缩放因子是它的平方根；各个头按顺序合并。掩码随模块移动；
    dropout 作用于权重，只在训练时起作用。不要重设随机种子。不允许：
    scaled_dot_product_attention、nn.MultiheadAttention、multi_head_attention_forward。
    """

    def __init__(
        self,
        d_in: int,
        d_out: int,
        context_length: int,
        dropout: float,
        num_heads: int,
        qkv_bias: bool = False,
    ) -> None:
        ### BEGIN SOLUTION
        super().__init__()
        if d_out % num_heads != 0:
            raise ValueError(f"d_out={d_out} is not divisible by num_heads={num_heads}")
        self.num_heads = num_heads
        self.head_dim = d_out // num_heads
        self.W_query = nn.Linear(d_in, d_out, bias=qkv_bias)
        self.W_key = nn.Linear(d_in, d_out, bias=qkv_bias)
        self.W_value = nn.Linear(d_in, d_out, bias=qkv_bias)
        self.out_proj = nn.Linear(d_out, d_out)
        self.dropout = nn.Dropout(dropout)
        future = torch.ones(context_length, context_length, dtype=torch.bool).triu(diagonal=1)
        # A plain attribute would stay on the CPU when the module moves.
        self.register_buffer("mask", future, persistent=False)
        ### END SOLUTION

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        ### BEGIN SOLUTION
        batch, num_tokens, _ = x.shape
        # Splitting the width and then swapping keeps each token whole; a view straight to
        # (batch, heads, tokens, width) would take pieces of one token for several tokens.
        split = (batch, num_tokens, self.num_heads, self.head_dim)
        queries = self.W_query(x).view(split).transpose(1, 2)
        keys = self.W_key(x).view(split).transpose(1, 2)
        values = self.W_value(x).view(split).transpose(1, 2)

        attn_scores = queries @ keys.transpose(2, 3)
        hidden = attn_scores.masked_fill(self.mask[:num_tokens, :num_tokens], -torch.inf)
        attn_weights = torch.softmax(hidden / self.head_dim**0.5, dim=-1)

        context_vecs = self.dropout(attn_weights) @ values
        # The heads stand next to their width again before both become one dimension.
        joined = context_vecs.transpose(1, 2).flatten(start_dim=2)
        return self.out_proj(joined)
        ### END SOLUTION


# %% test="MultiHeadAttention"
checks.check("MultiHeadAttention", globals())

# %%
checks.picture("MultiHeadAttention", globals())

# %% [markdown] lang="en"
# ### Part 15: Exercise 3.3, the size of GPT-2 (4 points) · 5 minutes
#
# **Idea.** Your class is already the attention layer of a real model. Make one of the size that the
# smallest GPT-2 has.
#
# **Formula.** Let $d$ be the width, equal for input and output. The three layers without bias have
# $3 d^2$ parameters, and `out_proj` with its bias has $d^2 + d$; together $4 d^2 + d$.
#
# **Shapes.** The module turns $(B, T, 768)$ into $(B, T, 768)$ for up to 1024 tokens, with 12
# heads. `dropout` and `qkv_bias` are up to you.
#
# **Why these numbers?** The input and the output have the same width, so that such layers can be
# stacked. The smallest GPT-2 stacks 12 of them.
#
# **By hand.** Each head has the width $768 / 12 = 64$, so the scale is $\sqrt{64} = 8$. There
# are $4 \cdot 768^2 + 768 = 2360064$ parameters; `qkv_bias` adds $3 \cdot 768$, which makes
# 2362368 in all. A mask of $1024 \cdot 1024$ entries is not among them.
#
# <details>
# <summary>Hint 1</summary>
#
# Every number stands in the text.
#
# </details>
#
# <details>
# <summary>Hint 2</summary>
#
# Name the arguments, so that none is mixed up.
#
# </details>
#
# <details>
# <summary>Hint 3</summary>
#
# Width in, width out, context length, dropout, number of heads.
#
# </details>

# %% [markdown] lang="zh"
# ### 第 15 部分：练习 3.3，GPT-2 的规模（4 分）· 5 分钟
#
# **思路。** 你的类已经是真实模型中的注意力层了。请创建一个与最小的 GPT-2 同样大小的注意力层。
#
# **公式。** 设 $d$ 是宽度，输入和输出相同。三个不带偏置的层有 $3 d^2$ 个参数，
# 带偏置的 `out_proj` 有 $d^2 + d$ 个；一共 $4 d^2 + d$ 个。
#
# **形状。** 模块把 $(B, T, 768)$ 变成 $(B, T, 768)$，最多 1024 个词元，有 12 个头。
# `dropout` 和 `qkv_bias` 由你决定。
#
# **为什么是这些数？** 输入和输出的宽度相同，这样的层就可以堆叠起来。最小的 GPT-2 堆叠了 12 个。
#
# **手算。** 每个头的宽度是 $768 / 12 = 64$，所以缩放因子是 $\sqrt{64} = 8$。
# 参数有 $4 \cdot 768^2 + 768 = 2360064$ 个；有 `qkv_bias` 时再多 $3 \cdot 768$ 个，即 2362368 个。
# 有 $1024 \cdot 1024$ 个元素的掩码不算在内。
#
# <details>
# <summary>提示 1</summary>
#
# 每个数都在正文里。
#
# </details>
#
# <details>
# <summary>提示 2</summary>
#
# 写出参数名，就不会弄混。
#
# </details>
#
# <details>
# <summary>提示 3</summary>
#
# 输入宽度、输出宽度、上下文长度、dropout、头数。
#
# </details>

# %% part="exercise_3_3"
def gpt2_small_attention() -> nn.Module:
    """A MultiHeadAttention (your class of part 14) of the size that the smallest GPT-2 has.

    Returns: the module; width 768 in and out, 12 heads, up to 1024 tokens; dropout and qkv_bias are
    free. Not allowed: nn.MultiheadAttention.

    ---

    一个与最小的 GPT-2 同样大小的 MultiHeadAttention（你在第 14 部分写的类）。

    返回：模块；输入和输出宽度均为 768，12 个头，最多 1024 个词元；dropout 和 qkv_bias 由你决定。
    不允许：nn.MultiheadAttention。
    """
    ### BEGIN SOLUTION
    return MultiHeadAttention(768, 768, context_length=1024, dropout=0.1, num_heads=12)
    ### END SOLUTION


# %% test="exercise_3_3"
checks.check("exercise_3_3", globals())

# %% [markdown] lang="en"
# ## Your attention at work
#
# Nothing below is graded, and nothing has to be written. It needs your parts 4, 12 and 14; what is
# still missing is named.
#
# The next cell takes two layers of **your** `MultiHeadAttention`, adds embeddings, positions and an
# output layer, and trains them for some seconds. The task: a few letters in random order, then the
# same letters in the same order again and again. Where the letters repeat, the next one can be
# known, but only by looking back to where this letter stood before, and one further.
#
# No single layer can do that in one look. Watch what two layers agree on: in most runs a head of
# the first layer looks at the letter **before** each letter, so that every position knows what it
# follows. A head of the second layer then looks for the position that follows the letter at hand.
# Together they are called an **induction head**, and they were found in large language models, too.
# Nobody told them to: the weight parameters were learned, and the attention weights below follow
# from them.

# %% [markdown] lang="zh"
# ## 让你的注意力工作起来
#
# 下面的内容都不评分，也不用写代码。它要用到你的第 4、12 和 14 部分；还缺什么，会告诉你。
#
# 下一个单元格取两层**你的** `MultiHeadAttention`，加上嵌入、位置和一个输出层，训练几秒钟。
# 任务是这样的：几个字母按随机顺序出现，然后按同样的顺序不断重复。
# 在重复的部分，下一个字母是可以知道的，但必须回头找到这个字母上次出现的地方，再往后看一个。
#
# 单靠一层、只看一次是做不到的。请看两层是怎样配合的：多数情况下，第一层有一个头去看每个字母的**前一个**字母，
# 于是每个位置都知道自己跟在谁后面；第二层的一个头再去找跟在当前字母后面的那个位置。
# 两者合起来叫作**归纳头**，在大语言模型里也发现了它们。
# 没有人教过它们：权重参数是学出来的，下面的注意力权重由它们算出。

# %%
checks.train(globals())

# %% [markdown] lang="en"
# **How fast is it?** Four ways to compute the same kind of attention: a loop that calls your part 4
# for each token of each head, your list of heads, your split heads, and torch's own function. All
# four do the same sums; they differ in how many small steps Python takes.

# %% [markdown] lang="zh"
# **有多快？** 下面用四种方式计算同一种注意力：对每个头的每个词元循环调用你的第 4 部分、
# 你用列表存放的多个头、你拆分出来的多个头，以及 torch 自带的函数。
# 四种方式做的是同样的运算，差别在于 Python 要执行多少个小步骤。

# %%
checks.race(globals())

# %% [markdown] lang="en"
# **Can you explain it?** The next cell asks two questions about your own part 14: which shape a
# tensor has, and what a line is for. The answers were found by running your code; answer yourself
# before you unfold them, and run the cell again for other questions. Nothing of it is graded, but
# in a talk about your notebook you may be asked the same kind of thing. Classes of the parts 5, 6
# and 11 can be asked about, too: `checks.explain_yourself("CausalAttention", globals())`.

# %% [markdown] lang="zh"
# **你能讲清楚吗？** 下一个单元格就你自己的第 14 部分提两个问题：某个张量的形状，以及某一行的作用。
# 答案是运行你的代码得到的；先自己回答，再展开答案，重新运行会换题。
# 这里不评分，但在关于你的笔记本的谈话中，可能会问到同类的问题。
# 第 5、6、11 部分的类也可以问：`checks.explain_yourself("CausalAttention", globals())`。

# %%
checks.explain_yourself("MultiHeadAttention", globals())

# %% [markdown] lang="en"
# ### What you have built, and what comes next
#
# - Dot products measure how well two tokens fit, softmax turns the scores into weights, and a
#   weighted sum makes the context vector. Learned projections decide who looks at whom and what is
#   passed on; a mask hides the future; dropout keeps the model from relying on a single token;
#   several heads look in several ways at once.
# - **Attention knows no order.** Without a mask, exchanging two tokens only exchanges two rows of
#   the result; parts 2 to 6 were checked with the tokens in reverse. A model therefore adds
#   positions to the embeddings, as the training above does.
# - **The cost grows with $T^2$.** There are $T \cdot T$ scores: twice the tokens, four times the
#   scores. That is why long contexts are expensive. In return any two tokens are one step apart,
#   however long the text, and all tokens are computed in parallel; a recurrent network needs a step
#   for each token between them.
# - **Masks have two conventions.** Here true means hidden. In torch's own
#   `scaled_dot_product_attention` a boolean mask means the opposite: true may be seen.
# - **A key-value cache.** While text is generated, the keys and values of earlier tokens do not
#   change. They are kept, and only the newest token needs a query: one new row of scores a step.
# - In a transformer each attention layer is followed by a small feed-forward network, both with a
#   residual connection and a normalisation, and such blocks are stacked. The largest GPT-2 has 25
#   heads of width 64, so the width 1600.
#
# To read on: Bahdanau, Cho and Bengio, "Neural machine translation by jointly learning to align and
# translate" (2014); Vaswani and others, "Attention is all you need" (2017); Olsson and others,
# "In-context learning and induction heads" (2022).

# %% [markdown] lang="zh"
# ### 你完成了什么，接下来学什么
#
# - 点积衡量两个词元有多契合，softmax 把分数变成权重，加权和得到上下文向量。
#   学出来的投影决定谁看谁、交出什么；掩码遮住未来；dropout 让模型不依赖某一个词元；
#   多个头同时以多种方式去看。
# - **注意力不知道顺序。** 没有掩码时，交换两个词元只会交换结果的两行；
#   第 2 到第 6 部分的检查就用过倒序的词元。所以模型要在嵌入上加上位置，上面的训练也是这样做的。
# - **开销随 $T^2$ 增长。** 一共有 $T \cdot T$ 个分数：词元多一倍，分数就是四倍。
#   长上下文之所以昂贵，原因就在这里。换来的好处是：无论文本多长，任意两个词元之间都只隔一步，
#   而且所有词元可以并行计算；循环网络则要一个词元一个词元地传过去。
# - **掩码有两种约定。** 这里的真表示遮住。torch 自带的 `scaled_dot_product_attention`
#   中，布尔掩码的意思正好相反：真表示可以看到。
# - **键值缓存。** 生成文本时，前面词元的键和值不再变化。把它们存起来，
#   就只有最新的词元需要查询：每一步只多算一行分数。
# - 在 Transformer 里，每个注意力层后面跟着一个小的前馈网络，两者都带残差连接和归一化，
#   这样的 Transformer 块一层层堆叠起来。最大的 GPT-2 有 25 个宽度为 64 的头，所以宽度是 1600。
#
# 延伸阅读：Bahdanau、Cho 和 Bengio，“Neural machine translation by jointly learning to align and
# translate”（2014）；Vaswani 等，“Attention is all you need”（2017）；Olsson 等，
# “In-context learning and induction heads”（2022）。

# %% [markdown] lang="en"
# ## Before you submit
#
# Restart the kernel and run the cells from the top. The table below shows every part; it calls your
# answers, but changes nothing. Below each check that passes you find what the hidden checks look at
# besides; read that list once more, try your answer on sizes of your own, then save and submit.

# %% [markdown] lang="zh"
# ## 提交之前
#
# 重启内核，从上到下运行单元格。下面的表列出每个部分；它会调用你的答案，但不改变任何东西。
# 每个通过的检查下面都写着隐藏检查还会看什么；请再读一遍，用自己选的大小试一试你的答案，
# 然后保存并提交。

# %%
checks.progress(globals())
