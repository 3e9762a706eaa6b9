/** What the list of models says of layers, and which type it takes for a name: functions without a page. */
import { modelPositions } from "posenc/spec";
import { describe, expect, test } from "vitest";
import { lookOf, rulesOf, wordsOf } from "../../../web/site/atlas/layer-looks.ts";
import { modelsFor } from "../../../web/site/atlas/model-search.ts";

const partOf = (config: object) => modelPositions(config);

describe("the layers of a model", () => {
  test("have the rules that differ, each once, with the kinds of layers that have it", () => {
    const gemma = partOf({ model_type: "gemma3_text", num_hidden_layers: 12 });
    const rules = rulesOf(gemma);
    expect(rules.map(({ number, kinds }) => [number, kinds])).toEqual([
      [1, ["sliding_attention"]],
      [2, ["full_attention"]],
    ]);
    const llama = partOf({
      model_type: "llama",
      num_hidden_layers: 12,
      num_attention_heads: 8,
      head_dim: 64,
    });
    expect(rulesOf(llama)).toHaveLength(1);
  });
  test("say how many keys they see, the query's own included", () => {
    const model = partOf({ model_type: "gemma3_text", num_hidden_layers: 6, sliding_window: 512 });
    const looks = model.layers.map((layer) => lookOf(layer, rulesOf(model)));
    expect(looks.map(({ reach }) => reach)).toEqual([512, 512, 512, 512, 512, Number.POSITIVE_INFINITY]);
    expect(looks[0]).toMatchObject({ colour: "rule-1", sees: "sees the last 512 tokens" });
    expect(looks[5]).toMatchObject({ colour: "rule-2", sees: "sees all tokens before it" });
  });
  test("of an encoder say how many on each side", () => {
    const model = partOf({ model_type: "modernbert", num_hidden_layers: 3, local_attention: 128 });
    const words = model.layers.map((layer) => wordsOf(lookOf(layer, rulesOf(model))));
    expect(words.join()).toContain("sees 64 tokens before and 64 after");
  });
});

describe("the name of a model", () => {
  test.each([
    ["meta-llama/Llama-3.1-8B", "llama"],
    ["gemma-3-27b", "gemma3"],
    ["Qwen/Qwen3-0.6B", "qwen3"],
    ["gpt_oss", "gpt_oss"],
  ])("%s is of the type %s", (name, type) => {
    expect(modelsFor(name)[0]?.type).toBe(type);
  });
  test("that nobody has finds nothing, and none finds all", () => {
    expect(modelsFor("zzzz")).toEqual([]);
    expect(modelsFor("").length).toBeGreaterThan(600);
  });
});
