import { show, wrongType } from "../arguments/check.ts";
import { failure } from "../arguments/errors.ts";

/** The forms in which `load` takes the WebAssembly file. */
export type WasmSource = URL | string | Response | BufferSource | WebAssembly.Module;

/** The file's bytes, and their origin for messages. */
export interface WasmBytes {
  bytes: Uint8Array<ArrayBuffer>;
  origin: string;
}

/** Whether a built-in method accepts the value. Unlike instanceof, this also works for objects of other frames. */
function accepts(method: (value: never) => unknown, value: unknown): boolean {
  try {
    method(value as never);
    return true;
  } catch {
    return false;
  }
}

export const isModule = (value: unknown): value is WebAssembly.Module =>
  accepts(WebAssembly.Module.exports, value);

/** A copy of a buffer's bytes; undefined if the value is not a buffer, or is detached. */
function copyOfBuffer(value: unknown): Uint8Array<ArrayBuffer> | undefined {
  try {
    const { buffer, byteOffset, byteLength } = ArrayBuffer.isView(value)
      ? value
      : new DataView(value as ArrayBuffer);
    return new Uint8Array(buffer, byteOffset, byteLength).slice();
  } catch {
    return undefined;
  }
}

const ofBuiltIn = (prototype: object | undefined, field: string) => {
  const get = prototype && Object.getOwnPropertyDescriptor(prototype, field)?.get;
  return (value: unknown) => get !== undefined && accepts((self) => get.call(self), value);
};

const isUrl = (value: unknown): value is URL => ofBuiltIn(URL.prototype, "href")(value);
const isResponse = (value: unknown): value is Response =>
  ofBuiltIn(globalThis.Response?.prototype, "status")(value);

/** The absolute address of a source; undefined if the source is not an address. */
export function addressOf(source: unknown, base: string | undefined): string | undefined {
  if (isUrl(source)) return source.href;
  if (typeof source !== "string") return undefined;
  try {
    return new URL(source, base).href;
  } catch {
    throw wrongType("wasm", "a URL", source);
  }
}

/** The bytes of a source that is neither an address nor a module. */
export async function bytesOfSource(source: unknown): Promise<WasmBytes> {
  const copy = copyOfBuffer(source);
  if (copy) return { bytes: copy, origin: "the given buffer" };
  if (!isResponse(source)) {
    throw wrongType("wasm", "a URL, a string, a Response, a buffer or a WebAssembly.Module", source);
  }
  const origin = source.url || "the given Response";
  return { bytes: await bytesOfResponse(source, origin), origin };
}

export async function fetchFile(address: string): Promise<Response> {
  try {
    return await fetch(address, { credentials: "same-origin" });
  } catch (cause) {
    throw fetchFailed(address, cause);
  }
}

export async function bytesOfResponse(response: Response, address: string): Promise<Uint8Array<ArrayBuffer>> {
  if (!response.ok) {
    const text = `the WebAssembly file is not at ${address}: the server answered ${response.status} ${response.statusText}; copy it there, or pass its address as load({ wasm })`;
    throw failure(text, { code: "not-found", param: "wasm", value: address });
  }
  try {
    return new Uint8Array(await response.arrayBuffer());
  } catch (cause) {
    throw fetchFailed(address, cause);
  }
}

function fetchFailed(address: string, cause: unknown) {
  const reason = cause instanceof Error ? cause.message : show(cause);
  const text = `the WebAssembly file could not be read from ${address}: ${reason}; check the network, the page's connect-src and CORS`;
  return failure(text, { code: "fetch", param: "wasm", value: address, cause });
}
