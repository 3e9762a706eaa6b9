/** Ling of several generations, and others with few published files: what executing transformers' classes measured. */
import { modelPositions } from "posenc/full";
import { describe, expect, test } from "vitest";
import { differences } from "./harness/executed-compare.ts";
import type { Facts } from "./harness/executed-facts.ts";
import { fixture } from "./harness/fixture.ts";

const { models } = fixture("executed-latest") as { models: { name: string; config: object; facts: Facts }[] };

test.each(models.map((model) => [model.name, model] as const))(
  "%s: what transformers computes",
  (_, model) => {
    const found = modelPositions(model.config);
    expect(found.unknown).toEqual([]);
    expect(differences(found, model.facts)).toEqual([]);
  },
);

test("Mistral Large 4 multiplies queries by a learned function of the position", () => {
  const { layers } = modelPositions({ model_type: "mistral_large4_text" });
  expect(new Set(layers.map(({ queryScale }) => queryScale))).toEqual(new Set(["learned"]));
});

describe("what vLLM's code says of Ling 2.5, read at 055e47c", () => {
  test("with a rule, too, all 64 channels rotate (bailing_moe_linear.py, BailingMoeV25MLAAttention)", () => {
    const { layers, unknown } = modelPositions({
      ...{ model_type: "bailing_hybrid", num_hidden_layers: 8, layer_group_size: 8 },
      partial_rotary_factor: 0.5,
      rope_scaling: { rope_type: "yarn", factor: 4, original_max_position_embeddings: 32_768 },
    });
    expect(unknown).toEqual([]);
    expect(layers[7]!.rotary).toMatchObject({ rotaryDim: 64, headDim: 192, rotaryOffset: 128 });
  });

  test("full attention ends each group (bailing_moe_linear.py, is_linear_layer)", () => {
    const layers = modelPositions({
      model_type: "bailing_hybrid",
      num_hidden_layers: 32,
      layer_group_size: 8,
    }).layers;
    const full = [...layers.entries()].filter(([, { kind }]) => kind === "full_attention");
    expect(full.map(([layer]) => layer)).toEqual([7, 15, 23, 31]);
  });
});
