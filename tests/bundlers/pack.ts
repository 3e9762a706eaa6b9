/** Packs the package, once for all tests. */
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { TestProject } from "vitest/node";

declare module "vitest" {
  export interface ProvidedContext {
    /** The file that npm would publish; what is in it lies beside it, in the folder `posenc`. */
    archive: string;
  }
}

export default function pack(project: TestProject): () => void {
  const folder = mkdtempSync(join(tmpdir(), "posenc-"));
  const options = { cwd: fileURLToPath(new URL("../..", import.meta.url)), stdio: "ignore" } as const;
  execFileSync("npm", ["pack", "--silent", "--pack-destination", folder], options);
  const [name = ""] = readdirSync(folder);
  const archive = join(folder, name);
  const packed = join(folder, "posenc");
  mkdirSync(packed);
  execFileSync("tar", ["-xzf", archive, "-C", packed, "--strip-components=1"], options);
  project.provide("archive", archive);
  return () => rmSync(folder, { recursive: true, force: true });
}
