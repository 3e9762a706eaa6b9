import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import * as posenc from "posenc";
import { atlas } from "posenc/atlas";
import * as full from "posenc/full";
import { describe, expect, it } from "vitest";
import { drawPicture, PICTURE } from "../../tools/picture.mjs";

const root = fileURLToPath(new URL("../..", import.meta.url));
const readme = readFileSync(join(root, "README.md"), "utf8");

/** The code blocks of the README in one language, in order. */
const blocks = (language: string) =>
  [...readme.matchAll(new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\``, "gms"))].map((match) => match[1]!);

const dist = join(root, "dist");

describe("README", () => {
  it("its JavaScript runs, and each value in a comment is the value", async () => {
    const folder = join(root, "build/readme"); // within the package, so that its public name resolves
    mkdirSync(folder, { recursive: true });
    const script = blocks("js");
    expect(script).toHaveLength(1);
    const claims: [string, string][] = [];
    const checked = script[0]!.replace(/^(?!import|const)(.+?);\s*\/\/ (.+)$/gm, (_, expression, claim) => {
      claims.push([expression, claim]);
      return `claims.push(${expression});`;
    });
    const file = join(folder, "usage.mjs");
    writeFileSync(file, `export const claims = [];\n${checked}`);
    const run = (await import(/* @vite-ignore */ pathToFileURL(file).href)) as { claims: unknown[] };
    expect(claims.length).toBeGreaterThan(3);
    claims.forEach(([expression, claim], k) => {
      expect(String(run.claims[k]), expression).toBe(claim);
    });
  });

  it("fits on a few screens", () => {
    expect(readme.split("\n").length).toBeLessThanOrEqual(150);
  });

  it("counts the encodings, presets, model types and figures that there are", () => {
    const { declarations } = JSON.parse(readFileSync(join(dist, "custom-elements.json"), "utf8")).modules[0];
    const encodings = Object.keys(full.methods).filter((name) => name !== "none");
    expect(encodings).toHaveLength(4 + 16); // sinusoidal, rotary, ALiBi, T5 and sixteen more
    const text = readme.replaceAll("\n", " ");
    expect(text).toContain("sinusoidal, rotary, ALiBi, T5 and sixteen more");
    expect(text).toContain(`${Object.keys(full.presets).length} presets, ${atlas().length} model types`);
    expect(text).toContain(`There are ${declarations.length} figures`);
  });

  it("it and the guide to CDNs have the package's version", () => {
    const cdn = readFileSync(join(root, "web/site/reference/guides/cdn.html"), "utf8");
    const versions = [...`${readme}${cdn}`.matchAll(/posenc[@-](\d+\.\d+\.\d+)/g)].map(
      ([, version]) => version,
    );
    expect(new Set(versions)).toEqual(new Set([posenc.version]));
  });

  it("its picture is what the package draws", async () => {
    expect(readFileSync(PICTURE, "utf8")).toBe(await drawPicture(posenc));
  });
});
