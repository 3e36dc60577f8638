"""
name = "the position is looked up by the token's id"
name_zh = "用词元编号去查位置"
question = "What is the place of the first token of a sequence?"
question_zh = "序列第一个词元的位置是多少？"
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
        x = self.tok_emb(ids) + self.pos_emb(ids % self.pos_emb.num_embeddings)
        for block in self.blocks:
            x = block(x)
        return self.out_head(self.final_norm(x))
