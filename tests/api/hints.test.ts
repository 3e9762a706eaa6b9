/** What errors propose: names for the words of other programs, and the way out. */
import { checkSpec, load, type PosencError, presets, specFromConfig } from "posenc/full";
import { describe, expect, test } from "vitest";
import { errorOf, expectError } from "./harness/expect-error.ts";

const pe = await load();
const x = new Float32Array(16);
const attended = { q: x, k: x, v: x, heads: 2, headDim: 2 };
const rope = { heads: 2, headDim: 4, pairing: "halves" };

const calls = {
  sinusoidal: (given: object) => pe.sinusoidal({ length: 2, dModel: 4, ...given } as never),
  rotate: (given: object) => pe.rotate(x, { ...rope, ...given } as never),
  rotaryTable: (given: object) => pe.rotaryTable({ preset: "llama-2" }, given as never),
  attention: (given: object) => pe.attention({ ...attended, ...given } as never),
  learned: (given: object) => checkSpec({ method: "learned", dModel: 4, ...given }),
  scaling: (given: object) => checkSpec({ method: "rope", ...rope, heads: undefined, ...given }),
};
type Name = keyof typeof calls;

/** Names that other programs have, and ours. */
const strange: [call: Name, given: string, ours: string][] = [
  ["rotate", "rope_theta", "base"],
  ["rotate", "ropeTheta", "base"],
  ["rotate", "theta", "base"],
  ["rotate", "offset", "start"],
  ["rotate", "num_heads", "heads"],
  ["rotate", "head_dim", "headDim"],
  ["rotate", "rope_scaling", "scaling"],
  ["rotate", "position_ids", "positions"],
  ["rotaryTable", "seq_len", "length"],
  ["rotaryTable", "offset", "start"],
  ["sinusoidal", "seqLen", "length"],
  ["sinusoidal", "sequenceLength", "length"],
  ["sinusoidal", "d_model", "dModel"],
  ["sinusoidal", "embedDim", "dModel"],
  ["sinusoidal", "hidden_size", "dModel"],
  ["sinusoidal", "dim", "dModel"],
  ["attention", "n_heads", "heads"],
  ["attention", "nHeads", "heads"],
  ["attention", "numHeads", "heads"],
  ["attention", "num_attention_heads", "heads"],
  ["attention", "num_key_value_heads", "kvHeads"],
  ["attention", "start", "offset"],
  ["attention", "is_causal", "causal"],
  ["attention", "attn_mask", "mask"],
  ["attention", "sliding_window", "window"],
  ["learned", "max_position_embeddings", "maxLength"],
];
test.each(strange)("%s: for %s, %s is proposed", (call, given, ours) => {
  const error = expectError(() => calls[call]({ [given]: 1 }), TypeError, "unknown-option", given);
  expect(error.message).toMatch(`; did you mean "${ours}"?`);
});

const words: [call: Name, given: object, ours: string][] = [
  ["rotate", { pairing: "interleave" }, "interleaved"],
  ["rotate", { pairing: "gptj" }, "interleaved"],
  ["rotate", { pairing: "neox" }, "halves"],
  ["rotate", { pairing: "half" }, "halves"],
  ["rotate", { pairing: "GPT-J" }, "interleaved"],
  ["sinusoidal", { layout: "halfs" }, "halves"],
  ["scaling", { scaling: { type: "default" } }, "none"],
  ["scaling", { scaling: { type: "su", factor: 2 } }, "longrope"],
];
test.each(words)("%s: for %j, %s is proposed", (call, given, ours) => {
  const { code, message } = errorOf(() => calls[call](given));
  expect(code).toBe("range");
  expect(message).toMatch(new RegExp(`; did you mean "${ours}"\\?$`));
});

test("for a word that is like no name, the message lists the names or counts them", () => {
  const error = expectError(() => calls.sinusoidal({ quux: 1 }), TypeError, "unknown-option", "quux");
  expect(error.message).toContain('unknown option "quux"; allowed are dModel, base, ');
  // Half of its letters are those of "base" and of "start".
  const half = errorOf(() => calls.sinusoidal({ bart: 1 }));
  expect(half.message).toContain('unknown option "bart"; allowed are dModel, base, ');
  const word = errorOf(() => calls.rotate({ pairing: "spiral" }));
  expect(word.message).toBe('pairing must be "halves" or "interleaved"; got "spiral"');
});

