import { deflateRawSync } from "node:zlib";
import {
  type FileSource,
  type GgufFile,
  ggufConfig,
  type NpzFile,
  readFile,
  readGguf,
  readNpy,
  readNpz,
  readSafetensors,
  readTable,
  type SafetensorsFile,
  weightsConfig,
} from "posenc/files";
import { modelPositions } from "posenc/full";
import { describe, expect, test } from "vitest";
import { expectError, rejectionOf } from "./harness/expect-error.ts";
import { bytesOf, counted, fixtures, numbers } from "./harness/fixture-files.ts";

/** Names are told apart by the contents; these would mislead. */
const misnamed = { name: "table.csv" };

describe(".npy", () => {
  test.each(fixtures.npy)("$name has NumPy's numbers", async ({ file, dtype, shape, values }) => {
    const array = await readNpy(bytesOf(file));
    expect(array).toMatchObject({ kind: "array", dtype, shape });
    expect([...array.values]).toEqual(numbers(values));
    expect(await readFile(new Blob([bytesOf(file)]), misnamed)).toEqual(array);
  });

  test.each(fixtures.refused)("$name are refused", async ({ file }) => {
    expect(await rejectionOf(readNpy(bytesOf(file)))).toMatchObject({ code: "unsupported", param: "source" });
  });

  test.each(["<f4", "fortran", "fortran 3", "vector"])("rows of %s are those of the whole", async (name) => {
    const { file, shape } = fixtures.npy.find((row) => row.name === name)!;
    const whole = await readNpy(bytesOf(file));
    const part = await readNpy(bytesOf(file), { rows: [1, 2] });
    const width = whole.values.length / shape[0]!;
    expect([...part.values]).toEqual([...whole.values.slice(width, 2 * width)]);
    expect(part.shape).toEqual([1, ...shape.slice(1)]);
  });

  test("only the bytes of the wanted rows are asked for, and no more than 256 MiB", async () => {
    const text = "{'descr': '<f4', 'fortran_order': False, 'shape': (200000, 512), }".padEnd(117);
    const header = Buffer.from(`\x93NUMPY\x01\x00\x76\x00${text}\n`, "latin1");
    const source = zeros(new Uint8Array(header), 128 + 4 * 512 * 200_000);
    expect((await readNpy(source, { rows: [50_000, 50_002] })).shape).toEqual([2, 512]);
    expect(source.asked).toBeLessThan(200 + 2 * 4 * 512);
    expect((await rejectionOf(readNpy(source))).code).toBe("memory-limit");
    expect((await rejectionOf(readNpy({ ...source, size: 1000 }))).code).toBe("damaged");
  });

  test("rows that are not there are refused", async () => {
    const file = bytesOf(fixtures.npy[0]!.file);
    for (const rows of [
      [0, 4],
      [2, 1],
      [-1, 1],
      [0, 1.5],
    ] as const)
      expect(await rejectionOf(readNpy(file, { rows }))).toMatchObject({ code: "range" });
    const scalar = bytesOf(fixtures.npy.find(({ name }) => name === "scalar")!.file);
    expect((await rejectionOf(readNpy(scalar, { rows: [0, 1] }))).code).toBe("conflict");
  });
});

/** A file of zeros after its start. */
function zeros(start: Uint8Array, size: number) {
  const source = counted(start, size);
  source.slice = (from, to) => {
    source.asked += to - from;
    const bytes = new Uint8Array(to - from);
    bytes.set(start.subarray(from, to));
    return bytes;
  };
  return source;
}

