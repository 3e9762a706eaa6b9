/** Writes a file part by part. The file appears when it is complete; after a failure nothing is left. */
import { open, rename, rm } from "node:fs/promises";

export async function writeWhole(path: string, parts: Iterable<string | Uint8Array>): Promise<void> {
  const unfinished = `${path}.part`;
  const handle = await open(unfinished, "w");
  try {
    for (const part of parts) await handle.appendFile(part);
    await handle.close();
    await rename(unfinished, path);
  } catch (error) {
    await handle.close().catch(() => undefined);
    await rm(unfinished, { force: true });
    throw error;
  }
}
