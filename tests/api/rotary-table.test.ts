/** Frequencies, attention factors and tables of rotary encodings against independent numbers. */
import { load, presets, type RotaryTableOptions, type Spec } from "posenc/full";
import { describe, expect, test } from "vitest";
import { expectError } from "./harness/expect-error.ts";
import { fixture, nearest, ulps } from "./harness/fixture.ts";

const pe = await load();

interface Record_ {
  name: string;
  reading: { scaling: { type: string; currentLength?: number } & Record<string, unknown> };
  attentionFactor: string;
  frequencies: [pair: number, radians: string][];
  entries: [position: number, pair: number, cos: string, sin: string][];
}

function specOf({ reading: { scaling, ...reading } }: Record_): Spec {
  const { type, currentLength, ...numbers } = scaling;
  const rule = { type: type === "default" ? "none" : type, ...numbers };
  return { method: "rope", ...reading, scaling: rule, currentLength } as unknown as Spec;
}

function expectRecord(spec: Spec, { attentionFactor, frequencies, entries }: Record_) {
  expect(pe.attentionFactor(spec)).toBe(Number(attentionFactor));
  const radians = pe.frequencies(spec);
  for (const [pair, value] of frequencies) expect(radians[pair]).toBe(Number(value));
  const positions = [...new Set(entries.map(([position]) => position))];
  const pairs = radians.length;
  const listed = pe.rotaryTable(spec, { positions });
  for (const [position, pair, cos, sin] of entries) {
    const at = positions.indexOf(position) * pairs + pair;
    expect([listed.cos[at], listed.sin[at]]).toEqual([nearest(cos), nearest(sin)]);
    const counted = pe.rotaryTable(spec, { start: position, length: 1 });
    expect([counted.cos[pair], counted.sin[pair]]).toEqual([nearest(cos), nearest(sin)]);
  }
}

describe("every scaling rule: frequencies, factor, and entries rounded correctly", () => {
  const records: Record_[] = fixture("rotary").records;
  test.each(records)("$name", (record) => expectRecord(specOf(record), record));
});

describe("models by name", () => {
  const records: Record_[] = fixture("rotary-models").records;
  test.each(records)("$name", (record) => {
    const { name, reading } = record;
    const phi = { preset: "phi-3", currentLength: reading.scaling.currentLength };
    const spec = (name.startsWith("phi-3") ? phi : { preset: name }) as Spec;
    if (spec.preset === undefined || !(spec.preset in presets)) throw new Error(`${name} is no preset`);
    expectRecord(spec, record);
  });
});

