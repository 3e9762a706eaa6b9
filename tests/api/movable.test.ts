/** Caches that move: the keys that `movable` lets move equal those that a small transformer computes anew, and the others do not. */
import { type KeyRotation, type LayerMove, type MovableOptions, movable } from "posenc/atlas";
import { type ConfigLayer, load, modelPositions, type RerotateOptions } from "posenc/full";
import { describe, expect, test } from "vitest";
import { cachedKeys, channelsOf } from "./harness/cached-keys.ts";
import { expectError } from "./harness/expect-error.ts";
import { run } from "./harness/terminal.ts";

const pe = await load();
const tokens = 5;

/** Where a text of five tokens goes if nothing else is said. */
const usual = { from: 300, to: 7, length: tokens };
const lists = { short_factor: [1, 1.5, 2, 4], long_factor: [1, 2, 4, 8] };
const phi = {
  ...{ model_type: "phi3", num_hidden_layers: 3, head_dim: 8, hidden_size: 32, num_attention_heads: 4 },
  ...{ num_key_value_heads: 4, max_position_embeddings: 4096, original_max_position_embeddings: 100 },
  rope_scaling: { type: "longrope", ...lists },
};
const dynamic = {
  ...{ model_type: "llama", num_hidden_layers: 3, max_position_embeddings: 100 },
  rope_scaling: { type: "dynamic", factor: 2 },
};
const yarn = { type: "yarn", factor: 4, original_max_position_embeddings: 4096 };
const llama3 = {
  ...{ rope_type: "llama3", factor: 8, low_freq_factor: 1, high_freq_factor: 4 },
  original_max_position_embeddings: 8192,
};
const ministral = {
  ...{ model_type: "ministral3", num_hidden_layers: 3, max_position_embeddings: 4096 },
  rope_parameters: { ...yarn, rope_type: "yarn", rope_theta: 1e6, llama_4_scaling_beta: 0.1 },
};
const llama4 = { model_type: "llama4_text", num_hidden_layers: 8, floor_scale: 64 };

/** The moves of all layers in order, as `rerotate 3, impossible 1`. */
const cases: [string | object, string, Partial<MovableOptions>?][] = [
  ["llama", "rerotate 32"],
  [{ model_type: "llama", rope_scaling: llama3 }, "rerotate 32"],
  [{ model_type: "llama", rope_scaling: { type: "linear", factor: 4 } }, "rerotate 32"],
  ["mistral", "rerotate 32"],
  ["mixtral", "rerotate 32"],
  [{ model_type: "qwen2", rope_scaling: yarn }, "rerotate 32"],
  ["qwen3", "rerotate 32"],
  ["qwen3_moe", "rerotate 24"],
  ["gemma", "rerotate 28"],
  ["gemma2", "rerotate 26"],
  ["gemma3_text", "rerotate 26"],
  ["phi", "rerotate 24"],
  ["gptj", "rerotate 28"],
  ["gpt_neox", "rerotate 44"],
  ["codegen", "rerotate 28"],
  ["stablelm", "rerotate 32"],
  ["starcoder2", "rerotate 30"],
  ["persimmon", "rerotate 36"],
  ["nemotron", "rerotate 32"],
  ["olmo2", "rerotate 32"],
  ["olmoe", "rerotate 16"],
  ["cohere", "rerotate 40"],
  ["glm", "rerotate 40"],
  ["glm4", "rerotate 40"],
  ["helium", "rerotate 24"],
  ["granite", "rerotate 32"],
  ["seed_oss", "rerotate 64"],
  ["deepseek_v3", "rerotate 61"],
  ["gpt_oss", "rerotate 36"],
  ["smollm3", "rerotate 3, exact 1, rerotate 3, exact 1, rerotate 3, exact 1, …", { from: 9, to: 70000 }],
  ["cohere2", "rerotate 3, exact 1, rerotate 3, exact 1, …"],
  ["qwen2_vl_text", "rerotate 80"],
  ["qwen2_5_vl_text", "rerotate 80"],
  ["qwen3_vl_text", "rerotate 32"],
  ["nanochat", "rerotate 12"],
  ["t5", "exact 12"],
  ["bloom", "exact 2"],
  ["mpt", "exact 24"],
  ["opt", "impossible 12"],
  ["gpt2", "impossible 12"],
  ["biogpt", "impossible 24"],
  ["whisper", "impossible 8"],
  ["qwen3_next", "exact 3, rerotate 1, exact 3, rerotate 1, …"],
  [phi, "rerotate 3", { from: 90, to: 7 }],
  [phi, "rerotate 3", { from: 300, to: 96 }],
  [phi, "rerotate 1, impossible 2"],
  [dynamic, "rerotate 3", { from: 90, to: 7 }],
  [dynamic, "impossible 3"],
  [ministral, "rerotate 3"],
  [ministral, "rerotate 1, impossible 2", { from: 7, to: 4094 }],
  [llama4, "rerotate 3, exact 1, rerotate 3, exact 1", { from: 16384, to: 16390 }],
  [llama4, "rerotate 3, exact 1, impossible 4"],
  [llama4, "rerotate 1, impossible 7", { from: 8190, to: 8180 }],
];

