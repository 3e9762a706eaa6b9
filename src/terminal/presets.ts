/** `posenc presets`: the named conventions. */
import { methods, presets } from "../entries/full.node.ts";
import type { Answers } from "./answers.ts";
import { type Command, exit, UsageError } from "./command.ts";

export const presetList: Command = {
  name: "presets",
  summary: "list the presets: named conventions of models and papers",
  usage: "[--method=NAME]",
  options: { method: { type: "string", value: "NAME", doc: "only the presets of one method, such as rope" } },
  examples: ["posenc presets", "posenc presets --method=rope --json"],
  async run(given, terminal) {
    const method = given.text("method");
    if (method !== undefined && !Object.hasOwn(methods, method))
      throw new UsageError(
        `unknown method ${JSON.stringify(method)}; allowed are ${Object.keys(methods).join(", ")}`,
      );
    const rows = Object.entries(presets)
      .filter(([, { spec }]) => method === undefined || spec.method === method)
      .map(([name, { title, source, spec, open }]) => ({
        name,
        title,
        method: spec.method,
        open: [...open],
        source,
      }));
    if (given.flag("json")) await terminal.json(rows satisfies Answers["presets"]);
    else {
      const longest = Math.max(0, ...rows.map(({ name }) => name.length));
      for (const { name, title, open } of rows) {
        const fields = open.length === 0 ? "" : terminal.paint("dim", ` (open: ${open.join(", ")})`);
        await terminal.line(`${terminal.paint("bold", name.padEnd(longest))}  ${title}${fields}`);
      }
    }
    return exit.done;
  },
};
