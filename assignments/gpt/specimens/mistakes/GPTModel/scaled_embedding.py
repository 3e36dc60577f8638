"""
name = "embeddings scaled by the root of their width"
name_zh = "嵌入乘以了宽度的平方根"
question = "Is there a factor before the token's vector in the text?"
question_zh = "题目里词元向量前面有系数吗？"
"""

def cfg_width(model):
    return model.tok_emb.embedding_dim ** 0.5


class GPTModel(nn.Module):
    def __init__(self, cfg):
        super().__init__()
        self.tok_emb = nn.Embedding(cfg["vocab_size"], cfg["emb_dim"])
        self.pos_emb = nn.Embedding(cfg["context_length"], cfg["emb_dim"])
        self.blocks = nn.ModuleList([TransformerBlock(cfg, CausalSelfAttention(cfg)) for _ in range(cfg["n_layers"])])
        self.final_norm = LayerNorm(cfg["emb_dim"])
        self.out_head = nn.Linear(cfg["emb_dim"], cfg["vocab_size"], bias=False)

    def forward(self, ids):
        x = self.tok_emb(ids) * cfg_width(self) + self.pos_emb(torch.arange(ids.shape[1]))
        for block in self.blocks:
            x = block(x)
        return self.out_head(self.final_norm(x))
