import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { runInThisContext } from "node:vm";
import * as atlas from "posenc/atlas";
import * as diagnose from "posenc/diagnose";
import * as engines from "posenc/engines";
import * as files from "posenc/files";
import * as full from "posenc/full";
import { load as loadLab } from "posenc/lab";
import * as probe from "posenc/probe";
import { describe, expect, test } from "vitest";

const folder = fileURLToPath(new URL("../../src", import.meta.url));
const pe = await full.load();
const lab = await loadLab();
const model = lab.start({ encoding: "rope", task: "reverse" });
/** What the package exports, without WebAssembly too. */
const exported = { ...full, ...atlas, ...files, ...diagnose, ...engines, ...probe };

/** The lines of every `@example`, by file. */
const examples = readdirSync(folder, { recursive: true, encoding: "utf8" })
  .filter((name) => name.endsWith(".ts"))
  .sort()
  .flatMap((name) => examplesOf(name, readFileSync(join(folder, name), "utf8")));

function examplesOf(name: string, source: string): [name: string, lines: string][] {
  const comments = [...source.matchAll(/\/\*\*(.*?)\*\//gs)].map(([, text]) =>
    text!.replace(/^ *\* ?/gm, ""),
  );
  return comments.flatMap((text) =>
    [...text.matchAll(/@example\n(.*?)(?=\n@|$(?![\s\S]))/gs)].map(
      ([, lines]) => [name, lines!.trim()] as [string, string],
    ),
  );
}

/** A value as a comment writes it: a typed or plain array, an object, a string, a number or a flag. */
const literal =
  /^(?:(\w+Array) )?(\[[^\]]*\]|\{.*\}|"(?:[^"\\]|\\.)*"|-?[\d.]+(?:e[+-]?\d+)?|true|false|-?Infinity)(?:, .+)?$/;

/** Runs an example in which each `expression; // value` becomes a claim. */
async function claimsOf(lines: string): Promise<{ expression: string; value: unknown; claim: string }[]> {
  const claims: { expression: string; value: unknown; claim: string }[] = [];
  const code = lines.replace(
    /^(?!const |import )(.+?);\s*\/\/ (.+)$/gm,
    (_, expression: string, claim: string) =>
      `claims.push({ expression: ${JSON.stringify(expression)}, value: ${expression}, claim: ${JSON.stringify(claim)} });`,
  );
  const names = Object.keys(exported);
  // As a script, because the tests run where functions cannot be made from text.
  const run = runInThisContext(
    `(async (${["pe", "lab", "model", "claims", ...names].join()}) => { { ${code} } })`,
  );
  await run(pe, lab, model, claims, ...Object.values(exported));
  return claims;
}

function expectClaim(value: unknown, claim: string): void {
  const [, type, text] = literal.exec(claim) ?? [];
  expect(text, `"// ${claim}" begins with a value`).toBeDefined();
  const claimed: unknown = runInThisContext(`(${text})`);
  if (type !== undefined) expect((value as object).constructor.name).toBe(type);
  if (ArrayBuffer.isView(value)) expectNumbers(value as unknown as ArrayLike<number>, claimed as number[]);
  else if (typeof value === "number" && value !== claimed) expect(value).toBe(Math.fround(claimed as number));
  else expect(value).toEqual(claimed);
}

/** Float32 entries are written with as many digits as tell them apart. */
function expectNumbers(values: ArrayLike<number>, claimed: number[]): void {
  const isFloat = values instanceof Float32Array;
  expect([...Array.from(values)]).toEqual(isFloat ? claimed.map(Math.fround) : claimed);
}

describe("the examples in the comments of src run, and each value in a comment is the value", () => {
  test("there are many", () => {
    expect(examples.length).toBeGreaterThan(25);
  });

  test.each(examples)("%s: %s", async (_, lines) => {
    for (const { value, claim } of await claimsOf(lines)) expectClaim(value, claim);
  });
});
