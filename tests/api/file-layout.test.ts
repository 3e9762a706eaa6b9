/** Files whose parts do not lie one after the other: each is refused for that, and for nothing else. */
import { readGguf, readNpy, readNpz, readSafetensors } from "posenc/files";
import { describe, expect, test } from "vitest";
import { rejectionOf } from "./harness/expect-error.ts";
import { storedZip } from "./harness/stored-zip.ts";

const messageOf = async (read: Promise<unknown>) => {
  const error = await rejectionOf(read);
  expect(error.code).toBe("damaged");
  return error.message;
};

describe("tensors of .safetensors", () => {
  /** A file with these ranges of bytes, and as many bytes after its header as are asked for. */
  function file(ranges: readonly (readonly [from: number, to: number])[], size: number) {
    const tensor = ([from, to]: readonly [number, number]) => ({
      dtype: "U8",
      shape: [to - from],
      data_offsets: [from, to],
    });
    const header = Object.fromEntries(ranges.map((range, n) => [`t${n}`, tensor(range)]));
    const text = Buffer.from(JSON.stringify(header));
    const length = Buffer.alloc(8);
    length.writeBigUInt64LE(BigInt(text.length));
    return new Uint8Array(Buffer.concat([length, text, Buffer.alloc(size)]));
  }
  test("one after the other are read", async () => {
    expect(
      (
        await readSafetensors(
          file(
            [
              [0, 4],
              [4, 6],
            ],
            6,
          ),
        )
      ).tensors.size,
    ).toBe(2);
  });
  test("with a byte between them", async () => {
    const ranges = [
      [0, 4],
      [5, 7],
    ] as const;
    expect(await messageOf(readSafetensors(file(ranges, 7)))).toMatch(
      /t1" begins at byte \d+, and the one before/,
    );
  });
  test("with a byte in both", async () => {
    const ranges = [
      [0, 4],
      [3, 7],
    ] as const;
    expect(await messageOf(readSafetensors(file(ranges, 7)))).toMatch(
      /t1" begins at byte \d+, and the one before/,
    );
  });
  test.each([5, 7])("of 6 bytes, in %d", async (size) => {
    expect(await messageOf(readSafetensors(file([[0, 6]], size)))).toMatch(
      /end at byte \d+, and the file has/,
    );
  });
  test("that end before they begin, of a type that is not known", async () => {
    const bytes = file([[4, 0]], 4);
    const text = Buffer.from(bytes).toString("latin1").replace('"U8","shape":[-4]', '"X8","shape":[44]');
    expect(await messageOf(readSafetensors(new Uint8Array(Buffer.from(text, "latin1"))))).not.toContain(
      "before ends",
    );
  });
});

describe("tensors of .gguf", () => {
  const word = (value: number) => Uint8Array.from([value, 0, 0, 0]);
  const long = (value: number) => Uint8Array.from([value, 0, 0, 0, 0, 0, 0, 0]);
  /** A file with one tensor of two float32, which begins at an offset. */
  function file(offset: number) {
    const parts = [
      Buffer.from("GGUF"),
      word(3),
      long(1),
      long(0),
      long(1),
      Buffer.from("t"),
      word(1),
      long(2),
      word(0),
      long(offset),
    ];
    const header = Buffer.concat(parts);
    return new Uint8Array(Buffer.concat([header, Buffer.alloc(-header.length & 31), Buffer.alloc(128)]));
  }
  test.each([0, 32, 64])("may begin at byte %d", async (offset) => {
    expect((await readGguf(file(offset))).tensors.size).toBe(1);
  });
  test.each([1, 4, 31, 33])("and not at byte %d", async (offset) => {
    expect(await messageOf(readGguf(file(offset)))).toContain("32");
  });
});

describe("entries of an archive", () => {
  const zip = () =>
    storedZip([
      ["a.npy", new Uint8Array(64)],
      ["b.npy", new Uint8Array(64)],
    ]);
  const directoryOf = (file: Buffer) => file.readUInt32LE(file.length - 6);
  const overlap = "the entries of the archive are longer than the file: they overlap";

  test("that take more bytes than the file has", async () => {
    const file = zip();
    const size = Math.ceil(0.6 * file.length);
    for (const entry of [directoryOf(file), directoryOf(file) + 46 + 5]) {
      file.writeUInt32LE(size, entry + 20);
      file.writeUInt32LE(size, entry + 24);
    }
    expect(await messageOf(readNpz(new Uint8Array(file)))).toBe(overlap);
  });

  /** An archive whose first entry has its sizes in an extra field of some bytes. */
  function large(bytes: number) {
    const file = zip();
    const entry = directoryOf(file);
    file.writeUInt32LE(0xffffffff, entry + 20);
    file.writeUInt32LE(0xffffffff, entry + 24);
    file.writeUInt16LE(4 + bytes, entry + 30);
    const extra = Buffer.alloc(4 + bytes);
    extra.writeUInt16LE(1, 0);
    extra.writeUInt16LE(bytes, 2);
    for (let at = 4; at + 8 <= extra.length; at += 8) extra.writeBigUInt64LE(64n, at);
    const end = Buffer.from(file.subarray(-22));
    end.writeUInt32LE(end.readUInt32LE(12) + extra.length, 12);
    const next = entry + 46 + 5;
    return new Uint8Array(Buffer.concat([file.subarray(0, next), extra, file.subarray(next, -22), end]));
  }
  test("with an extra field for both sizes are read", async () => {
    expect(await messageOf(readNpz(large(16)))).not.toContain("overlap"); // the entry's 64 zeros are no array
  });
  test("with an extra field that is too short for its sizes", async () => {
    expect(await messageOf(readNpz(large(4)))).toBe(overlap);
  });

  test.each([
    [64 * 1032 + 1032, "is not"],
    [64 * 1032 + 1033, "cannot have 67081 bytes: it is packed into 64"],
  ])("that say they inflate to %d bytes", async (size, said) => {
    const file = zip();
    for (const [entry, method] of [
      [directoryOf(file), 10],
      [0, 8],
    ] as const)
      file.writeUInt16LE(8, entry + method);
    file.writeUInt32LE(size, directoryOf(file) + 24);
    const message = await messageOf(readNpz(new Uint8Array(file)));
    if (said === "is not") expect(message).not.toContain("cannot have");
    else expect(message).toContain(said);
  });
});

test.each(["0x10,", "1e3,", "a,", "4.0,", "-1,"])("the shape (%s) of a .npy file", async (shape) => {
  const text = Buffer.from(`{'descr': '<f4', 'fortran_order': False, 'shape': (${shape}), }\n`);
  const file = Buffer.concat([Buffer.from("\x93NUMPY\x01\0", "latin1"), Buffer.from([text.length, 0]), text]);
  expect(await messageOf(readNpy(new Uint8Array(file)))).toContain(`has a wrong shape, (${shape})`);
});