describe("texts longer than those a model was first trained with", () => {
  const dynamic = { type: "dynamic", factor: 2, originalLength: 4096 } as const;
  const longrope = { ...dynamic, type: "longrope", shortFactor: [1, 1], longFactor: [1, 2] } as const;
  const rope = { method: "rope", headDim: 4, pairing: "halves" } as const;
  const specs: Spec[] = [{ preset: "phi-3" }, { ...rope, scaling: dynamic }, { ...rope, scaling: longrope }];

  test.each(specs)("need a currentLength: $preset $scaling.type", (spec) => {
    const [short, long] = [4096, 4097].map((currentLength) => ({ ...spec, currentLength }) as Spec);
    const beyond: RotaryTableOptions[] = [
      { start: 4096, length: 1 },
      { length: 4097 },
      { start: 4095.5, length: 2 },
      { start: 9000, stride: -3000, length: 4 },
      { positions: [0, 131_071, 2] },
    ];
    for (const options of beyond) {
      const call = () => pe.rotaryTable(spec, options);
      const error = expectError(call, TypeError, "missing", "currentLength");
      expect(error.message).toMatch(
        /currentLength is required from position 4096 on;.*number of tokens so far/,
      );
      expect(pe.rotaryTable(long!, options)).not.toEqual(pe.rotaryTable(short!, options));
    }
    const within: RotaryTableOptions[] = [
      { length: 4096 },
      { start: 5000, length: 0 },
      { start: -9000, length: 2 },
      { positions: [4095.5, 1] },
      { positions: [] },
    ];
    for (const options of within)
      expect(pe.rotaryTable(spec, options)).toEqual(pe.rotaryTable(short!, options));
  });

  test("on any axis", () => {
    const spec: Spec = { ...rope, scaling: longrope, sections: [1, 1] };
    const call = () => pe.rotaryTable(spec, { positions: [[1], [4096]] });
    expectError(call, TypeError, "missing", "currentLength");
    expect(pe.rotaryTable(spec, { positions: [[1], [4095]] }).cos).toHaveLength(2);
  });

  test("also to rotate, back too, and in attention, for its queries or keys", () => {
    const x = Float32Array.of(1, 2, 3, 4);
    const phi = { headDim: 4, pairing: "halves", scaling: longrope } as const;
    for (const inverse of [false, true]) {
      const call = () => pe.rotate(x, { ...phi, heads: 1, start: 4096, inverse });
      expectError(call, TypeError, "missing", "currentLength");
    }
    const attend = (rotary: object, offset: number) => () =>
      pe.attention({ q: x, k: x, v: x, heads: 1, headDim: 4, rotary: { ...phi, ...rotary }, offset });
    expectError(attend({ start: 4096 }, 0), TypeError, "missing", "currentLength");
    expectError(attend({}, 4096), TypeError, "missing", "currentLength");
    expect(attend({ start: 4096, currentLength: 4097 }, 0)().output).toEqual(x);
    expect(attend({}, 4095)().output).toEqual(x);
  });
});

describe("axes", () => {
  const { sectionTables } = fixture("rotation");
  test.each(sectionTables as { name: string; ids: number[]; entries: [number, number, string, string][] }[])(
    "$name: each pair rotates with its own axis",
    ({ name, ids, entries }) => {
      const { cos, sin } = pe.rotaryTable({ preset: name } as Spec, { positions: ids.map((id) => [id]) });
      for (const [pair, _axis, cosine, sine] of entries)
        expect([cos[pair], sin[pair]]).toEqual([nearest(cosine), nearest(sine)]);
    },
  );

  test("one list, or a start, stands for all axes", () => {
    const plain = { preset: "llama-2" } as const;
    const sections = { method: "rope", headDim: 128, pairing: "halves", sections: [16, 24, 24] } as const;
    const positions = [3, 1000000, 5];
    const expected = pe.rotaryTable(plain, { positions });
    expect(pe.rotaryTable(sections, { positions })).toEqual(expected);
    expect(
      pe.rotaryTable(sections, { positions: [positions, positions, Int32Array.from(positions)] }),
    ).toEqual(expected);
    expect(pe.rotaryTable(sections, { length: 3, start: 7 })).toEqual(
      pe.rotaryTable(plain, { length: 3, start: 7 }),
    );
  });

  test("with an attention factor, too", () => {
    const scaling = { type: "yarn", factor: 4, originalLength: 4096 } as const;
    const spec = { method: "rope", headDim: 16, pairing: "halves", scaling } as const;
    const sections = { ...spec, sections: [3, 5] } as const;
    const [first, second] = [7, 900].map((start) => pe.rotaryTable(spec, { start, length: 1 }));
    const { cos, sin } = pe.rotaryTable(sections, { positions: [[7], [900]] });
    expect([...cos]).toEqual([...first!.cos.slice(0, 3), ...second!.cos.slice(3)]);
    expect([...sin]).toEqual([...first!.sin.slice(0, 3), ...second!.sin.slice(3)]);
  });
});

