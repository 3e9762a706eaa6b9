/** The mean of the entries under each pixel of a row, cut at ±1. */
export function pixelMeans(entries: Float32Array, pixels: number): Float32Array {
  const each = entries.length / pixels;
  return Float32Array.from({ length: pixels }, (_, pixel) => {
    const mean = meanOver(entries, pixel * each, (pixel + 1) * each);
    return Math.min(Math.max(mean, -1), 1);
  });
}

/** The mean over an interval whose ends can be inside entries. */
function meanOver(entries: Float32Array, from: number, to: number): number {
  let sum = 0;
  for (let j = Math.floor(from); j < to && j < entries.length; j++) {
    sum += (entries[j] as number) * (Math.min(j + 1, to) - Math.max(j, from));
  }
  return sum / (to - from);
}
