# %% [markdown] lang="en"
# # From attention to a language model
#
# Attention lets every token look at the others. A language model needs more: something that keeps
# its numbers in bounds over many layers, something that works on each token by itself, a way in for
# words and a way out for predictions. In this notebook you write these pieces.
#
# | Section | What you build | Parts |
# |---|---|---|
# | 1 | The small pieces: normalisation, activation, feed-forward network | 1–3 |
# | 2 | The model: a block, a stack of blocks between words and predictions, its size | 4–6 |
# | 3 | Writing text: one token after the other, and without doing all the work again | 7–9 |
#
# At the end, your own model learns a rhyme and recites it.
#
# <details>
# <summary>How to work, what is graded, the rules: unfold this first</summary>
#
# - A part is a text, a solution cell and a check cell. Put your code in the place of
#   `raise NotImplementedError()`; keep the names and the order of the arguments.
# - The **visible check** below each part uses the numbers of the text. It says what is not right
#   yet, and gives no points. **Hidden checks** with other sizes and numbers give the points.
# - Each part is graded by itself. If an answer calls an earlier answer of yours that is wrong, it is
#   graded once more with a right one in that place.
# - Use the arguments only, change none of them, do not reseed torch's generator and do not change
#   its settings. Return float32 tensors that are right to rounding (about 0.00001).
# - Every parameter of a module is registered and trainable, under the name that the text gives. How
#   weights are initialised is up to you, unless the text says otherwise.
# - You may add cells and helper functions, and import from torch, numpy and the standard library.
# - `checks.py` stays in the folder of the notebook. `checks.speak("zh")` makes it speak Chinese.
#
# </details>

# %% [markdown] lang="zh"
# # 从注意力到语言模型
#
# 注意力让每个词元都能看到其他词元。语言模型还需要更多东西：
# 让数值在许多层之后仍不失控的部件，对每个词元单独加工的部件，以及词语的入口和预测的出口。
# 在这个笔记本里，你来写出这些部件。
#
# | 节 | 要写的内容 | 部分 |
# |---|---|---|
# | 1 | 小部件：归一化、激活函数、前馈网络 | 1–3 |
# | 2 | 模型：一个残差块，词语和预测之间的一叠残差块，以及它的大小 | 4–6 |
# | 3 | 写出文本：一个词元接一个词元，而且不必重做全部工作 | 7–9 |
#
# 最后，你自己的模型会学会一首童谣并背出来。
#
# <details>
# <summary>怎样做、怎样评分、有哪些规则：请先展开这里</summary>
#
# - 每个部分由一段文字、一个解答单元格和一个检查单元格组成。
#   用你的代码替换 `raise NotImplementedError()`，保留名称和参数的顺序。
# - 每个部分下面的**可见检查**使用文字里的数字，告诉你哪里还不对，但不给分。
#   **隐藏检查**使用其他大小和数字，分数由它们给出。
# - 每个部分单独评分。如果你的答案调用了前面某个写错的答案，会换上一个正确的再评一次。
# - 只用参数，不改动任何参数，不重设 torch 的随机种子，也不改变它的设置。
#   返回的 float32 张量要精确到舍入误差（大约 0.00001）。
# - 模块的每个参数都已注册并且可训练，名称如文字所给。除非文字另有说明，怎样初始化由你决定。
# - 你可以添加单元格和辅助函数，也可以导入 torch、numpy 和标准库。
# - `checks.py` 要留在笔记本所在的文件夹里。运行 `checks.speak("en")` 之后检查改用英文。
#
# </details>

# %%
import torch
from torch import nn

import checks

cfg = {
    "vocab_size": 11,
    "context_length": 6,
    "emb_dim": 4,
    "n_heads": 2,
    "n_layers": 2,
    "qkv_bias": False,
}
x = torch.tensor(
    [
        [[0.5, -1.0, 2.0, 0.1], [1.5, 0.3, -0.7, 0.9], [-0.2, 0.8, 0.4, -1.1]],
        [[2.0, 1.0, 0.0, -1.0], [0.6, 0.6, -0.6, 1.8], [0.1, 0.2, 0.3, 0.4]],
    ]
)
x.shape

# %% [markdown] lang="en"
# The dictionary is the **configuration** of a toy model, to which all parts keep. `x` is a batch of
# two sequences of three tokens, and every token is a vector of `emb_dim` = 4 numbers.
#
# ## 1 The small pieces
#
# Before you write anything, look at what goes wrong without normalisation. The next cell sends
# `x` through twenty random layers and prints how large the numbers become.

# %% [markdown] lang="zh"
# 这个字典是一个玩具模型的**配置**，所有部分都遵守它。`x` 是一个批次：两个序列，每个序列三个词元，
# 每个词元是由 `emb_dim` = 4 个数组成的向量。
#
# ## 1 小部件
#
# 动手之前，先看看没有归一化会出什么问题。
# 下一个单元格让 `x` 通过二十个随机的层，打印数值变得有多大。

# %%
checks.depth()

