/** `posenc picture`: a figure as a file. A browser of this machine draws it, as it draws the figure in a page. */
import { extname } from "node:path";
import { type Command, exit, type Given, UsageError } from "./command.ts";
import { draw } from "./drawn-page.ts";
import { writeWhole } from "./whole-file.ts";

/** A tag as a page has it, with its end or without. Values have quotes. */
const tagForm =
  /^<(pe-[a-z0-9-]+)((?:\s+[a-z][a-z0-9-]*(?:="[^"]*"|='[^']*')?)*)\s*\/?>(?:<\/pe-[a-z0-9-]+>)?$/;
const attributeForm = /([a-z][a-z0-9-]*)(?:="([^"]*)"|='([^']*)')?/g;
/** Longer tags are no figure's. */
const longestTag = 20_000;
const types = ["svg", "png"] as const;
type PictureType = (typeof types)[number];

export const picture: Command = {
  name: "picture",
  summary: "draw a figure, written as in a page, into an .svg or .png",
  usage: "'<pe-NAME …>' -o FILE [--width=N] [--browser=PATH]",
  options: {
    output: {
      type: "string",
      short: "o",
      value: "FILE",
      doc: "the file; its ending, .svg or .png, is the type",
    },
    width: { type: "string", value: "N", doc: "CSS pixels across, from 200 to 4000; default 720" },
    browser: {
      type: "string",
      value: "PATH",
      doc: "Chromium, Chrome or Edge; default: the first of them that is installed",
    },
  },
  more: [
    "Tags and attributes are those of the reference's pages of figures. Values need quotes.",
    "The browser runs without a window, opens a page of this program alone, and ends.",
  ],
  examples: [
    'posenc picture \'<pe-heatmap d-model="128" positions="0 50">\' -o table.svg',
    'posenc picture \'<pe-attention first="dog bites man" second="man bites dog">\' -o attention.svg --width=900',
  ],
  async run(given, terminal) {
    if (given.flag("json")) throw new UsageError("a picture has no answer as JSON; leave out --json");
    const { output, type } = outputOf(given);
    const figure = figureOf(given);
    const width = widthOf(given.text("width") ?? "720");
    const drawn = await draw({ ...figure, type, width }, given.text("browser"));
    await writeWhole(output, [drawn]);
    await terminal.line(`${output}: ${drawn.length} bytes`);
    return exit.done;
  },
};

function outputOf(given: Given): { output: string; type: PictureType } {
  const output = given.text("output");
  const type = extname(output ?? "").slice(1) as PictureType;
  if (output === undefined || !types.includes(type))
    throw new UsageError("give the picture's file, which ends in .svg or .png, as -o figure.svg");
  return { output, type };
}

function figureOf({ files }: Given): { tag: string; attributes: [string, string][] } {
  const [text = "", ...more] = files;
  const found = more.length === 0 && text.length <= longestTag ? tagForm.exec(text.trim()) : null;
  if (found === null)
    throw new UsageError(
      "expected one tag of a figure in quotes, as '<pe-heatmap d-model=\"128\">', whose values have quotes",
    );
  const [, tag = "", written = ""] = found;
  const attributes = [...written.matchAll(attributeForm)].map(
    ([, name = "", double, single]) => [name, unescaped(double ?? single ?? "")] as [string, string],
  );
  return { tag, attributes };
}

const entities: Readonly<Record<string, string>> = { quot: '"', apos: "'", amp: "&", lt: "<", gt: ">" };
/** References that a copied tag contains. */
const unescaped = (text: string): string =>
  text.replaceAll(/&(quot|apos|amp|lt|gt);/g, (_, name: string) => entities[name]!);

function widthOf(text: string): number {
  const width = Number(text);
  if (/^\d+$/.test(text) && width >= 200 && width <= 4000) return width;
  throw new UsageError(
    `--width must be an integer from 200 to 4000; got ${JSON.stringify(text.slice(0, 40))}`,
  );
}
