/** Files that are cut, or lie about their sizes: they are refused in a sentence, and little is asked of them. */
import {
  type FileSource,
  type GgufFile,
  readFile,
  readGguf,
  readNpz,
  readSafetensors,
  type SafetensorsFile,
} from "posenc/files";
import { describe, expect, test } from "vitest";
import { rejectionOf } from "./harness/expect-error.ts";
import { bytesOf, type CountedSource, counted, fixtures, seeded } from "./harness/fixture-files.ts";

/** What is promised of a header. */
const most = 50e6;

const good = {
  npy: bytesOf(fixtures.npy[0]!.file),
  stored: bytesOf(fixtures.npz[0]!.file),
  deflated: bytesOf(fixtures.npz[1]!.file),
  safetensors: bytesOf(fixtures.safetensors.file),
  gguf: bytesOf(fixtures.gguf[1]!.file),
  model: bytesOf(fixtures.models[0]!.file),
};

/** Reads all that a file has. Answers with its error, which must be one of the package's own, or with nothing. */
async function faultOf(file: FileSource, name = ""): Promise<string | undefined> {
  try {
    const read = await readFile(file, { name });
    if (read.kind === "safetensors" || read.kind === "gguf")
      for (const tensor of read.tensors.keys()) await readTensor(read, tensor);
    if (read.kind === "arrays") for (const array of read.arrays.keys()) await read.read(array);
    return undefined;
  } catch (error) {
    return (await rejectionOf(Promise.reject(error))).code;
  }
}

const readTensor = (file: SafetensorsFile | GgufFile, name: string) =>
  file.read(name).catch((error) => {
    if (error.code !== "unsupported") throw error; // quantised
  });

const codes = [undefined, "damaged", "unsupported", "memory-limit", "range", "out-of-memory"];

describe.each(Object.entries(good))("%s", (name, bytes) => {
  test("is cut anywhere", async () => {
    const step = Math.ceil(bytes.length / 400);
    for (let length = 0; length < bytes.length; length += step) {
      const source = counted(bytes.slice(0, length));
      const fault = await faultOf(
        source,
        `x.${name === "stored" || name === "deflated" ? "npz" : name.replace("model", "gguf")}`,
      );
      expect(["damaged", "unsupported"], `${length} of ${bytes.length} bytes`).toContain(fault);
      expect(source.asked).toBeLessThan(4 * bytes.length + 200);
    }
  });

  test("has bytes that are others, drawn by a seed", async () => {
    const random = seeded(bytes.length);
    for (let round = 0; round < 600; round++) {
      const changed = bytes.slice();
      for (let k = 0; k < 1 + 3 * random(); k++) {
        // Headers are at the start, and of archives at the end.
        const at = Math.floor(
          random() < 0.5 ? random() * Math.min(200, changed.length) : random() * changed.length,
        );
        changed[at] = random() < 0.3 ? 255 : Math.floor(256 * random());
      }
      const source = counted(changed);
      expect(codes).toContain(await faultOf(source));
      expect(source.asked).toBeLessThan(20 * bytes.length + 200_000);
    }
  });

  test("has numbers of 4 and 8 bytes that are the largest", async () => {
    const end = Math.min(bytes.length, 700);
    for (let at = 0; at < end; at++)
      for (const size of [4, 8]) {
        const changed = bytes.slice();
        changed.fill(255, at, at + size);
        expect(codes).toContain(await faultOf(counted(changed)));
      }
  });
});

/** A .gguf header with these counts, and `size` bytes that are said to follow. */
function gguf(tensors: bigint, keys: bigint, rest: Uint8Array = new Uint8Array(0), size = 24 + rest.length) {
  const bytes = new Uint8Array(24 + rest.length);
  bytes.set([0x47, 0x47, 0x55, 0x46, 3]);
  const view = new DataView(bytes.buffer);
  view.setBigUint64(8, tensors, true);
  view.setBigUint64(16, keys, true);
  bytes.set(rest, 24);
  return counted(bytes, size);
}