# %% [markdown] lang="en"
# ### Part 1: Layer normalisation (14 points) · 20 minutes
#
# **Idea.** Whatever the numbers of a token are, subtract their mean and divide by their spread. Then
# let the model choose a scale and an offset for every column, so that nothing is lost.
#
# **Formula.** For a token $x$ of $d$ numbers, with its mean $\mu$ and variance $\sigma^2$,
#
# $$\mu = \frac{1}{d}\sum_{i} x_i, \qquad \sigma^2 = \frac{1}{d}\sum_{i} (x_i-\mu)^2, \qquad
# y_i = w_i\,\frac{x_i - \mu}{\sqrt{\sigma^2 + \varepsilon}} + b_i, \qquad \varepsilon = 10^{-5}$$
#
# **Contract.** `LayerNorm(emb_dim)` has the parameters `weight`, which starts as ones, and `bias`,
# which starts as zeros, both of shape `(emb_dim,)`. It takes tensors with any number of dimensions,
# the last of which is `emb_dim`.
#
# **By hand.** The token (1, 2, 6) has the mean 3 and the variance $(4 + 1 + 9)/3 = 4.6667$. What
# comes out of a fresh module is (−0.9258, −0.4629, 1.3887).
#
# **Why divide by $d$ and not by $d - 1$?** GPT-2 was trained this way. With 768 numbers nobody
# sees the difference; with 3 you do. And $\varepsilon$ keeps a token of equal numbers from being
# divided by zero.
#
# The library's normalisations (`nn.LayerNorm`, `F.layer_norm`, `group_norm` and their relatives) are
# not allowed in this part.
#
# <details>
# <summary>Hint 1</summary>
#
# `mean` and `var` take `dim` and `keepdim`. What does `var` divide by unless told otherwise?
#
# </details>
#
# <details>
# <summary>Hint 2</summary>
#
# Add $\varepsilon$ to the variance before you take the root.
#
# </details>

# %% [markdown] lang="zh"
# ### 第 1 部分：层归一化（14 分）· 20 分钟
#
# **思路。** 不管一个词元的数是多少，都减去它们的平均值，再除以它们的离散程度。
# 然后让模型给每一列选择一个缩放和一个偏移，这样什么也不会丢失。
#
# **公式。** 词元 $x$ 有 $d$ 个数，平均值为 $\mu$，方差为 $\sigma^2$：
#
# $$\mu = \frac{1}{d}\sum_{i} x_i, \qquad \sigma^2 = \frac{1}{d}\sum_{i} (x_i-\mu)^2, \qquad
# y_i = w_i\,\frac{x_i - \mu}{\sqrt{\sigma^2 + \varepsilon}} + b_i, \qquad \varepsilon = 10^{-5}$$
#
# **约定。** `LayerNorm(emb_dim)` 有两个参数：`weight`，初始全为 1；`bias`，初始全为 0；
# 形状都是 `(emb_dim,)`。输入张量可以有任意多个维度，最后一个维度的大小是 `emb_dim`。
#
# **手算。** 词元 (1, 2, 6) 的平均值是 3，方差是 $(4 + 1 + 9)/3 = 4.6667$。
# 新建的模块给出 (−0.9258, −0.4629, 1.3887)。
#
# **为什么除以 $d$ 而不是 $d - 1$？** GPT-2 就是这样训练的。有 768 个数时谁也看不出差别，
# 只有 3 个数时就看得出了。$\varepsilon$ 则避免由相同的数组成的词元被零除。
#
# 这一部分不允许使用库里的归一化（`nn.LayerNorm`、`F.layer_norm`、`group_norm` 等等）。
#
# <details>
# <summary>提示 1</summary>
#
# `mean` 和 `var` 都接受 `dim` 和 `keepdim`。如果不另外说明，`var` 除以什么？
#
# </details>
#
# <details>
# <summary>提示 2</summary>
#
# 先把 $\varepsilon$ 加到方差上，再开方。
#
# </details>

# %% part="LayerNorm"
class LayerNorm(nn.Module):
    """Give every token mean 0 and variance 1, then a scale and an offset for each column.

    LayerNorm(emb_dim): the parameters weight (ones at first) and bias (zeros), each (emb_dim,).
    forward: x of shape (..., emb_dim). Returns: the same shape.
    Not allowed: the library's normalisations.

    ---

    让每个词元的平均值为 0、方差为 1，然后给每一列一个缩放和一个偏移。

    LayerNorm(emb_dim)：参数 weight（初始为 1）和 bias（初始为 0），形状都是 (emb_dim,)。
    forward：x 的形状为 (..., emb_dim)。返回：形状相同。
    不允许：库里的归一化。
    """

    def __init__(self, emb_dim: int) -> None:
        super().__init__()
        ### BEGIN SOLUTION
        self.weight = nn.Parameter(torch.ones(emb_dim))
        self.bias = nn.Parameter(torch.zeros(emb_dim))
        ### END SOLUTION

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        ### BEGIN SOLUTION
        mean = x.mean(dim=-1, keepdim=True)
        variance = x.var(dim=-1, keepdim=True, unbiased=False)
        return self.weight * (x - mean) / torch.sqrt(variance + 1e-5) + self.bias
        ### END SOLUTION


