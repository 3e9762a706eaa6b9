import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import * as posenc from "posenc";
import * as full from "posenc/full";
import { describe, expect, it } from "vitest";
import { drawPicture, PICTURE } from "../../tools/picture.mjs";

const root = fileURLToPath(new URL("../..", import.meta.url));
const readme = readFileSync(join(root, "README.md"), "utf8");

/** The code blocks of the README in one language, in order. */
const blocks = (language: string) =>
  [...readme.matchAll(new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\``, "gms"))].map((match) => match[1]!);

const dist = join(root, "dist");

/** A mean share with the least and the most, as the README's table of the lab has it. */
function percentages({ mean, min, max }: Record<"mean" | "min" | "max", number[]>): string {
  const whole = (share: number | undefined) => Math.round(100 * share!);
  return mean
    .map((share, i) => {
      const [least, most] = [whole(min[i]), whole(max[i])];
      return `${whole(share)} %${least === most ? "" : ` (${least}–${most})`}`;
    })
    .join(" | ");
}

describe("README", () => {
  it("its table of trained models has the results of npm run lab", () => {
    const results = JSON.parse(readFileSync(join(root, "web/site/lab/results.json"), "utf8"));
    const [{ rows }] = results.results.filter(({ task }: { task: string }) => task === "induction");
    expect(results.runs).toBe(325);
    const names: Record<string, string> = {
      none: "none",
      sinusoidal: "sinusoidal",
      sine: "sines only",
      learned: "learned",
      rope: "rotary",
      "rope, linear": "rotary, then interpolated",
      "rope, ntk": "rotary, then NTK",
      "rope, yarn": "rotary, then YaRN",
      "rope, cut": "rotary, then the context cut",
      "rope-half": "rotary, half of the channels",
      "rope-alternate": "rotary, every second layer",
      alibi: "ALiBi",
      kerple: "KERPLE",
      t5: "T5’s buckets",
      fire: "FIRE",
      shaw: "Shaw’s vectors",
      fox: "FoX",
    };
    for (const [encoding, name] of Object.entries(names)) {
      const row = rows.find((one: { encoding: string }) => one.encoding === encoding);
      expect(row.seeds).toHaveLength(5);
      expect(readme).toContain(`| ${name} | ${percentages(row.accuracy)} |`);
    }
  });

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

  it("names every function and every figure", async () => {
    const manifest = JSON.parse(readFileSync(join(dist, "custom-elements.json"), "utf8"));
    const tags = manifest.modules[0].declarations.map(({ tagName }: { tagName: string }) => `<${tagName}>`);
    for (const name of [...Object.keys(await full.load()), ...tags]) expect(readme).toContain(`\`${name}\``);
  });

  it("its addresses have the package's version", () => {
    const versions = [...readme.matchAll(/posenc[@-](\d+\.\d+\.\d+)/g)].map(([, version]) => version);
    expect(new Set(versions)).toEqual(new Set([posenc.version]));
  });

  it("its picture is what the package draws", async () => {
    expect(readFileSync(PICTURE, "utf8")).toBe(await drawPicture(posenc));
  });
});