describe(".npz", () => {
  test.each(fixtures.npz)("$name has NumPy's arrays", async ({ file, arrays }) => {
    const archive = (await readFile(bytesOf(file), misnamed)) as NpzFile;
    expect([...archive.arrays.keys()]).toEqual(Object.keys(arrays));
    for (const [name, { dtype, shape, values }] of Object.entries(arrays)) {
      expect(archive.arrays.get(name)).toEqual({ dtype, shape });
      const array = await archive.read(name);
      expect([...array.values]).toEqual(values);
      expect([...(await archive.read(name, { rows: [1, 2] })).values]).toEqual(
        values.slice(values.length / shape[0]!).slice(0, values.length / shape[0]!),
      );
    }
    expect((await rejectionOf(archive.read("tables"))).message).toContain('did you mean "table"');
  });

  /** A zip file of one entry with sizes of the test's choice. */
  function archive(packed: Uint8Array, size: number, method = 8): Uint8Array {
    const name = new TextEncoder().encode("x.npy");
    const local = Buffer.alloc(30);
    local.writeUInt32LE(0x04034b50, 0);
    local.writeUInt16LE(name.length, 26);
    const entry = Buffer.alloc(46);
    entry.writeUInt32LE(0x02014b50, 0);
    entry.writeUInt16LE(method, 10);
    entry.writeUInt32LE(packed.length, 20);
    entry.writeUInt32LE(size, 24);
    entry.writeUInt16LE(name.length, 28);
    const end = Buffer.alloc(22);
    end.writeUInt32LE(0x06054b50, 0);
    end.writeUInt16LE(1, 10);
    end.writeUInt32LE(entry.length + name.length, 12);
    end.writeUInt32LE(30 + name.length + packed.length, 16);
    return new Uint8Array(Buffer.concat([local, name, packed, entry, name, end]));
  }

  test("what inflates to more than it says, or to more than 256 MiB, is refused", async () => {
    const bomb = deflateRawSync(new Uint8Array(4_000_000));
    const npy = bytesOf(fixtures.npy[0]!.file);
    const few = archive(deflateRawSync(npy), npy.length - 1);
    expect(await rejectionOf(readNpz(few))).toMatchObject({ code: "damaged" });
    expect(await rejectionOf(readNpz(archive(bomb, 4_000_000)))).toMatchObject({ code: "damaged" }); // no .npy
    expect(await rejectionOf(readNpz(archive(bomb, 2 ** 31)))).toMatchObject({ code: "damaged" }); // beyond deflate
    const large = new Uint8Array(300_000);
    const header = Buffer.from(
      "\x93NUMPY\x01\x00\x42\x00{'descr': '|i1', 'fortran_order': False, 'shape': (300000000,), }",
      "latin1",
    );
    large.set(deflateRawSync(Buffer.concat([header, new Uint8Array(2 ** 25)])));
    const { read } = await readNpz(archive(large, 300_000_076));
    expect(await rejectionOf(read("x"))).toMatchObject({ code: "memory-limit" });
  });

  test("a wrong checksum is found", async () => {
    const npy = bytesOf(fixtures.npy[0]!.file);
    const file = await rejectionOf(readNpz(archive(deflateRawSync(npy), npy.length)));
    expect(file).toMatchObject({ code: "damaged" });
  });
});

describe(".safetensors", () => {
  const { file, tensors } = fixtures.safetensors;

  test("has the tensors that were packed, and their rows", async () => {
    const read = (await readFile(new Blob([bytesOf(file)]), misnamed)) as SafetensorsFile;
    expect(read.kind).toBe("safetensors");
    expect([...read.metadata]).toEqual([["format", "pt"]]);
    expect([...read.tensors.keys()].sort()).toEqual(Object.keys(tensors).sort());
    for (const [name, { type, shape, values }] of Object.entries(tensors)) {
      expect(read.tensors.get(name)).toMatchObject({ type, shape });
      expect([...(await read.read(name)).values], name).toEqual(numbers(values));
    }
    expect([...(await read.read("f32", { rows: [1, 3] })).values]).toEqual([3, 4, 5, 6]);
  });

  test("only the header and the wanted rows are asked for", async () => {
    const bytes = bytesOf(file);
    const source = counted(bytes);
    const { read } = await readSafetensors(source);
    const header = source.asked;
    await read("f32", { rows: [0, 1] });
    expect(source.asked - header).toBe(8);
    expect(header).toBeLessThan(1000);
  });

  test("a config is completed by the weights, and contradictions are told", async () => {
    const weights = await readSafetensors(
      packed({
        "model.layers.0.self_attn.q_proj.weight": [64, 32],
        "model.layers.0.self_attn.k_proj.weight": [32, 32],
      }),
    );
    const { config, notes } = weightsConfig(weights, { num_attention_heads: 4, num_key_value_heads: 4 });
    expect(config).toMatchObject({
      hidden_size: 32,
      head_dim: 16,
      num_hidden_layers: 1,
      num_key_value_heads: 4,
    });
    expect(notes).toEqual(["num_key_value_heads is 4 in the config, and the weights have 2"]);
    expectError(() => weightsConfig(weights, "{"), TypeError, "type", "config");
  });
});