describe("xPos", () => {
  const { rotaryDim, scaleBase, entries } = fixture("rotary").xpos;
  const spec: Spec = { method: "xpos", headDim: rotaryDim, scaleBase, pairing: "interleaved" };
  const plain: Spec = { method: "rope", headDim: rotaryDim, pairing: "interleaved" };

  test("scales of queries and keys, to an ULP and a half", () => {
    for (const [position, pair, _zeta, query, key] of entries) {
      const unit = pe.rotaryTable(plain, { start: position, length: 1 });
      for (const [side, scale] of [
        ["query", query],
        ["key", key],
      ] as const) {
        const { cos, sin } = pe.rotaryTable(spec, { start: position, length: 1, side });
        expect(ulps(cos[pair]!, `${unit.cos[pair]! * Number(scale)}`)).toBeLessThan(1.001);
        expect(ulps(sin[pair]!, `${unit.sin[pair]! * Number(scale)}`)).toBeLessThan(1.001);
      }
    }
  });
});

describe("tokens", () => {
  const spec: Spec = { preset: "gpt-neox" };
  const bits = ({ cos, sin }: { cos: Float32Array; sin: Float32Array }) => [...cos, ...sin];

  test.each<[RotaryTableOptions, number[]]>([
    [{ length: 3 }, [0, 1, 2]],
    [{ length: 3, start: 40 }, [40, 41, 42]],
    [{ length: 3, start: 5, stride: 2 }, [5, 7, 9]],
    [{ length: 3, stride: 0 }, [0, 0, 0]],
    [{ length: 3, start: 2, stride: -1 }, [2, 1, 0]],
    [{ length: 3, start: 0.5, stride: 0.25 }, [0.5, 0.75, 1]],
    [{ length: 2, positions: Float32Array.of(9, 8) }, [9, 8]],
    [{ length: 0 }, []],
  ])("%j are at %j", (options, positions) => {
    expect(bits(pe.rotaryTable(spec, options))).toEqual(bits(pe.rotaryTable(spec, { positions })));
  });

  test("a long table is the same as its rows", () => {
    const long = pe.rotaryTable({ preset: "llama-3.1" }, { length: 300, start: 131000 });
    for (const row of [0, 17, 299]) {
      const { cos } = pe.rotaryTable({ preset: "llama-3.1" }, { positions: [131000 + row] });
      expect(long.cos.slice(64 * row, 64 * row + 64)).toEqual(cos);
    }
  });
});

describe("rotaryTable with out", () => {
  const spec = { preset: "llama-2" } as const;
  const arrays = (count = 3 * 64) => ({ cos: new Float32Array(count), sin: new Float32Array(count) });
  const { cos, sin } = pe.rotaryTable(spec, { length: 3, start: 7 });

  test("fills the two arrays and returns them", () => {
    const out = arrays();
    expect(pe.rotaryTable(spec, { length: 3, start: 7, out })).toBe(out);
    expect(out).toEqual({ cos, sin });
  });

  test("fills two halves of one array", () => {
    const both = new Float32Array(2 * 3 * 64);
    const out = { cos: both.subarray(0, 192), sin: both.subarray(192) };
    pe.rotaryTable(spec, { length: 3, start: 7, out });
    expect(both).toEqual(Float32Array.of(...cos, ...sin));
  });

  test.each([
    ["no sines", { cos: arrays().cos }, TypeError, "type", "out.sin"],
    ["doubles", { ...arrays(), cos: new Float64Array(192) }, TypeError, "type", "out.cos"],
    ["arrays of another length", arrays(191), RangeError, "length", "out.cos"],
    ["arrays that overlap", { cos, sin: cos }, RangeError, "conflict", "out.sin"],
    ["a misspelt name", { ...arrays(), sine: cos }, TypeError, "unknown-option", "sine"],
  ] as const)("refuses %s, and writes nothing", (_, out, Kind, code, param) => {
    const before = cos.slice();
    expectError(() => pe.rotaryTable(spec, { length: 3, out: out as never }), Kind, code, param);
    expect(cos).toEqual(before);
  });
});
