/**
 * A model as bytes: the length of a text, as four bytes; the text, JSON with all options, the step and the version of the
 * format, filled up with spaces; then the state as floats. Numbers are little-endian.
 */
import { checkArray } from "../arguments/buffers.ts";
import { checkNumber, readOptions } from "../arguments/check.ts";
import { failure } from "../arguments/errors.ts";
import { ownFields } from "./encoding.ts";
import { checkStart, type Resolved } from "./options.ts";

const format = "posenc-lab-1";
const headBytes = 4;

/** The saved data. */
export interface Saved {
  options: Resolved;
  step: number;
  state: Float32Array<ArrayBuffer>;
}

export function save({
  options,
  step,
  state,
}: {
  options: Resolved;
  step: number;
  state: Float32Array;
}): Uint8Array<ArrayBuffer> {
  const text = JSON.stringify({ format, step, options });
  const head = new TextEncoder().encode(text.padEnd(Math.ceil(text.length / 4) * 4));
  const saved = new Uint8Array(headBytes + head.length + state.byteLength);
  new DataView(saved.buffer).setUint32(0, head.length, true);
  saved.set(head, headBytes);
  saved.set(new Uint8Array(state.buffer, state.byteOffset, state.byteLength), headBytes + head.length);
  return saved;
}

/** Longest text that is read; `save` writes far shorter ones. */
const mostText = 2 ** 16;

export function restore(value: unknown): Saved {
  const bytes = checkArray("saved", value, ["Uint8Array"]) as Uint8Array;
  const length =
    bytes.length < headBytes ? 0 : new DataView(bytes.buffer, bytes.byteOffset).getUint32(0, true);
  if (length % 4 !== 0 || length > Math.min(mostText, bytes.length - headBytes))
    throw damaged("does not start with a valid header");
  const head = readHead(bytes.subarray(headBytes, headBytes + length));
  const rest = bytes.slice(headBytes + length);
  if (rest.length % 4 !== 0) throw damaged("is cut short");
  return { ...head, state: new Float32Array(rest.buffer) };
}

function readHead(bytes: Uint8Array): Omit<Saved, "state"> {
  let head: unknown;
  try {
    head = JSON.parse(new TextDecoder().decode(bytes));
  } catch (cause) {
    throw damaged("does not start with a valid header", cause);
  }
  const given = readOptions("saved", head, ["format", "step", "options"]);
  if (given.format !== format) throw damaged("has another version");
  return {
    options: checkStart(withoutDefaults(given.options)),
    step: checkNumber("step", given.step, { from: 0, to: 1e9, integer: true }),
  };
}

/** Fields of other encodings are kept at their defaults, which `checkStart` would refuse. */
function withoutDefaults(options: unknown): unknown {
  const { encoding, ...others } = options as { encoding: Record<string, unknown> };
  return { ...others, encoding: ownFields(encoding) };
}

export const damaged = (what: string, cause?: unknown) =>
  failure(`saved ${what}; pass the bytes that save() returned`, {
    code: "damaged",
    param: "saved",
    value: undefined,
    cause,
  });
