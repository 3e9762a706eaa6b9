import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { readNpy } from "./npy.ts";

/** Below the repository's top, so that the code imports the package by its own name. */
const BUILD = fileURLToPath(new URL("../../../build", import.meta.url));

/** The first that has NumPy: Debian's own Python may stand behind another one on the PATH. */
const PYTHONS = ["python3", "/usr/bin/python3"];

const WRITE: Readonly<Record<string, string>> = {
  py: `np.save("values.npy", np.concatenate([np.asarray(part).ravel() for part in values]))\n`,
  mjs: `
import { writeFileSync } from "node:fs";
writeFileSync(new URL("values.f64", import.meta.url), Float64Array.from(values));
`,
};

/** Runs a figure's NumPy code in a process of its own; returns its variable \`values\`, flat. */
export function runNumpy(code: string): readonly number[] {
  const python = PYTHONS.find((name) => spawnSync(name, ["-c", "import numpy"]).status === 0);
  if (python === undefined) throw new Error(`none of ${PYTHONS.join(", ")} has NumPy`);
  return run("py", code, python, (folder) =>
    Array.from(readNpy(readFileSync(join(folder, "values.npy"))).values),
  );
}

/** Runs a figure's JavaScript code in Node; returns its variable \`values\`, flat. */
export function runJavaScript(code: string): readonly number[] {
  return run("mjs", code, process.execPath, (folder) => {
    const bytes = Uint8Array.from(readFileSync(join(folder, "values.f64"))).buffer;
    return Array.from(new Float64Array(bytes));
  });
}

function run<T>(extension: string, code: string, program: string, read: (folder: string) => T): T {
  const folder = mkdtempSync(join(BUILD, "code-"));
  try {
    writeFileSync(join(folder, `code.${extension}`), code + WRITE[extension]);
    const { status, stderr } = spawnSync(program, [`code.${extension}`], { cwd: folder, encoding: "utf8" });
    if (status !== 0) throw new Error(`${stderr}\n${code}`);
    return read(folder);
  } finally {
    rmSync(folder, { recursive: true });
  }
}
