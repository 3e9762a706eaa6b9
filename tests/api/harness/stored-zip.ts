/** A .zip file whose entries are stored as they are. Source: PKWARE, APPNOTE.TXT, sections 4.3.7, 4.3.12 and 4.3.16. */

function crc32(bytes: Uint8Array): number {
  let crc = 0xffffffff;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit++) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0);
  }
  return ~crc >>> 0;
}

/** Numbers of 2 and 4 bytes, little-endian. */
function packed(...fields: readonly (readonly [bytes: 2 | 4, value: number])[]): Buffer {
  return Buffer.concat(
    fields.map(([bytes, value]) => {
      const field = Buffer.alloc(bytes);
      field.writeUIntLE(value, 0, bytes);
      return field;
    }),
  );
}

export function storedZip(entries: readonly (readonly [name: string, bytes: Uint8Array])[]): Buffer {
  const files: Buffer[] = [];
  const directory: Buffer[] = [];
  let at = 0;
  for (const [name, bytes] of entries) {
    const title = Buffer.from(name);
    const facts = packed(
      ...([2, 2, 2, 2, 2].map((size, i) => [size, i === 0 ? 20 : 0]) as [2, number][]),
      [4, crc32(bytes)],
      [4, bytes.length],
      [4, bytes.length],
      [2, title.length],
      [2, 0],
    );
    const file = Buffer.concat([packed([4, 0x04034b50]), facts, title, bytes]);
    const rest = packed([2, 0], [2, 0], [2, 0], [4, 0], [4, at]);
    directory.push(Buffer.concat([packed([4, 0x02014b50], [2, 20]), facts, rest, title]));
    files.push(file);
    at += file.length;
  }
  const size = directory.reduce((sum, { length }) => sum + length, 0);
  const count = entries.length;
  const end = packed([4, 0x06054b50], [2, 0], [2, 0], [2, count], [2, count], [4, size], [4, at], [2, 0]);
  return Buffer.concat([...files, ...directory, end]);
}
