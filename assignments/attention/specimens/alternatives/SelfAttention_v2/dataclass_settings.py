"""
form = "settings in a dataclass, annotations, names in Chinese"
"""

from dataclasses import dataclass


@dataclass(frozen=True)
class 配置:
    输入维度: int
    输出维度: int
    偏置: bool = False

    def 线性层(self) -> nn.Linear:
        return nn.Linear(in_features=self.输入维度, out_features=self.输出维度, bias=self.偏置)


class SelfAttention_v2(nn.Module):
    """带线性层的自注意力。"""

    def __init__(self, d_in: int, d_out: int, qkv_bias: bool = False) -> None:
        super().__init__()
        self.配置 = 配置(d_in, d_out, qkv_bias)
        self.W_query: nn.Linear = self.配置.线性层()
        self.W_key: nn.Linear = self.配置.线性层()
        self.W_value: nn.Linear = self.配置.线性层()

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        查询, 键, 值 = self.W_query(x), self.W_key(x), self.W_value(x)
        权重 = torch.softmax(查询 @ 键.T / self.配置.输出维度**0.5, dim=-1)  # 每一行之和为 1
        return 权重 @ 值
