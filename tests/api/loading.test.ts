import { createServer, type RequestListener, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { load, type Posenc, version } from "posenc/full";
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { errorOf, rejectionOf } from "./harness/expect-error.ts";
import { loadFaulty, wasmBytes } from "./harness/faulty-module.ts";

const wasm = wasmBytes();
const works = (pe: Posenc) =>
  expect(pe.sinusoidal({ length: 1, dModel: 4 })).toEqual(Float32Array.of(0, 1, 0, 1));

const answers: Record<string, RequestListener> = {
  "/posenc.wasm": (_, response) => response.setHeader("Content-Type", "application/wasm").end(wasm),
  "/text": (_, response) => response.setHeader("Content-Type", "text/plain").end(wasm),
  "/untyped": (_, response) => response.end(wasm),
  "/html": (_, response) =>
    response.setHeader("Content-Type", "text/html").end("\n<!doctype html><p>Home</p>"),
  "/disguised": (_, response) => response.setHeader("Content-Type", "application/wasm").end("<html></html>"),
  "/empty": (_, response) => response.end(),
  "/picture": (_, response) => response.end(Buffer.from([0x89, 0x50, 0x4e, 0x47, 1, 2, 3, 4])),
  "/truncated": (_, response) => response.end(wasm.subarray(0, wasm.length / 2)),
  "/cut": (_, response) => {
    response.setHeader("Content-Length", wasm.length).write(wasm.subarray(0, 100));
    setTimeout(() => response.destroy(), 20);
  },
  "/typed-truncated": (_, response) =>
    response.setHeader("Content-Type", "application/wasm").end(wasm.subarray(0, wasm.length / 2)),
  "/typed-cut": (_, response) => {
    response.setHeader("Content-Type", "application/wasm");
    response.setHeader("Content-Length", wasm.length).write(wasm.subarray(0, 100));
    setTimeout(() => response.destroy(), 20);
  },
  "/old": (_, response) => response.end(withVersion("0.0.1")),
  "/other": (_, response) => response.end(Uint8Array.of(0, 97, 115, 109, 1, 0, 0, 0)),
};
let server: Server;
let origin: string;
let requests = 0;

beforeAll(async () => {
  server = createServer((request, response) => {
    requests++;
    const answer = answers[request.url!.split("?")[0]!];
    if (answer) answer(request, response);
    else response.writeHead(404, "Not Found").end("<html>not here</html>");
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => server.close());
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

/** A copy of the binary that states another version. */
function withVersion(other: string): Buffer {
  const copy = Buffer.from(wasm);
  const at = copy.indexOf(`posenc${version}`);
  expect(at).toBeGreaterThan(0);
  expect(other).toHaveLength(version.length);
  copy.write(other, at + "posenc".length);
  return copy;
}

describe("where the file may come from", () => {
  test("beside the script, without an argument", async () => {
    works(await load());
    works(await load({}));
    works(await load({ wasm: undefined }));
  });

  test.each(["/posenc.wasm", "/text", "/untyped"])("an address, whatever its MIME type: %s", async (path) => {
    works(await load({ wasm: origin + path }));
    works(await load({ wasm: new URL(path, origin) }));
  });

  test("a file of the right type is compiled while it arrives, and asked for once", async () => {
    const compile = vi.spyOn(WebAssembly, "compile");
    const before = requests;
    works(await load({ wasm: `${origin}/posenc.wasm?streamed` }));
    expect(compile).not.toHaveBeenCalled();
    expect(requests - before).toBe(1);
  });

  test("a stand-in for fetch, as tests have, that is no Response or has only its bytes", async () => {
    const standIn = { ok: true, arrayBuffer: async () => wasm };
    vi.stubGlobal("fetch", async () => standIn);
    works(await load({ wasm: `${origin}/bare` }));
    const headers = new Headers({ "Content-Type": "application/wasm" });
    vi.stubGlobal("fetch", async () => ({ ...standIn, headers }));
    works(await load({ wasm: `${origin}/typed` }));
  });

  test("a Response, a buffer, a part of a buffer, a compiled module", async () => {
    works(await load({ wasm: await fetch(`${origin}/text`) }));
    works(await load({ wasm: new Response(wasm) }));
    works(await load({ wasm: new Uint8Array(wasm).buffer }));
    const padded = new Uint8Array(wasm.length + 16);
    padded.set(wasm, 7);
    works(await load({ wasm: padded.subarray(7, wasm.length + 7) }));
    works(await load({ wasm: new DataView(padded.buffer, 7, wasm.length) }));
    works(await load({ wasm: new WebAssembly.Module(wasm) }));
  });

  test.each([5, null, true, {}, [], Symbol("wasm"), Promise.resolve(), () => wasm, "http://["])(
    "not %s",
    async (source) => {
      const error = await rejectionOf(load({ wasm: source as never }));
      expect(error).toBeInstanceOf(TypeError);
      expect(error).toMatchObject({ code: "type", param: "wasm", value: source });
    },
  );

  test("misspelt options are refused", async () => {
    const error = await rejectionOf(load({ wams: origin } as never));
    expect(error).toMatchObject({ code: "unknown-option", param: "wams" });
    expect(await rejectionOf(load(null as never))).toMatchObject({ code: "type" });
  });

  test("relaxed SIMD is asked for by a flag, and not of a file of one's own", async () => {
    works(await load({ relaxed: true })); // Node 20 gets the usual module
    expect(await rejectionOf(load({ relaxed: 1 as never }))).toMatchObject({
      code: "type",
      param: "relaxed",
    });
    const both = { code: "conflict", param: "relaxed" };
    expect(await rejectionOf(load({ wasm, relaxed: true }))).toMatchObject(both);
    works(await load({ wasm, relaxed: false }));
  });
});

describe("an error says what went wrong, with the address", () => {
  const faults: [path: string, code: string, message: RegExp][] = [
    ["/nowhere.wasm", "not-found", /answered 404 Not Found/],
    ["/html", "not-wasm", /an HTML page/],
    ["/disguised", "not-wasm", /an HTML page/],
    ["/empty", "not-wasm", /an empty file/],
    ["/picture", "not-wasm", /8 bytes of another kind/],
    ["/truncated", "damaged", /damaged or cut short \(\d+ bytes\)/],
    ["/typed-truncated", "damaged", /damaged or cut short \(\d+ bytes\)/],
    ["/cut", "fetch", /could not be read/],
    ["/typed-cut", "fetch", /could not be read/],
    ["/old", "version", /is from posenc 0\.0\.1 full, but this script is from posenc \d/],
    ["/other", "version", /is not from posenc/],
  ];
  test.each(faults)("%s: %s", async (path, code, message) => {
    const address = origin + path;
    const error = await rejectionOf(load({ wasm: address }));
    expect(error).toMatchObject({ code, param: "wasm", value: address });
    expect(error.message).toMatch(message);
    expect(error.message).toContain(address);
  });

  test("no server answers", async () => {
    const error = await rejectionOf(load({ wasm: "http://127.0.0.1:1/posenc.wasm" }));
    expect(error).toMatchObject({ code: "fetch", value: "http://127.0.0.1:1/posenc.wasm" });
    expect(error.message).toContain("check the network");
  });

  test("a file that is not there", async () => {
    const error = await rejectionOf(load({ wasm: "no/such.wasm" }));
    expect(error.code).toBe("not-found");
    expect(error.message).toMatch(/file:\/\/.*\/no\/such\.wasm.*ENOENT/);
  });

  test("a Response that failed or was read already", async () => {
    expect(await rejectionOf(load({ wasm: await fetch(`${origin}/nowhere`) }))).toMatchObject({
      code: "not-found",
    });
    const made = await rejectionOf(load({ wasm: new Response("", { status: 404 }) }));
    expect(made.message).toContain("the WebAssembly file is not at the given Response");
    const read = new Response(wasm);
    await read.arrayBuffer();
    expect(await rejectionOf(load({ wasm: read }))).toMatchObject({ code: "fetch" });
  });

  test("a module of this version that lacks the functions", async () => {
    const name = `\u0006posenc${version} full`;
    const section = [0, name.length, ...Buffer.from(name)];
    const hollow = Uint8Array.of(0, 97, 115, 109, 1, 0, 0, 0, ...section);
    const error = await rejectionOf(load({ wasm: hollow }));
    expect(error).toMatchObject({ code: "damaged" });
    expect(error.message).toContain("could not be started");
  });

  test("no WebAssembly", async () => {
    vi.stubGlobal("WebAssembly", undefined);
    const error = await rejectionOf(load({ wasm: `${origin}/text` }));
    expect(error.code).toBe("no-webassembly");
    expect(error.message).toContain("does not support WebAssembly");
  });

  test("no SIMD", async () => {
    vi.spyOn(WebAssembly, "validate").mockReturnValue(false);
    const error = await rejectionOf(load({ wasm: `${origin}/text` }));
    expect(error.code).toBe("no-simd");
    expect(error.message).toContain("does not support WebAssembly SIMD");
  });

  test("a Content-Security-Policy: the directive is quoted", async () => {
    vi.spyOn(WebAssembly, "compile").mockRejectedValue(
      new WebAssembly.CompileError("violates the page's policy"),
    );
    const error = await rejectionOf(load({ wasm: `${origin}/text?csp` }));
    expect(error.code).toBe("csp");
    expect(error.message).toContain("'wasm-unsafe-eval'");
    expect(error.message).toContain("script-src");
  });

  test("an engine that computes wrong numbers", async () => {
    const wrong = (change: (table: Float32Array) => void) =>
      loadFaulty((module) => ({
        sincosTableAt: (slots, count) => {
          const { buffer } = module.wasmMemory;
          const last = new Uint32Array(buffer, slots, 2 * count).slice(-4); // out, then positions
          module.sincosTableAt(slots, count);
          change(new Float32Array(buffer, last[0]!, last[1]! / 4));
          return undefined;
        },
      }));
    await wrong(() => {});
    const error = await rejectionOf(
      wrong((table) => {
        // One unit in the last place of one entry
        new Uint32Array(table.buffer, table.byteOffset)[2]! += 1;
      }),
    );
    expect(error.code).toBe("self-test");
    expect(error.message).toMatch(/computes P\(1, 2\) as 0\.82185\d+; expected 0\.82185\d+/);
  });
});

test("a function of a load that was not awaited is an error that says so", async () => {
  const promise = load();
  const names = Object.keys(await load());
  expect(names).toContain("sinusoidal");
  for (const name of names) {
    const error = errorOf(() => promise[name as keyof typeof promise]);
    expect(error.message).toBe('load() returns a promise; write "await load()"');
    expect(error).toMatchObject({ name: "TypeError", code: "type", param: "load()", value: promise });
  }
  expect(Object.keys(promise)).toEqual([]);
  works(await promise);
});

describe("several loads", () => {
  test("of one address at once share one request and one result", async () => {
    requests = 0;
    const address = `${origin}/posenc.wasm?shared`;
    const loads = await Promise.all([
      load({ wasm: address }),
      load({ wasm: new URL(address) }),
      load({ wasm: address }),
    ]);
    expect(requests).toBe(1);
    expect(new Set(loads).size).toBe(1);
    expect(await load({ wasm: address })).toBe(loads[0]);
    expect(requests).toBe(1);
  });

  test("fail together, and can be tried again", async () => {
    const address = `${origin}/flaky`;
    const errors = await Promise.all([
      rejectionOf(load({ wasm: address })),
      rejectionOf(load({ wasm: address })),
    ]);
    expect(errors[0]).toBe(errors[1]);
    answers["/flaky"] = answers["/posenc.wasm"]!;
    works(await load({ wasm: address }));
  });

  test("of different files do not share memory or faults", async () => {
    const [one, two] = [await load({ wasm }), await load({ wasm })];
    expect(one).not.toBe(two);
    expect(() => one.sinusoidal({ length: -1, dModel: 4 })).toThrow();
    works(two);
    works(one);
  });
});
