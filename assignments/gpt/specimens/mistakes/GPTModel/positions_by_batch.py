"""
name = "one position for each sequence"
name_zh = "每个序列一个位置"
question = "Which dimension of `ids` counts the tokens of a sequence?"
question_zh = "`ids` 的哪个维度数的是序列里的词元？"
"""

class GPTModel(nn.Module):
    def __init__(self, cfg):
        super().__init__()
        self.tok_emb = nn.Embedding(cfg["vocab_size"], cfg["emb_dim"])
        self.pos_emb = nn.Embedding(cfg["context_length"], cfg["emb_dim"])
        self.blocks = nn.ModuleList([TransformerBlock(cfg, CausalSelfAttention(cfg)) for _ in range(cfg["n_layers"])])
        self.final_norm = LayerNorm(cfg["emb_dim"])
        self.out_head = nn.Linear(cfg["emb_dim"], cfg["vocab_size"], bias=False)

    def forward(self, ids):
        x = self.tok_emb(ids) + self.pos_emb(torch.arange(ids.shape[0])[:, None])
        for block in self.blocks:
            x = block(x)
        return self.out_head(self.final_norm(x))
