/** Projects of strangers: each a throw-away folder with the packed package and one bundler's files. */
import { execFileSync, spawn } from "node:child_process";
import { cpSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { inject } from "vitest";

export const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const HERE = fileURLToPath(new URL(".", import.meta.url));
/** The bundlers are installed here, above the projects, which so find them. */
export const BUNDLERS = join(ROOT, "build/bundlers");

/** What pack.ts has made. */
export const archive = inject("archive");

/** The package as npm would install it. */
export const packed = join(dirname(archive), "posenc");

/** Makes a project from folders beside this file, the later ones over the earlier ones. */
export function makeProject(name: string, sources: readonly string[]): string {
  const folder = join(BUNDLERS, "projects", name);
  rmSync(folder, { recursive: true, force: true });
  for (const source of sources) cpSync(join(HERE, source), folder, { recursive: true });
  cpSync(packed, join(folder, "node_modules/posenc"), { recursive: true });
  return folder;
}

/** Runs a program of Node's to its end; what it printed. */
export const runIn = (folder: string, args: readonly string[]): string =>
  execFileSync(process.execPath, args, {
    cwd: folder,
    encoding: "utf8",
    stdio: ["ignore", "pipe", "pipe"],
    env: { ...process.env, NEXT_TELEMETRY_DISABLED: "1", ASTRO_TELEMETRY_DISABLED: "1", NODE_ENV: "" },
  });

/** Starts a server that prints its address. */
export async function serveIn(folder: string, script: string) {
  const child = spawn(process.execPath, [script], { cwd: folder, stdio: ["ignore", "pipe", "inherit"] });
  for await (const line of createInterface({ input: child.stdout }))
    return { origin: new URL(line).origin, close: () => child.kill() };
  throw new Error(`${script} ended before it gave an address`);
}
