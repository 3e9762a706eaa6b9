/** `posenc ids`: the positions of tokens, by the rule of a model. */
import { modelPositions, positionIds, type TokenIds } from "../entries/full.node.ts";
import type { Answers } from "./answers.ts";
import { type Command, exit, type Given, UsageError } from "./command.ts";
import { readConfig } from "./local-file.ts";

export const ids: Command = {
  name: "ids",
  summary: "print the positions of tokens: of text, of padded or packed text, and of text with images",
  usage: "[--config=FILE] --length=N | --mask=LIST | --boundaries=LIST | --segments=JSON",
  options: {
    config: { type: "string", value: "FILE", doc: "a model's config.json, which gives the rule" },
    rule: {
      type: "string",
      value: "NAME",
      doc: "the rule, such as text or qwen-2-vl, in place of the config",
    },
    length: { type: "string", value: "N", doc: "the number of tokens of a text" },
    mask: { type: "string", value: "LIST", doc: "1 for each token and 0 for padding, such as 0,0,1,1,1" },
    boundaries: { type: "string", value: "LIST", doc: "where packed texts begin and the last ends: 0,3,7" },
    segments: { type: "string", value: "JSON", doc: 'the tokens in order: [{"text":3},{"image":[1,4,6]}]' },
    start: { type: "string", value: "N", doc: "the position of the first token; default: that of the model" },
  },
  more: ["One line for each axis, numbers separated by commas."],
  examples: [
    "posenc ids --length=8",
    "posenc ids --mask=0,0,1,1,1",
    `posenc ids --config=config.json --segments='[{"text":3},{"image":[1,4,6]},{"text":2}]'`,
  ],
  async run(given, terminal) {
    if (given.files.length > 0) throw new UsageError(`${given.files[0]} is not an option`);
    const found = positionIds(
      (await optionsOf(given)) as Parameters<typeof positionIds>[0] & { rule: "qwen-2-vl" },
    );
    const { positions, ...rest } = found as Partial<TokenIds> & { positions: Float64Array | Float64Array[] };
    const lists = Array.isArray(positions) ? positions : [positions];
    if (given.flag("json"))
      await terminal.json({ ...rest, positions: lists.map((list) => [...list]) } satisfies Answers["ids"]);
    else for (const list of lists) await terminal.line(list.join(","));
    return exit.done;
  },
};

async function optionsOf(given: Given): Promise<object> {
  const config = given.text("config");
  const model = config === undefined ? undefined : modelPositions(await readConfig(config)).positionIds;
  if (model?.rule === null)
    throw new UsageError(`no rule is known for the positions of ${config}; give --rule`);
  const rule = given.text("rule") ?? model?.rule ?? "text";
  const [segments, start] = [given.text("segments"), given.text("start")];
  const first = start === undefined ? (model?.first ?? 0) : numbersOf("start", start)[0];
  const named = (["length", "mask", "boundaries"] as const).flatMap((name) => {
    const text = given.text(name);
    if (text === undefined) return [];
    const numbers = numbersOf(name, text);
    return [[name, name === "length" ? numbers[0] : numbers] as const];
  });
  const isText = rule === "text" && segments === undefined;
  return {
    rule,
    ...(segments !== undefined && { segments: parsed(segments) }),
    ...Object.fromEntries(named),
    ...((isText || first !== 0) && { start: first }),
  };
}

function numbersOf(name: string, text: string): number[] {
  const numbers = text.split(",").map((word) => (word.trim() === "" ? Number.NaN : Number(word)));
  if (numbers.every((value) => Number.isFinite(value))) return numbers;
  throw new UsageError(`--${name} must be a number or a list such as 0,1,1; got ${text.slice(0, 40)}`);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new UsageError(
      `--segments must be JSON such as [{"text":3},{"image":[1,4,6]}]; got ${text.slice(0, 60)}`,
    );
  }
}
