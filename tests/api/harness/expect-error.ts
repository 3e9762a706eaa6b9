import type { ErrorCode, PosencError } from "posenc/full";
import { expect } from "vitest";

/** The error of a call, after checking that it is one of the package's own. */
export function errorOf(call: () => unknown): PosencError {
  try {
    call();
  } catch (error) {
    return own(error);
  }
  throw new Error("the call threw nothing");
}

export async function rejectionOf(promise: Promise<unknown>): Promise<PosencError> {
  try {
    await promise;
  } catch (error) {
    return own(error);
  }
  throw new Error("the promise was fulfilled");
}

function own(error: unknown): PosencError {
  expect(error).toBeInstanceOf(Error);
  expect(error).toHaveProperty("code");
  expect(error).toHaveProperty("param");
  expect(error).toHaveProperty("value");
  const { message } = error as PosencError;
  expect(message, "one sentence").toMatch(/^\S.*[^.\s]$/);
  return error as PosencError;
}

type Kind = typeof TypeError | typeof RangeError | typeof Error;

export function expectError(call: () => unknown, kind: Kind, code: ErrorCode, param: string): PosencError {
  const error = errorOf(call);
  expect(error.constructor).toBe(kind);
  expect(error).toMatchObject({ code, param });
  return error;
}
