/** Indexers of sparse attention: against what executing transformers' classes measured. */
import { checkSpec, load, modelPositions, type ResolvedSpec } from "posenc/full";
import { describe, expect, test } from "vitest";
import { fixture } from "./harness/fixture.ts";

const pe = await load();

type Layer = ReturnType<typeof modelPositions>["layers"][number];
type Indexer = Exclude<Layer["indexer"], string | null>;

interface Measured {
  /** For each layer its own indexer, the choice of another layer, or none. */
  layers: ("own" | "shared" | null)[];
  /** Layers whose own indexer rotates. */
  rotating?: number[];
  heads?: number;
  headDim?: number;
  topK?: number;
  blockSize?: number;
  /** Two channels and radians a position, to six digits. */
  pairs?: [number, number, number][];
}

const { small, cases } = fixture("indexers") as {
  small: object;
  cases: { config: object; facts: Measured }[];
};

const isOwn = (indexer: Layer["indexer"]): indexer is Indexer =>
  indexer !== null && typeof indexer === "object";

/** The pairs of channels and the frequencies of a spec. */
function pairsOf({ rotary }: Indexer): number[][] {
  if (rotary === null || rotary === "unknown") return [];
  const { rotaryDim, rotaryOffset, pairing } = rotary;
  const frequencies = pe.frequencies({ ...rotary, pairing: pairing! });
  const half = rotaryDim / 2;
  return Array.from({ length: half }, (_, pair) => {
    const [a, b] = pairing === "halves" ? [pair, pair + half] : [2 * pair, 2 * pair + 1];
    return [rotaryOffset + a, rotaryOffset + b, frequencies[pair]!];
  });
}

describe("what transformers computes", () => {
  test.each(cases.map(({ config, facts }) => [JSON.stringify(config), { config, facts }] as const))(
    "%s",
    (_, { config, facts }) => {
      const { layers } = modelPositions({ ...small, ...config });
      const words = layers.map(({ indexer }) => (isOwn(indexer) ? "own" : indexer));
      expect(words).toEqual(facts.layers);
      const own = layers.map(({ indexer }) => indexer).find(isOwn);
      if (facts.pairs === undefined) {
        expect(own).toBeUndefined();
        return;
      }
      const rotating = [...layers.entries()].filter(([, { indexer }]) => isOwn(indexer) && indexer.rotary);
      expect(rotating.map(([layer]) => layer)).toEqual(facts.rotating);
      const { heads, headDim, topK, blockSize } = own!;
      expect({ heads, headDim, topK, blockSize }).toEqual({
        heads: facts.heads,
        headDim: facts.headDim,
        topK: facts.topK,
        blockSize: facts.blockSize,
      });
      const found = pairsOf(own!);
      expect(found.map(([a, b]) => [a, b])).toEqual(facts.pairs.map(([a, b]) => [a, b]));
      // Six digits, of angles that float32 rounded.
      for (const [pair, [, , frequency]] of facts.pairs.entries())
        expect(Math.abs(found[pair]![2]! / frequency - 1)).toBeLessThan(5e-6);
    },
  );
});

test.each(["deepseek-v3.2-indexer", "glm-5-indexer"] as const)(
  "the preset %s is what the reader finds",
  (preset) => {
    const config =
      preset === "glm-5-indexer"
        ? { model_type: "glm_moe_dsa", rope_parameters: { rope_theta: 1e6, rope_type: "default" } }
        : {
            model_type: "deepseek_v32",
            rope_scaling: {
              type: "yarn",
              factor: 40,
              original_max_position_embeddings: 4096,
              beta_fast: 32,
              beta_slow: 1,
              mscale: 1,
              mscale_all_dim: 1,
            },
          };
    const { indexer } = modelPositions(config).layers[0]!;
    expect(isOwn(indexer) && indexer.rotary).toEqual(checkSpec({ preset }));
  },
);

