/** Files that a reader saves. */

/** Saves a file for the reader. */
export function save(blob: Blob, name: string): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000); // ms; the download has its own reference by then
}

/**
 * Magic, version and a header padded with spaces to a multiple of 64 bytes.
 * Source: numpy.lib.format, version 1.0.
 */
export function npyHeader(shape: readonly number[], type: "<f4" | "<f8" = "<f4"): Uint8Array<ArrayBuffer> {
  const MAGIC = [0x93, 0x4e, 0x55, 0x4d, 0x50, 0x59, 1, 0]; // as numbers: an inline script cannot hold a NUL
  const text = `{'descr': '${type}', 'fortran_order': False, 'shape': (${shape.join(", ")}${shape.length === 1 ? "," : ""}), }`;
  const length = Math.ceil((MAGIC.length + 2 + text.length + 1) / 64) * 64;
  const header = new TextEncoder().encode(`${text.padEnd(length - MAGIC.length - 3)}\n`);
  return Uint8Array.of(...MAGIC, header.length & 0xff, header.length >> 8, ...header);
}
