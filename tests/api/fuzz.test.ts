/** A short replay of `npm run fuzz -- typescript`, and how the work of each reader grows with its input. */
import { type ChildProcess, fork } from "node:child_process";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { wrongError, wrongSentenceIn, wrongSizeIn } from "../fuzz/typescript/answers.ts";
import { Random } from "../fuzz/typescript/random.ts";
import { rightCase } from "../fuzz/typescript/tables.ts";
import { inputOf, targets } from "../fuzz/typescript/targets.ts";
import { storedZip } from "./harness/stored-zip.ts";

/** Inputs of one target; the configs have each model type twice. */
const replayed = 1600;

/** Whole tables take longer: diagnose-right.test.ts replays some. */
const readers = Object.entries(targets).filter(([name]) => !name.endsWith("-tables"));

describe("hostile input, drawn by a seed", () => {
  test.each(readers)("%s", async (_, target) => {
    const faults: string[] = [];
    for (let input = 0; input < replayed; input++) {
      const fault = await target.faultOf(inputOf(target, 31, input) as never, () => {});
      if (fault !== undefined) faults.push(`${input}: ${fault}`);
    }
    expect(faults).toEqual([]);
  });

  test("is the same input each time", () => {
    for (const [, target] of readers) expect(inputOf(target, 31, 7)).toEqual(inputOf(target, 31, 7));
  });

  test("would be noticed if the answer had a wrong size, sentence or error", () => {
    const layer = {
      heads: 8,
      window: { before: 0, after: 0 },
      softmaxScale: null,
      rotary: { sections: [0, 4] },
    };
    expect(wrongSizeIn({ layers: [layer] })).toBe(undefined);
    for (const heads of [Number.NaN, Number.POSITIVE_INFINITY, -8, 0, 0.5, 2 ** 60])
      expect(wrongSizeIn({ layers: [{ ...layer, heads }] })).toBe(`.layers.0.heads is ${heads}`);
    expect(wrongSizeIn({ window: { before: -0.5 } })).toBe(".window.before is -0.5");
    expect(wrongSentenceIn(["They see keys up to 1.5 tokens."])).toBe(undefined);
    expect(wrongSentenceIn(["They see keys up to -0.5 tokens."])).toContain("-0.5");
    expect(wrongSentenceIn(["They multiply scores by NaN."])).toContain("NaN");
    expect(wrongError(new TypeError("x is not a function"))).toContain("an error without a code");
  });
});

type Input = string | Uint8Array | readonly object[];
type Growing = (count: number) => Input;

const bytesOf = (text: string) => new TextEncoder().encode(text);
const long = (value: number) => new Uint8Array(BigUint64Array.of(BigInt(value)).buffer);
const word = (value: number) => new Uint8Array(Uint32Array.of(value).buffer);
const joined = (...parts: readonly Uint8Array[]) => Uint8Array.from(Buffer.concat(parts));
const listed = <T>(count: number, make: (n: number) => T) => Array.from({ length: count }, (_, n) => make(n));

const safetensors = (header: object) => {
  const text = bytesOf(JSON.stringify(header));
  return joined(long(text.length), text);
};
const text = (value: string) => joined(long(value.length), bytesOf(value));
const gguf = (tensors: readonly Uint8Array[], values: readonly Uint8Array[]) =>
  joined(
    bytesOf("GGUF"),
    word(3),
    long(tensors.length),
    long(values.length),
    ...values,
    ...tensors,
    new Uint8Array(31),
  );
