/** Ling and Ring of several generations, as vLLM's code has them. */
import { modelPositions } from "posenc/full";
import { describe, expect, test } from "vitest";

describe("what vLLM's code says, at 055e47c", () => {
  const kindsOf = (config: object) => modelPositions(config).layers.map(({ kind }) => kind);

  test("Ling 2: half of each head rotates, or rotary_dim channels (bailing_moe.py, BailingAttention)", () => {
    const ling = { model_type: "bailing_moe_v2", hidden_size: 2048, num_attention_heads: 16, head_dim: 128 };
    const { layers, unknown } = modelPositions({
      ...ling,
      num_hidden_layers: 20,
      partial_rotary_factor: 0.5,
    });
    expect(unknown).toEqual([]);
    expect(layers[0]!.rotary).toMatchObject({ rotaryDim: 64, headDim: 128, pairing: "halves" });
    const { layers: given } = modelPositions({ ...ling, num_hidden_layers: 20, rotary_dim: 32 });
    expect(given[0]!.rotary).toMatchObject({ rotaryDim: 32 });
  });

  test("Ring-linear: full attention ends each group, and the layers after the last group", () => {
    const ring = { model_type: "bailing_moe_linear", hidden_size: 64, num_attention_heads: 4, head_dim: 16 };
    const kinds = kindsOf({ ...ring, num_hidden_layers: 7, layer_group_size: 3 });
    const [linear, full] = ["linear_attention", "full_attention"];
    expect(kinds).toEqual([linear, linear, full, linear, linear, full, full]);
  });
});
