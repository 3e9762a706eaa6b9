/** Files with more than any model has, and texts made to take long. */
import { compare, parity } from "posenc/engines";
import { ggufConfig, readGguf, readSafetensors, readTable, weightsConfig } from "posenc/files";
import { positionIds } from "posenc/full";
import { describe, expect, test } from "vitest";
import { errorOf, rejectionOf } from "./harness/expect-error.ts";
import { counted } from "./harness/fixture-files.ts";

describe("a text table", () => {
  test("with a word of a million digits is refused", () => {
    for (const word of [`${"1".repeat(1e6)}x`, `1.${"0".repeat(1e6)}x`, "1".repeat(1e6)])
      expect(() => readTable(`1,2\n${word},3`)).toThrowError(/in row 2 is no number/);
  });
  test("reads numbers with and without a point", () => {
    expect(readTable("1 1. .5 1.5 -2e3").rows).toEqual([[1, 1, 0.5, 1.5, -2000]]);
    expect(() => readTable("1 .")).toThrowError(/“\.” in row 1 is no number/);
  });
  test("with nothing but separators has no row, and such lines between rows are left out", () => {
    for (const text of [",", "\n;\n", "[[,]]", "a,b\n,\n"])
      expect(() => readTable(text)).toThrowError(/no row of numbers|is no number/);
    expect(readTable("1,2\n,,\n3,4\n;").rows).toEqual([
      [1, 2],
      [3, 4],
    ]);
  });
});

describe("metadata of .safetensors that is not a text", () => {
  const safetensors = (metadata: string) => {
    const header = new TextEncoder().encode(`{"__metadata__":${metadata}}`);
    return new Uint8Array([...new Uint8Array(new BigUint64Array([BigInt(header.length)]).buffer), ...header]);
  };
  const wrong = [
    '{"a":1}',
    '{"a":null}',
    `{"a":${"[".repeat(20_000)}${"]".repeat(20_000)}}`,
    "[]",
    '"text"',
    "5",
  ];
  test.each(wrong.map((text) => [text.slice(0, 20), text]))("%s", async (_, text) => {
    const { code } = await rejectionOf(readSafetensors(safetensors(text)));
    expect(code).toBe("damaged");
  });
  test("a text is read", async () => {
    expect((await readSafetensors(safetensors('{"format":"pt"}'))).metadata.get("format")).toBe("pt");
  });
});

/** A .gguf file of values that are written one after the other. */
function gguf(
  tensors: number,
  keys: number,
  ...parts: (Uint8Array | string | number | bigint)[]
): Uint8Array {
  const bytes = (part: Uint8Array | string | number | bigint): Uint8Array => {
    if (typeof part === "number") return new Uint8Array(new Uint32Array([part]).buffer);
    if (typeof part === "bigint") return new Uint8Array(new BigUint64Array([part]).buffer);
    if (typeof part !== "string") return part;
    return new Uint8Array([...bytes(BigInt(part.length)), ...new TextEncoder().encode(part)]);
  };
  const all = [0x46554747, 3, BigInt(tensors), BigInt(keys), ...parts].map(bytes);
  return new Uint8Array(Buffer.concat(all));
}

describe("lists of .gguf", () => {
  test("are read in one piece each, and kept up to 2^20 numbers", async () => {
    const [lists, numbers] = [4000, 4000];
    const list = Buffer.concat([
      new Uint8Array(new Uint32Array([0]).buffer),
      new Uint8Array(new BigUint64Array([BigInt(numbers)]).buffer),
      new Uint8Array(numbers),
    ]);
    const nested = Buffer.concat(new Array(lists).fill(list));
    const source = counted(gguf(0, 1, "x.list", 9, 9, BigInt(lists), nested));
    const value = (await readGguf(source)).metadata.get("x.list") as readonly unknown[];
    const kept = value.filter(Array.isArray).length;
    expect(kept * numbers).toBeLessThanOrEqual(2 ** 20);
    expect(kept).toBeGreaterThan(200);
    expect(value.at(-1)).toEqual({ skipped: numbers });
  });

  test("a tensor of divisors longer than a head is not read", async () => {
    const count = 130_000;
    const tensor = ["rope_freqs.weight", 1, BigInt(count), 0, 0n] as const;
    const head = gguf(1, 1, "general.architecture", 8, "llama", ...tensor);
    const start = Math.ceil(head.length / 32) * 32;
    const bytes = new Uint8Array(start + 4 * count);
    bytes.set(head);
    const source = counted(bytes);
    const { code, message } = await rejectionOf(ggufConfig(await readGguf(source)));
    expect(code).toBe("unsupported");
    expect(message).toContain("130000 numbers; at most 32768 are read");
    expect(source.asked).toBeLessThan(200_000);
  });

  test("an unknown architecture is shown with its control characters escaped", async () => {
    const { notes } = await ggufConfig(await readGguf(gguf(0, 1, "general.architecture", 8, "a\u001b[31m")));
    expect(notes[0]).toContain("\\u001b[31m");
  });
});

test("fields of a config that are no numbers cause no error of Node's own", async () => {
  const header = '{"layers.0.attn.q_proj.weight":{"dtype":"U8","shape":[4,2],"data_offsets":[0,8]}}';
  const bytes = new TextEncoder().encode(header);
  const file = await readSafetensors(
    new Uint8Array([bytes.length, 0, 0, 0, 0, 0, 0, 0, ...bytes, ...new Uint8Array(8)]),
  );
  for (const value of [
    5n,
    Symbol("s"),
    {
      toJSON: () => {
        throw new Error("called");
      },
    },
  ])
    expect(weightsConfig(file, { hidden_size: value, num_attention_heads: value }).notes).toHaveLength(1);
  const trap = Object.defineProperty({}, "a", {
    enumerable: true,
    get: () => {
      throw new Error("got");
    },
  });
  expect(errorOf(() => weightsConfig(file, trap)).code).toBe("unreadable");
});

describe("position ids are counted before they are made", () => {
  const video = { video: [2 ** 20, 2, 2], frameText: 3 };
  test("64 videos of 2^20 frames are refused", () => {
    const { code, param } = errorOf(() =>
      positionIds({ rule: "qwen-3-vl", segments: new Array(64).fill(video) }),
    );
    expect([code, param]).toEqual(["memory-limit", "segments"]);
  });
  test("frames with equal text are the same as frames with a list", () => {
    const segments = (frameText: number | number[]) => [
      { text: 2 },
      { video: [3, 4, 6], frameText },
      { text: 1 },
    ];
    const ids = (frameText: number | number[]) =>
      positionIds({ rule: "qwen-3-vl", segments: segments(frameText) });
    expect(ids(5)).toEqual(ids([5, 5, 5]));
    const { count, next, positions } = ids(5);
    expect([count, next]).toEqual([2 + 3 * (5 + 6) + 1, 2 + 3 * (5 + 3) + 1]);
    expect(positions.map((list) => list.length)).toEqual([count, count, count]);
    expect(positions[0]!.at(-1)).toBe(next - 1);
  });
});

describe("heads that are wider than in any model", () => {
  const wide = { model_type: "llama", head_dim: 65_536, num_attention_heads: 65_536 };
  test("are not compared, and that is said", () => {
    const { layers, others, notes } = compare(wide);
    expect([layers, others]).toEqual([[], ["all"]]);
    expect(notes.join()).toContain("heads of 65536 channels are too wide; at most 2048 are compared");
  });
  test("have no parity", () => {
    expect(errorOf(() => parity(wide, { engines: ["vllm", "posenc"] })).code).toBe("unsupported");
  });
});
