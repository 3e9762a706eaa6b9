/** Arguments of any kind for the functions of the interface, and what has to become of them. */
import fc from "fast-check";
import { load, type Posenc, type PosencError } from "posenc/full";
import { expect, test } from "vitest";

const pe = await load();

/** Anything at all: numbers at the edges, text, typed arrays, proxies, getters that throw, functions, symbols. */
export const anything = fc.oneof(
  fc.anything({
    withBigInt: true,
    withDate: true,
    withMap: true,
    withNullPrototype: true,
    withTypedArray: true,
  }),
  fc.constantFrom<unknown>(
    -0,
    2 ** 31,
    2 ** 32 + 5,
    2 ** 53 + 1,
    Number.NaN,
    Infinity,
    5e-324,
    "512",
    Symbol("x"),
  ),
  fc.constant(() => 1),
  fc.constant(new Proxy({}, { get: () => fail(), ownKeys: () => fail(), getPrototypeOf: () => fail() })),
  fc.constant({ valueOf: () => fail(), toString: () => fail() }),
  fc.float32Array({ maxLength: 40 }),
);
function fail(): never {
  throw new Error("the caller's own");
}

/** Right options, of which some are replaced by anything, taken out, or joined by others. */
export function bent<T extends object>(right: fc.Arbitrary<T>): fc.Arbitrary<unknown> {
  const change = fc.tuple(fc.nat(20), anything);
  const changes = fc.oneof({ weight: 2, arbitrary: fc.constant([]) }, fc.array(change, { maxLength: 2 }));
  const changed = fc.tuple(right, changes).map(([options, changes]) => {
    const copy = { ...options } as Record<string, unknown>;
    for (const [at, value] of changes) copy[Object.keys(copy)[at] ?? "surplus"] = value;
    return copy;
  });
  return fc.oneof({ weight: 20, arbitrary: changed }, { weight: 1, arbitrary: anything });
}

export const small = fc.integer({ min: 0, max: 20 });
export const even = fc.integer({ min: 1, max: 16 }).map((pairs) => 2 * pairs);

/** A function by name, its arguments, and the call. */
export type AnyCall = [string, fc.Arbitrary<unknown[]>, (...args: never[]) => unknown];

export function testCalls(calls: readonly AnyCall[]): void {
  test.each(calls)("%s answers or throws one of our errors, and the next call works", (_name, args, call) => {
    let answers = 0;
    fc.assert(
      fc.property(args, (given) => {
        try {
          call(...(given as never[]));
          answers++;
        } catch (error) {
          expectOurs(error);
        }
        expectWell(pe);
      }),
      { numRuns: 1000, seed: 2, reporter },
    );
    expect(answers, "many arguments were right").toBeGreaterThan(100);
    expect(answers, "and many were not").toBeLessThan(900);
  });
}

/**
 * Calls a function that returns a promise, as {@link testCalls} does with others.
 * @returns how many of its arguments were right
 */
export async function countAnswers<T>(
  runs: number,
  args: fc.Arbitrary<T>,
  call: (given: T) => Promise<unknown>,
): Promise<number> {
  let answers = 0;
  const property = fc.asyncProperty(args, async (given) => {
    try {
      await call(given);
      answers++;
    } catch (error) {
      expectOurs(error);
    }
    expectWell(pe);
  });
  await fc.assert(property, { numRuns: runs, seed: 2, asyncReporter: async (details) => reporter(details) });
  return answers;
}

type Failure = Pick<fc.RunDetails<unknown>, "failed" | "errorInstance" | "counterexamplePath">;

/** In place of the usual report, which prints the arguments: printing some of them throws. */
function reporter({ failed, errorInstance, counterexamplePath }: Failure): void {
  if (failed) throw new Error(`at path ${counterexamplePath}`, { cause: errorInstance });
}

/** Compares no field but text: the error's value may be one that throws when it is looked at. */
function expectOurs(error: unknown): void {
  const { code, param, message } = error as PosencError;
  expect(error instanceof Error && typeof code === "string", message).toBe(true);
  expect(param).toBeTypeOf("string");
  expect(code, "no fault of the module").not.toBe("trap");
}

const row = Float32Array.of(0.8414709848, 0.5403023059, 0.0099998333, 0.9999500004);

export function expectWell(loaded: Posenc): void {
  expect(loaded.sinusoidal({ length: 1, start: 1, dModel: 4 })).toEqual(row);
}
