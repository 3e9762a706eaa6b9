import { printable } from "./printable.ts";

/** The kind of an error, for programs; the message is for people. */
export type ErrorCode =
  // arguments
  | "type"
  | "range"
  | "missing"
  | "unknown-option"
  | "conflict"
  | "unreadable"
  | "unsupported"
  // buffers
  | "length"
  | "detached"
  // memory
  | "memory-limit"
  | "out-of-memory"
  // kept weights or a model of the lab: freed, or lost with a module that stopped or was disposed of
  | "freed"
  // the module stopped in the middle of a call: `out` may have some results; the next call starts the module afresh
  | "trap"
  // a model of the lab has numbers that are no longer finite
  | "diverged"
  // loading
  | "fetch"
  | "not-found"
  | "not-wasm"
  | "damaged"
  | "version"
  | "no-webassembly"
  | "no-simd"
  | "csp"
  | "self-test";

/** Every error that this package throws: a TypeError, a RangeError or an Error with these fields. */
export interface PosencError extends Error {
  /** The kind of error. */
  code: ErrorCode;
  /** The argument at fault, e.g. `"dModel"` or `"positions[3]"`. */
  param: string;
  /** The value that was passed; for a failed load, the address of the WebAssembly file. */
  value: unknown;
}

interface Details {
  code: ErrorCode;
  param: string;
  value: unknown;
  /** The error that was caught, if there was one. */
  cause?: unknown;
}

function withDetails(error: Error, details: Details): PosencError {
  return Object.assign(error, details);
}

export const typeError = (message: string, details: Details) =>
  withDetails(new TypeError(printable(message)), details);
export const rangeError = (message: string, details: Details) =>
  withDetails(new RangeError(printable(message)), details);
export const failure = (message: string, details: Details) =>
  withDetails(new Error(printable(message)), details);

const units = ["MiB", "GiB", "TiB", "PiB", "EiB", "ZiB"];

/** An amount of memory with one decimal, in a unit in which it is below 10 000. */
export function memoryText(bytes: number): string {
  let amount = bytes / 2 ** 20;
  let unit = 0;
  for (; amount >= 10_000 && unit + 1 < units.length; unit++) amount /= 1024;
  const round = unit === 0 ? Math.ceil : Math.round; // an amount just over a limit must not read as the limit
  return `${round(amount * 10) / 10} ${units[unit]}`;
}

export const outOfMemory = (bytes: number, cause?: unknown) =>
  failure(`out of memory: the call needs ${memoryText(bytes)}; ask for fewer rows or pixels at a time`, {
    code: "out-of-memory",
    param: "memory",
    value: bytes,
    cause,
  });

export const isOutOfMemory = (error: unknown) => (error as Partial<PosencError>).code === "out-of-memory";

/** Better no number than a wrong one. */
export function notComputed(param: string, value: unknown, why: string) {
  return rangeError(`${param} ${value} ${why}`, { code: "unsupported", param, value });
}
