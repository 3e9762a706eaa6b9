/** A matrix as a heat map: one pixel a value, in the figures' palette. */
import { crc32, deflateSync } from "node:zlib";

/** A picture of few colours as PNG, in a data: address. */
const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const DEPTH = 8; // bits a pixel
const INDEXED = 3; // colours by their place in a palette
const UNFILTERED = 0;

/**
 * @param {{ width: number, height: number }} size
 * @param {readonly number[]} pixels row by row, each the number of a colour
 * @param {Uint8ClampedArray} colours 256 of 4 bytes each; the fourth byte is not used
 * @returns {string}
 */
function pngAddress({ width, height }, pixels, colours) {
  const used = [...new Set(pixels)].sort((a, b) => a - b);
  const place = new Map(used.map((colour, index) => [colour, index]));
  const rows = Array.from({ length: height }, (_, row) => [
    UNFILTERED,
    ...pixels.slice(row * width, (row + 1) * width).map((colour) => place.get(colour) ?? 0),
  ]);
  const header = Buffer.alloc(13); // the last three bytes stay 0: the only methods that exist, and no interlacing
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([DEPTH, INDEXED], 8);
  const file = Buffer.concat([
    SIGNATURE,
    chunk("IHDR", header),
    chunk("PLTE", Buffer.from(used.flatMap((colour) => [...colours.slice(4 * colour, 4 * colour + 3)]))),
    chunk("IDAT", deflateSync(Buffer.from(rows.flat()), { level: 9 })),
    chunk("IEND", Buffer.alloc(0)),
  ]);
  return `data:image/png;base64,${file.toString("base64")}`;
}

/** @param {string} type @param {Buffer} data */
function chunk(type, data) {
  const named = Buffer.concat([Buffer.from(type, "latin1"), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(named));
  return Buffer.concat([length, named, sum]);
}

/**
 * @typedef {{ left: number, top: number, width: number, height: number }} Box
 * @typedef {{ values: ArrayLike<number>, columns: number, limit: number, palette: Uint8ClampedArray }} Matrix
 *   values (rows, columns), row-major; those of −limit and limit have the ends of the palette of 256 colours
 */

/** @param {Matrix} matrix @param {Box} box @returns {string} an SVG image */
export function raster({ values, columns, limit, palette }, { left, top, width, height }) {
  const pixels = Array.from(values, (value) => colourOf(value / limit));
  const address = pngAddress({ width: columns, height: pixels.length / columns }, pixels, palette);
  return `<image x="${left}" y="${top}" width="${width}" height="${height}" preserveAspectRatio="none" image-rendering="pixelated" style="image-rendering:pixelated" href="${address}"/>`;
}

/** @param {number} share from −1 to 1 */
const colourOf = (share) => Math.min(Math.max(Math.floor((share + 1) * 128), 0), 255);
