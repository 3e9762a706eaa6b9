/** What files hold is judged as it stands: formats that programs write, what `posenc table` writes, and two files at once. Long: a case for each format. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { diagnose, fileNumbers, numbersOfTwo, type ToDiagnose } from "posenc/diagnose";
import { readFile } from "posenc/files";
import { load } from "posenc/full";
import { afterAll, describe, expect, test } from "vitest";
import { rejectionOf } from "./harness/expect-error.ts";
import { storedZip } from "./harness/stored-zip.ts";
import { run } from "./harness/terminal.ts";

const pe = await load();

const folder = mkdtempSync(join(tmpdir(), "posenc-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const inFolder = (name: string, content?: string | Uint8Array) => {
  if (content !== undefined) writeFileSync(join(folder, name), content);
  return join(folder, name);
};

const ROWS = 16;
const spec = { method: "rope", headDim: 32, pairing: "halves", base: 10_000 } as const;
const { cos, sin } = pe.rotaryTable(spec, { length: ROWS });

/** (rows, 16) with each number twice. */
const twice = (half: Float32Array, isHalves: boolean) =>
  Float32Array.from({ length: 2 * half.length }, (_, k) => {
    const [row, column] = [Math.floor(k / 32), k % 32];
    return half[16 * row + (isHalves ? column % 16 : column >> 1)]!;
  });

function npy(values: Float32Array, shape: readonly number[]): Uint8Array<ArrayBuffer> {
  const dict = `{'descr': '<f4', 'fortran_order': False, 'shape': (${shape.join(", ")},), }`;
  const header = `${dict.padEnd(Math.ceil((dict.length + 11) / 64) * 64 - 11, " ")}\n`;
  const bytes = new Uint8Array(10 + header.length + values.byteLength);
  bytes.set([0x93, ...new TextEncoder().encode("NUMPY"), 1, 0, header.length & 255, header.length >> 8]);
  bytes.set(new TextEncoder().encode(header), 10);
  bytes.set(new Uint8Array(values.buffer, values.byteOffset, values.byteLength), 10 + header.length);
  return bytes;
}

/** The bits of the nearest short float; these values have no ties and no subnormal numbers but 0. */
const bits = {
  F32: (x: number) => new Uint32Array(Float32Array.of(x).buffer)[0]!,
  BF16: (x: number) => (new Uint32Array(Float32Array.of(x).buffer)[0]! + 0x8000) >>> 16,
  F16(x: number) {
    const [sign, size] = [x < 0 ? 0x8000 : 0, Math.abs(x)];
    if (size < 2 ** -14) return sign | Math.round(size * 2 ** 24);
    const exponent = Math.floor(Math.log2(size));
    return sign + ((exponent + 15) << 10) + Math.round((size / 2 ** exponent - 1) * 1024);
  },
} as const;
type Type = keyof typeof bits;

function safetensors(type: Type, tensors: Readonly<Record<string, readonly [Float32Array, number[]]>>) {
  const size = type === "F32" ? 4 : 2;
  const header: Record<string, unknown> = {};
  const parts: Uint8Array[] = [];
  let at = 0;
  for (const [name, [values, shape]] of Object.entries(tensors)) {
    const words = Array.from(values, bits[type]);
    parts.push(new Uint8Array((size === 4 ? Uint32Array.from(words) : Uint16Array.from(words)).buffer));
    header[name] = { dtype: type, shape, data_offsets: [at, at + size * values.length] };
    at += size * values.length;
  }
  const text = new TextEncoder().encode(JSON.stringify(header));
  const start = new Uint8Array(8);
  new DataView(start.buffer).setUint32(0, text.length, true);
  return new Uint8Array([...start, ...text, ...parts.flatMap((part) => [...part])]);
}

const read = async (name: string, bytes: Uint8Array<ArrayBuffer>) => ({
  name,
  file: await readFile(bytes, { name }),
});
const shape = [ROWS, 16];