# %% test="LayerNorm"
checks.check("LayerNorm", globals())

# %% [markdown] lang="en"
# ### Part 2: The GELU activation (8 points) · 10 minutes
#
# **Idea.** Layers without a bend between them are one layer. ReLU bends sharply: all that is below
# zero is lost, gradient included. GELU bends smoothly, and lets a little through below zero.
#
# **Formula.** GPT-2 uses an approximation with the hyperbolic tangent:
#
# $$\mathrm{gelu}(x) = \frac{x}{2}\left(1 + \tanh\!\left(\sqrt{\frac{2}{\pi}}\,
# \bigl(x + 0.044715\,x^3\bigr)\right)\right)$$
#
# **By hand.** $\mathrm{gelu}(1) = 0.8412$, $\mathrm{gelu}(-1) = -0.1588$ and
# $\mathrm{gelu}(0) = 0$.
#
# **Contract.** `gelu(x)` takes a tensor of any shape and returns one of the same shape. The
# library's `gelu` is not allowed in this part.
#
# <details>
# <summary>Hint</summary>
#
# $x^3$ belongs inside the parentheses, and so does everything else that the root multiplies.
#
# </details>

# %% [markdown] lang="zh"
# ### 第 2 部分：GELU 激活函数（8 分）· 10 分钟
#
# **思路。** 层与层之间如果没有弯折，多层就等于一层。ReLU 的弯折很生硬：
# 零以下的一切都丢失了，连梯度也没有。GELU 的弯折是平滑的，零以下也放过去一点点。
#
# **公式。** GPT-2 使用带双曲正切的近似：
#
# $$\mathrm{gelu}(x) = \frac{x}{2}\left(1 + \tanh\!\left(\sqrt{\frac{2}{\pi}}\,
# \bigl(x + 0.044715\,x^3\bigr)\right)\right)$$
#
# **手算。** $\mathrm{gelu}(1) = 0.8412$，$\mathrm{gelu}(-1) = -0.1588$，$\mathrm{gelu}(0) = 0$。
#
# **约定。** `gelu(x)` 接受任意形状的张量，返回形状相同的张量。这一部分不允许使用库里的 `gelu`。
#
# <details>
# <summary>提示</summary>
#
# $x^3$ 在括号里面，根号所乘的其他东西也都在里面。
#
# </details>

# %% part="gelu"
def gelu(x: torch.Tensor) -> torch.Tensor:
    """The GELU of every number, by the approximation with tanh.

    x: any shape. Returns: the same shape. Not allowed: the library's gelu. Leave x as it is.

    ---

    用带 tanh 的近似，对每个数求 GELU。

    x：任意形状。返回：形状相同。不允许：库里的 gelu。不要改动 x。
    """
    ### BEGIN SOLUTION
    inner = (2 / torch.pi) ** 0.5 * (x + 0.044715 * x**3)
    return 0.5 * x * (1 + torch.tanh(inner))
    ### END SOLUTION


# %% test="gelu"
checks.check("gelu", globals())

# %% [markdown] lang="en"
# ### Part 3: The feed-forward network (12 points) · 10 minutes
#
# **Idea.** Attention moves information between tokens; now each token works on what it has
# gathered, by itself. It is given four times the room for that, and brought back to its width.
#
# $$\mathrm{ff}(x) = W_2\,\mathrm{gelu}(W_1 x + b_1) + b_2$$
#
# **Contract.** `FeedForward(cfg)` reads `emb_dim` from the configuration. `expand` is a linear layer
# from `emb_dim` to `4 * emb_dim`, `contract` one back to `emb_dim`; both have a bias. Use your
# `gelu`, or torch's with `approximate="tanh"`.
#
# **By hand.** With `emb_dim` = 1, let all weights be 1 and both biases 0. The token (1) becomes four
# times 0.8412, and the second layer adds them up: 3.3648.

# %% [markdown] lang="zh"
# ### 第 3 部分：前馈网络（12 分）· 10 分钟
#
# **思路。** 注意力在词元之间传递信息；现在每个词元单独加工它收集到的东西。
# 为此给它四倍的空间，然后再回到原来的宽度。
#
# $$\mathrm{ff}(x) = W_2\,\mathrm{gelu}(W_1 x + b_1) + b_2$$
#
# **约定。** `FeedForward(cfg)` 从配置里读取 `emb_dim`。`expand` 是从 `emb_dim` 到 `4 * emb_dim`
# 的线性层，`contract` 是回到 `emb_dim` 的线性层；两者都有偏置。
# 可以用你自己的 `gelu`，也可以用 torch 的，并设 `approximate="tanh"`。
#
# **手算。** 设 `emb_dim` = 1，所有权重为 1，两个偏置为 0。词元 (1) 变成四个 0.8412，
# 第二层把它们相加：3.3648。

