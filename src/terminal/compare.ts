/** `posenc compare`: what engines compute from a config, and where they differ. */
import { counted } from "../api/arguments/counted.ts";
import { type Comparison, compare, engines } from "../entries/engines.ts";
import type { Answers } from "./answers.ts";
import { type Command, exit, type Given, UsageError } from "./command.ts";
import { withOnlyFile } from "./local-file.ts";
import type { Terminal } from "./terminal.ts";

export const comparison: Command = {
  name: "compare",
  summary: "show what engines compute from a config.json, and where they differ",
  usage: "<config.json> [--engines=NAMES] [--length=TOKENS] [--dtype=NAME]",
  options: {
    engines: {
      type: "string",
      value: "NAMES",
      doc: `comma-separated: ${engines()
        .map(({ name }) => name)
        .join(", ")}; default: all`,
    },
    length: { type: "string", value: "TOKENS", doc: "tokens to serve; default: the length in the config" },
    dtype: {
      type: "string",
      value: "NAME",
      doc: "type of activations: bfloat16 (default), float16 or float32",
    },
    pairing: {
      type: "string",
      value: "NAME",
      doc: "halves or interleaved, if the config does not decide it",
    },
  },
  more: [
    "= the same rotation; ≠ another one; ? not known: no file that decides it was read or run; – not served.",
    "The answers come from formulas read in the engines' sources; no engine runs.",
    "The exit code is 1 if an engine computes a different rotation, 2 if the config's rotation is not understood.",
  ],
  examples: [
    "posenc compare config.json --engines=transformers,vllm --length=131072",
    "posenc compare config.json --json",
  ],
  run(given, terminal) {
    return withOnlyFile(given, terminal, async (file) => {
      if (file.kind !== "config")
        throw new UsageError(`expected a config.json; this file holds ${file.kind}. See posenc inspect`);
      const found = compare(file.text, optionsOf(given) as Parameters<typeof compare>[1]);
      await (given.flag("json") ? terminal.json(found satisfies Answers["compare"]) : print(found, terminal));
      return codeOf(found);
    });
  },
};

/** The values are checked by `compare`. */
function optionsOf(given: Given) {
  const length = given.text("length");
  return {
    engines: given.text("engines")?.split(","),
    length: length === undefined ? undefined : Number(length),
    dtype: given.text("dtype"),
    pairing: given.text("pairing"),
  };
}

function codeOf({ layers, unknown }: Comparison): number {
  if (layers.length === 0 || unknown.length > 0) return exit.notUnderstood;
  const isOther = layers.some(({ engines }) => engines.some(({ differs }) => differs));
  return isOther ? exit.differs : exit.done;
}

async function print({ layers, others, unknown, notes, ...found }: Comparison, terminal: Terminal) {
  const { bold, yellow } = { bold: "bold", yellow: "yellow" } as const;
  for (const { kind, count, exact, engines } of layers) {
    const { base, width, attentionFactor } = exact;
    const name = kind === "all" ? "layers" : `${kind} layers`;
    await terminal.line(
      terminal.paint(
        bold,
        `${count} ${name}: base ${base}, ${counted(`${width}`, "channel")}, attention factor ${attentionFactor}`,
      ),
    );
    for (const column of engines) {
      const mark = !column.serves ? "–" : column.differs ? "≠" : column.known ? "=" : "?";
      await terminal.line(`  ${terminal.paint(mark === "=" ? "green" : yellow, mark)} ${column.verdict}`);
    }
  }
  if (layers.length === 0) await terminal.line("No layer has a rotation that posenc understands.");
  if (others.length > 0) await terminal.line(`Not compared: ${others.join(", ")}.`);
  for (const field of unknown) await terminal.line(`  ${terminal.paint(yellow, "not understood")}  ${field}`);
  for (const note of notes) await terminal.line(`  ${terminal.paint(yellow, "note")}  ${note}`);
  await terminal.line(terminal.paint("dim", `for ${counted(found.length, "token")}, in ${found.dtype}`));
}
