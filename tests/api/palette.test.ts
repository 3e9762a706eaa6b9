import { divergingPalette } from "posenc/full";
import { describe, expect, test } from "vitest";

type Triple = [number, number, number];
const linear = (byte: number) => {
  const share = byte / 255;
  return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
};

/** CIE 1976 L*a*b* of an sRGB colour, D65: another space than the one the palette is made in. */
function lab(rgb: Triple): Triple {
  const [r, g, b] = rgb;
  const x = (0.4124564 * r + 0.3575761 * g + 0.1804375 * b) / 0.95047;
  const y = 0.2126729 * r + 0.7151522 * g + 0.072175 * b;
  const z = (0.0193339 * r + 0.119192 * g + 0.9503041 * b) / 1.08883;
  const [fx, fy, fz] = [x, y, z].map((t) =>
    t > 216 / 24389 ? Math.cbrt(t) : ((24389 / 27) * t + 16) / 116,
  ) as Triple;
  return [116 * fy - 16, 500 * (fx - fy), 200 * (fy - fz)];
}

/** Machado, Oliveira and Fernandes 2009, severity 1, on linear light. */
const blindness: Record<string, Triple[]> = {
  protanopia: [
    [0.152286, 1.052583, -0.204868],
    [0.114503, 0.786281, 0.099216],
    [-0.003882, -0.048116, 1.051998],
  ],
  deuteranopia: [
    [0.367322, 0.860646, -0.227968],
    [0.280085, 0.672501, 0.047413],
    [-0.01182, 0.04294, 0.968881],
  ],
  tritanopia: [
    [1.255528, -0.076749, -0.178779],
    [-0.078411, 0.930809, 0.147602],
    [0.004733, 0.691367, 0.3039],
  ],
};

const bytes = divergingPalette();
const colour = (k: number) => [...bytes.subarray(4 * k, 4 * k + 3)].map(linear) as Triple;
const distance = (a: Triple, b: Triple) => Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]);
const seen = (rgb: Triple, matrix: Triple[]) =>
  matrix.map((row) =>
    Math.min(1, Math.max(0, row[0] * rgb[0] + row[1] * rgb[1] + row[2] * rgb[2])),
  ) as Triple;

describe("the diverging palette", () => {
  test("is a new array each time, opaque", () => {
    expect(bytes).toHaveLength(1024);
    expect(divergingPalette()).not.toBe(bytes);
    expect(divergingPalette()).toEqual(bytes);
    for (let k = 0; k < 256; k++) expect(bytes[4 * k + 3]).toBe(255);
  });

  test("is neutral at 0, blue below and orange-red above", () => {
    const [, a, b] = lab(colour(127));
    const [, a2, b2] = lab(colour(128));
    expect(Math.hypot(a, b)).toBeLessThan(2);
    expect(Math.hypot(a2, b2)).toBeLessThan(2);
    const [low, high] = [bytes.subarray(0, 3), bytes.subarray(1020, 1023)];
    expect(low[2]).toBeGreaterThan(2 * low[0]!);
    expect(high[0]).toBeGreaterThan(2 * high[2]!);
  });

  test("darkens evenly from 0, equally on both sides", () => {
    for (let k = 128; k < 255; k++) {
      expect(lab(colour(k + 1))[0]).toBeLessThan(lab(colour(k))[0] + 0.3);
      expect(Math.abs(lab(colour(k))[0] - lab(colour(255 - k))[0])).toBeLessThan(4);
    }
    // Eight wide steps of either side look about equally different.
    const steps = [...Array(15).keys()].map((i) => distance(lab(colour(17 * i)), lab(colour(17 * i + 17))));
    expect(Math.max(...steps) / Math.min(...steps)).toBeLessThan(1.8);
  });

  test.each(Object.entries(blindness))("tells −v from v under %s", (_, matrix) => {
    for (let k = 160; k < 256; k += 8) {
      const [minus, plus] = [255 - k, k].map((i) => lab(seen(colour(i), matrix)));
      expect(distance(minus!, plus!), `at bin ${k}`).toBeGreaterThan(10);
    }
  });
});
