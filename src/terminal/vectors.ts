/** `posenc vectors`: reference values with 20 digits for each preset, made without the kernels. */
import { readFile } from "node:fs/promises";
import { hint } from "../api/arguments/hints.ts";
import { formatSpec, presets, type Spec } from "../entries/full.node.ts";
import { type Command, exit, UsageError } from "./command.ts";
import { configSpecs } from "./config-specs.ts";
import type { Terminal } from "./terminal.ts";

export const vectors: Command = {
  name: "vectors",
  summary: "print the reference vectors of a preset: values with 20 digits, as JSON",
  usage: "<preset>|<config.json>",
  options: {},
  more: ["A config.json has the vectors of the preset with the same rotation, if there is one."],
  examples: [
    "posenc vectors llama-3.1",
    "posenc vectors config.json",
    "posenc vectors gpt-oss > gpt-oss.json",
  ],
  async run({ files: [name, more] }, terminal) {
    if (name === undefined || more !== undefined) throw new UsageError("name one preset");
    if (/\.json$/i.test(name)) return printAll(await presetsOf(name), terminal);
    if (!Object.hasOwn(presets, name))
      throw new UsageError(`unknown preset ${JSON.stringify(name)}${hint(name, Object.keys(presets), 3)}`);
    return printAll([name as keyof typeof presets], terminal);
  },
};

async function printAll(names: readonly (keyof typeof presets)[], terminal: Terminal): Promise<number> {
  for (const name of names) await terminal.write(`${JSON.stringify(await vectorsOf(name), undefined, 2)}\n`);
  return exit.done;
}

interface VectorFile {
  about: string;
  reading: string;
  presets: Record<string, { title: string; source: string; cases: { given: object; case: number }[] }>;
  cases: { spec: object }[];
}

/** A preset's part of the file of its method. */
async function vectorsOf(preset: keyof typeof presets): Promise<object> {
  const { method } = presets[preset].spec;
  const file: VectorFile = JSON.parse(
    await readFile(new URL(`./vectors/${method}.json`, import.meta.url), "utf8"),
  );
  const { title, source, cases } = file.presets[preset]!;
  const { about, reading } = file;
  const own = cases.map(({ given, case: index }) => ({ given, ...file.cases[index] }));
  return { preset, title, source, method, about, reading, cases: own };
}

/** The presets that rotate as the layers of a config do. */
async function presetsOf(path: string): Promise<(keyof typeof presets)[]> {
  const specs = Object.values(await configSpecs(path)).map((spec) => formatSpec(spec));
  const found = (Object.keys(presets) as (keyof typeof presets)[]).flatMap((name) =>
    presets[name].spec.method === "rope" && specs.includes(formatSpec({ preset: name } as Spec))
      ? [name]
      : [],
  );
  if (found.length > 0) return found;
  throw new UsageError(
    `no preset rotates as ${path} does, so it has no reference vectors: take posenc table --config=${path}`,
  );
}