# %% part="FeedForward"
class FeedForward(nn.Module):
    """Two linear layers with a GELU between them, for each token by itself.

    FeedForward(cfg): expand, from cfg["emb_dim"] to four times that, and contract, back again.
    forward: x of shape (..., emb_dim). Returns: the same shape.

    ---

    两个线性层，中间是 GELU，对每个词元单独计算。

    FeedForward(cfg)：expand 从 cfg["emb_dim"] 到它的四倍，contract 再变回来。
    forward：x 的形状为 (..., emb_dim)。返回：形状相同。
    """

    def __init__(self, cfg: dict) -> None:
        super().__init__()
        ### BEGIN SOLUTION
        self.expand = nn.Linear(cfg["emb_dim"], 4 * cfg["emb_dim"])
        self.contract = nn.Linear(4 * cfg["emb_dim"], cfg["emb_dim"])
        ### END SOLUTION

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        ### BEGIN SOLUTION
        return self.contract(gelu(self.expand(x)))
        ### END SOLUTION


# %% test="FeedForward"
checks.check("FeedForward", globals())

# %% [markdown] lang="en"
# ## 2 The model
#
# Attention is given here: the multi-head attention of the chapter before, made from the
# configuration. Leave the next cell as it is.

# %% [markdown] lang="zh"
# ## 2 模型
#
# 这里的注意力是给定的：就是上一章的多头注意力，由配置创建。请让下一个单元格保持原样。

# %% given="causal_self_attention"
import math


class CausalSelfAttention(nn.Module):
    """Multi-head attention in which no token sees a later one: (B, T, emb_dim) to the same.

    ---

    多头注意力，词元看不到后面的词元：形状 (B, T, emb_dim) 不变。"""

    def __init__(self, cfg: dict) -> None:
        super().__init__()
        width = cfg["emb_dim"]
        self.n_heads = cfg["n_heads"]
        self.W_query = nn.Linear(width, width, bias=cfg["qkv_bias"])
        self.W_key = nn.Linear(width, width, bias=cfg["qkv_bias"])
        self.W_value = nn.Linear(width, width, bias=cfg["qkv_bias"])
        self.out_proj = nn.Linear(width, width)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        queries, keys, values = (
            layer(x).unflatten(-1, (self.n_heads, -1)).transpose(1, 2)
            for layer in (self.W_query, self.W_key, self.W_value)
        )
        scores = queries @ keys.transpose(2, 3) / math.sqrt(queries.shape[-1])
        future = torch.ones(scores.shape[-2:], dtype=torch.bool).triu(1)
        weights = torch.softmax(scores.masked_fill(future, -torch.inf), dim=-1)
        return self.out_proj((weights @ values).transpose(1, 2).flatten(start_dim=2))


# %% [markdown] lang="en"
# ### Part 4: A residual block (16 points) · 20 minutes
#
# **Idea.** A block does two things to every token: attention brings in what others know, and the
# feed-forward network works on it. Neither replaces the token; each **adds** something to it. So
# the token itself, and the gradient on its way back, has a bypass through the whole stack.
#
# **Formula.** With the two normalisations $n_1$ and $n_2$,
#
# $$h = x + \mathrm{attention}(n_1(x)), \qquad y = h + \mathrm{ff}(n_2(h))$$
#
# What is normalised goes into the two parts only; what is added to is not normalised.
#
# **Contract.** `TransformerBlock(cfg, attention)` gets a module, `attention`, that turns
# `(B, T, emb_dim)` into the same shape. It keeps it as `attention`, and has `norm1` and `norm2`
# (`LayerNorm`) and `ff` (`FeedForward`).
#
# **Check by hand.** If attention and the network both gave zeros, what would a block do? Nothing at
# all: $y = x$.
#
# <details>
# <summary>Hint</summary>
#
# Two lines, each of the form `x = x + ...`. Not `x += ...`, which would change the argument.
#
# </details>

# %% [markdown] lang="zh"
# ### 第 4 部分：残差块（16 分）· 20 分钟
#
# **思路。** 一个块对每个词元做两件事：注意力带来其他词元所知道的，前馈网络再加工。
# 两者都不取代词元，而是各自给它**加上**一点东西。
# 这样，词元本身以及往回走的梯度，都有一条贯穿整叠残差块的旁路。
#
# **公式。** 设两个归一化为 $n_1$ 和 $n_2$：
#
# $$h = x + \mathrm{attention}(n_1(x)), \qquad y = h + \mathrm{ff}(n_2(h))$$
#
# 归一化之后的值只送进那两个部件；被加的那一项没有归一化。
#
# **约定。** `TransformerBlock(cfg, attention)` 得到一个模块 `attention`，
# 它把 `(B, T, emb_dim)` 变成同样的形状。把它保存为 `attention`，
# 另外有 `norm1`、`norm2`（`LayerNorm`）和 `ff`（`FeedForward`）。
#
# **手工检验。** 如果注意力和前馈网络给出的都是零，残差块会做什么？什么也不做：$y = x$。
#
# <details>
# <summary>提示</summary>
#
# 两行，每行的形式都是 `x = x + ...`。不要写 `x += ...`，那会改动参数。
#
# </details>