const configOf = (config: string | object) => (typeof config === "string" ? { model_type: config } : config);

const runsOf = (layers: readonly LayerMove[]) => {
  const runs: [string, number][] = [];
  for (const { move } of layers)
    if (runs.at(-1)?.[0] === move) runs.at(-1)![1]++;
    else runs.push([move, 1]);
  return runs.map((run) => run.join(" ")).join(", ");
};

/** The nearest bfloat16, ties to even. */
function bfloat16(value: number): number {
  const bits = new Uint32Array(Float32Array.of(value).buffer);
  bits[0] = (bits[0]! + 0x7fff + ((bits[0]! >>> 16) & 1)) & 0xffff0000;
  return new Float32Array(bits.buffer)[0]!;
}

const stored = { float32: Math.fround, bfloat16 };

/** The largest difference of a pair, relative to its length. Channels without a partner must be equal. */
function worst(got: ArrayLike<number>, want: ArrayLike<number>, spec: ConfigLayer): number {
  let most = 0;
  for (let pair = 0; pair < spec.rotaryDim / 2; pair++) {
    const [a, b] = channelsOf(spec, pair);
    const apart = Math.hypot(got[a]! - want[a]!, got[b]! - want[b]!);
    most = Math.max(most, apart / Math.hypot(want[a]!, want[b]!));
  }
  return most;
}

/** The keys of a text that began at a position, after a rotation. */
function rotatedAgain(keys: readonly number[][], first: number, { from, to, by }: KeyRotation): number[][] {
  const fromPositions = keys.map((_, t) => first + t);
  const toPositions = fromPositions.map((position) => position + by);
  const options = { heads: 1, from, to, fromPositions, toPositions };
  const moved = pe.rerotate(Float32Array.from(keys.flat()), options as RerotateOptions);
  return keys.map(({ length }, t) => [...moved.subarray(t * length, (t + 1) * length)]);
}

/** The largest difference of a layer's keys, relative to each key's length. */
const apart = (keys: readonly number[][], others: readonly number[][]) =>
  Math.max(
    0,
    ...keys.map((key, t) => Math.hypot(...key.map((x, i) => x - others[t]![i]!)) / Math.hypot(...key)),
  );