describe("bad input", () => {
  test("a field that contradicts the class is reported, and there is no rotation", () => {
    const { layers, unknown } = modelPositions({ model_type: "glm_moe_dsa", indexer_rope_interleave: false });
    expect(unknown).toEqual(["indexer_rope_interleave"]);
    expect(layers[0]!.indexer).toMatchObject({ rotary: "unknown", topK: 2048 });
  });

  test("a number of tokens that leaves a choice incomplete is reported", () => {
    const { layers, unknown } = modelPositions({ model_type: "glm5_next_text", index_topk: 100 });
    expect(unknown).toEqual(["index_topk"]);
    expect(layers[3]!.indexer).toMatchObject({ topK: null, blockSize: 16 });
  });

  test("a class that may hide the newest tokens is not understood", () => {
    const hidden = { model_type: "glm5_next_text", index_kpool_always_select_tail: false };
    expect(modelPositions(hidden).layers[3]!.indexer).toBe("unknown");
    const shown = { ...hidden, index_kpool_always_select_tail: true };
    expect(modelPositions(shown).layers[3]!.indexer).toMatchObject({
      topK: 128,
      blockSize: 16,
      rotary: null,
    });
  });

  test("a head that is too narrow for the rotation is reported", () => {
    const { layers, unknown } = modelPositions({ model_type: "deepseek_v32", index_head_dim: 32 });
    expect(unknown).toEqual(["index_head_dim"]);
    expect(layers[0]!.indexer).toMatchObject({ headDim: 32, rotary: "unknown" });
  });

  test.each([0, -1, 2.5, "2048", 1e9])("a number of keys of %j is reported", (index_topk) => {
    const { layers, unknown } = modelPositions({ model_type: "deepseek_v32", index_topk });
    expect(unknown).toEqual(["index_topk"]);
    expect(layers[0]!.indexer).toMatchObject({ topK: null });
  });

  test.each([{ model_type: "llama", index_topk: 2048 }, { model_type: "nothing" }])(
    "%j: nobody knows what its indexer does",
    (config) => {
      const { layers } = modelPositions({ num_hidden_layers: 1, ...config });
      expect(layers[0]!.indexer).toBe("unknown");
    },
  );

  test("a model without one has none", () => {
    expect(modelPositions({ model_type: "llama" }).layers[0]!.indexer).toBeNull();
  });
});

/** Attention of the last of `tokens` tokens to `topK` keys, which an indexer with a pairing chose. */
function attended(tokens: number, topK: number, pairing: "halves" | "interleaved"): Set<number> {
  let state = 7;
  const random = () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0; // Numerical Recipes' generator
    return state / 2 ** 31 - 1;
  };
  const right = checkSpec({ preset: "deepseek-v3.2-indexer" }) as ResolvedSpec<"rope">;
  const spec = { ...right, pairing } as const;
  const vectors = Float32Array.from({ length: 128 * (tokens + 1) }, random);
  const turned = pe.rotate(vectors, { ...spec, heads: 1, positions: [...Array(tokens).keys(), tokens - 1] });
  const query = turned.subarray(128 * tokens);
  const scores = Array.from({ length: tokens }, (_, key) =>
    query.reduce((sum, value, channel) => sum + value * turned[128 * key + channel]!, 0),
  );
  const order = [...scores.keys()].sort((a, b) => Math.max(0, scores[b]!) - Math.max(0, scores[a]!));
  return new Set(order.slice(0, topK));
}

test("the wrong pairing is invisible up to topK tokens, and chooses other keys beyond", () => {
  const topK = 32;
  expect(attended(topK, topK, "interleaved")).toEqual(attended(topK, topK, "halves"));
  const [wrong, right] = [attended(256, topK, "interleaved"), attended(256, topK, "halves")];
  expect([...wrong].filter((key) => !right.has(key)).length).toBeGreaterThan(topK / 8);
});
