/** What a stranger gets: the packed package, alone in an empty folder. */
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, test } from "vitest";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const folder = mkdtempSync(join(tmpdir(), "posenc-"));
const installed = join(folder, "node_modules/posenc");

function run(program: string, args: string[]): string {
  return execFileSync(program, args, { cwd: folder, encoding: "utf8", stdio: ["ignore", "pipe", "pipe"] });
}

beforeAll(() => {
  execFileSync("npm", ["pack", "--silent", "--pack-destination", folder], { cwd: ROOT, stdio: "ignore" });
  const archive = readdirSync(folder).find((name) => name.endsWith(".tgz")) as string;
  mkdirSync(installed, { recursive: true });
  run("tar", ["-xzf", archive, "-C", installed, "--strip-components=1"]);
  writeFileSync(join(folder, "package.json"), '{ "type": "module" }\n');
}, 60_000);

afterAll(() => rmSync(folder, { recursive: true, force: true }));

test("holds the built package, its licences, and nothing of the repository", () => {
  expect(readdirSync(installed).sort()).toEqual(["LICENSE", "README.md", "dist", "package.json"]);
  expect(readdirSync(join(installed, "dist"))).toContain("THIRD-PARTY-NOTICES.txt");
});

test("works by its name in Node", () => {
  const script = `
    const { load } = await import("posenc");
    await import("posenc/elements");
    console.log((await load()).sinusoidal({ length: 1, dModel: 4 }).join());
  `;
  expect(run(process.execPath, ["--input-type=module", "-e", script])).toBe("0,1,0,1\n");
});

test("its types stand alone under the strictest compiler", () => {
  const file = join(folder, "use.ts");
  writeFileSync(
    file,
    `import { load, type Posenc } from "posenc";
     import { HeatmapElement } from "posenc/elements";
     import "posenc/define";
     const pe: Posenc = await load();
     export const table: Float32Array = pe.sinusoidal({ length: 1, dModel: 4 });
     export const figure: HTMLElement = new HeatmapElement();
     // @ts-expect-error: not an option
     pe.sinusoidal({ length: 1, dModel: 4, size: 3 });
    `,
  );
  const flags = ["--noEmit", "--strict", "--exactOptionalPropertyTypes", "--target", "es2022"];
  const compiler = join(ROOT, "node_modules/typescript/bin/tsc");
  const args = [...flags, "--lib", "es2022,dom,dom.iterable", "--module", "nodenext"];
  expect(() => run(process.execPath, [compiler, ...args, file])).not.toThrow();
}, 60_000);