describe("a cache in a .safetensors file", () => {
  test.each([
    ["F32", "float32", []],
    ["F16", "float16", ["cache-rounded"]],
    ["BF16", "bfloat16", ["cache-rounded"]],
  ] as const)("of %s, under the names that programs give", async (type, precision, notes) => {
    for (const names of [
      ["cos", "sin"],
      ["rotary_emb.cos_cached", "rotary_emb.sin_cached"],
      ["cos_cache", "sin_cache"],
    ] as const) {
      const { file } = await read(
        "x.safetensors",
        safetensors(type, { [names[0]]: [cos, shape], [names[1]]: [sin, shape] }),
      );
      const found = diagnose(await fileNumbers(file), { expected: spec });
      expect(found.findings.map(({ name }) => name)).toEqual(notes);
      expect(found.comparison).toMatchObject({ equal: true, compared: 2 * 16 * ROWS, precision });
    }
    const wrong = Float32Array.from(cos);
    wrong[37]! += 0.25;
    const { file } = await read(
      "x.safetensors",
      safetensors(type, { cos: [wrong, shape], sin: [sin, shape] }),
    );
    const broken = diagnose(await fileNumbers(file), { expected: spec });
    expect(broken.comparison).toMatchObject({ equal: false, outside: 1, worst: { row: 2, column: 5 } });
  });

  test("alone, and frequencies and complex numbers by their names", async () => {
    const beside = Float32Array.from({ length: 32 * ROWS }, (_, k) => {
      const [row, column] = [Math.floor(k / 32), k % 32];
      return (column < 16 ? cos : sin)[16 * row + (column % 16)]!;
    });
    const one = await read("x.safetensors", safetensors("F32", { cos_sin_cache: [beside, [ROWS, 32]] }));
    expect(diagnose(await fileNumbers(one.file), { expected: spec }).comparison).toMatchObject({
      equal: true,
    });
    const inverse = Float32Array.from(pe.frequencies(spec));
    const list = await read("x.safetensors", safetensors("F32", { "rope.inv_freq": [inverse, [16]] }));
    expect(await fileNumbers(list.file)).toHaveProperty("frequencies");
    expect(diagnose(await fileNumbers(list.file), { expected: spec }).comparison).toMatchObject({
      equal: true,
      compared: 16,
    });
  });
});

describe("two files", () => {
  const full = (isHalves: boolean) =>
    [cos, sin].map((half) => npy(twice(half, isHalves), [ROWS, 32])) as [
      Uint8Array<ArrayBuffer>,
      Uint8Array<ArrayBuffer>,
    ];

  test("with each number twice show the pairing", async () => {
    for (const isHalves of [true, false]) {
      const [one, other] = full(isHalves);
      const { numbers } = await numbersOfTwo([await read("cos.npy", one), await read("sin.npy", other)]);
      const found = diagnose(numbers, { expected: spec });
      expect(found.findings.map(({ name }) => name)).toEqual(isHalves ? [] : ["wrong-pairing"]);
      expect(found.comparison).toMatchObject({ equal: isHalves, compared: 64 * ROWS });
    }
  });

  test.each([
    ["cos.npy", "sin.npy"],
    ["rope_cosines.npy", "rope_sines.npy"],
    ["cosCached.npy", "sinCached.npy"],
    ["using_cos_0.npy", "using_sin_0.npy"],
    ["layer0.cos.npy", "layer0.sin.npy"],
  ])("%s and %s are the parts of one cache, in any order", async (left, right) => {
    const files = [await read(left, npy(cos, shape)), await read(right, npy(sin, shape))] as const;
    for (const both of [files, [files[1], files[0]] as const]) {
      const { numbers, expected, order } = await numbersOfTwo(both);
      expect([expected, order.map(({ name }) => name)]).toEqual([undefined, [left, right]]);
      expect(diagnose(numbers, { expected: spec }).comparison).toMatchObject({ equal: true });
    }
  });

  test("before and after are vectors", async () => {
    const before = Float32Array.from({ length: 32 * ROWS }, (_, k) => Math.sin(k * k + 1));
    const after = pe.rotate(before, { ...spec, heads: 1 });
    const { numbers } = await numbersOfTwo([
      await read("k_after.npy", npy(after, [ROWS, 32])),
      await read("k_before.npy", npy(before, [ROWS, 32])),
    ]);
    expect(diagnose(numbers, { expected: spec })).toMatchObject({
      findings: [],
      comparison: { equal: true },
    });
  });

  test("with other names are numbers and what they should be; a config is always what is expected", async () => {
    const [cosmos, using] = [
      await read("cosmos.npy", npy(cos, shape)),
      await read("using.npy", npy(cos, shape)),
    ];
    const { numbers, expected } = await numbersOfTwo([cosmos, using], { as: "cos" });
    expect(diagnose(numbers, { expected }).comparison).toMatchObject({
      equal: true,
      with: "the other file",
      compared: 16 * ROWS,
    });
    const text = JSON.stringify({ model_type: "llama", head_dim: 32, num_hidden_layers: 1, rope_theta: 1e4 });
    const config = {
      name: "config.json",
      file: await readFile(new TextEncoder().encode(text), { name: "config.json" }),
    };
    for (const both of [[cosmos, config] as const, [config, cosmos] as const]) {
      const found = await numbersOfTwo(both, { as: "cos" });
      expect(found.expected).toBe(text);
      expect(diagnose(found.numbers, { expected: found.expected }).comparison).toMatchObject({ equal: true });
    }
    expect(await rejectionOf(numbersOfTwo([config, config]))).toMatchObject({ code: "unsupported" });
  });

  test("of JSON objects may hold the numbers themselves", async () => {
    const object = async (name: string, value: object) => ({
      name,
      file: await readFile(new TextEncoder().encode(JSON.stringify(value)), { name }),
    });
    const rows = (k: number) => ({ slopes: [0.5, 0.25, 0.125 + k] });
    const { numbers, expected } = await numbersOfTwo([
      await object("a.json", rows(0)),
      await object("b.json", rows(1)),
    ]);
    expect(diagnose(numbers as ToDiagnose, { expected }).comparison).toMatchObject({
      outside: 1,
      compared: 3,
    });
  });
});

