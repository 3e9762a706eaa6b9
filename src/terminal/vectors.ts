/** `posenc vectors`: reference values with 20 digits for each preset, made without the kernels. */
import { readFile } from "node:fs/promises";
import { hint } from "../api/arguments/hints.ts";
import { presets } from "../entries/full.node.ts";
import { type Command, exit, UsageError } from "./command.ts";

export const vectors: Command = {
  name: "vectors",
  summary: "print the reference vectors of a preset: values with 20 digits, as JSON",
  usage: "<preset>",
  options: {},
  examples: ["posenc vectors llama-3.1", "posenc vectors gpt-oss > gpt-oss.json"],
  async run({ files: [name, more] }, terminal) {
    if (name === undefined || more !== undefined) throw new UsageError("name one preset");
    if (!Object.hasOwn(presets, name))
      throw new UsageError(`unknown preset ${JSON.stringify(name)}${hint(name, Object.keys(presets), 3)}`);
    await terminal.write(`${JSON.stringify(await vectorsOf(name as keyof typeof presets), undefined, 2)}\n`);
    return exit.done;
  },
};

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