describe.each(cases)("%j", (given, expected, place) => {
  const config = configOf(given);
  const options = { ...usual, ...place };
  const { from, to } = options;
  const model = modelPositions(config);
  const { layers } = movable(config, options);

  test(`has the moves ${expected}`, () => {
    const found = runsOf(layers);
    const known = expected.endsWith("…") ? found.startsWith(expected.slice(0, -1)) : found === expected;
    expect(known, found).toBe(true);
  });

  test("keys that move equal the keys of the same text at the new positions, and others do not", () => {
    const [before, after] = [cachedKeys(model, from, tokens), cachedKeys(model, to, tokens)];
    for (const [depth, { move }] of layers.entries()) {
      const difference = apart(before[depth]!, after[depth]!);
      // Both runs are rounded to float64 in other places.
      if (move === "exact") expect(difference, `layer ${depth}`).toBeLessThan(1e-9);
      // A counter-example: the difference is far above rounding.
      if (move === "impossible") expect(difference, `layer ${depth}`).toBeGreaterThan(1e-5);
    }
    for (const precision of ["float32", "bfloat16"] as const) {
      const { layers } = movable(config, { ...options, precision });
      for (const [depth, { rotation, bound }] of layers.entries()) {
        if (rotation === null || bound === null) continue;
        const keys = before[depth]!.map((key) => key.map(stored[precision]));
        const moved = rotatedAgain(keys, from, rotation).map((key) => key.map(stored[precision]));
        const wanted = after[depth]!.map((key) => key.map(stored[precision]));
        const error = Math.max(...moved.map((key, t) => worst(key, wanted[t]!, rotation.to)));
        expect(error, `layer ${depth}`).toBeLessThanOrEqual(bound);
      }
    }
  });
});

test("a reused prefix of 40 model types was looked at", () => {
  const types = new Set(cases.map(([config]) => (configOf(config) as { model_type: string }).model_type));
  expect(types.size).toBeGreaterThanOrEqual(40);
});