describe("posenc diagnose", () => {
  test("reads what posenc table writes, in each format", async () => {
    const whole = ["--preset=llama-3.1", "--positions=0:24"];
    const added = ["--preset=attention-is-all-you-need", "--width=32", "--positions=3:27"];
    for (const [words, name] of [
      [whole, "llama-3.1"],
      [added, "attention-is-all-you-need"],
    ] as const)
      for (const format of ["npy", "csv", "json"]) {
        const file = inFolder(`own.${format}`);
        expect((await run(["table", ...words, "-o", file])).code).toBe(0);
        const named = await run(["diagnose", file, "--json"]);
        expect([named.code, named.errors], named.output).toEqual([0, ""]);
        const right = await run(["diagnose", file, `--expected=${name}`, "--json"]);
        expect([right.code, right.errors], right.output).toEqual([0, ""]);
        const compared = 24 * (name === "llama-3.1" ? 128 : 32);
        expect(JSON.parse(right.output).comparison).toMatchObject({ equal: true, compared });
        const wrong = await run(["diagnose", file, "--expected=method=sinusoidal&dModel=32&base=500"]);
        expect(wrong.code).toBe(1);
      }
    const part = inFolder("part.csv");
    await run(["table", ...whole, "--part=sin", "-o", part]);
    const sines = await run(["diagnose", part, "--as=sin", "--expected=llama-3.1", "--json"]);
    expect([sines.code, JSON.parse(sines.output).comparison]).toMatchObject([
      0,
      { equal: true, compared: 24 * 64 },
    ]);
  });

  test("takes a preset, a spec, a config and a file as what is expected, and ends with 0, 1 or 2", async () => {
    const file = inFolder("cache.npy");
    await run(["table", "--preset=llama-2", "--positions=0:24", "-o", file]);
    await run(["table", "--preset=llama-3.1", "--positions=0:24", "-o", inFolder("other.npy")]);
    const config = (base: number) =>
      JSON.stringify({ model_type: "llama", head_dim: 128, num_hidden_layers: 1, rope_theta: base });
    const [right, wrong] = [
      ["llama-2", "method=rope&headDim=128&pairing=halves", inFolder("right.json", config(1e4)), file],
      [
        "llama-3.1",
        "method=rope&headDim=128&pairing=halves&base=2000",
        inFolder("wrong.json", config(3e4)),
        inFolder("other.npy"),
      ],
    ];
    for (const [k, expected] of right.entries()) {
      expect((await run(["diagnose", file, `--expected=${expected}`])).code, expected).toBe(0);
      expect((await run(["diagnose", file, `--expected=${wrong[k]}`])).code, wrong[k]).toBe(1);
      if (k < 2) continue;
      expect((await run(["diagnose", file, expected])).code, expected).toBe(0);
      expect((await run(["diagnose", file, wrong[k]!])).code, wrong[k]).toBe(1);
    }
    const noise = inFolder("noise.csv", "0.3,-0.7,0.2\n0.1,0.9,-0.8\n-0.4,0.2,0.6\n");
    expect((await run(["diagnose", noise])).code).toBe(2);
    expect((await run(["diagnose", file, "--expected=nothing.json"])).code).toBe(2);
    const both = await run(["diagnose", file, inFolder("other.npy"), "--expected=llama-2"]);
    expect([both.code, both.errors]).toEqual([
      2,
      expect.stringContaining("leave out that file or --expected"),
    ]);
  });

  test("counts differences of a short float as equal if it may", async () => {
    const noisy = cos.map((value, k) => value * (1 + (k % 2 === 0 ? 1 : -1) * 2 ** -10));
    const file = inFolder("noisy.npy", npy(noisy, shape));
    const words = ["diagnose", file, "--as=cos", "--expected=method=rope&headDim=32&pairing=halves"];
    expect((await run(words)).code).toBe(1);
    expect((await run([...words, "--allow=bf16"])).code).toBe(0);
    expect((await run([...words, "--allow=fp16"])).code).toBe(1);
    const other = await run([...words, "--allow=int8"]);
    expect([other.code, other.errors]).toEqual([2, expect.stringContaining("--allow")]);
  });

  test("reads arrays of a .npz by the names of programs, with positions", async () => {
    const positions = Float32Array.from({ length: ROWS }, (_, k) => k);
    const archive = storedZip([
      ["cos_cached.npy", npy(cos, [1, 1, ROWS, 16])],
      ["sin_cached.npy", npy(sin, [1, 1, ROWS, 16])],
      ["positions.npy", npy(positions, [ROWS])],
    ]);
    const words = ["diagnose", inFolder("cache.npz", archive), "--json", "--expected"];
    const found = await run([...words, "method=rope&headDim=32&pairing=halves"]);
    expect([found.code, JSON.parse(found.output).comparison]).toMatchObject([0, { compared: 32 * ROWS }]);
  });
});

