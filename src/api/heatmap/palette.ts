import { checkWord } from "../arguments/check.ts";

/** A colour in OKLab: lightness, green to red, blue to yellow. Equal distances look equally different. */
type Oklab = readonly [lightness: number, a: number, b: number];

/**
 * The colours at −1, −½, 0, ½ and 1. In the first two palettes, values of equal size are equally dark, steps look about
 * equally large, and the two sides look different with all common kinds of colour blindness.
 */
const palettes = {
  /** Hues 252° and 40°. */
  "blue-orange": [
    [0.55, -0.045, -0.138],
    [0.77, -0.027, -0.083],
    [0.97, 0, 0],
    [0.77, 0.083, 0.07],
    [0.55, 0.131, 0.109],
  ],
  /** Hues 305° and 145°. */
  "purple-green": [
    [0.43, 0.075, -0.107],
    [0.715, 0.066, -0.094],
    [0.97, 0, 0],
    [0.715, -0.094, 0.066],
    [0.43, -0.107, 0.075],
  ],
  /** Black for −1, white for 1. */
  grey: [
    [0.1, 0, 0],
    [0.33, 0, 0],
    [0.55, 0, 0],
    [0.78, 0, 0],
    [1, 0, 0],
  ],
} as const satisfies Readonly<Record<string, readonly Oklab[]>>;

/** Names of the colours that {@link divergingPalette} makes. */
export type PaletteName = keyof typeof palettes;

const colours = 256;

/**
 * The colours of heat maps, for legends and other pictures.
 *
 * @param name `"blue-orange"`, `"purple-green"` or `"grey"`. Default `"blue-orange"`.
 * @returns A new array of 256 colours of 4 bytes RGBA: colour k is for values from k/128 − 1 to (k + 1)/128 − 1.
 * @throws TypeError or RangeError for another name.
 * @example
 * divergingPalette().slice(0, 4); // Uint8ClampedArray [35, 116, 195, 255], the blue of −1
 */
export function divergingPalette(name: PaletteName = "blue-orange"): Uint8ClampedArray<ArrayBuffer> {
  const stops = palettes[checkWord("name", name, Object.keys(palettes)) as PaletteName];
  const rgba = new Uint8ClampedArray(colours * 4);
  for (let k = 0; k < colours; k++) rgba.set(srgb(between(stops, (k + 0.5) / colours)), 4 * k);
  return rgba;
}

/** The colour between the first stop (share 0) and the last (share 1). */
function between(stops: readonly Oklab[], share: number): Oklab {
  const place = share * (stops.length - 1);
  const i = Math.min(Math.floor(place), stops.length - 2);
  const mix = (c: 0 | 1 | 2) => stops[i]![c] + (place - i) * (stops[i + 1]![c] - stops[i]![c]);
  return [mix(0), mix(1), mix(2)];
}

/** Bytes R, G, B, A. Matrices: Ottosson 2020, bottosson.github.io/posts/oklab. */
function srgb([lightness, a, b]: Oklab): [number, number, number, number] {
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  return [
    gamma(4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s),
    gamma(-1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s),
    gamma(-0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s),
    255,
  ];
}

/** Linear light to a byte, by the curve of IEC 61966-2-1. */
const gamma = (linear: number) =>
  255 * (linear <= 0.0031308 ? 12.92 * linear : 1.055 * linear ** (1 / 2.4) - 0.055);