/** A file of bytes with these shapes. */
function packed(shapes: Record<string, number[]>): Uint8Array {
  let end = 0;
  const entries = Object.entries(shapes).map(([name, shape]) => {
    const from = end;
    end += shape.reduce((count, size) => count * size, 1);
    return [name, { dtype: "U8", shape, data_offsets: [from, end] }];
  });
  return headed(JSON.stringify(Object.fromEntries(entries)), end);
}

function headed(text: string, data = 0): Uint8Array {
  const header = new TextEncoder().encode(text);
  const file = new Uint8Array(8 + header.length + data);
  new DataView(file.buffer).setBigUint64(0, BigInt(header.length), true);
  file.set(header, 8);
  return file;
}

describe(".gguf", () => {
  test.each(fixtures.gguf)("$name has what was packed", async ({ file, metadata, tensors }) => {
    const read = (await readFile(new Blob([bytesOf(file)]), misnamed)) as GgufFile;
    for (const [key, value] of Object.entries(metadata)) expect(read.metadata.get(key), key).toEqual(value);
    expect(read.metadata.get("test.words")).toEqual({ skipped: 300 });
    expect(read.metadata.get("test.many")).toEqual({ skipped: 5000 });
    for (const [name, values] of Object.entries(tensors))
      expect([...(await read.read(name)).values], name).toEqual(values);
    expect([...(await read.read("f32", { rows: [2, 3] })).values]).toEqual([5, 6]);
    expect(read.tensors.get("f32")!.shape).toEqual([3, 2]);
    const quantised = await rejectionOf(read.read("q8"));
    expect(quantised).toMatchObject({ code: "unsupported", value: "Q8_0" });
  });

  test.each(fixtures.models)(
    "the config of $name is that which it was made from",
    async ({ file, config, pairing }) => {
      const read = await ggufConfig(await readGguf(bytesOf(file)));
      expect(read).toMatchObject({ pairing, unknown: [], notes: [] });
      const given = pairing === null ? {} : { pairing: pairing as "halves" | "adjacent" };
      const model = modelPositions(read.config, given);
      const original = modelPositions(config, given);
      expect(model.unknown).toEqual([]);
      expect(rounded(model.layers)).toEqual(rounded(original.layers));
      expect(model.layers).toHaveLength(original.layers.length);
    },
  );

  test("keys of positions that are not understood are listed", async () => {
    const { metadata, ...rest } = await readGguf(bytesOf(fixtures.models[1]!.file));
    const more = new Map([
      ...metadata,
      ["qwen2.rope.wobble", 3],
      ["qwen2.attention.head_count", [16, 8]],
    ] as const);
    const { unknown } = await ggufConfig({ ...rest, metadata: more as GgufFile["metadata"] });
    expect(unknown).toEqual(["qwen2.attention.head_count", "qwen2.rope.wobble"]);
  });
});

/** Lists of factors and attention factors are float32 in the file. */
const rounded = (value: unknown): unknown =>
  JSON.parse(JSON.stringify(value, (_, item) => (typeof item === "number" ? Math.fround(item) : item)));

