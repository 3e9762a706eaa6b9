/** Files by name; `-` means standard input. */
import { open } from "node:fs/promises";
import { basename } from "node:path";
import { type FileSource, readFile } from "../entries/files.ts";
import { type Given, UsageError } from "./command.ts";
import type { Terminal } from "./terminal.ts";

/** Most bytes from a pipe, which are all held in memory. */
const mostPiped = 2 ** 28;

/** Opens the only file of a call while `use` runs. An empty name means standard input. */
export function withOnlyFile(
  given: Given,
  terminal: Terminal,
  use: (file: Awaited<ReturnType<typeof readFile>>, place: { path: string; name: string }) => Promise<number>,
): Promise<number> {
  const [path, more] = given.files;
  if (path === undefined || more !== undefined)
    throw new UsageError("name one file, or - for standard input");
  return withFile(path, terminal, async (source, name) =>
    use(await readFile(source, name === "" ? {} : { name }), { path, name }),
  );
}

/** A file of a call, read as far as its kind allows. */
export interface LocalFile {
  readonly file: Awaited<ReturnType<typeof readFile>>;
  /** Without its folder; empty for the standard input. */
  readonly name: string;
}

/** Reads one or two files of a call, for the time of `use`. */
export function withFiles(
  paths: readonly string[],
  terminal: Terminal,
  use: (files: readonly LocalFile[]) => Promise<number>,
): Promise<number> {
  if (paths.length < 1 || paths.length > 2)
    throw new UsageError("name one file or two, or - for the standard input");
  const from = (at: number, read: readonly LocalFile[]): Promise<number> =>
    at === paths.length
      ? use(read)
      : withFile(paths[at]!, terminal, async (source, name) => {
          const file = await readFile(source, name === "" ? {} : { name });
          return from(at + 1, [...read, { file, name }]);
        });
  return from(0, []);
}

/** Opens a file while `use` runs. */
async function withFile<T>(
  path: string,
  terminal: Terminal,
  use: (source: FileSource, name: string) => Promise<T>,
): Promise<T> {
  if (path === "-") return use(await joined(terminal.streams.input), "");
  const handle = await open(path, "r");
  try {
    const stat = await handle.stat();
    if (stat.isDirectory()) throw new UsageError(`${path} is a folder; name a file in it`);
    if (!stat.isFile())
      return await use(await joined(handle.createReadStream({ autoClose: false })), basename(path));
    const slice = async (from: number, to: number) => {
      const bytes = new Uint8Array(to - from);
      let done = 0;
      while (done < bytes.length) {
        const { bytesRead } = await handle.read(bytes, done, bytes.length - done, from + done);
        if (bytesRead === 0) return bytes.subarray(0, done); // the file has become shorter
        done += bytesRead;
      }
      return bytes;
    };
    return await use({ size: stat.size, slice }, basename(path));
  } finally {
    await handle.close();
  }
}

/** A config.json has some 100 kB. */
const mostConfig = 2 ** 24;

/** The text of a config.json. */
export const readConfig = (path: string): Promise<string> =>
  readText(path, mostConfig, `${path} has more than 16 MiB, which no config.json has`);

/** The text of a file. Its name may be the name of a pipe or a device, so that the bytes are counted as they come. */
export async function readText(path: string, most: number, tooLong: string): Promise<string> {
  const handle = await open(path, "r");
  try {
    const bytes = await joined(handle.createReadStream({ autoClose: false }), most, tooLong);
    return Buffer.from(bytes.buffer).toString("utf8");
  } finally {
    await handle.close();
  }
}

async function joined(
  input: AsyncIterable<Uint8Array>,
  most = mostPiped,
  tooLong = "the pipe sends more than 256 MiB, the limit; pass the file's name instead",
): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of input) {
    size += part.length;
    if (size > most) throw new UsageError(tooLong);
    parts.push(part);
  }
  return new Uint8Array(Buffer.concat(parts));
}
