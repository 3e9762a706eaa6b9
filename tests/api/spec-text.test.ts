import fc from "fast-check";
import { checkSpec, formatSpec, parseSpec, type Spec } from "posenc/full";
import { describe, expect, test } from "vitest";
import { expectError } from "./harness/expect-error.ts";
import { anyFields, anySpec } from "./harness/spec-arbitrary.ts";

const plain = checkSpec({ method: "sinusoidal", dModel: 512 });
const text =
  "version=1&method=sinusoidal&dModel=512&base=10000&layout=interleaved&shift=0&oddWidth=error&divisor=pairs" +
  "&start=0&scale=1&outputScale=1&precision=exact";

describe("the text of a spec", () => {
  test("is canonical", () => {
    expect(formatSpec({ method: "sinusoidal", dModel: 512 })).toBe(text);
    expect(formatSpec({ preset: "qwen-2.5-yarn" })).toBe(
      "version=1&method=rope&headDim=128&rotaryDim=128&rotaryOffset=0&base=1000000&pairing=halves&direction=forward" +
        "&scaling=yarn&scaling.factor=4&scaling.originalLength=32768&scaling.betaFast=32&scaling.betaSlow=1&scaling.truncate=true" +
        "&currentLength=0&interleavedSections=false&restartSections=false&precision=exact",
    );
    expect(formatSpec({ preset: "qwen-2-vl" })).toContain("&sections=16,24,24&interleavedSections=false");
    expect(formatSpec({ method: "sinusoidal", dModel: 2, base: 1e300 })).toContain("&base=1e300&");
    expectError(() => formatSpec({ ...plain, dModel: 7 } as Spec), RangeError, "range", "dModel");
  });

  test("is read as the same spec without a note, for every method, also from a link", () => {
    fc.assert(
      fc.property(anySpec, (spec) => {
        const canonical = formatSpec(spec);
        const same = { spec: checkSpec(spec), notes: [] };
        expect(parseSpec(canonical)).toEqual(same);
        expect(parseSpec(`#${canonical}`)).toEqual(same);
        expect(parseSpec(new URLSearchParams(canonical).toString())).toEqual(same);
        expect(formatSpec(parseSpec(canonical).spec)).toBe(canonical);
      }),
      { numRuns: 1000, seed: 4 },
    );
  });

  test("holds the longest lists there are", () => {
    const divisors = Array.from({ length: 1024 }, (_, i) => 0.25 + (i * Math.SQRT2) / 7e4);
    const scaling = {
      type: "longrope",
      factor: 1.1,
      originalLength: 4097,
      shortFactor: divisors,
      longFactor: divisors,
    };
    const spec = checkSpec({ method: "rope", headDim: 2048, pairing: "interleaved", scaling });
    const link = new URLSearchParams(formatSpec(spec)).toString();
    expect(link.length).toBeLessThan(65536);
    expect(parseSpec(link)).toEqual({ spec, notes: [] });
  });

  test("may name a preset", () => {
    expect(parseSpec("preset=tensorflow-tutorial&dModel=128")).toEqual({
      spec: { ...plain, dModel: 128, layout: "halves" },
      notes: [],
    });
    expect(parseSpec("preset=phi-3&currentLength=9000")).toEqual({
      spec: checkSpec({ preset: "phi-3", currentLength: 9000 }),
      notes: [],
    });
  });
});

