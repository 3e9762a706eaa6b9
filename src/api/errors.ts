/** What went wrong, for code that must tell cases apart; the message is for people. */
export type ErrorCode =
  // arguments
  | "type"
  | "range"
  | "missing"
  | "unknown-option"
  | "conflict"
  | "unreadable"
  // buffers
  | "length"
  | "detached"
  // memory
  | "memory-limit"
  | "out-of-memory"
  | "trap"
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

/** The shape of every error that this package throws: a TypeError, a RangeError or an Error with these fields. */
export interface PosencError extends Error {
  code: ErrorCode;
  /** The argument at fault, e.g. `"dModel"` or `"positions[3]"`. */
  param: string;
  /** What was given for it. */
  value: unknown;
}

interface Fault {
  code: ErrorCode;
  param: string;
  value: unknown;
  cause?: unknown;
}

function fault(error: Error, { code, param, value, cause }: Fault): PosencError {
  return Object.assign(error, { code, param, value }, cause === undefined ? {} : { cause });
}

export const typeError = (message: string, details: Fault) => fault(new TypeError(message), details);
export const rangeError = (message: string, details: Fault) => fault(new RangeError(message), details);
export const runError = (message: string, details: Fault) => fault(new Error(message), details);
