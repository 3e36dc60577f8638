# %% [markdown] lang="en"
# # A first assignment
#
# Two parts, each a text, a solution cell and a check cell. Put your code in the place of
# `raise NotImplementedError()` and keep the names. Hidden checks with other numbers give the points.

# %% [markdown] lang="zh"
# # 第一份作业
#
# 两个部分，每个部分由一段文字、一个解答单元格和一个检查单元格组成。
# 用你的代码替换 `raise NotImplementedError()`，并保留名称。分数由使用其他数值的隐藏检查给出。

# %%
import torch
from torch import nn

import checks

# %% [markdown] lang="en"
# ## Part 1: Centred rows (4 points)
#
# Take from each number the mean of its row. For the row (1, 2, 6) the mean is 3, which leaves
# (−2, −1, 3). Compute the mean yourself: `mean` and its relatives are not allowed.

# %% [markdown] lang="zh"
# ## 第 1 部分：行的中心化（4 分）
#
# 让每个数减去所在行的平均值。行 (1, 2, 6) 的平均值是 3，得到 (−2, −1, 3)。
# 请自己计算平均值：不允许使用 `mean` 及类似的函数。

# %% part="centred"
def centred(x: torch.Tensor) -> torch.Tensor:
    """x: shape (rows, n). Returns: the same shape; every row has the mean 0. Leave x as it is.

    x：形状 (rows, n)。返回：形状相同，每行的平均值为 0。不要改动 x。
    """
    ### BEGIN SOLUTION
    return x - x.sum(dim=-1, keepdim=True) / x.shape[-1]
    ### END SOLUTION


# %% test="centred"
checks.check("centred", globals())

# %% [markdown] lang="en"
# ## Part 2: A trainable gain (6 points)
#
# A module that multiplies each column by a number of its own. The numbers are one trainable
# parameter, `gain`, of shape `(width,)`.

# %% [markdown] lang="zh"
# ## 第 2 部分：可训练的增益（6 分）
#
# 一个让每一列乘以各自的数的模块。这些数是一个可训练的参数 `gain`，形状为 `(width,)`。

# %% part="Gain"
class Gain(nn.Module):
    """Gain(width) turns x of shape (rows, width) into x times `gain`, column by column.

    Gain(width) 让形状为 (rows, width) 的 x 逐列乘以 `gain`。
    """

    def __init__(self, width: int) -> None:
        super().__init__()
        ### BEGIN SOLUTION
        self.gain = nn.Parameter(torch.ones(width))
        ### END SOLUTION

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        ### BEGIN SOLUTION
        return x * self.gain
        ### END SOLUTION


# %% test="Gain"
checks.check("Gain", globals())
