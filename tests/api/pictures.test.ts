/** The published picture of each preset shows the package's numbers, where its axes say. */
import { readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { PNG } from "pngjs";
import { divergingPalette, load, type Posenc, type PresetName, presets, type Spec } from "posenc/full";
import { beforeAll, describe, expect, test } from "vitest";

const folder = join(dirname(createRequire(import.meta.url).resolve("posenc/posenc.wasm")), "pictures");
const read = (name: string) => readFileSync(join(folder, `${name}.svg`), "utf8");
const files = readdirSync(folder).map((file) => file.replace(".svg", ""));
const names = Object.keys(presets) as PresetName[];
const ofMethod = (...methods: string[]) =>
  names.filter((name) => methods.includes(presets[name].spec.method));

let pe: Posenc;
beforeAll(async () => {
  pe = await load();
});

test("each preset has one, except those with a learned table, and all are small", () => {
  const learned = ofMethod("learned");
  expect(files.sort()).toEqual(names.filter((name) => !learned.includes(name)).sort());
  const bytes = files.map((file) => read(file).length);
  expect(Math.max(...bytes)).toBeLessThanOrEqual(12_000);
  expect(bytes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(200_000);
});

/** WCAG 2.2: relative luminance of #rrggbb. */
function luminance(colour: string): number {
  const channels = [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16) / 255);
  const [r = 0, g = 0, b = 0] = channels.map((c) =>
    c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4,
  );
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}
const contrast = (a: string, b: string) => {
  const [dark = 0, light = 0] = [luminance(a), luminance(b)].sort((x, y) => x - y);
  return (light + 0.05) / (dark + 0.05);
};

test.each(files)(
  "%s can be read on light and on dark pages, with a title and the names of its axes",
  (name) => {
    const svg = read(name);
    const dark = Object.fromEntries(
      [...svg.matchAll(/(\.paper|text|\.quiet) \{ fill: (#\w{6}) \}/g)].map(([, what, colour]) => [
        what,
        colour,
      ]),
    ) as Record<string, string>;
    const paper = /<rect class="paper"[^>]* fill="(#\w{6})"/.exec(svg)?.[1] as string;
    const inks = [...svg.matchAll(/<text[^>]* fill="(#\w{6})"/g)].map(([, colour]) => colour as string);
    expect(inks.length).toBeGreaterThan(8);
    for (const ink of inks) expect(contrast(ink, paper)).toBeGreaterThanOrEqual(4.5); // WCAG 2.2, 1.4.3
    for (const ink of ["text", ".quiet"])
      expect(contrast(dark[ink] as string, dark[".paper"] as string)).toBeGreaterThanOrEqual(4.5);
    const { title } = presets[name as PresetName];
    expect(svg).toContain(`<title>${title}: `);
    expect(svg).toContain(`>${title}</text>`);
    expect(svg).toMatch(/>[a-z ]+ →<\/text>/);
    expect(svg).not.toMatch(/NaN|undefined|Infinity/);
  },
);

/** The matrix of a heat map: its first image, in which a pixel is a value. */
function pixelsOf(name: string): PNG {
  const [, base64 = ""] = /<image[^>]*base64,([^"]+)"/.exec(read(name)) ?? [];
  return PNG.sync.read(Buffer.from(base64, "base64"));
}

const palette = divergingPalette();

/** Colour k of the palette is for values from k/128 − 1 to (k + 1)/128 − 1. */
function expectPixels(name: string, values: ArrayLike<number>, columns: number, limit = 1): void {
  const { width, height, data } = pixelsOf(name);
  expect([width, height]).toEqual([columns, values.length / columns]);
  const expected = Array.from(values, (value) => {
    const k = Math.min(Math.floor((value / limit + 1) * 128), 255);
    return palette.slice(4 * k, 4 * k + 3).join();
  });
  const shown = expected.map((_, n) => data.subarray(4 * n, 4 * n + 3).join());
  expect(shown).toEqual(expected);
}

const WIDTH = 48;
const ROWS = 40;

test("Attention Is All You Need: the formula", () => {
  const values = Array.from({ length: ROWS * WIDTH }, (_, at) => {
    const [position, dimension] = [Math.floor(at / WIDTH), at % WIDTH];
    const angle = position / 10_000 ** ((dimension - (dimension % 2)) / WIDTH);
    return dimension % 2 === 0 ? Math.sin(angle) : Math.cos(angle);
  });
  expectPixels("attention-is-all-you-need", values, WIDTH);
});

test.each(ofMethod("sinusoidal", "sine"))("%s: rows of positions from 0", (name) => {
  const values = pe.encode({ preset: name, dModel: WIDTH } as Spec, { start: 0, length: ROWS });
  expectPixels(name, values, WIDTH, name === "x-transformers" ? WIDTH ** -0.5 : 1);
});

test.each(ofMethod("grid"))("%s: a row for each place", (name) => {
  const shape = name.endsWith("3d") ? [4, 4, 4] : [8, 8];
  expectPixels(name, pe.encode({ preset: name, dModel: WIDTH, shape } as Spec), WIDTH);
});

test("NeRF: sines and cosines of octaves of coordinates from −1 to 1", () => {
  const points = Array.from({ length: ROWS }, (_, row) => (2 * row) / (ROWS - 1) - 1);
  const values = points.flatMap((x) =>
    Array.from({ length: 20 }, (_, n) => (n % 2 ? Math.cos : Math.sin)(2 ** Math.floor(n / 2) * Math.PI * x)),
  );
  expect(pixelsOf("nerf").width).toBe(20);
  const own = pe.encode(
    { preset: "nerf", octaves: 10, dimensions: 1 },
    { points: Float64Array.from(points) },
  );
  own.forEach((value, n) => {
    expect(value).toBeCloseTo(values[n] as number, 6);
  });
  expectPixels("nerf", own, 20);
});

test.each([
  ["bloom", 112],
  ["mpt", 32],
] as const)("%s: a slope for each of %i heads", (name, heads) => {
  // Press et al. 2022: 2^(−8k/n) for a power of two; between them every other slope of twice the power below.
  const slopes = (count: number) =>
    Array.from({ length: count }, (_, head) => 2 ** ((-8 * (head + 1)) / count));
  const below = 2 ** Math.floor(Math.log2(heads));
  const all = [...slopes(below), ...slopes(2 * below).filter((_, k) => k % 2 === 0)].slice(0, heads);
  const values = all.flatMap((slope) =>
    Array.from({ length: 48 }, (_, distance) => Math.fround(-slope * distance)),
  );
  expectPixels(name, values, 48, Math.max(...values.map(Math.abs)));
});

test.each(["t5-encoder", "t5-decoder"] as const)("%s: buckets of queries and keys", (name) => {
  expectPixels(name, pe.relativeIndex({ preset: name }, { queries: 48 }), 48, 31);
});

describe("rotary presets", () => {
  /** Places of a path's marks, in its order. */
  const marksIn = (svg: string) =>
    [...svg.matchAll(/<path class="line" d="([^"]+)"[^>]*stroke-linecap/g)].flatMap(([, d = ""]) =>
      [...d.matchAll(/M([\d.]+) ([\d.]+)/g)].map(([, x, y]) => ({ x: Number(x), y: Number(y) })),
    );
  /** What stands at the ends of the vertical axis: 1 below and a power of ten above, with their heights. */
  function tokensAt(svg: string): (y: number) => number {
    const lines = [
      ...svg.matchAll(/<path class="line" d="M[\d.]+ ([\d.]+)h[\d.]+"[^>]*stroke-opacity="0.15"/g),
    ];
    const heights = lines.map(([, y]) => Number(y)).sort((a, b) => a - b);
    const [top = 0, bottom = 1] = [heights[0], heights.at(-1)];
    const decades = heights.length - 1;
    return (y) => 10 ** (((bottom - y) / (bottom - top)) * decades);
  }

  /** A tenth of a unit of the picture, the precision of its numbers, is so many parts of a wavelength at most. */
  const TENTH = 10 ** ((0.05 * 8) / 184) - 1;

  function expectMarks(name: string, wavelengths: readonly number[]): void {
    const svg = read(name);
    const tokens = tokensAt(svg);
    const marks = marksIn(svg).sort((a, b) => a.x - b.x);
    expect(marks).toHaveLength(wavelengths.length);
    marks.forEach(({ y }, pair) => {
      const wanted = wavelengths[pair] as number;
      if (Number.isFinite(wanted)) expect(Math.abs(tokens(y) / wanted - 1)).toBeLessThanOrEqual(2 * TENTH);
      else expect(y).toBe(Math.min(...marks.map((mark) => mark.y)));
    });
  }

  test("Llama 2: the formula", () => {
    expectMarks(
      "llama-2",
      Array.from({ length: 64 }, (_, pair) => 2 * Math.PI * 10_000 ** (pair / 64)),
    );
  });

  test.each(ofMethod("rope"))("%s: the wavelength of each pair", (name) => {
    const fields = name === "phi-3" ? { currentLength: 131_072 } : {};
    const frequencies = pe.frequencies({ preset: name, ...fields } as Spec);
    expectMarks(
      name,
      Array.from(frequencies, (frequency) => (2 * Math.PI) / frequency),
    );
  });

  test("marks in the pictures of image models show which axis rotates a pair", () => {
    const count = (sign: string) =>
      read("qwen-2-vl").match(new RegExp(`M[\\d.]+ [\\d.]+${sign}`, "g"))?.length ?? 0;
    expect([count("h0"), count("m-2 0a"), count("m-2-2l")]).toEqual([16, 24, 24]); // mrope_section of its config.json
  });
});
