/** Rules of other programs that have no form here. */
import { load, modelPositions, type Spec } from "posenc/full";
import { expect, test } from "vitest";

const pe = await load();

test("rules without a form here are named in unknown", () => {
  const qwen = {
    model_type: "qwen2",
    num_hidden_layers: 1,
    dual_chunk_attention_config: { chunk_size: 262144 },
  };
  expect(modelPositions(qwen).unknown).toEqual(["dual_chunk_attention_config"]);
  expect(modelPositions(qwen).notes.join()).toContain("three kinds of scores");
  const llama = { model_type: "llama", num_hidden_layers: 1 };
  for (const rule of [
    { rope_type: "ntk", factor: 4 },
    { rope_type: "mixed_ntk", factor: 4, mixed_b: 0.625 },
    { rope_type: "telechat3-yarn", factor: 4, original_max_position_embeddings: 8192 },
    { rope_type: "fope", fope_sep_head: true },
  ]) {
    const { layers, unknown, notes } = modelPositions({
      ...llama,
      rope_parameters: { rope_theta: 10000, ...rule },
    });
    expect([layers[0]!.rotary, unknown.length > 0]).toEqual(["unknown", true]);
    expect(notes.join()).toContain(", because ");
  }
  const nomic = { model_type: "nomic_bert", rotary_scaling_factor: 2, max_trained_positions: 2048 };
  expect(modelPositions(nomic).unknown).toContain("rotary_scaling_factor");
  expect(modelPositions({ model_type: "nomic_bert", rotary_emb_interleaved: false }).unknown).toEqual([]);
});

test("Phi-MoE's two attention factors: one up to the trained length, the other beyond it", () => {
  const factors = { short_factor: new Array(64).fill(1), long_factor: new Array(64).fill(2) };
  const moe = { rope_type: "longrope", ...factors, original_max_position_embeddings: 4096 };
  const magnitudes = { short_mscale: 1.2, long_mscale: 1.3 };
  const file = { rope_scaling: { ...moe, ...magnitudes }, num_hidden_layers: 1 };
  const { layers, unknown } = modelPositions({ model_type: "phimoe", ...file });
  expect(unknown).toEqual([]);
  expect(layers[0]!.rotary).toMatchObject({ scaling: { attentionFactor: 1.3, shortAttentionFactor: 1.2 } });
  const spec = layers[0]!.rotary as Spec;
  const factorAt = (currentLength: number) => pe.attentionFactor({ ...spec, currentLength } as Spec);
  expect([4096, 4097].map(factorAt)).toEqual([1.2, 1.3]);
  // The class of Phi-3 reads neither.
  const phi3 = modelPositions({ model_type: "phi3", hidden_size: 4096, ...file });
  expect(phi3.unknown).toEqual(["rope_scaling.short_mscale", "rope_scaling.long_mscale"]);
  expect(phi3.layers[0]!.rotary).not.toHaveProperty("scaling.attentionFactor");
});
