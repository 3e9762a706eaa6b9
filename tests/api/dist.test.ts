import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { parse } from "acorn";
import ts from "typescript";
import { describe, expect, test } from "vitest";

const dist = dirname(createRequire(import.meta.url).resolve("posenc/posenc.wasm"));
const text = (name: string) => readFileSync(join(dist, name), "utf8");

const scripts = readdirSync(dist, { recursive: true, encoding: "utf8" })
  .filter((name) => name.endsWith(".js"))
  .filter((name) => !name.startsWith("types"));
/** What figures ask for when they need it. */
const ON_DEMAND = /\/([\w-]+-code|any-encoding|small-modules|light-functions|lab|embed\.single)\.js$/;
/** Names of namespaces and of formats, which nothing is fetched from, and the page that `posenc picture` draws on this machine. */
const namespaces = /http:\/\/127\.0\.0\.1:|"http:\/\/www\.w3\.org\/[\w/]+"|`http:\/\/www\.w3\.org\/[\w/]+`/g;

/** Whether a part of a syntax tree waits outside of functions. */
function waitsAtTop(node: unknown): boolean {
  if (typeof node !== "object" || node === null) return false;
  const { type = "" } = node as { type?: string };
  if (type.includes("Function")) return false;
  return type === "AwaitExpression" || Object.values(node).some(waitsAtTop);
}

describe.each(scripts)("dist/%s", (name) => {
  const code = text(name);

  test("makes no code from text, and names no host", () => {
    expect(code).not.toMatch(/\beval\s*\(/);
    expect(code).not.toMatch(/\bFunction\s*\(/);
    expect(code.replace(namespaces, "")).not.toMatch(/https?:\/\//);
    // The widget of notebooks comes after the script with all figures.
    const waits = waitsAtTop(parse(code, { ecmaVersion: "latest", sourceType: "module" }));
    expect(waits).toBe(name === "anywidget.js");
  });

  test("can be put inside a page, where HTML has no NUL, and a script ends at its tag", () => {
    expect(code).not.toContain("\0");
    expect(/<\/script|<!--/i.test(code)).toBe(false);
  });

  test("imports only files that exist, Node's modules in Node's files only, and code on demand in embed.js, for encodings and for training only", () => {
    const imports = ts.preProcessFile(code, true, true).importedFiles.map(({ fileName }) => fileName);
    const ours = imports.filter((from) => !from.startsWith("node:"));
    for (const from of ours) expect(existsSync(join(dist, dirname(name), from)), from).toBe(true);
    expect(ours.length < imports.length).toBe(name.endsWith(".node.js") || name === "posenc.js");
    const onDemand = [...code.matchAll(/\bimport\s*\(\s*["'`]([^"'`]+)/g)].map(([, from = ""]) => from);
    // Figures; what writes code for a reader; encodings of menus; functions; training.
    const known = name === "embed.js" ? /^\.\/chunks\/[\w-]+\.js$/ : ON_DEMAND;
    expect(onDemand.filter((from) => !known.test(from))).toEqual([]);
    expect(code.match(/\bimport\s*\(/g) ?? []).toHaveLength(onDemand.length);
  });
});

test("importing a file without a page has no effect: no fetch, no global, no message", () => {
  const script = `
    // Lit counts its copies in two globals.
    const globals = () => Object.keys(globalThis).filter((name) => !/^(lit|reactiveElement)/.test(name)).length;
    const before = globals();
    let calls = 0;
    globalThis.fetch = () => { calls++; };
    for (const name of ["compile", "instantiate", "validate"]) WebAssembly[name] = () => { calls++; };
    const busy = [];
    for (const name of ${JSON.stringify(scripts.filter((name) => !name.endsWith(".workerd.js")))}) { // Node imports no .wasm
      await import(${JSON.stringify(`${pathToFileURL(dist)}/`)} + name);
      await new Promise((resolve) => setTimeout(resolve, 5));
      if (globals() !== before || calls > 0) busy.push(name);
    }
    console.log(busy.join());
  `;
  expect(run(["--input-type=module", "-e", script])).toBe("\n");
});

function run(flags: string[]): string {
  return execFileSync(process.execPath, flags, { encoding: "utf8", stdio: ["ignore", "pipe", "pipe"] });
}

test.each([
  ["index.js", "posenc"],
  ["encodings.js", "posenc-full"],
])("bundlers find the WebAssembly of %s", (script, file) => {
  expect(text(script)).toMatch(new RegExp(`new URL\\(\\W\\./${file}\\.wasm\\W,\\s*import\\.meta\\.url\\)`));
});

test.each([
  ["index", "posenc"],
  ["full", "posenc-full"],
])("workers at the edge find the WebAssembly of %s", (name, file) => {
  expect(text(`${name}.workerd.js`)).toMatch(new RegExp(`\\bimport \\w+ from\\s*"\\./${file}\\.wasm"`));
});

test("bundlers find the WebAssembly of figures, in the folder of their script", () => {
  for (const [script, file] of [
    ["light-functions.js", "posenc"],
    ["small-modules.js", "posenc-attention"],
  ] as const)
    expect(text(script)).toMatch(new RegExp(`new URL\\(\\W\\./${file}\\.wasm\\W,\\s*import\\.meta\\.url\\)`));
});

test("what the manifest says of figures is not in their code", () => {
  const code = scripts.map(text).join("\n");
  const { modules } = JSON.parse(text("custom-elements.json"));
  const figures: { tagName: string; description: string; attributes: { description: string }[] }[] =
    modules[0].declarations;
  expect(figures.length).toBeGreaterThan(10);
  for (const { tagName, description, attributes } of figures) {
    const [sentence = ""] = description.split(".");
    expect(sentence.length, tagName).toBeGreaterThan(20);
    expect(code, tagName).not.toContain(sentence);
    expect(attributes.every((attribute) => attribute.description !== "undefined.")).toBe(true);
  }
  expect(code).toContain(figures[0]?.tagName);
});
