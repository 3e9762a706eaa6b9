/** How every function reads its arguments, and refuses wrong ones. */
import { runInNewContext } from "node:vm";
import { load, type Posenc } from "posenc/full";
import { describe, expect, test } from "vitest";
import { expectWell } from "./harness/any-input.ts";
import { calls } from "./harness/each-call.ts";
import { errorOf, expectError } from "./harness/expect-error.ts";
import { changed, isOptions, type Path, takeApart, valuesIn } from "./harness/taken-apart.ts";

const pe = await load();
const BASE = 100;

/** A copy of arguments, in which `make` makes every object of options. */
function remade(value: unknown, make: (entries: [string, unknown][]) => object): unknown {
  if (!isOptions(value)) return value;
  return make(Object.entries(value).map(([key, inner]) => [key, remade(inner, make)]));
}

/** Throws if anything is read from it. */
const poison: object = new Proxy({}, { get: (_, key) => expect.unreachable(`${String(key)} is inherited`) });

const notNumbers: unknown[] = [
  ...["64", "", null, [7], {}, true, 5n, Symbol("7"), () => 7, new Number(7)],
  { valueOf: () => expect.unreachable("valueOf was called") },
  { [Symbol.toPrimitive]: () => expect.unreachable("toPrimitive was called") },
];
/** Names of options that count things in memory: integers, 0 or more. */
const counts =
  /^(width|height|dModel|heads|kvHeads|headDim|rotaryDim|queries|keys|columns|inner|features|buckets|clip)$/;
/** The last one would be 5 if it were cut to 32 bits. */
const notCounts = [1.5, -1, 2 ** 31 + 0.5, 2 ** 53 + 2, -(2 ** 40), 2 ** 32 + 5];
const notArrays: unknown[] = [
  ...["12", 12, null, { length: 1 }, new Set([1]), new DataView(new ArrayBuffer(8)), BigInt64Array.of(1n)],
];

function detached<T extends ArrayBufferView<ArrayBuffer>>(array: T): T {
  const copy = structuredClone(array);
  structuredClone(copy, { transfer: [copy.buffer] });
  return copy;
}

/** Whether any number in there is NaN. */
function holdsNaN(value: unknown): boolean {
  if (typeof value === "number") return Number.isNaN(value);
  if (ArrayBuffer.isView(value)) return Array.from(value as Float32Array).some(Number.isNaN);
  return typeof value === "object" && value !== null && Object.values(value).some(holdsNaN);
}

function succeeds(call: () => unknown): boolean {
  try {
    call();
    return true;
  } catch {
    return false;
  }
}

test("every function of the package is in the table of calls", () => {
  const called = new Set(Object.values(calls).map((call) => takeApart(pe, (pe) => call(pe, BASE)).name));
  // The first is asynchronous, the second has a spec only, the third gives a handle (keep-weights.test.ts), and the last has no
  // argument.
  const alone: (keyof Posenc)[] = ["nearestRepeat", "attentionFactor", "keepWeights", "dispose"];
  expect(new Set([...called, ...alone])).toEqual(new Set(Object.keys(pe)));
});

