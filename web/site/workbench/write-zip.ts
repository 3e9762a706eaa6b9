/** Writes .zip files with compressed entries. Source: PKWARE, APPNOTE.TXT, sections 4.3.7, 4.3.12 and 4.3.16. */

type Bytes = Uint8Array<ArrayBuffer>;

/** Numbers of 2 and 4 bytes, little-endian. */
function packed(...fields: readonly (readonly [bytes: 2 | 4, value: number])[]): Bytes {
  const view = new DataView(new ArrayBuffer(fields.reduce((sum, [bytes]) => sum + bytes, 0)));
  let at = 0;
  for (const [bytes, value] of fields) {
    if (bytes === 2) view.setUint16(at, value, true);
    else view.setUint32(at, value, true);
    at += bytes;
  }
  return new Uint8Array(view.buffer);
}

const deflated = 8;
const version = 20;
/** 1 January 1980, the first day that the format has. */
const date = 33;
/** Bytes of a gzip file before the compressed ones, and after them: there are its check sum and the size of its contents. */
const [gzipHead, gzipTail] = [10, 8];

/** A file of these entries, in their order. */
export async function zipOf(entries: Readonly<Record<string, Uint8Array>>): Promise<Blob> {
  const [files, directory]: [Bytes[], Bytes[]] = [[], []];
  const sizeOf = (parts: readonly Bytes[]) => parts.reduce((sum, { length }) => sum + length, 0);
  for (const [name, bytes] of Object.entries(entries)) {
    const stream = new Blob([bytes as Bytes]).stream().pipeThrough(new CompressionStream("gzip"));
    const gzip = new Uint8Array(await new Response(stream).arrayBuffer());
    const checkSum = new DataView(gzip.buffer).getUint32(gzip.length - gzipTail, true);
    const contents = gzip.subarray(gzipHead, -gzipTail);
    const title = new TextEncoder().encode(name) as Bytes;
    const facts = packed(
      ...([version, 0, deflated, 0, date] as const).map((value) => [2, value] as const),
      ...([checkSum, contents.length, bytes.length] as const).map((value) => [4, value] as const),
      ...([title.length, 0] as const).map((value) => [2, value] as const),
    );
    const at = packed([2, 0], [2, 0], [2, 0], [4, 0], [4, sizeOf(files)]);
    files.push(packed([4, 0x04034b50]), facts, title, contents);
    directory.push(packed([4, 0x02014b50], [2, version]), facts, at, title);
  }
  const count = Object.keys(entries).length;
  const sizes = [sizeOf(directory), sizeOf(files)] as const;
  const end = packed(
    [4, 0x06054b50],
    [2, 0],
    [2, 0],
    [2, count],
    [2, count],
    [4, sizes[0]],
    [4, sizes[1]],
    [2, 0],
  );
  return new Blob([...files, ...directory, end], { type: "application/zip" });
}
