import { divergingPalette } from "posenc";

/** The colours of −1 and of 1, which fade to nothing at 0: so they suit a light page and a dark one. */
export function fadingPalette(): Uint8ClampedArray {
  const palette = divergingPalette();
  const last = palette.length - 4;
  const middle = last / 8; // entries from the middle to an end
  return palette.map((_, at) => {
    const [entry, channel] = [Math.floor(at / 4), at % 4];
    if (channel === 3) return Math.round((255 * Math.abs(entry - middle)) / middle);
    return palette[(entry < middle ? 0 : last) + channel] as number;
  });
}
