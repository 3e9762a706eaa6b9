import { checkSpec, formatSpec, parseSpec, presets, type Spec } from "posenc";
import { describe, expect, test } from "vitest";
import { errorOf, expectError } from "./expect-error.ts";

const full = { method: "sinusoidal", dModel: 512, base: 10000, layout: "interleaved" } as const;

describe("checkSpec", () => {
  test("fills in defaults, visibly, and gives a new frozen object", () => {
    const given = { method: "sinusoidal", dModel: 512 };
    expect(checkSpec(given)).toEqual(full);
    expect(Object.isFrozen(checkSpec(given))).toBe(true);
    expect(given).toEqual({ method: "sinusoidal", dModel: 512 });
    expect(checkSpec(checkSpec(given))).toEqual(full);
  });

  test("looks presets up, which state a source and leave the width open", () => {
    for (const [name, { source, spec }] of Object.entries(presets)) {
      expect(source.length).toBeGreaterThan(10);
      expect(checkSpec({ preset: name, dModel: 64 })).toEqual({ ...spec, dModel: 64 });
    }
    expect(checkSpec({ preset: "attention-is-all-you-need", dModel: 512 })).toEqual(full);
  });

  test("refuses what no spec is", () => {
    const error = expectError(
      () => checkSpec({ preset: "marain", dModel: 8 }),
      RangeError,
      "range",
      "preset",
    );
    expect(error.message).toContain('did you mean "marian"?');
    expectError(
      () => checkSpec({ preset: "marian", dModel: 8, base: 2 }),
      TypeError,
      "unknown-option",
      "base",
    );
    expectError(() => checkSpec({ preset: "marian" }), TypeError, "missing", "dModel");
    expectError(() => checkSpec({ preset: "__proto__", dModel: 8 }), RangeError, "range", "preset");
    expectError(() => checkSpec({ ...full, layout: "toString" }), RangeError, "range", "layout");
    for (const value of [null, undefined, 512, "sinusoidal", [], () => full]) {
      expect(errorOf(() => checkSpec(value))).toBeInstanceOf(TypeError);
    }
  });
});

describe("the text of a spec", () => {
  test("is canonical, and reads back as the same spec without a note", () => {
    expect(formatSpec({ method: "sinusoidal", dModel: 512 })).toBe(
      "method=sinusoidal&dModel=512&base=10000&layout=interleaved",
    );
    const specs: Spec[] = [
      full,
      { preset: "marian", dModel: 1024 },
      { method: "sinusoidal", dModel: 2, base: 1e-9, layout: "halves" },
      { method: "sinusoidal", dModel: 65536, base: 1e300 },
      { method: "sinusoidal", dModel: 50, base: 1.000000000000004 },
    ];
    for (const spec of specs) {
      expect(parseSpec(formatSpec(spec))).toEqual({ spec: checkSpec(spec), notes: [] });
      expect(parseSpec(`#${formatSpec(spec)}`).spec).toEqual(checkSpec(spec));
    }
    expectError(() => formatSpec({ ...full, dModel: 7 }), RangeError, "range", "dModel");
  });

  test("may name a preset", () => {
    expect(parseSpec("preset=tensorflow-tutorial&dModel=128")).toEqual({
      spec: { ...full, dModel: 128, layout: "halves" },
      notes: [],
    });
  });

  const odd: [text: string, spec: object, notes: RegExp[]][] = [
    ["", {}, []],
    ["dModel=7.5", { dModel: 8 }, [/dModel "7.5" became 8/]],
    ["dModel=1e309", { dModel: 65536 }, [/became 65536/]],
    ["dModel=-4", { dModel: 2 }, [/became 2/]],
    ["dModel=NaN", {}, [/"NaN" is not a number/]],
    ["dModel=0x10", {}, [/not a number/]],
    ["dModel=1,5", {}, [/not a number/]],
    ["dModel=", {}, [/not a number/]],
    ["base=1e309", { base: 1e300 }, [/became 1e\+300/]],
    ["base=0", { base: 1e-9 }, [/became 1e-9/]],
    ["layout=halfs", {}, [/layout "halfs" is not known/]],
    ["method=%3Cimg%20onerror%3E", {}, [/method "<img onerror>" is not known/]],
    ["__proto__=1&constructor=2", {}, [/"__proto__" is not used/, /"constructor" is not used/]],
    ["dModel=8&dModel=16", { dModel: 8 }, [/"dModel" is given twice/]],
    ["%E0%A4%A&dModel=%", {}, [/not a number/, /is not used/]],
    ["preset=marian&base=5", { layout: "halves" }, [/"base" is not used/]],
    ["preset=none", {}, [/preset "none" is not known/]],
  ];
  test.each(odd)("%j is read as far as it can be", (text, spec, notes) => {
    const read = parseSpec(text);
    expect(read.spec).toEqual({ ...full, ...spec });
    expect(read.notes).toHaveLength(notes.length);
    for (const [i, note] of notes.entries()) expect(read.notes[i]).toMatch(note);
  });

  test("of 1 MB is read at once, up to a stated length", () => {
    const start = performance.now();
    const read = parseSpec(`dModel=64&${"a=1&".repeat(250_000)}`);
    expect(performance.now() - start).toBeLessThan(100);
    expect(read.spec.dModel).toBe(64);
    expect(read.notes[0]).toBe("only the first 2000 of 1000010 characters were read");
    expect(parseSpec("9".repeat(10 ** 6)).spec).toEqual(full);
    expect(parseSpec(`dModel=${"9".repeat(1900)}`).spec.dModel).toBe(65536);
  });

  test("must be a string", () => {
    for (const value of [undefined, null, 5, new String("dModel=8"), ["dModel=8"]]) {
      expectError(() => parseSpec(value as string), TypeError, "type", "text");
    }
  });
});