# %% part="TransformerBlock"
class TransformerBlock(nn.Module):
    """Attention and the feed-forward network, each normalised before and added to its input.

    TransformerBlock(cfg, attention): keeps attention; norm1, norm2: LayerNorm; ff: FeedForward.
    forward: x of shape (B, T, emb_dim). Returns: the same shape. Leave x as it is.

    ---

    注意力和前馈网络，各自先归一化，结果再加到输入上。

    TransformerBlock(cfg, attention)：保存 attention；norm1、norm2：LayerNorm；ff：FeedForward。
    forward：x 的形状为 (B, T, emb_dim)。返回：形状相同。不要改动 x。
    """

    def __init__(self, cfg: dict, attention: nn.Module) -> None:
        super().__init__()
        ### BEGIN SOLUTION
        self.attention = attention
        self.norm1 = LayerNorm(cfg["emb_dim"])
        self.norm2 = LayerNorm(cfg["emb_dim"])
        self.ff = FeedForward(cfg)
        ### END SOLUTION

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        ### BEGIN SOLUTION
        x = x + self.attention(self.norm1(x))
        return x + self.ff(self.norm2(x))
        ### END SOLUTION


# %% test="TransformerBlock"
checks.check("TransformerBlock", globals())

# %% [markdown] lang="en"
# ### Part 5: The whole model (16 points) · 25 minutes
#
# **Idea.** A word comes in as a number, its **token id**. A table gives each id a vector, a second
# table gives each *place* a vector, and their sum enters the stack of blocks: attention alone could
# not tell "dog bites man" from "man bites dog". At the end, every token's vector is compared with all
# words: one **logit** for each word of the vocabulary, the larger the likelier it comes next.
#
# **Contract.** `GPTModel(cfg)` has
#
# | name | what it is |
# |---|---|
# | `tok_emb` | `nn.Embedding`, `vocab_size` vectors of `emb_dim` numbers |
# | `pos_emb` | `nn.Embedding`, `context_length` such vectors |
# | `blocks` | `n_layers` blocks, each with a `CausalSelfAttention(cfg)` of its own |
# | `final_norm` | `LayerNorm` |
# | `out_head` | linear layer from `emb_dim` to `vocab_size`, without a bias |
#
# It turns ids of shape $(B, T)$, where $T$ is at most `context_length`, into logits of shape
# $(B, T, \mathtt{vocab\_size})$.
#
# <details>
# <summary>Hint 1</summary>
#
# The places of a sequence of $T$ tokens are `torch.arange(T)`.
#
# </details>
#
# <details>
# <summary>Hint 2</summary>
#
# An optimizer only finds the weights of blocks in an `nn.ModuleList` or an `nn.Sequential`.
#
# </details>

# %% [markdown] lang="zh"
# ### 第 5 部分：完整的模型（16 分）· 25 分钟
#
# **思路。** 词语以一个数的形式进来，即它的**词元编号**。一张表给每个编号一个向量，
# 另一张表给每个*位置*一个向量，两者之和进入一叠残差块：
# 单靠注意力分不清“狗咬人”和“人咬狗”。最后，每个词元的向量与所有词语比较：
# 词表里的每个词得到一个 **logit**，越大就越可能是下一个词。
#
# **约定。** `GPTModel(cfg)` 包含
#
# | 名称 | 是什么 |
# |---|---|
# | `tok_emb` | `nn.Embedding`，`vocab_size` 个向量，各有 `emb_dim` 个数 |
# | `pos_emb` | `nn.Embedding`，`context_length` 个这样的向量 |
# | `blocks` | `n_layers` 个残差块，每个都有自己的 `CausalSelfAttention(cfg)` |
# | `final_norm` | `LayerNorm` |
# | `out_head` | 从 `emb_dim` 到 `vocab_size` 的线性层，没有偏置 |
#
# 它把形状为 $(B, T)$ 的编号（$T$ 不超过 `context_length`）
# 变成形状为 $(B, T, \mathtt{vocab\_size})$ 的 logits。
#
# <details>
# <summary>提示 1</summary>
#
# $T$ 个词元的序列的位置是 `torch.arange(T)`。
#
# </details>
#
# <details>
# <summary>提示 2</summary>
#
# 只有放在 `nn.ModuleList` 或 `nn.Sequential` 里的残差块，优化器才能找到它们的权重。
#
# </details>

# %% part="GPTModel"
class GPTModel(nn.Module):
    """Token ids to logits: two embeddings, n_layers blocks, a last normalisation, an output layer.

    GPTModel(cfg): tok_emb, pos_emb, blocks, final_norm, out_head (see the table).
    forward: ids of shape (B, T). Returns: logits of shape (B, T, vocab_size).

    ---

    从词元编号到 logits：两个嵌入、n_layers 个残差块、最后一次归一化和输出层。

    GPTModel(cfg)：tok_emb、pos_emb、blocks、final_norm、out_head（见上表）。
    forward：ids 的形状为 (B, T)。返回：logits，形状 (B, T, vocab_size)。
    """

    def __init__(self, cfg: dict) -> None:
        super().__init__()
        ### BEGIN SOLUTION
        self.tok_emb = nn.Embedding(cfg["vocab_size"], cfg["emb_dim"])
        self.pos_emb = nn.Embedding(cfg["context_length"], cfg["emb_dim"])
        self.blocks = nn.ModuleList(
            TransformerBlock(cfg, CausalSelfAttention(cfg)) for _ in range(cfg["n_layers"])
        )
        self.final_norm = LayerNorm(cfg["emb_dim"])
        self.out_head = nn.Linear(cfg["emb_dim"], cfg["vocab_size"], bias=False)
        ### END SOLUTION

    def forward(self, ids: torch.Tensor) -> torch.Tensor:
        ### BEGIN SOLUTION
        x = self.tok_emb(ids) + self.pos_emb(torch.arange(ids.shape[1]))
        for block in self.blocks:
            x = block(x)
        return self.out_head(self.final_norm(x))
        ### END SOLUTION


