import { readFileSync } from "node:fs";
import { checkSpec, load, methods, parseSpec, presets, type ResolvedSpec } from "posenc/full";
import { describe, expect, test } from "vitest";
import { expectError } from "./harness/expect-error.ts";

const fixture = (name: string) =>
  JSON.parse(readFileSync(new URL(`../fixtures/${name}.json`, import.meta.url), "utf8"));

interface Row {
  name: string;
  convention: Record<string, unknown>;
  reading: Record<string, unknown>;
}
const rowsOf = (name: string, list = "records") =>
  new Map<string, Row>(fixture(name)[list].map((row: Row) => [row.name, row]));

describe("presets", () => {
  test.each(Object.entries(presets))("%s has a title and a source, and is a spec", (name, preset) => {
    expect(preset.title.length).toBeGreaterThan(1);
    expect(preset.source.length).toBeGreaterThan(10);
    const fields = Object.keys(methods[preset.spec.method].fields);
    for (const open of preset.open as readonly string[]) {
      expect(fields).toContain(open);
      expect(preset.spec).not.toHaveProperty(open);
    }
    const given = { dModel: 64, shape: preset.source.includes("3D") ? [2, 3, 4] : [2, 3], octaves: 4 };
    const opened = Object.fromEntries(
      Object.entries(given).filter(([field]) => (preset.open as readonly string[]).includes(field)),
    );
    expect(checkSpec({ preset: name, ...opened })).toEqual(checkSpec({ ...preset.spec, ...opened }));
  });

  test("refuse misspelt names, values for fixed fields, and a missing open field", () => {
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
    expectError(
      () => checkSpec({ preset: "llama-2", method: "rope" }),
      TypeError,
      "unknown-option",
      "method",
    );
  });
});

describe("every preset whose method rounds", () => {
  const rounding = Object.entries(presets).filter(
    ([, { spec }]) => "precision" in methods[spec.method].fields,
  );

  test.each(rounding)("%s takes a precision", (preset) => {
    const { spec, notes } = parseSpec(`preset=${preset}&precision=float32-cast`);
    expect(notes).toEqual([]);
    expect(spec).toMatchObject({ precision: "float32-cast" });
    const width = "dModel" in spec ? { dModel: spec.dModel } : {};
    expect(checkSpec({ preset, ...width, precision: "float32-cast" })).toEqual(spec);
  });

  test("others take none", () => {
    expectError(
      () => checkSpec({ preset: "bert", precision: "float32" }),
      TypeError,
      "unknown-option",
      "precision",
    );
  });
});

test.each([
  [512, 3e-5],
  [5000, 3.9e-4],
])("the Annotated Transformer's own table is off by so much before position %i: %d", async (length, most) => {
  const pe = await load();
  const preset = "annotated-transformer";
  const exact = pe.encode({ preset, dModel: 512 }, { length });
  const copied = pe.encode({ preset, dModel: 512, precision: "float32-logarithmic" }, { length });
  const off = exact.reduce((worst, entry, i) => Math.max(worst, Math.abs(entry - copied[i]!)), 0);
  expect(off.toPrecision(2)).toBe(most.toPrecision(2));
});

/** The convention of an independent record, said of a resolved spec. */
function conventionOf(spec: ResolvedSpec<"sinusoidal">) {
  const { dModel: width, oddWidth, shift } = spec;
  const pairs = oddWidth === "zero" ? (width - (width % 2)) / 2 : (width + (width % 2)) / 2;
  return {
    width,
    pairs,
    base: spec.base,
    exponent: spec.divisor === "pairs" ? 1 / (pairs - shift) : 2 / (width - 2 * shift),
    divisorShift: shift,
    layout: spec.layout === "flipped-halves" ? "flipped" : spec.layout,
    oddWidth,
    start: spec.start,
    positionScale: spec.scale,
    outputScale: spec.outputScale === "inverse-sqrt" ? "1/sqrt(width)" : `${spec.outputScale}`,
    paddingRow: spec.paddingIndex,
  };
}