describe("a million tensors", () => {
  test(".gguf: refused after 24 bytes", async () => {
    const source = gguf(1_000_000n, 0n, new Uint8Array(0), 2 ** 40);
    expect(await rejectionOf(readGguf(source))).toMatchObject({ code: "unsupported", value: 1_000_000 });
    expect(source.asked).toBe(24);
  });

  test("more than a number holds is said in words", async () => {
    const refused = [
      await rejectionOf(readGguf(gguf(1n, 2n ** 60n, new Uint8Array(0), 2 ** 40))),
      await rejectionOf(readSafetensors(new Uint8Array(16).fill(255))),
    ];
    for (const { message } of refused as Error[]) {
      expect(message).toContain("more than 2^53");
      expect(message).not.toContain("Infinity");
    }
  });

  test(".safetensors: a header as long as theirs is refused after 8 bytes", async () => {
    const bytes = new Uint8Array(16);
    new DataView(bytes.buffer).setBigUint64(0, 90_000_000n, true);
    const source = counted(bytes, 2 ** 40);
    expect(await rejectionOf(readSafetensors(source))).toMatchObject({ code: "memory-limit" });
    expect(source.asked).toBe(8);
  });

  test(".safetensors: as many as fit into 8 MiB are refused before they are parsed", async () => {
    const one = '"a":{"dtype":"U8","shape":[],"data_offsets":[0,1]},';
    const text = `{${one.repeat(Math.floor((2 ** 23 - 60) / one.length))}"b":0}`;
    const bytes = new Uint8Array(8 + text.length + 1);
    new DataView(bytes.buffer).setBigUint64(0, BigInt(text.length), true);
    new TextEncoder().encodeInto(text, bytes.subarray(8));
    const source = counted(bytes);
    expect(await rejectionOf(readSafetensors(source))).toMatchObject({ code: "unsupported" });
    expect(source.asked).toBeLessThan(most);
  });

  test(".npz: refused by the count of its directory", async () => {
    const end = Buffer.alloc(22 + 20 + 56);
    end.writeUInt32LE(0x06064b50, 0);
    end.writeBigUInt64LE(1_000_000n, 32);
    end.writeUInt32LE(0x07064b50, 56);
    end.writeUInt32LE(0x06054b50, 76);
    expect(await rejectionOf(readNpz(new Uint8Array(end)))).toMatchObject({
      code: "unsupported",
      value: 1_000_000,
    });
  });
});

/** Makes the bytes after those that are known zeros. */
function padWithZeros(source: CountedSource): void {
  const { slice } = source;
  source.slice = function (from: number, to: number) {
    const bytes = new Uint8Array(to - from);
    bytes.set(slice.call(this, from, to));
    return bytes;
  };
}

describe(".gguf headers that lie", () => {
  const list = (type: number, count: bigint) => {
    const rest = new Uint8Array(8 + 1 + 4 + 12);
    const view = new DataView(rest.buffer);
    rest.set([1, 0, 0, 0, 0, 0, 0, 0, 107, 9]); // the key "k", a list
    view.setUint32(13, type, true);
    view.setBigUint64(17, count, true);
    return rest;
  };

  test.each([
    ["numbers", 4, 2n ** 60n],
    ["texts", 8, 2n ** 60n],
    ["lists", 9, 2n ** 60n],
    ["more than 2^64", 5, 2n ** 64n - 1n],
  ])("a list of 2^60 %s is refused at once", async (_, type, count) => {
    const source = gguf(0n, 1n, list(type, count), 2 ** 36);
    expect(await rejectionOf(readGguf(source))).toMatchObject({ code: "damaged" });
    expect(source.asked).toBeLessThan(100_000);
  });

  test("texts that go on for more than 24 MiB are not walked to their end", async () => {
    const source = gguf(0n, 1n, list(8, 2n ** 30n), 2 ** 36);
    padWithZeros(source); // texts of no length
    expect(await rejectionOf(readGguf(source))).toMatchObject({ code: "memory-limit" });
    expect(source.asked).toBeLessThan(most);
  });

  test("a long run of numbers is passed over, not read", async () => {
    const source = gguf(0n, 1n, list(4, 10_000_000n), 24 + 25 + 40_000_000);
    padWithZeros(source);
    expect((await readGguf(source)).metadata.get("k")).toEqual({ skipped: 10_000_000 });
    expect(source.asked).toBeLessThan(100_000);
  });
});

test("the type of a .npy file has a line break", async () => {
  const header = new TextEncoder().encode("{'descr': '\nf4', 'fortran_order': False, 'shape': (0,), }");
  const start = [0x93, ...new TextEncoder().encode("NUMPY"), 1, 0, header.length, 0];
  expect(await faultOf(Uint8Array.from([...start, ...header]), "x.npy")).toBe("unsupported");
});