describe("texts", () => {
  const { text } = fixtures;

  test.each(["numpy", "repr", "csv", "json"] as const)("%s has the printed numbers", async (kind) => {
    const table = readTable(text[kind]);
    expect(table.count).toBe(3);
    table.rows.forEach((row, i) => {
      row.forEach((value, j) => {
        const exact = text.values[i]![j]!;
        expect(Math.abs(value - exact)).toBeLessThanOrEqual(table.roundingOf(value) + 2 ** -24); // repr's is float32
      });
    });
    expect((await readFile(new Blob([text[kind]]))).kind).toBe("table");
  });

  test("rows that a print broke into lines are whole", () => {
    const { rows, count } = readTable(text.long, { rows: 1 });
    expect([rows.length, rows[0]!.length, count]).toEqual([1, 20, 2]);
  });

  test("JSON lists in a file have a shape", async () => {
    const file = await readFile(new Blob(["[[[1, 2]], [[3, 4]]]"]), { name: "x.JSON" });
    expect(file).toMatchObject({ kind: "array", shape: [2, 1, 2] });
    for (const wrong of ["[[1], [2, 3]]", "[1, null]", "[1, [2]]", "[1,"])
      expect((await rejectionOf(readFile(new Blob([wrong]), { name: "x.json" }))).code).toBe("damaged");
  });

  test("names of columns are read, and comments of savetxt are not", () => {
    expect(readTable("t;sin\tcos\n1;2\t3").names).toEqual(["t", "sin", "cos"]);
    expect(readTable("# a b\n1 2").names).toBeNull();
  });

  test.each([
    [text["left out"], /left out/],
    ["1, …, 2", /left out/],
    ["", /no row of numbers/],
    ["1 2\n3", /row 2 has 1 numbers, and the first one 2/],
    ["1 nan", /“nan” in row 1 is no number/],
    ["a,b\nc,d", /“c” in row 1 is no number/],
  ])("%s is refused", (table, fault) => {
    expect(expectError(() => readTable(table), RangeError, "range", "text").message).toMatch(fault);
  });

  test("a config is told from the index of weights", async () => {
    expect(await readFile(new Blob(['{"model_type": "llama"}']))).toEqual({
      kind: "config",
      text: '{"model_type": "llama"}',
    });
    const index = await rejectionOf(readFile(new Blob(['{"weight_map": {"a": "b"}}'])));
    expect(index.message).toContain("index of a model in several files");
  });
});

describe("sources and options", () => {
  test.each([null, 3, "x.npy", {}, { size: 1.5 }, { size: -1, slice: () => new Uint8Array() }, [1]])(
    "%j is no source",
    async (source) => {
      for (const read of [readFile, readNpy, readNpz, readSafetensors, readGguf])
        expect(await rejectionOf(read(source as unknown as FileSource))).toMatchObject({
          code: "type",
          param: "source",
        });
    },
  );

  test("an object gives the bytes that were asked for, and no others", async () => {
    const short = { size: 100, slice: () => new Uint8Array(1) };
    expect((await rejectionOf(readGguf(short))).code).toBe("damaged");
    const other = { size: 100, slice: () => "bytes" } as unknown as FileSource;
    expect((await rejectionOf(readGguf(other))).code).toBe("type");
  });

  test("options that are not known are refused", async () => {
    const file = bytesOf(fixtures.npy[0]!.file);
    expect(await rejectionOf(readNpy(file, { row: [0, 1] } as object))).toMatchObject({
      code: "unknown-option",
    });
    expect(await rejectionOf(readFile(file, { name: 3 } as object))).toMatchObject({
      code: "type",
      param: "name",
    });
    expectError(() => readTable(3 as never), TypeError, "type", "text");
    expectError(() => readTable("1", { rows: 0 }), RangeError, "range", "rows");
  });

  test.each(["", "\0binary", "PK\x05\x06"])("%j is not understood", async (text) => {
    expect(["damaged", "unsupported"]).toContain((await rejectionOf(readFile(new Blob([text])))).code);
  });
});
