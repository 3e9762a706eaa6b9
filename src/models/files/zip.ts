/** The entries of a zip file, stored or deflated. Format: PKWARE, APPNOTE.TXT 6.3.10, sections 4.3 and 4.5.3. */

import { show } from "../../api/arguments/check.ts";
import { counted } from "../../api/arguments/counted.ts";
import { Bytes, countAt, damaged, tooLarge, unread, viewOf } from "./source.ts";

/** An entry, of which only the directory has been read. */
export interface ZipEntry {
  name: string;
  isDeflated: boolean;
  /** Bytes in the file. */
  packed: number;
  /** Bytes of the contents, as the directory says. */
  size: number;
  crc: number;
  /** Where its local header is. */
  header: number;
}

/** More than any archive of arrays has. */
const mostEntries = 4096;
const mostDirectory = 2 ** 22;
/** The most that is inflated: contents beyond it are refused before, or while, they are inflated. */
const mostInflated = 2 ** 28;
/** Deflate makes a byte of at most 1032. */
const mostRatio = 1032;
/** Length of the comment at the end, and of the record before it. */
const mostTail = 65_535 + 22;
const sliceBytes = 2 ** 20;

export const isZip = (start: Uint8Array): boolean =>
  start[0] === 0x50 &&
  start[1] === 0x4b &&
  (start[2] === 3 || start[2] === 5) &&
  (start[3] === 4 || start[3] === 6);

/** Reads the directory at the end of the file. */
export async function readZip(file: Bytes): Promise<ZipEntry[]> {
  const { count, at, length } = await directoryOf(file);
  if (count > mostEntries)
    throw unread(`the archive has ${count} entries, and at most ${mostEntries} are read`, count);
  if (length > mostDirectory) throw tooLarge("the archive has a directory of", length);
  const view = viewOf(await file.read(at, at + length, "the directory of the archive"));
  const entries: ZipEntry[] = [];
  for (let from = 0; entries.length < count; ) {
    if (from + 46 > length || view.getUint32(from, true) !== 0x02014b50)
      throw damaged(
        `the directory of the archive has ${entries.length} of ${counted(count, "entry", "entries")}`,
        entries.length,
      );
    const { entry, next } = entryAt(view, from);
    entries.push(entry);
    from = next;
  }
  const packed = entries.reduce((sum, entry) => sum + entry.packed, 0);
  if (packed > file.size)
    throw damaged("the entries of the archive are longer than the file: they overlap", packed);
  return entries;
}

async function directoryOf(file: Bytes): Promise<{ count: number; at: number; length: number }> {
  const start = Math.max(0, file.size - mostTail);
  const view = viewOf(await file.read(start, file.size, "the archive"));
  let end = view.byteLength - 22;
  while (
    end >= 0 &&
    !(
      view.getUint32(end, true) === 0x06054b50 && end + 22 + view.getUint16(end + 20, true) <= view.byteLength
    )
  )
    end--;
  if (end < 0)
    throw damaged("the archive has no directory at its end: it was cut, or it is no zip file", file.size);
  const plain = {
    count: view.getUint16(end + 10, true),
    length: view.getUint32(end + 12, true),
    at: view.getUint32(end + 16, true),
  };
  const isLarge = end >= 20 && view.getUint32(end - 20, true) === 0x07064b50;
  if (!isLarge) return plain;
  const at = countAt(view, end - 12);
  const large = viewOf(await file.read(at, at + 56, "the directory of the archive"));
  if (large.getUint32(0, true) !== 0x06064b50)
    throw damaged("the archive has a wrong directory at its end", at);
  return { count: countAt(large, 32), length: countAt(large, 40), at: countAt(large, 48) };
}

