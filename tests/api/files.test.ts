import { deflateRawSync } from "node:zlib";
import {
  type FileSource,
  type NpzFile,
  readFile,
  readGguf,
  readNpy,
  readNpz,
  readSafetensors,
  readTable,
} from "posenc/files";
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

  test("a number is rounded as the others are printed: by its decimals, or by its digits if they are coarser", () => {
    expect(readTable("0 0.00123").roundingOf(0)).toBeCloseTo(0.5e-5, 18);
    expect(readTable("1.5e-3 2.5e-3").roundingOf(0.0015)).toBeCloseTo(0.5e-4, 18);
    expect(readTable("1.5e3 2.5e3").roundingOf(1500)).toBeCloseTo(50, 12);
    expect(readTable("0.001 0.002").roundingOf(0.5)).toBeCloseTo(0.05, 12);
  });

  test.each([
    [text["left out"], /left out/],
    ["1, …, 2", /left out/],
    ["", /no row of numbers/],
    ["1 2\n3", /row 2 has 1 number, and the first one 2/],
    ["1 nan", /“nan” in row 1 is no number/],
    ["nan,inf\n1,2", /“nan” in row 1 is no number/],
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