# %% test="GPTModel"
checks.check("GPTModel", globals())

# %% [markdown] lang="en"
# ### Part 6: How large is it? (8 points) · 15 minutes
#
# **Idea.** "124 million parameters" is a sum that you can now do. It needs no model: GPT-2's numbers
# would fill more than 600 MiB, and the sum takes a microsecond.
#
# **Contract.** `model_size(cfg, bytes_per_number, tied)` returns two numbers: how many numbers
# `GPTModel(cfg)` trains, as an `int`, and how many mebibytes they take
# ($1\,\mathrm{MiB} = 2^{20}$ bytes). If `tied` is true, the output layer uses the table of `tok_emb`
# as its weight, which is then counted once. Do not build the model.
#
# **By hand.** In the toy configuration a block has 232 numbers: 16 in its two normalisations, 148 in
# the network, and 68 in attention (three layers of 16 without bias, one of 16 + 4 with). With the
# tables of 44, 24 and 44 numbers and the last normalisation of 8 that makes
# $44 + 24 + 2 \cdot 232 + 8 + 44 = 584$. The smallest GPT-2 (50257, 1024, 768, 12 layers) has
# 163,009,536, or 621.83 MiB in float32; tied, it is the famous 124 million.

# %% [markdown] lang="zh"
# ### 第 6 部分：模型有多大？（8 分）· 15 分钟
#
# **思路。** “1.24 亿个参数”是一个你现在就能算的和。不需要创建模型：
# GPT-2 的数要占 600 MiB 以上，而求和只要一微秒。
#
# **约定。** `model_size(cfg, bytes_per_number, tied)` 返回两个数：
# `GPTModel(cfg)` 训练多少个数（`int`），以及它们占多少 MiB（$1\,\mathrm{MiB} = 2^{20}$ 字节）。
# 如果 `tied` 为真，输出层就用 `tok_emb` 的表作为权重，这张表只数一次。不要创建模型。
#
# **手算。** 在玩具配置里，一个残差块有 232 个数：两个归一化 16 个，前馈网络 148 个，
# 注意力 68 个（三个没有偏置的层各 16 个，一个有偏置的层 16 + 4 个）。
# 加上有 44、24 和 44 个数的三张表，以及最后的归一化 8 个，
# 一共 $44 + 24 + 2 \cdot 232 + 8 + 44 = 584$。
# 最小的 GPT-2（50257、1024、768、12 层）有 163,009,536 个，用 float32 是 621.83 MiB；
# 共用之后，就是著名的 1.24 亿。

# %% part="model_size"
def model_size(cfg: dict, bytes_per_number: int, tied: bool) -> tuple[int, float]:
    """How many numbers GPTModel(cfg) trains, and how many mebibytes they take.

    tied: the output layer shares the table of tok_emb. Does not build the model.

    ---

    GPTModel(cfg) 训练多少个数，以及它们占多少 MiB。

    tied：输出层共用 tok_emb 的表。不创建模型。
    """
    ### BEGIN SOLUTION
    width, vocab = cfg["emb_dim"], cfg["vocab_size"]
    norm = 2 * width
    network = width * 4 * width + 4 * width + 4 * width * width + width
    attention = 4 * width * width + width + (3 * width if cfg["qkv_bias"] else 0)
    block = 2 * norm + network + attention
    head = 0 if tied else vocab * width
    tables = (vocab + cfg["context_length"]) * width
    count = tables + cfg["n_layers"] * block + norm + head
    return count, count * bytes_per_number / 2**20
    ### END SOLUTION


# %% test="model_size"
checks.check("model_size", globals())

# %% [markdown] lang="en"
# ## 3 Writing text
#
# ### Part 7: Greedy generation (12 points) · 20 minutes
#
# **Idea.** A model only ever predicts one token. To write, append the likeliest one and ask again.
#
# **Steps**, `max_new_tokens` times over:
#
# 1. The model gets the last `context_length` tokens at most; it has no places for more.
# 2. Of its logits, `(B, T, vocab_size)`, those of the **last** token say what comes next.
# 3. The token with the largest logit is appended to each sequence.
#
# **Contract.** `generate(model, ids, max_new_tokens, context_length)` gets ids of shape $(B, T)$ and
# returns $(B, T + \mathtt{max\_new\_tokens})$: the whole text, though the model no longer sees all
# of it. One call of the model for each new token. `ids` stays as it is.
#
# **By hand.** A model that always predicts the number after the last one makes of (3) with three new
# tokens (3, 4, 5, 6).
#
# <details>
# <summary>Hint 1</summary>
#
# `ids[:, -n:]` has the last `n` columns, or all of them if there are fewer.
#
# </details>
#
# <details>
# <summary>Hint 2</summary>
#
# `argmax(dim=-1, keepdim=True)` has the shape that `torch.cat` needs.
#
# </details>