test("the message says that an option is unknown, and names its owner if that is not the call itself", () => {
  const messageOf = (call: () => unknown) => errorOf(call).message;
  expect(messageOf(() => calls.sinusoidal({ dmodel: 4 }))).toBe(
    'unknown option "dmodel"; did you mean "dModel"?',
  );
  expect(messageOf(() => calls.attention({ window: { left: 1 } }))).toBe(
    'unknown option "left" of window; allowed are before, after, chunk',
  );
});

describe("presets", () => {
  const errorFor = (spec: object): PosencError => errorOf(() => checkSpec(spec));

  test("at most three are proposed for an unknown name", () => {
    const { message } = errorFor({ preset: "llama3" });
    expect(message).toMatch(
      /^preset must be one of \d+ names; got "llama3"; did you mean "llama-2"(, "[^"]+")? or "llama-3.1"\?$/,
    );
    expect(errorFor({ preset: "marain", dModel: 8 }).message).toContain('"marian"');
    expect(errorFor({ preset: "zzzzzzzzzz" }).message).toMatch(/; got "zzzzzzzzzz"$/);
    expect(errorFor({}).message).toMatch(/^method is required: one of \d+ names$/);
  });

  test("with a fixed field say how to get another value, and that works", () => {
    const { code, param, message } = errorFor({ preset: "llama-3.1", headDim: 64 });
    expect([code, param]).toEqual(["unknown-option", "headDim"]);
    expect(message).toContain('write { ...presets["llama-3.1"].spec, headDim: 64 }');
    expect(checkSpec({ ...presets["llama-3.1"].spec, headDim: 64 })).toMatchObject({ rotaryDim: 64 });
    expect(errorOf(() => pe.rotate(x, { preset: "llama-3.1", heads: 1, base: 3 } as never)).message).toBe(
      message.replace("headDim: 64", "base: 3").replace("fixes headDim", "fixes base"),
    );
  });
});

test("a reading of a config is refused as a spec, and its layers are named", () => {
  const reading = specFromConfig({ model_type: "llama", head_dim: 4 });
  expect(errorOf(() => pe.rotaryTable(reading as never, { length: 1 })).message).toContain(".layers.all");
  expect(pe.rotaryTable(reading.layers.all as never, { length: 1 }).cos).toHaveLength(2);
});

describe("sizes", () => {
  test("are stated in suitable units, with a way round the limit", () => {
    const { message } = errorOf(() => pe.sinusoidal({ length: 2 ** 33, dModel: 512 }));
    expect(message).toBe(
      "length 8589934592 needs 16 TiB of memory; the limit is 16 GiB. Use blocks, which makes the table in parts",
    );
  });

  /** 2 GiB of zeros, which take no memory until they are read. */
  const huge = new Float32Array(2 ** 29);
  test.each<[string, () => unknown]>([
    ["rotate", () => pe.rotate(huge, { heads: 8192, headDim: 65536, pairing: "halves" })],
    ["permutePairing", () => pe.permutePairing(huge, { headDim: 4, columns: 2 ** 27, to: "halves" })],
    ["softmax", () => pe.softmax(huge)],
    ["logSoftmax", () => pe.logSoftmax(huge)],
    ["layerNorm", () => pe.layerNorm(huge, { dModel: 2 ** 29 })],
    ["rmsNorm", () => pe.rmsNorm(huge, { dModel: 2 ** 29 })],
  ])("of a row that cannot be cut name the array: %s", (_, call) => {
    const error = expectError(call, RangeError, "memory-limit", "x");
    expect(error.message).toMatch(/^the length of x, 536870912 needs /);
    expect(error.value).toBe(2 ** 29);
  });
});

describe("keys that k and v do not share", () => {
  const given = (k: number, v: number) => ({ ...attended, k: new Float32Array(k), v: new Float32Array(v) });

  test.each([
    [12, 16, "k"], // v has as many as there are queries
    [16, 14, "v"], // k has
  ])("k of %i and v of %i: %s is named, and both lengths", (k, v, param) => {
    const error = expectError(() => pe.attention(given(k, v)), RangeError, "length", param);
    expect(error.message).toMatch(`got ${v} in v, and ${k} in k`);
  });
});