const config = (fields: object) => JSON.stringify({ model_type: "llama", ...fields });
const deep = (count: number, name: string) => `${`{"${name}":`.repeat(count)}1${"}".repeat(count)}`;

/** Inputs that grow by one thing, and the most steps that each thing may take: 2500, if no number is given. */
const growing: Record<string, readonly [reader: "table" | "config" | "file", Growing, most?: number]> = {
  "rows of a table": ["table", (n) => "1,2,3\n".repeat(n)],
  "numbers of a row": ["table", (n) => "1 ".repeat(n)],
  "digits of a number": ["table", (n) => "1".repeat(n)],
  "digits before a letter": ["table", (n) => `${"1".repeat(n)}x`],
  "brackets of a print": ["table", (n) => "[".repeat(n) + "]".repeat(n)],
  "lists of a print": ["table", (n) => `[${"[1, 2],".repeat(n)}]`],
  "empty lines": ["table", (n) => `${"\n".repeat(n)}1`],
  "names of columns": ["table", (n) => `${"a,".repeat(n)}a\n${"1,".repeat(n)}1`],
  "kinds of layers": ["config", (n) => config({ layer_types: listed(n, (i) => `kind_${i}`) })],
  "layers of two kinds": [
    "config",
    (n) => config({ layer_types: listed(n, (i) => (i % 2 ? "a" : "sliding_attention")) }),
  ],
  "layers of a number": ["config", (n) => config({ num_hidden_layers: n })],
  // A file may have 65 536 of them.
  "layers of a class with a rule for each": [
    "config",
    (n) => config({ model_type: "pix2struct_text_model", num_layers: n }),
    200,
  ],
  "unknown fields": ["config", (n) => config(Object.fromEntries(listed(n, (i) => [`rope_${i}`, i])))],
  "rules of layers": [
    "config",
    (n) => config({ rope_parameters: Object.fromEntries(listed(n, (i) => [`k${i}`, { rope_theta: 1e4 }])) }),
  ],
  "divisors of LongRoPE": [
    "config",
    (n) =>
      config({
        rope_scaling: { type: "longrope", long_factor: listed(n, () => 1), short_factor: listed(n, () => 1) },
      }),
  ],
  "bases of layers": ["config", (n) => config({ layer_rope_theta: listed(n, (i) => i) })],
  "parts of a model": [
    "config",
    (n) => JSON.stringify(Object.fromEntries(listed(n, (i) => [`p${i}_config`, { model_type: "llama" }]))),
  ],
  "parts within parts": ["config", (n) => deep(n, "text_config")],
  labels: ["config", (n) => config({ id2label: listed(n, (i) => `label ${i}`) })],
  "escapes in a text that is not JSON": ["config", (n) => `{"${'\\"'.repeat(n)}`],
  "lines in a text that is not JSON": ["config", (n) => `{${"\n".repeat(n)}`],
  "numbers that JSON lacks": ["config", (n) => `{"model_type": "llama", "x": [${"NaN,".repeat(n)} 1]}`],
  "bytes of an array": ["file", (n) => joined(bytesOf("\u0093NUMPY\u0001\0").slice(1), new Uint8Array(n))],
  "entries of an archive": [
    "file",
    (n) => Uint8Array.from(storedZip(listed(n, (i) => [`${i}.txt`, new Uint8Array(1)]))),
  ],
  "tensors of .safetensors": [
    "file",
    (n) =>
      safetensors(
        Object.fromEntries(
          listed(n, (i) => [
            `layers.${i}.attn.q_proj.weight`,
            { dtype: "U8", shape: [0, 2], data_offsets: [0, 0] },
          ]),
        ),
      ),
  ],
  "metadata of .safetensors": [
    "file",
    (n) => safetensors({ __metadata__: Object.fromEntries(listed(n, (i) => [`${i}`, "x"])) }),
  ],
  "keys of GGUF": [
    "file",
    (n) =>
      gguf(
        [],
        listed(n, (i) => joined(text(`key.${i}`), word(4), word(1))),
      ),
  ],
  "numbers of a list of GGUF": [
    "file",
    (n) => gguf([], [joined(text("list"), word(9), word(4), long(n), new Uint8Array(4 * n))]),
  ],
  "texts of a list of GGUF": [
    "file",
    (n) => gguf([], [joined(text("list"), word(9), word(8), long(n), ...listed(n, () => text("word")))]),
  ],
  "lists in a list of GGUF": [
    "file",
    (n) =>
      gguf(
        [],
        [
          joined(
            text("list"),
            word(9),
            word(9),
            long(n),
            ...listed(n, () => joined(word(4), long(1), word(1))),
          ),
        ],
      ),
  ],
  "tensors of GGUF": [
    "file",
    (n) =>
      gguf(
        listed(n, (i) => joined(text(`t${i}`), word(1), long(0), word(0), long(0))),
        [],
      ),
  ],
};

describe("twice the input takes at most three times the steps", () => {
  let counter: ChildProcess;

  beforeAll(() => {
    const program = fileURLToPath(new URL("./harness/counted-steps.mjs", import.meta.url));
    // Without the optimising compiler every entry of a block is counted.
    const execArgv = ["--no-opt", "--no-lazy-feedback-allocation"];
    counter = fork(program, { serialization: "advanced", execArgv });
  });
  afterAll(() => void counter.kill());

  const stepsOf = (reader: string, input: Input) =>
    new Promise<number>((resolve) => {
      counter.once("message", resolve);
      counter.send([reader, input]);
    });

  test.each(Object.entries(growing))("%s", async (_, [reader, inputOf, most = 2500]) => {
    const few = 1000;
    await stepsOf(reader, inputOf(2)); // what is made at the first call
    const [once, twice] = [await stepsOf(reader, inputOf(few)), await stepsOf(reader, inputOf(2 * few))];
    expect(once).toBeGreaterThan(0);
    expect(twice, `${once} steps, then ${twice}`).toBeLessThanOrEqual(3 * once);
    expect(twice).toBeLessThan(2 * most * few);
  });

  test("a cache of xPos is not looked for at each of 10⁶ positions", async () => {
    const { given, says } = rightCase(new Random(9301, 2383));
    expect(says).toBe("cosines and sines of xPos, bfloat16");
    expect(await stepsOf("numbers", [given])).toBeLessThan(5e7); // 3 · 10⁸ for all positions
  });
});