# %% [markdown] lang="zh"
# ## 3 写出文本
#
# ### 第 7 部分：贪心生成（12 分）· 20 分钟
#
# **思路。** 模型每次只预测一个词元。要写出文本，就接上最可能的那个，然后再问一次。
#
# **步骤**，重复 `max_new_tokens` 次：
#
# 1. 模型最多得到最后 `context_length` 个词元；再多就没有位置了。
# 2. 在 logits `(B, T, vocab_size)` 中，**最后**一个词元的 logits 说明接下来是什么。
# 3. 把 logit 最大的词元接到每个序列后面。
#
# **约定。** `generate(model, ids, max_new_tokens, context_length)` 得到形状为 $(B, T)$ 的编号，
# 返回 $(B, T + \mathtt{max\_new\_tokens})$：整个文本，尽管模型已经看不到它的全部。
# 每个新词元只调用一次模型。`ids` 保持原样。
#
# **手算。** 一个总是预测“最后一个数加一”的模型，从 (3) 出发生成三个新词元，得到 (3, 4, 5, 6)。
#
# <details>
# <summary>提示 1</summary>
#
# `ids[:, -n:]` 是最后 `n` 列；不足 `n` 列时就是全部。
#
# </details>
#
# <details>
# <summary>提示 2</summary>
#
# `argmax(dim=-1, keepdim=True)` 的形状正是 `torch.cat` 所需要的。
#
# </details>

# %% part="generate"
def generate(
    model: nn.Module, ids: torch.Tensor, max_new_tokens: int, context_length: int
) -> torch.Tensor:
    """Continue every sequence by its likeliest tokens, one after the other.

    ids: shape (B, T). Returns: shape (B, T + max_new_tokens). The model sees the last
    context_length tokens at most, and is called once for each new token. Leave ids as it is.

    ---

    逐个接上最可能的词元，续写每个序列。

    ids：形状 (B, T)。返回：形状 (B, T + max_new_tokens)。
    模型最多看到最后 context_length 个词元，每个新词元只调用一次。不要改动 ids。
    """
    ### BEGIN SOLUTION
    for _ in range(max_new_tokens):
        with torch.no_grad():
            logits = model(ids[:, -context_length:])
        following = logits[:, -1].argmax(dim=-1, keepdim=True)
        ids = torch.cat([ids, following], dim=1)
    return ids
    ### END SOLUTION


# %% test="generate"
checks.check("generate", globals())

# %% [markdown] lang="en"
# ### Part 8: Attention with a cache (10 points) · 25 minutes
#
# **Idea.** For each new token, `generate` sends the whole text through the model again. But in causal
# attention nothing that stood before changes: the keys and values of earlier tokens are the same
# every time. So keep them. What is new is one query, one key and one value.
#
# **Formula.** Let the cache hold the keys and values of $p$ tokens, and let $t$ new tokens come.
# Join the new keys and values behind those of the cache, which makes $T = p + t$. The new token $i$
# stands at the place $p + i$ and sees the places $0, \dots, p + i$:
#
# $$a_{ij} = \mathrm{softmax}_j\left(\frac{q_i \cdot k_j}{\sqrt{d}}\right)\ (j \le p + i), \qquad
# z_i = \sum_{j \le p+i} a_{ij}\,v_j$$
#
# **Contract.** `cached_attention(queries, keys, values, cache)` gets the queries and keys of the new
# tokens, both $(t, d)$, their values $(t, d_v)$, and a cache: `None`, or a pair of the keys $(p, d)$
# and values $(p, d_v)$ so far. It returns the contexts of the new tokens, $(t, d_v)$, and the new
# cache, a pair again. The library's attention is not allowed in this part.
#
# **By hand.** The cache holds one token, with key (0) and value (2); a new one comes with query (0),
# key (0) and value (4). Both scores are 0, both weights ½, and the context is 3.
#
# <details>
# <summary>Hint</summary>
#
# The mask has the shape $(t, T)$. In its first row $p + 1$ places are seen, so the diagonal from which
# `triu` hides is number $p + 1$.
#
# </details>