function entryAt(view: DataView, from: number): { entry: ZipEntry; next: number } {
  const short = (at: number) => view.getUint16(from + at, true);
  const long = (at: number) => view.getUint32(from + at, true);
  const extra = from + 46 + short(28);
  const next = extra + short(30) + short(32);
  if (next > view.byteLength) throw damaged("the directory of the archive ends within an entry", from);
  const bytes = new Uint8Array(view.buffer, view.byteOffset + from + 46, short(28));
  const name = new TextDecoder().decode(bytes);
  const method = short(10);
  if ((short(8) & 1) === 1) throw unread(`the entry ${show(name)} of the archive is encrypted`, name);
  if (method !== 0 && method !== 8) {
    const text = `the entry ${show(name)} is packed by method ${method}, and only stored and deflated ones are read`;
    throw unread(text, method);
  }
  const sizes = [long(24), long(20), long(42)];
  const [size = 0, packed = 0, header = 0] = largeSizes(view, { from: extra, to: extra + short(30) }, sizes);
  const entry = { name, isDeflated: method === 8, packed, size, crc: long(16), header };
  if (size > (method === 0 ? packed : mostRatio * packed + mostRatio) || (method === 0 && size !== packed))
    throw damaged(`the entry ${show(name)} cannot have ${size} bytes: it is packed into ${packed}`, size);
  return { entry, next };
}

/** Sizes of 2^32 − 1 stand for those in the extra field 1, in the same order. */
function largeSizes(view: DataView, { from, to }: { from: number; to: number }, sizes: number[]): number[] {
  for (let at = from; at + 4 <= to; at += 4 + view.getUint16(at + 2, true)) {
    if (view.getUint16(at, true) !== 1) continue;
    let next = at + 4;
    return sizes.map((size) => {
      if (size !== 0xffffffff || next + 8 > to) return size;
      next += 8;
      return countAt(view, next - 8);
    });
  }
  return sizes;
}

/** The contents of an entry by slices: the file's own if it is stored, and inflated up to `most` bytes if it is not. */
export async function contentsOf(file: Bytes, entry: ZipEntry, most = entry.size): Promise<Bytes> {
  const what = `the entry ${show(entry.name)}`;
  const view = viewOf(await file.read(entry.header, entry.header + 30, what));
  if (view.getUint32(0, true) !== 0x04034b50)
    throw damaged(`${what} is not where the directory says`, entry.header);
  const at = entry.header + 30 + view.getUint16(26, true) + view.getUint16(28, true);
  if (at + entry.packed > file.size) throw file.cut(what, at + entry.packed);
  if (!entry.isDeflated) {
    return new Bytes({
      size: entry.size,
      slice: (from: number, to: number) => file.read(at + from, at + to, what),
    });
  }
  if (most > mostInflated) throw tooLarge(`${what} inflates to more than 256 MiB`, most);
  const bytes = await inflate(file, entry, at, Math.min(most, entry.size));
  return new Bytes({ size: entry.size, slice: (from: number, to: number) => bytes.subarray(from, to) });
}

/** Inflates as gzip, which browsers know everywhere, and which checks the entry's length and CRC at its end. */
async function inflate(file: Bytes, entry: ZipEntry, at: number, most: number): Promise<Uint8Array> {
  const result = new Uint8Array(most);
  const reader = gzipOf(file, entry, at)
    .pipeThrough(new DecompressionStream("gzip") as GzipStream)
    .getReader();
  let done = 0;
  try {
    while (true) {
      const part = await reader.read();
      if (part.done) break;
      const wanted = part.value.subarray(0, most - done);
      result.set(wanted, done);
      done += wanted.length;
      if (done === most && most < entry.size) break; // enough for a header
      if (part.value.length > wanted.length) throw new Error("longer than the directory says");
    }
    if (done < most) throw new Error("shorter than the directory says");
  } catch (cause) {
    const text = `the entry ${show(entry.name)} cannot be inflated: ${(cause as Error).message}`;
    throw Object.assign(damaged(text, entry.name), { cause });
  } finally {
    await reader.cancel().catch(() => undefined);
  }
  return result;
}

type GzipStream = ReadableWritablePair<Uint8Array, Uint8Array>;

/** The deflated bytes between a header and a trailer of gzip: RFC 1952, section 2.3. */
function gzipOf(file: Bytes, entry: ZipEntry, at: number): ReadableStream<Uint8Array> {
  const trailer = new DataView(new ArrayBuffer(8));
  trailer.setUint32(0, entry.crc, true);
  trailer.setUint32(4, entry.size % 2 ** 32, true);
  let from = -1;
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      if (from < 0) controller.enqueue(Uint8Array.of(0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 255));
      from = Math.max(from, 0);
      const to = Math.min(entry.packed, from + sliceBytes);
      if (to > from) controller.enqueue(await file.read(at + from, at + to, "an entry of the archive"));
      from = to;
      if (to < entry.packed) return;
      controller.enqueue(new Uint8Array(trailer.buffer));
      controller.close();
    },
  });
}
