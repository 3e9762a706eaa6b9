import { type ErrorCode, failure, type PosencError } from "../arguments/errors.ts";
import { bytesOfResponse, fetchFile, type WasmBytes } from "./wasm-source.ts";

/** The smallest module with a SIMD instruction: (func (result v128) i32.const 0 i8x16.splat i8x16.popcnt). */
const simdProbe = Uint8Array.of(
  ...[0, 97, 115, 109, 1, 0, 0, 0], // magic, version
  ...[1, 5, 1, 96, 0, 1, 123], // type () → v128
  ...[3, 2, 1, 0], // one function
  ...[10, 10, 1, 8, 0, 65, 0, 253, 15, 253, 98, 11], // its code
);

/** Throws if the JavaScript engine cannot run the module at all. */
export function checkEngine(): void {
  if (typeof WebAssembly !== "object") {
    throw notLoaded(
      "no-webassembly",
      "this browser does not support WebAssembly, or it is switched off, for example by lockdown mode",
    );
  }
  if (!WebAssembly.validate(simdProbe)) {
    throw notLoaded(
      "no-simd",
      "this browser does not support WebAssembly SIMD; use Chrome 91, Firefox 89, Safari 16.4 or later",
    );
  }
}

/** Fetches and compiles a file: while it arrives if the server sends the right type, otherwise when all bytes are there. */
export async function compileFetched(address: string): Promise<WebAssembly.Module> {
  let response = await fetchFile(address);
  if (response.ok && response.headers?.get("Content-Type") === "application/wasm") {
    try {
      return await WebAssembly.compileStreaming(response);
    } catch {
      response = await fetchFile(address); // the bytes show what is wrong, and the first response has been read
    }
  }
  return compile({ bytes: await bytesOfResponse(response, address), origin: address });
}

/** Compiles the bytes of a file, or throws an error that says what is wrong with them. */
export async function compile({ bytes, origin }: WasmBytes): Promise<WebAssembly.Module> {
  if (!magic.every((byte, i) => bytes[i] === byte)) throw notWasm(bytes, origin);
  try {
    return await WebAssembly.compile(bytes);
  } catch (cause) {
    throw WebAssembly.validate(bytes) ? forbidden(origin, cause) : damaged(bytes.byteLength, origin, cause);
  }
}

/** "\0asm" */
const magic = [0, 97, 115, 109];

function notWasm(bytes: Uint8Array, origin: string): PosencError {
  const isMarkup = String.fromCharCode(...bytes.subarray(0, 64))
    .trimStart()
    .startsWith("<");
  const kind = isMarkup
    ? "an HTML page, which servers often send for unknown addresses"
    : `${bytes.length} bytes of another kind`;
  const what = bytes.length === 0 ? "an empty file" : kind;
  const text = `expected a WebAssembly file at ${origin}; found ${what}. Copy the file there, or pass its address as load({ wasm })`;
  return notLoaded("not-wasm", text, origin);
}

function damaged(length: number, origin: string, cause: unknown): PosencError {
  const text = `the WebAssembly file at ${origin} is damaged or cut short (${length} bytes): ${(cause as Error).message}`;
  return notLoaded("damaged", text, origin, cause);
}

/** The error for a valid module that cannot be compiled: only a policy of the page can forbid that. */
function forbidden(origin: string, cause: unknown): PosencError {
  const text = `the page's Content-Security-Policy forbids WebAssembly; add 'wasm-unsafe-eval' to its script-src. The browser says: ${(cause as Error).message}`;
  return notLoaded("csp", text, origin, cause);
}

export function notLoaded(code: ErrorCode, text: string, origin?: string, cause?: unknown): PosencError {
  return failure(text, { code, param: "wasm", value: origin, cause });
}

/** Throws unless the file has the version of this script. */
export function checkVersion(module: WebAssembly.Module, version: string, origin: string): void {
  const [section] = WebAssembly.Module.customSections(module, "posenc");
  const found = section && String.fromCharCode(...new Uint8Array(section)); // plain letters; jsdom has no TextDecoder
  if (found === version) return;
  const what = found === undefined ? "not from posenc" : `from posenc ${found}`;
  const text = `the WebAssembly file at ${origin} is ${what}, but this script is from posenc ${version}; use both from the same version`;
  throw notLoaded("version", text, origin);
}
