/** Writes a file part by part. The file appears when it is complete; after a failure nothing is left. */
import { randomUUID } from "node:crypto";
import { closeSync, constants, openSync, rmSync } from "node:fs";
import { type FileHandle, lstat, open, realpath, rename, rm, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import process from "node:process";

/** From here on the size of a file is said before it is written. */
export const saidBytes = 2 ** 28;

type Parts = Iterable<string | Uint8Array>;

/** @param path A pipe or a device is written to as it is; a link stays, and its target is replaced. */
export async function writeWhole(path: string, parts: Parts): Promise<void> {
  const there = await stat(path).catch(() => undefined);
  const isLinkToNothing = there === undefined && (await lstat(path).catch(() => undefined)) !== undefined;
  try {
    if (isLinkToNothing || (there !== undefined && !there.isFile())) return await writeInto(path, parts);
    await replace(there === undefined ? path : await realpath(path), parts, there?.mode);
  } catch (error) {
    (error as NodeJS.ErrnoException).path = path; // not the one of the unfinished file
    throw error;
  }
}

async function writeInto(path: string, parts: Parts): Promise<void> {
  const handle = await open(path, "w");
  try {
    await writeAll(handle, parts);
  } finally {
    await handle.close();
  }
}

async function replace(path: string, parts: Parts, mode: number | undefined): Promise<void> {
  const unfinished = join(dirname(path), `.posenc-${randomUUID()}.part`);
  const stopWatching = onSignal(() => rmSync(unfinished, { force: true }));
  let handle: FileHandle | undefined;
  try {
    // Made at once, since a signal may come while a thread makes it. "wx" opens no file that is there, and follows no link.
    closeSync(openSync(unfinished, "wx"));
    handle = await open(unfinished, constants.O_WRONLY | constants.O_NOFOLLOW);
    if (mode !== undefined) await handle.chmod(mode & 0o777);
    await writeAll(handle, parts);
    await handle.close();
    await rename(unfinished, path);
  } catch (error) {
    await handle?.close().catch(() => undefined);
    await rm(unfinished, { force: true });
    throw error;
  } finally {
    stopWatching();
  }
}

async function writeAll(handle: FileHandle, parts: Parts): Promise<void> {
  for (const part of parts) await handle.writeFile(part);
}

/** Runs `act` if a signal ends the process, which then ends by the same signal. Returns what takes this back. */
function onSignal(act: () => void): () => void {
  const signals = ["SIGINT", "SIGTERM", "SIGHUP"] as const;
  const end = (signal: NodeJS.Signals) => {
    stop();
    act();
    process.kill(process.pid, signal);
  };
  const stop = () => {
    for (const signal of signals) process.removeListener(signal, end);
  };
  for (const signal of signals) process.on(signal, end);
  return stop;
}