# %% [markdown] lang="zh"
# ### 第 8 部分：带缓存的注意力（10 分）· 25 分钟
#
# **思路。** 每要一个新词元，`generate` 都让整个文本重新通过模型。
# 但在因果注意力里，前面的东西不会改变：前面词元的键和值每次都一样。那就把它们存起来。
# 新的只有一个查询、一个键和一个值。
#
# **公式。** 设缓存里有 $p$ 个词元的键和值，又来了 $t$ 个新词元。
# 把新的键和值接在缓存的后面，共 $T = p + t$ 个。新词元 $i$ 位于 $p + i$，能看到位置 $0, \dots, p + i$：
#
# $$a_{ij} = \mathrm{softmax}_j\left(\frac{q_i \cdot k_j}{\sqrt{d}}\right)\ (j \le p + i), \qquad
# z_i = \sum_{j \le p+i} a_{ij}\,v_j$$
#
# **约定。** `cached_attention(queries, keys, values, cache)` 得到新词元的查询和键，形状都是 $(t, d)$，
# 它们的值 $(t, d_v)$，以及缓存：`None`，或者由此前的键 $(p, d)$ 和值 $(p, d_v)$ 组成的一对。
# 返回新词元的上下文向量 $(t, d_v)$ 和新的缓存，缓存仍是一对。这一部分不允许使用库里的注意力函数。
#
# **手算。** 缓存里有一个词元，键为 (0)，值为 (2)；新来一个词元，查询为 (0)，键为 (0)，值为 (4)。
# 两个分数都是 0，两个权重都是 ½，上下文向量是 3。
#
# <details>
# <summary>提示</summary>
#
# 掩码的形状是 $(t, T)$。它的第一行能看到 $p + 1$ 个位置，所以 `triu` 从第 $p + 1$ 条对角线开始遮住。
#
# </details>

# %% part="cached_attention"
def cached_attention(
    queries: torch.Tensor, keys: torch.Tensor, values: torch.Tensor, cache: tuple | None
) -> tuple[torch.Tensor, tuple]:
    """Causal attention of new tokens to those in the cache and to each other.

    queries, keys: shape (t, d); values: (t, d_v); cache: None, or (keys, values) of earlier tokens.
    Returns: contexts, shape (t, d_v), and the new cache (keys, values). Leave all arguments alone.
    Not allowed: the library's attention.

    ---

    新词元对缓存中的词元以及彼此之间的因果注意力。

    queries、keys：形状 (t, d)；values：(t, d_v)；cache：None，或前面词元的 (keys, values)。
    返回：上下文向量，形状 (t, d_v)，以及新的缓存 (keys, values)。不要改动任何参数。
    不允许：库里的注意力函数。
    """
    ### BEGIN SOLUTION
    past = 0
    if cache is not None:
        past = len(cache[0])
        keys, values = torch.cat([cache[0], keys]), torch.cat([cache[1], values])
    scores = queries @ keys.T / math.sqrt(keys.shape[-1])
    future = torch.ones(scores.shape, dtype=torch.bool).triu(past + 1)
    weights = torch.softmax(scores.masked_fill(future, -torch.inf), dim=-1)
    return weights @ values, (keys, values)
    ### END SOLUTION


# %% test="cached_attention"
checks.check("cached_attention", globals())

# %% [markdown] lang="en"
# ### Part 9: What the cache saves (4 points) · 5 minutes
#
# **Idea.** Count the tokens that pass the model while a text is written. Without a cache every call
# sends all tokens so far. With one, the first call sends the prompt and every other call one token.
#
# **By hand.** For a prompt of 4 tokens and 3 new ones: $4 + 5 + 6 = 15$ without a cache, and
# $4 + 1 + 1 = 6$ with one. (The last new token is never sent.) Without new tokens there is no call.
#
# **Contract.** `tokens_processed(prompt_tokens, new_tokens, cached)` returns that number as an `int`.
# The context is long enough for the whole text.

# %% [markdown] lang="zh"
# ### 第 9 部分：缓存节省了什么（4 分）· 5 分钟
#
# **思路。** 数一数写出文本时有多少词元通过模型。没有缓存时，每次调用都送入到目前为止的全部词元。
# 有缓存时，第一次调用送入提示，其余每次只送入一个词元。
#
# **手算。** 提示有 4 个词元，新词元 3 个：没有缓存是 $4 + 5 + 6 = 15$，有缓存是 $4 + 1 + 1 = 6$。
# （最后一个新词元不再送入。）没有新词元时，一次也不调用。
#
# **约定。** `tokens_processed(prompt_tokens, new_tokens, cached)` 返回这个数（`int`）。
# 上下文足够容纳整个文本。

# %% part="tokens_processed"
def tokens_processed(prompt_tokens: int, new_tokens: int, cached: bool) -> int:
    """How many tokens pass the model while new_tokens are generated, with a cache or without.

    ---

    生成 new_tokens 个词元时，有多少词元通过模型（有缓存或没有缓存）。
    """
    ### BEGIN SOLUTION
    if cached:
        return prompt_tokens + new_tokens - 1 if new_tokens else 0
    return sum(prompt_tokens + step for step in range(new_tokens))
    ### END SOLUTION


# %% test="tokens_processed"
checks.check("tokens_processed", globals())

# %% [markdown] lang="en"
# ## Your model recites
#
# The next cell trains your `GPTModel` on a rhyme, letter by letter, and lets your `generate` continue
# it, before and after. It takes some seconds. The last cell shows how far each part is.

# %% [markdown] lang="zh"
# ## 你的模型会背诵
#
# 下一个单元格用一首英文童谣逐个字母地训练你的 `GPTModel`，并让你的 `generate` 在训练前后各续写一次。
# 需要几秒钟。最后一个单元格显示每个部分的进展。

# %%
checks.recite(globals())

# %%
checks.progress(globals())
