/** What a stranger gets: the packed package, alone in an empty folder. */
import { execFileSync, spawnSync } from "node:child_process";
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, test } from "vitest";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const folder = mkdtempSync(join(tmpdir(), "posenc-"));
const installed = join(folder, "node_modules/posenc");
const described = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8"));

type Exports = string | { [condition: string]: Exports };

/** The files that `exports` leads to. */
const targets = (exports: Exports): string[] =>
  typeof exports === "string" ? [exports] : Object.values(exports).flatMap(targets);

function run(program: string, args: string[]): string {
  return execFileSync(program, args, { cwd: folder, encoding: "utf8", stdio: ["ignore", "pipe", "pipe"] });
}

beforeAll(() => {
  execFileSync("npm", ["pack", "--silent", "--pack-destination", folder], { cwd: ROOT, stdio: "ignore" });
  const archive = readdirSync(folder).find((name) => name.endsWith(".tgz")) as string;
  mkdirSync(installed, { recursive: true });
  run("tar", ["-xzf", archive, "-C", installed, "--strip-components=1"]);
  writeFileSync(join(folder, "package.json"), '{ "type": "module" }\n');
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

test("holds the built package, its licences, and nothing of the repository", () => {
  expect(readdirSync(installed).sort()).toEqual([
    "CHANGELOG.md",
    "LICENSE",
    "README.md",
    "SKILL.md",
    "dist",
    "llms.txt",
    "package.json",
  ]);
  expect(readdirSync(join(installed, "dist"))).toContain("THIRD-PARTY-NOTICES.txt");
});

test("every file that package.json names is there, and none that it does not", () => {
  const { exports, sideEffects, customElements, bin } = described;
  const named = [...targets(exports), ...targets(bin), ...sideEffects, customElements].map((file) =>
    file.replace("./dist/", ""),
  );
  const files = readdirSync(join(installed, "dist"));
  const outermost = named.filter((file) => file !== "./package.json").map((file) => file.split("/")[0]);
  for (const file of outermost) expect(files).toContain(file);
  const beside = [
    /\.d\.ts$/,
    /^(LICENSE|THIRD-PARTY-NOTICES\.txt|chunks|parts|types)$/,
    /^(light-functions|small-modules|encodings)\.js$/, // parts beside the binaries that they load
  ];
  expect(
    files.filter((file) => !outermost.includes(file) && !beside.some((known) => known.test(file))),
  ).toEqual([]);
});

test("asks for nothing but Node 20, and tells whose work it carries", () => {
  expect(described.engines).toEqual({ node: ">=20" });
  expect(described).not.toHaveProperty("dependencies");
  const notices = readFileSync(join(installed, "dist/THIRD-PARTY-NOTICES.txt"), "utf8");
  for (const name of ["@lit/reactive-element", "xsimd", "emscripten", "musl"])
    expect(notices).toContain(name);
  const licences = [...notices.matchAll(/^@?[\w./-]+ \d+\.\d+\.\d+ \((.+)\)$/gm)].map(
    ([, licence]) => licence,
  );
  expect(licences.length).toBeGreaterThan(0);
  expect(["MIT", "ISC", "BSD-3-Clause"]).toEqual(expect.arrayContaining(licences));
});

test("its manifest has the attributes of every figure that it registers", () => {
  const { modules } = JSON.parse(readFileSync(join(installed, "dist/custom-elements.json"), "utf8"));
  const tags: string[] = modules[1].exports.map(({ name }: { name: string }) => name);
  // As much of a browser as registering needs.
  const script = `
    const registered = [];
    const customElements = { get() {}, define: (tag) => registered.push(tag) };
    Object.assign(globalThis, { customElements, IntersectionObserver: 1, ResizeObserver: 1, matchMedia: 1 });
    await import("posenc/define");
    console.log(registered.sort().join());
  `;
  const registered = run(process.execPath, ["--input-type=module", "-e", script]).trim();
  expect(tags.sort().join()).toBe(registered);
  expect(tags.length).toBeGreaterThan(1);
  for (const { description, attributes } of modules[0].declarations) {
    expect(description).not.toBe("");
    for (const { name } of attributes) expect(name).toMatch(/^[a-z-]+$/);
  }
  const heatmap = modules[0].declarations.find(({ name }: { name: string }) => name === "HeatmapElement");
  expect(heatmap.attributes).toContainEqual(
    expect.objectContaining({ name: "d-model", fieldName: "dModel", default: "128" }),
  );
});

test("works by its names in Node", () => {
  const script = `
    const { load } = await import("posenc");
    for (const entry of ["full", "inline", "spec", "atlas", "files", "diagnose", "engines", "probe", "elements", "define", "embed.js", "embed.single.js", "anywidget", "race-worker.js", "repeat-worker.js", "jsx/react", "jsx/preact", "jsx/svelte", "jsx/vue"]) await import("posenc/" + entry);
    console.log((await load()).sinusoidal({ length: 1, dModel: 4 }).join());
  `;
  expect(run(process.execPath, ["--input-type=module", "-e", script])).toBe("0,1,0,1\n");
});

/** The lines of a text from `npx posenc` on. */
const commandsIn = (text: string) =>
  [...text.matchAll(/^(?:- run: )?(npx posenc .*)/gm)].map(([, line]) => line!);

test("an error that a program does not catch is readable in the terminal", () => {
  const program = `import { load } from "posenc/full"; (await load()).sinusoidal({ length: 4, width: 8 });`;
  const { stderr } = spawnSync(process.execPath, ["--input-type=module", "-e", program], {
    cwd: folder,
    encoding: "utf8",
  });
  expect(stderr).toContain('TypeError: unknown option "width"; did you mean "dModel"?');
  expect(stderr.length).toBeLessThan(3000); // Node shows the line that threw, and a file may be one line
});

test("the commands of the README and of the guide run in a folder with nothing else, and find a config that has changed", () => {
  const bin = join(folder, "node_modules/.bin");
  mkdirSync(bin);
  symlinkSync(join("../posenc", described.bin.posenc), join(bin, "posenc")); // as npm does
  const config = { model_type: "llama", rope_theta: 500_000 };
  writeFileSync(join(folder, "config.json"), JSON.stringify(config));
  const commands = commandsIn(readFileSync(join(installed, "README.md"), "utf8"));
  expect(commands).toHaveLength(6);
  const [inspected, compared, , diagnosed, , trained] = commands.map((command) => run("sh", ["-c", command]));
  expect(inspected).toContain("The 32 layers rotate all 128 channels of a head");
  expect(compared).toMatch(/vLLM \(.*\) computes the same rotation/);
  expect(diagnosed).toContain("The table is sinusoidal: d = 512.");
  expect(readFileSync(join(folder, "table.npy")).length).toBe(128 + 4 * 5000 * 512);
  expect(JSON.parse(readFileSync(join(folder, "llama-3.1.json"), "utf8")).preset).toBe("llama-3.1");
  expect(trained).toMatch(/^back: accuracy at length\s.*^none +0\.\d+.*^rope +[01]\.\d+/ms);

  const guide = new URL("../../web/site/reference/guides/workflow.yml", import.meta.url);
  const [guard = "", other = ""] = commandsIn(readFileSync(guide, "utf8"));
  expect(run("sh", ["-c", other])).toContain("computes the same rotation");
  run("sh", ["-c", "npx posenc inspect config.json --json > kept.json"]);
  expect(run("sh", ["-c", guard])).toBe("");
  writeFileSync(join(folder, "config.json"), JSON.stringify({ ...config, rope_theta: 10_000 }));
  expect(() => run("sh", ["-c", guard])).toThrow(expect.objectContaining({ status: 1 }));
});

test("its types stand alone under the strictest compiler", () => {
  const file = join(folder, "use.ts");
  writeFileSync(
    file,
    `import { load, type Light } from "posenc";
     import { load as loadAll, type Posenc } from "posenc/full";
     import { load as loadRotary, type Rotary } from "posenc/rotary";
     import { load as loadInline } from "posenc/inline";
     import { checkSpec, type Spec } from "posenc/spec";
     import { atlas, type AtlasModel } from "posenc/atlas";
     import { type NpyFile, readNpy } from "posenc/files";
     import { type Diagnosis, diagnose } from "posenc/diagnose";
     import { type Comparison, compare } from "posenc/engines";
     import { HeatmapElement } from "posenc/elements";
     import "posenc/define";
     import "posenc/embed.js";
     import "posenc/embed.single.js";
     import widget from "posenc/anywidget";
     export const render: (view: Parameters<typeof widget.render>[0]) => () => void = widget.render;
     const pe: Light = await load();
     const all: Posenc = await loadAll();
     const rope: Rotary = await loadRotary();
     export const turned: Float32Array = rope.rotate(new Float32Array(4), { headDim: 4, pairing: "halves", heads: 1 });
     export const same: Posenc = await loadInline();
     export const models: readonly AtlasModel[] = atlas();
     export const array: Promise<NpyFile> = readNpy(new Blob([]));
     export const diagnosis: Diagnosis = diagnose({ slopes: [0.5, 0.25] });
     export const comparison: Comparison = compare({ model_type: "llama" });
     const spec: Spec = checkSpec({ method: "alibi" });
     export const table: Float32Array = pe.sinusoidal({ length: 1, dModel: 4 });
     export const bias: Float32Array = all.bias(spec, { heads: 1, queries: 1 });
     export const figure: HTMLElement = new HeatmapElement();
     export const width: number | undefined = document.querySelector("pe-heatmap")?.dModel;
     // @ts-expect-error: not an option
     pe.sinusoidal({ length: 1, dModel: 4, size: 3 });
     // @ts-expect-error: presets are in posenc/full
     rope.rotate(new Float32Array(128), { preset: "llama-3.1", heads: 1 });
     // @ts-expect-error: in posenc/full
     pe.bias(spec, { heads: 1, queries: 1 });
    `,
  );
  const flags = ["--noEmit", "--strict", "--exactOptionalPropertyTypes", "--target", "es2022"];
  const compiler = join(ROOT, "node_modules/typescript/bin/tsc");
  const args = [...flags, "--lib", "es2022,dom,dom.iterable", "--module", "nodenext"];
  expect(() => run(process.execPath, [compiler, ...args, file])).not.toThrow();
});
