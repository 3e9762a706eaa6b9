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
    await terminal.write(await readFile(new URL(`./vectors/${name}.json`, import.meta.url), "utf8"));
    return exit.done;
  },
};