describe.each(Object.entries(calls))("%s", (_, call) => {
  const { args, result, run } = takeApart(pe, (pe) => call(pe, BASE));
  const places = [...valuesIn(args)];
  const placed = (is: (value: unknown) => boolean) => places.filter(([, value]) => is(value));

  /** Expects each value to be refused in that place by name, and the next call to work. */
  function expectRefused(path: Path, values: readonly unknown[], kind: typeof TypeError | typeof RangeError) {
    for (const value of values) {
      const error = errorOf(() => run(changed(args, path, () => value)));
      expect(error.constructor, error.message).toBe(kind);
      expect(error.param).toContain(nameOf(path, error.param));
      expectWell(pe);
    }
  }

  /** An option's own name; arguments that stand alone have none here. */
  const nameOf = (path: Path, otherwise: string) => (path.length > 1 ? path.at(-1)! : otherwise);

  test("reads the options' own keys only, and each once", () => {
    const reads: { key: string; times: number }[] = [];
    const watch = (entries: [string, unknown][]) => {
      const options = Object.create(poison);
      for (const [key, value] of entries) {
        const read = { key, times: 0 };
        const get = () => {
          read.times++;
          return value;
        };
        reads.push(read);
        Object.defineProperty(options, key, { get, enumerable: true });
      }
      return options;
    };
    expect(run(args.map((value) => remade(value, watch)))).toEqual(result);
    expect(reads.filter(({ times }) => times !== 1)).toEqual([]);
  });

  test("takes frozen options of another realm, and arrays of one", () => {
    const foreign = (entries: [string, unknown][]) =>
      runInNewContext("Object.freeze(Object.fromEntries(entries))", { entries });
    const arrays = places.reduce((all, [path, value]) => {
      if (!ArrayBuffer.isView(value)) return all;
      return changed(all, path, () => runInNewContext(`${value.constructor.name}.from(value)`, { value }));
    }, args);
    expect(run(arrays.map((value) => remade(value, foreign)))).toEqual(result);
  });

  test("refuses unknown options, and names the nearest one", () => {
    for (const [path] of places.filter(([path]) => path.length > 1)) {
      const name = path.at(-1)!;
      const misspelt = name.toUpperCase();
      const given = changed(args, [...path.slice(0, -1), misspelt], () => 1);
      const error = expectError(() => run(given), TypeError, "unknown-option", misspelt);
      expect(error.message).toContain(`did you mean "${name}"?`);
    }
  });

  test("takes only numbers as numbers, without NaN and infinities, and only integers as counts", () => {
    for (const [path] of placed((value) => typeof value === "number")) {
      expectRefused(path, notNumbers, TypeError);
      expectRefused(path, [Number.NaN, Infinity, -Infinity], RangeError);
      if (!counts.test(path.at(-1)!)) continue;
      for (const value of notCounts)
        expect(errorOf(() => run(changed(args, path, () => value)))).toBeInstanceOf(RangeError);
    }
  });

  test("takes true and false only as flags, and only its own words", () => {
    for (const [path] of placed((value) => typeof value === "boolean"))
      expectRefused(path, ["true", 1, null, {}], TypeError);
    for (const [path] of placed((value) => typeof value === "string")) {
      expectRefused(path, [5, null, true, ["x"], Symbol("x")], TypeError);
      expectRefused(path, ["", "x", "__proto__", "<img>"], RangeError);
    }
  });

  test("refuses other values in place of arrays, and arrays that were transferred away", () => {
    for (const [path, value] of placed((value) => ArrayBuffer.isView(value) || Array.isArray(value)))
      expectRefused(
        path,
        ArrayBuffer.isView(value) ? [...notArrays, detached(value as never)] : notArrays,
        TypeError,
      );
  });

  test("reads arrays of another type by their numbers, or refuses them", () => {
    for (const [path, value] of placed(ArrayBuffer.isView)) {
      const numbers = Array.from(value as Float32Array);
      for (const array of [Float64Array.from(numbers), Float32Array.from(numbers), numbers]) {
        const given = () => run(changed(args, path, () => array));
        const isTaken = succeeds(given);
        if (isTaken) expect(given()).toEqual(result);
        else expect(errorOf(given).code).toBe("type");
      }
    }
  });

  test("takes data that is not finite without losing a NaN, or refuses it by name", () => {
    for (const [path, value] of placed((value) => value instanceof Float32Array)) {
      for (const float of [Number.NaN, Infinity, -Infinity, 3.4e38, 1e-45]) {
        const data = new Float32Array((value as Float32Array).length).fill(float);
        const given = () => run(changed(args, path, () => data));
        if (!succeeds(given)) expectRefused(path, [data], RangeError);
        else if (Number.isNaN(float)) expect(holdsNaN(given()), `NaN in ${path.join(".")}`).toBe(true);
        expectWell(pe);
      }
    }
  });

  test("refuses other values in a list of numbers", () => {
    const isList = (value: unknown) => Array.isArray(value) && typeof value[0] === "number";
    for (const [path, list] of placed(isList) as [Path, unknown[]][]) {
      const last = (value: unknown) => [...list.slice(0, -1), value];
      expectRefused(path, ["1", null, undefined, 5n, {}].map(last), TypeError);
      expectRefused(path, [Number.NaN, Infinity].map(last), RangeError);
    }
  });
});
