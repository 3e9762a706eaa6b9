import { divergingPalette } from "../../../src/api/heatmap/palette.ts";
import type { Palette } from "./definition.ts";
import { refusal } from "./refusal.ts";

/** The names that `divergingPalette` takes. */
const PALETTES = ["blue-orange", "purple-green", "grey"] as const;

const made = new Map<string, Palette>();

/** The colour of 0 on a dark page: a little lighter than the page, so that empty parts of a heat map do not glare. */
const DARK_ZERO = [44, 47, 54] as const;

/**
 * The palette of a name; without a name, the default. On a dark page the colours between −1 and 1 go from dark to light,
 * except grey ones, which mean lightness.
 * @param host - the figure, whose text colour tells whether its page is dark
 */
export function paletteOf(given: string | null | undefined, host: Element): Palette {
  const name = PALETTES.find((known) => known === (given ?? PALETTES[0]));
  if (name === undefined) throw refusal("palette", PALETTES.map((known) => `"${known}"`).join(" or "), given);
  const isDark = name !== "grey" && isLight(getComputedStyle(host).color);
  const key = isDark ? `${name}, dark` : name;
  const palette = made.get(key) ?? (isDark ? darkened(divergingPalette(name)) : divergingPalette(name));
  made.set(key, palette);
  return palette;
}

/** From {@link DARK_ZERO} to the bright colours that the light palette has at −½ and ½. */
function darkened(light: Palette): Palette {
  const count = light.length / 4;
  return light.map((byte, index) => {
    const [colour, channel] = [Math.floor(index / 4), index % 4];
    if (channel === 3) return byte;
    const value = (2 * colour + 1) / count - 1;
    const bright = light[4 * Math.floor((value < 0 ? 0.25 : 0.75) * count) + channel] as number;
    const zero = DARK_ZERO[channel] as number;
    return Math.round(zero + Math.abs(value) * (bright - zero));
  });
}

/** Whether a computed colour is lighter than middle grey. Browsers write it as bytes, as shares, or with a lightness. */
function isLight(colour: string): boolean {
  const [first = 0, second = 0, third = 0] = (colour.match(/[\d.]+%?/g) ?? []).map(Number.parseFloat);
  if (colour.startsWith("rgb")) return 0.2126 * first + 0.7152 * second + 0.0722 * third > 127;
  if (colour.startsWith("color")) return 0.2126 * first + 0.7152 * second + 0.0722 * third > 0.5;
  return first > (colour.startsWith("ok") ? 0.6 : 55);
}
