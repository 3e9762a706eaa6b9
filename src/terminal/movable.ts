/** `posenc movable`: whether a cache of keys and values may move to other positions. */
import { type LayerMove, type Movable, movable } from "../entries/atlas.ts";
import type { Answers } from "./answers.ts";
import { type Command, exit, type Given, UsageError } from "./command.ts";
import { withOnlyFile } from "./local-file.ts";
import { placesOf } from "./model-report.ts";
import type { Terminal } from "./terminal.ts";

export const move: Command = {
  name: "movable",
  summary: "say for each layer whether cached keys may move to other positions, and how",
  usage: "<config.json> --from=N --to=N [--length=N] [--precision=NAME]",
  options: {
    from: { type: "string", value: "N", doc: "the position of the cached text's first token" },
    to: { type: "string", value: "N", doc: "its position after the move" },
    length: { type: "string", value: "N", doc: "positions that the text takes; default: any number" },
    precision: {
      type: "string",
      value: "NAME",
      doc: "type of the cache: float32 (default), bfloat16 or float16",
    },
  },
  more: [
    "A moved cache is right if it equals the cache that the model computes for the same text at the new positions.",
    "The exit code is 1 if a layer's keys cannot move, 2 if that is not known.",
  ],
  examples: [
    "posenc movable config.json --from=512 --to=0",
    "posenc movable config.json --from=0 --to=4096 --length=1000 --precision=bfloat16 --json",
  ],
  run: (given, terminal) =>
    withOnlyFile(given, terminal, async (file, { name }) => {
      if (file.kind !== "config")
        throw new UsageError(`expected a config.json; this file holds ${file.kind}. See posenc inspect`);
      const options = optionsOf(given);
      const found = movable(file.text, options as Parameters<typeof movable>[1]);
      if (given.flag("json")) await terminal.json(reportOf(found, name, options));
      else await print(found, terminal);
      return { exact: exit.done, rerotate: exit.done, impossible: exit.differs, unknown: exit.notUnderstood }[
        found.move
      ];
    }),
};

/** The values are checked by `movable`. */
function optionsOf(given: Given) {
  const number = (name: string) => {
    const text = given.text(name);
    return text === undefined || text.trim() === "" ? undefined : Number(text);
  };
  const [from, to] = [number("from"), number("to")];
  if (from === undefined || to === undefined)
    throw new UsageError("give --from and --to, the positions of the text's first token before and after");
  return { from, to, length: number("length"), precision: given.text("precision") ?? "float32" };
}

/** Layers with the same answer share it. */
function reportOf(
  { version, layers, ...found }: Movable,
  file: string,
  options: ReturnType<typeof optionsOf>,
): Answers["movable"] {
  const moves = [...new Set(layers)];
  return {
    version,
    file: file || null,
    ...options,
    ...found,
    moves,
    layers: layers.map((layer) => moves.indexOf(layer)),
  };
}

async function print({ modelType, layers, notes }: Movable, terminal: Terminal): Promise<void> {
  const moves = [...new Set(layers)];
  const places = layers.map((layer) => moves.indexOf(layer));
  await terminal.line(terminal.paint("bold", modelType ?? "unknown model type"));
  for (const [i, layer] of moves.entries())
    await terminal.line(`  layers ${placesOf(places, i)}: ${sentenceOf(layer, terminal)}`);
  if (layers.length === 0) await terminal.line("  Not known: the number of layers is not known.");
  for (const note of notes) await terminal.line(`  ${terminal.paint("yellow", "note")}  ${note}`);
}

function sentenceOf({ move, says }: LayerMove, terminal: Terminal): string {
  if (move === "rerotate") return terminal.paint("green", says);
  if (move === "exact") return `${terminal.paint("green", move)}: ${says}`;
  return `${terminal.paint("yellow", move === "impossible" ? move : "not known")}: ${says}`;
}