describe("what is not known", () => {
  const reasonsOf = (config: object, options: Partial<MovableOptions> = {}) => {
    const { move, layers, notes } = movable(config, { from: 300, to: 7, ...options });
    return { move, reasons: [...new Set(layers.map(({ reason }) => reason))], notes };
  };

  test("a model type that is not in the atlas", () => {
    const config = { model_type: "kolibri_x", num_hidden_layers: 2, head_dim: 64 };
    const { move, reasons } = reasonsOf(config);
    expect([move, reasons]).toEqual(["unknown", ['the model type "kolibri_x" is not in the atlas']]);
    expect(movable(config, { from: 7, to: 7 }).move).toBe("unknown");
  });

  test("a field that is not understood, and a config without layers", () => {
    const config = { model_type: "llama", rope_scaling: { type: "linear", factor: 2, warp: 3 } };
    const { move, reasons } = reasonsOf(config);
    expect([move, reasons]).toEqual(["unknown", ["rope_scaling.warp is not understood"]]);
    expect(movable("{}", { from: 0, to: 1 })).toMatchObject({ move: "unknown", modelType: null });
  });

  test("layers whose answer depends on the length, if it is left out", () => {
    for (const config of [phi, dynamic]) {
      expect(reasonsOf(config).move).toBe("unknown");
      expect(reasonsOf(config).reasons[0]).toMatch(/pass its length$/);
      expect(reasonsOf(config, { length: 10 }).reasons.join()).not.toMatch(/pass/);
    }
    expect(reasonsOf(ministral).reasons).toEqual([
      null,
      expect.stringMatching(/layer 0.*pass the text's length$/),
    ]);
    expect(reasonsOf(llama4, { from: 16384, to: 16390 }).reasons[1]).toMatch(
      /chunks.*pass the text's length$/,
    );
    expect(reasonsOf(llama4, { from: 16384, to: 8192 }).reasons[1]).toMatch(/^the input changes: in layer 3/);
  });

  test("layers after those with keys for blocks of tokens, or with an indexer that is not understood", () => {
    for (const [config, reason] of [
      [{ model_type: "deepseek_v4" }, /blocks/],
      [{ model_type: "glm_moe_dsa", indexer_rope_interleave: false }, /indexer/],
      [{ model_type: "llama", index_topk: 2048 }, /indexer/],
    ] as const) {
      const { layers, move } = movable(config, usual);
      expect(move).toBe("unknown");
      expect(layers.at(-1)?.reason).toMatch(reason);
    }
  });

  test("an indexer's keys have a rotation of their own; layers that share a choice have none", () => {
    const { layers, move } = movable({ model_type: "glm_moe_dsa", index_topk_freq: 4 }, usual);
    expect(move).toBe("rerotate");
    const widths = layers.slice(0, 5).map(({ indexerRotation }) => indexerRotation?.from.headDim ?? null);
    expect(widths).toEqual([128, 128, null, null, null]);
    expect(layers[0]!.indexerRotation).toMatchObject({ by: -293, from: { pairing: "interleaved" } });
    expect(movable({ model_type: "deepseek_v32" }, usual).layers[0]!.indexerRotation).toMatchObject({
      from: { headDim: 128, rotaryDim: 64, rotaryOffset: 0, pairing: "halves" },
    });
  });
});

test("a text that stays has the cache that it has", () => {
  for (const config of [{ model_type: "gpt_oss" }, phi, ministral, llama4])
    expect(movable(config, { from: 9, to: 9, length: 4000 }).move).toBe("exact");
});

test("options are checked", () => {
  const config = { model_type: "llama" };
  const call = (options: object) => () => movable(config, options as MovableOptions);
  expectError(call({ to: 1 }), TypeError, "missing", "from");
  expectError(call({ from: -1, to: 1 }), RangeError, "range", "from");
  expectError(call({ from: 0, to: 0.5 }), RangeError, "range", "to");
  expectError(call({ from: 0, to: 1, length: 0 }), RangeError, "range", "length");
  expectError(call({ from: 0, to: 1, precision: "int8" }), RangeError, "range", "precision");
  expectError(call({ from: 0, to: 1, tokens: 5 }), TypeError, "unknown-option", "tokens");
});

describe("posenc movable", () => {
  const answer = (config: object, ...words: string[]) =>
    run(["movable", "-", ...words], { input: JSON.stringify(config) });

  test("says which layers can move, and ends with 0, 1 or 2", async () => {
    const llama = await answer({ model_type: "llama", num_hidden_layers: 2 }, "--from=512", "--to=0");
    expect([llama.code, llama.output]).toEqual([
      0,
      "llama\n  layers 0–1: rotate again by −512 positions (128 channels in pairs of halves, with base 10000); a pair is off by at most 2.68e-7 of its length\n",
    ]);
    const long = await answer(phi, "--from=300", "--to=7", "--length=5");
    expect(long.code).toBe(1);
    expect(long.output).toContain("to the frequencies of 12 tokens");
    expect(long.output).toContain("layers 1–2: impossible: the input changes: in layer 0, the length");
    const strange = await answer({ model_type: "kolibri_x", num_hidden_layers: 1 }, "--from=0", "--to=1");
    expect([strange.code, strange.output]).toEqual([2, expect.stringContaining("not known: the model type")]);
    expect((await answer({ model_type: "llama" }, "--from=5")).code).toBe(2);
  });

  test("each answer says in words what to do with the keys, or why they cannot move", () => {
    const says = (config: object | string, options: MovableOptions = usual) => [
      ...new Set(movable(config as object, options).layers.map((layer) => layer.says)),
    ];
    expect(says({ model_type: "llama" }, { from: 512, to: 0 })).toEqual([
      "rotate again by −512 positions (128 channels in pairs of halves, with base 10000); a pair is off by at most 2.68e-7 of its length",
    ]);
    const gemma = { model_type: "gemma3_text", rope_scaling: { rope_type: "linear", factor: 8 } };
    expect(says(gemma).join()).toMatch(/base 10000\).*base 1000000 and the scaling linear by 8\)/);
    expect(says({ model_type: "t5" })).toEqual(["keys stay as they are"]);
    for (const { says: words, reason } of movable(phi, usual).layers)
      if (reason !== null) expect(words).toBe(reason);
    expect(says({ model_type: "mistral_large4_text" })[1]).toMatch(/queries have a learned factor/);
  });

  test("as JSON it has what movable gives, with each answer once", async () => {
    const { output } = await answer(phi, "--from=300", "--to=7", "--length=5", "--json");
    const { moves, layers, ...rest } = JSON.parse(output);
    const found = movable(phi, usual);
    expect(layers.map((index: number) => moves[index])).toEqual(found.layers);
    expect(moves).toHaveLength(2);
    expect(rest).toMatchObject({ version: 1, file: null, ...usual, precision: "float32", move: found.move });
  });
});
