// A tensor is a Float32Array, row by row, without its shape: what is not 1 is said in the call.
// x is (batch, tokens, width); weights are those of nn.Linear, (outputs, inputs).
export function attentionBlock(pe, x, weights, { batch, heads, headDim }) {
  const width = heads * headDim;

  // q, k, v = self.q(x), self.k(x), self.v(x)
  // Each is (batch, tokens, heads, headDim) at once: no .view() and no .transpose(1, 2).
  const [q, k, v] = [weights.q, weights.k, weights.v].map((weight) => pe.linear(x, { weight, inner: width }));

  // q, k = apply_rotary_pos_emb(q, k, cos, sin)
  const rotary = { headDim, pairing: "halves", base: 10000 };
  for (const part of [q, k]) pe.rotate(part, { ...rotary, heads, batch, out: part });

  // F.scaled_dot_product_attention(q, k, v, is_causal=True)
  const { output } = pe.attention({ q, k, v, heads, headDim, batch, causal: true });

  // self.out(output.transpose(1, 2).reshape(batch, tokens, width))
  return pe.linear(output, { weight: weights.out, inner: width });
}