describe("sinusoidal presets have the conventions of independent records", () => {
  const records = rowsOf("sinusoidal");
  const named: [record: string, spec: object][] = [
    ["paper-512", { preset: "attention-is-all-you-need", dModel: 512 }],
    ["annotated-transformer", { preset: "annotated-transformer", dModel: 20 }],
    ["tensor2tensor", { preset: "tensor2tensor", dModel: 512 }],
    ["tensor2tensor-odd", { preset: "tensor2tensor", dModel: 7 }],
    ["fairseq", { preset: "fairseq", dModel: 512 }],
    ["keras-hub", { preset: "keras-hub", dModel: 16 }],
    ["keras-hub-odd", { preset: "keras-hub", dModel: 7 }],
    ["positional-encodings-1d", { preset: "positional-encodings-1d", dModel: 16 }],
    ["positional-encodings-1d-odd", { preset: "positional-encodings-1d", dModel: 7 }],
    ["x-transformers", { preset: "x-transformers", dModel: 512 }],
    ["marian", { preset: "marian", dModel: 512 }],
    ["marian", { preset: "tensorflow-tutorial", dModel: 512 }],
    ["ddpm", { preset: "ddpm", dModel: 128 }],
    ["diffusers-flipped", { preset: "stable-diffusion", dModel: 320 }],
    ["diffusers-scaled", { preset: "stable-diffusion", dModel: 256, scale: 1000 }],
    ["guided-diffusion", { preset: "glide", dModel: 192 }],
    ["guided-diffusion-period", { preset: "glide", dModel: 64, base: 1000 }],
  ];
  test.each(named)("%s", (name, given) => {
    const { numerator, denominator, ...convention } = records.get(name)!.convention;
    const got = conventionOf(checkSpec(given) as ResolvedSpec<"sinusoidal">);
    const even = Number(convention.width) % 2 === 0;
    // Even widths have no odd rule in some records, and "truncate" and "zero" are the same there.
    const expected = {
      paddingRow: undefined,
      ...convention,
      exponent: Number(numerator) / Number(denominator),
    };
    expect({ ...got, oddWidth: even ? null : got.oddWidth }).toEqual({
      ...expected,
      oddWidth: even ? null : convention.oddWidth,
    });
  });

  test("simple_pe", () => {
    const { convention } = records.get("simple-pe-6")!;
    const spec = checkSpec({ preset: "simple-pe", dModel: 6, base: 100 });
    expect(convention).toMatchObject({ width: 6, pairs: 6, numerator: 1, denominator: 6, layout: "sines" });
    expect(spec).toMatchObject({ method: "sine", dModel: convention.width, base: convention.base });
  });
});

describe("grid and Fourier presets", () => {
  const records = rowsOf("grids");
  const named: [record: string, spec: object][] = [
    ["detr-256", { preset: "detr", dModel: 256, shape: [25, 34] }],
    ["detr-8-padded", { preset: "detr", dModel: 8, shape: [4, 6], valid: [3, 4] }],
    ["mae-1024", { preset: "mae", dModel: 1024, shape: [14, 14] }],
    ["positional-encodings-2d-6", { preset: "positional-encodings-2d", dModel: 6, shape: [3, 5] }],
    ["positional-encodings-3d-7", { preset: "positional-encodings-3d", dModel: 7, shape: [3, 5, 7] }],
  ];
  test.each(named)("%s", (name, given) => {
    const { convention } = records.get(name)!;
    const spec = checkSpec(given) as ResolvedSpec<"grid">;
    const { dModel: width, layout, axes, shape, start, normalize: normalise, classToken } = spec;
    expect({ width, layout, axes, shape, start, normalise, classToken }).toEqual({
      ...convention,
      axisWidth: undefined,
      valid: undefined,
    });
    expect(spec.valid ?? shape).toEqual(convention.valid ?? shape);
  });

  test.each([
    ["paper-10", { preset: "nerf", octaves: 10, dimensions: 1 }],
    ["code-4", { preset: "nerf-code", octaves: 4 }],
  ])("NeRF: %s", (name, given) => {
    expect(checkSpec(given)).toMatchObject(rowsOf("fourier", "nerf").get(name)!.convention);
  });
});

describe("rotary presets have the readings of independent records", () => {
  const records = rowsOf("rotary-models");
  const vision = rowsOf("rotation", "sectionTables");
  test.each([...records.keys()])("%s", (name) => {
    const { scaling, ...reading } = records.get(name)!.reading;
    const { currentLength, ...expected } = scaling as Record<string, unknown>;
    const given = name.startsWith("phi-3") ? { preset: "phi-3", currentLength } : { preset: name };
    const spec = checkSpec(given) as ResolvedSpec<"rope">;
    expect(spec).toMatchObject(reading);
    const type = expected.type === "default" ? "none" : expected.type;
    expect(spec.scaling).toMatchObject({ ...expected, type });
    const { sections, interleavedSections } = {
      interleavedSections: false,
      sections: undefined,
      ...vision.get(name),
    };
    expect(spec).toMatchObject({ interleavedSections });
    expect(spec.sections).toEqual(sections);
  });

  test("each has a record, except the one for images and those of indexers, which indexer.test.ts holds", () => {
    const names = Object.entries(presets).filter(([, { spec }]) => spec.method === "rope");
    const without = names.map(([name]) => name).filter((name) => !records.has(name));
    expect(without).toEqual(["phi-3", "deepseek-v3.2-indexer", "glm-5-indexer", "rope-vit-axial"]);
  });
});
