/** Every function with arguments of any kind: it answers or throws one of our errors, and the next call works. */
import fc from "fast-check";
import { checkSpec, formatSpec, load, parseSpec } from "posenc/full";
import { describe, expect, test } from "vitest";
import { anything, bent, countAnswers, even, expectWell, small, testCalls } from "./harness/any-input.ts";
import { calls, specOf } from "./harness/each-call.ts";
import { wasmBytes } from "./harness/faulty-module.ts";
import { anySpec } from "./harness/spec-arbitrary.ts";
import { changed, type Path, takeApart, valuesIn } from "./harness/taken-apart.ts";

const pe = await load();

/** Values that are often right in place of another one. */
const likely = fc.oneof(
  small,
  even,
  fc.double({ min: -100, max: 100 }),
  fc.boolean(),
  fc.constant(undefined),
);

/** The arguments of a call, of which up to two values are replaced, left out, or joined by others. */
function bentArguments(args: unknown[]): fc.Arbitrary<unknown[]> {
  const values = [...valuesIn(args)].map(([path]) => path);
  const around = values.filter((path) => path.length > 1).map((path) => path.slice(0, -1));
  const places: Path[] = [...values, ...around, ...around.map((path) => [...path, "surplus"])];
  const change = fc.tuple(fc.constantFrom(...places), fc.oneof(likely, anything));
  const changes = fc.oneof(fc.constant([]), fc.array(change, { minLength: 1, maxLength: 2 }));
  return changes.map((list) =>
    list
      .filter(([path], i) => !list.slice(0, i).some(([replaced]) => leadsThrough(path, replaced)))
      .reduce((all, [path, value]) => changed(all, path, () => value), args),
  );
}

const leadsThrough = (path: Path, place: Path) => place.every((key, i) => path[i] === key);

const spec = bent(anySpec);
const mostlySinusoidal = fc.oneof({ weight: 9, arbitrary: bent(fc.constant(specOf(100))) }, spec);
const repeats = fc.tuple(
  mostlySinusoidal,
  bent(fc.record({ from: fc.integer({ min: 1, max: 9 }), to: fc.integer({ min: 9, max: 99 }) })),
);
/** Their own options decide how long these take, so arguments of any kind could take for ever. */
const slow = ["nearestRepeat", "blocks"];

describe("whatever it is given", () => {
  testCalls(
    Object.entries(calls)
      .filter(([name]) => !slow.includes(name))
      .map(([name, call]) => {
        const { args, run } = takeApart(pe, (pe) => call(pe, 100));
        return [name, bentArguments(args), (...given) => run(given)];
      }),
  );

  testCalls([
    [
      "blocks",
      fc.tuple(mostlySinusoidal, bent(fc.record({ length: small, rows: small }))),
      (s, o) => pe.blocks(s, o).next(),
    ],
    ["nearestRepeatSync", repeats, (s, o) => pe.nearestRepeatSync(s, o)],
    ["attentionFactor", fc.tuple(bent(fc.constant({ preset: "phi-3" }))), (s) => pe.attentionFactor(s)],
    ["checkSpec", fc.tuple(spec), (s) => checkSpec(s)],
    ["formatSpec", fc.tuple(spec), (s) => formatSpec(s)],
    [
      "parseSpec",
      fc.tuple(fc.oneof(fc.string(), fc.webQueryParameters(), anything)),
      (text) => parseSpec(text),
    ],
  ]);

  test("nearestRepeat finds it or rejects with one of our errors, and the next call works", async () => {
    const answers = await countAnswers(200, repeats, ([s, o]) => pe.nearestRepeat(s as never, o as never));
    expect(answers).toBeGreaterThan(20);
  });

  test("load rejects with one of our errors", async () => {
    await countAnswers(300, bent(fc.record({ wasm: anything })), (options) => load(options as never));
    expectWell(await load({ wasm: wasmBytes() }));
  });
});
