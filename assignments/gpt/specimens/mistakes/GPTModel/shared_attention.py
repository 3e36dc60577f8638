"""
name = "all blocks share one attention"
name_zh = "所有残差块共用一个注意力"
question = "How often is a `CausalSelfAttention` made?"
question_zh = "`CausalSelfAttention` 创建了几次？"
"""

class GPTModel(nn.Module):
    def __init__(self, cfg):
        super().__init__()
        self.tok_emb = nn.Embedding(cfg["vocab_size"], cfg["emb_dim"])
        self.pos_emb = nn.Embedding(cfg["context_length"], cfg["emb_dim"])
        shared = CausalSelfAttention(cfg)
        self.blocks = nn.ModuleList([TransformerBlock(cfg, shared) for _ in range(cfg["n_layers"])])
        self.final_norm = LayerNorm(cfg["emb_dim"])
        self.out_head = nn.Linear(cfg["emb_dim"], cfg["vocab_size"], bias=False)

    def forward(self, ids):
        x = self.tok_emb(ids) + self.pos_emb(torch.arange(ids.shape[1]))
        for block in self.blocks:
            x = block(x)
        return self.out_head(self.final_norm(x))