test("a config's layers are computed one kind at a time, and have reference vectors where a preset is the same", async () => {
  const gemma = {
    model_type: "gemma3_text",
    head_dim: 256,
    num_hidden_layers: 12,
    num_attention_heads: 4,
    rope_theta: 1e6,
    rope_local_base_freq: 1e4,
    sliding_window: 512,
  };
  const config = inFolder("gemma.json", JSON.stringify(gemma));
  const open = await run(["table", `--config=${config}`, "--positions=0:8"]);
  expect([open.code, open.errors]).toEqual([2, expect.stringContaining("--layer=")]);
  for (const [layer, base] of [
    ["sliding_attention", 1e4],
    ["full_attention", 1e6],
  ] as const) {
    const file = inFolder(`${layer}.npy`);
    const made = await run([
      "table",
      `--config=${config}`,
      `--layer=${layer}`,
      "--positions=0:8",
      "-o",
      file,
    ]);
    expect([made.code, made.errors]).toEqual([0, ""]);
    const spec = `--expected=method=rope&headDim=256&pairing=halves&base=${base}`;
    expect((await run(["diagnose", file, spec])).code).toBe(0);
    const found = await run(["diagnose", file, config, "--json"]);
    expect(JSON.parse(found.output).comparison.with).toContain(layer.split("_")[0]);
  }
  const llama = { model_type: "llama", head_dim: 128, num_hidden_layers: 1, rope_theta: 1e4 };
  const vectors = await run(["vectors", inFolder("llama.json", JSON.stringify(llama))]);
  expect([vectors.code, vectors.errors]).toEqual([0, ""]);
  expect(vectors.output).toContain('"preset": "llama-2"');
  const none = await run(["vectors", inFolder("odd.json", JSON.stringify({ ...llama, rope_theta: 4321 }))]);
  expect([none.code, none.errors]).toEqual([2, expect.stringContaining("posenc table --config=")]);
});