describe("text from anywhere", () => {
  const odd: [text: string, spec: object, notes: RegExp[]][] = [
    ["", {}, []],
    ["dModel=7.5", { dModel: 8 }, [/dModel "7.5" was changed to 8/]],
    ["dModel=7", { dModel: 8 }, [/dModel 7 was changed: it must be an even integer/]],
    ["dModel=7&oddWidth=zero", { dModel: 7, oddWidth: "zero" }, []],
    ["dModel=2&shift=1", { dModel: 2 }, [/shift 1 was changed: it must be 0/]],
    ["dModel=1e309", { dModel: 65536 }, [/was changed to 65536/]],
    ["dModel=-4", { dModel: 2 }, [/was changed to 2/]],
    ["dModel=NaN", {}, [/"NaN" is not a number/]],
    ["dModel=0x10", {}, [/not a number/]],
    ["dModel=1,5", {}, [/not a number/]],
    ["dModel=", {}, [/not a number/]],
    ["base=1e309", { base: 1e300 }, [/was changed to 1e\+300/]],
    ["base=0", { base: 1e-9 }, [/was changed to 1e-9/]],
    ["layout=halfs", {}, [/layout "halfs" is not a known value/]],
    ["version=2", {}, [/version "2" is not a known value/]],
    ["outputScale=inverse-sqrt", { outputScale: "inverse-sqrt" }, []],
    ["outputScale=much", {}, [/outputScale "much" is not a number/]],
    ["paddingIndex=3", { paddingIndex: 3 }, []],
    ["method=%3Cimg%20onerror%3E", {}, [/method "<img onerror>" is not a known value/]],
    ["__proto__=1&constructor=2", {}, [/"__proto__" is not used/, /"constructor" is not used/]],
    ["dModel=8&dModel=16", { dModel: 8 }, [/"dModel" is given twice/]],
    ["%E0%A4%A&dModel=%", {}, [/not a number/, /is not used/]],
    ["preset=marian&base=5", { layout: "halves" }, [/"base" is not used/]],
    ["preset=none", {}, [/preset "none" is not a known value/]],
  ];
  test.each(odd)("%j is read as far as it can be", (given, spec, notes) => {
    const read = parseSpec(given);
    expect(read.spec).toEqual({ ...plain, ...spec });
    expect(read.notes).toHaveLength(notes.length);
    for (const [i, note] of notes.entries()) expect(read.notes[i]).toMatch(note);
  });

  const rope = "method=rope&headDim=8&pairing=halves";
  const nested: [text: string, fields: object, notes: RegExp[]][] = [
    ["method=rope&headDim=8", { pairing: "halves" }, [/pairing is missing; "halves" is assumed/]],
    ["method=rope&headDim=6.9&pairing=halves", { headDim: 6 }, [/headDim "6.9" was changed to 6/]],
    [`${rope}&scaling=ntk&scaling.factor=0`, { scaling: { type: "ntk", factor: 1 } }, [/was changed to 1/]],
    [
      `${rope}&scaling=spin&scaling.factor=2`,
      { scaling: { type: "none" } },
      [/not a known value/, /is not used/],
    ],
    [`${rope}&sections=2,x`, {}, [/sections\[1\] "x" is not a number/]],
    [`${rope}&sections=2`, {}, [/sections has 1 number; expected 2 to 4/]],
    [`${rope}&sections=2,3`, {}, [/sections was left out: it must be the number of pairs of each axis/]],
    [`${rope}&interleavedSections=yes`, {}, [/"yes" is not a known value/]],
    [`${rope}&rotaryDim=10`, { rotaryDim: 8 }, [/rotaryDim 10 was changed: it must be at most headDim, 8/]],
  ];
  test.each(nested)("%j, too", (given, fields, notes) => {
    const read = parseSpec(given);
    expect(read.spec).toMatchObject(fields);
    expect(read.notes).toHaveLength(notes.length);
    for (const [i, note] of notes.entries()) expect(read.notes[i]).toMatch(note);
  });

  test("LongRoPE without its lists has divisors of 1", () => {
    const { spec, notes } = parseSpec(`${rope}&scaling=longrope`);
    expect(spec).toMatchObject({ scaling: { shortFactor: [1, 1, 1, 1], longFactor: [1, 1, 1, 1] } });
    expect(notes).toHaveLength(2);
    expect(parseSpec("method=rope&headDim=4096&pairing=halves&scaling=longrope").spec).toMatchObject({
      scaling: { type: "none" },
    });
  });

  test("always gives a spec, also from fields that conflict", () => {
    const anyText = fc.oneof(
      anyFields.map((fields) => new URLSearchParams(flat(fields)).toString()),
      fc.webQueryParameters(),
      fc.string(),
    );
    fc.assert(
      fc.property(anyText, (given) => {
        const { spec, notes } = parseSpec(given);
        expect(checkSpec(spec)).toEqual(spec);
        expect(notes.length).toBeLessThanOrEqual(21);
        expect(parseSpec(formatSpec(spec))).toEqual({ spec, notes: [] });
      }),
      { numRuns: 1000, seed: 5 },
    );
  });

  test("of 1 MB is read up to a stated length, and further notes are counted", () => {
    const read = parseSpec(`dModel=64&${"a=1&".repeat(250_000)}`);
    expect(read.spec).toMatchObject({ dModel: 64 });
    expect(read.notes[0]).toBe("only the first 65536 of 1000010 characters were read");
    expect(read.notes).toHaveLength(21);
    expect(read.notes[20]).toMatch(/^and \d+ more notes$/);
    const few = parseSpec(Array.from({ length: 22 }, (_, n) => `a${n}=1`).join("&"));
    expect(few.notes.slice(19)).toEqual(['"a19" is not used', "and 2 more notes"]);
    expect(parseSpec("9".repeat(10 ** 6)).spec).toEqual(plain);
    expect(parseSpec(`dModel=${"9".repeat(1900)}`).spec).toMatchObject({ dModel: 65536 });
    expect(parseSpec(`${rope}&sections=${"1,".repeat(30_000)}1`).notes[0]).toMatch(/has 30001 numbers/);
  });

  test("must be a string", () => {
    for (const value of [undefined, null, 5, new String("dModel=8"), ["dModel=8"]]) {
      expectError(() => parseSpec(value as string), TypeError, "type", "text");
    }
  });
});

/** Fields as a link has them. */
function flat(fields: Record<string, unknown>, prefix = ""): [string, string][] {
  return Object.entries(fields).flatMap(([name, value]): [string, string][] => {
    if (typeof value !== "object" || Array.isArray(value)) return [[prefix + name, String(value)]];
    const { type, ...nested } = value as { type: string };
    return [[name, type], ...flat(nested, `${name}.`)];
  });
}
