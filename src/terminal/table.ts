/** `posenc table`: the numbers of an encoding as a file. */
import { extname } from "node:path";
import { hint } from "../api/arguments/hints.ts";
import {
  type AdditiveSpec,
  checkSpec,
  formatSpec,
  load,
  methods,
  type Posenc,
  parseSpec,
  presets,
  type ResolvedSpec,
  type Spec,
} from "../entries/full.node.ts";
import type { Answers } from "./answers.ts";
import { type Command, exit, type Given, UsageError } from "./command.ts";
import { configSpecs } from "./config-specs.ts";
import { countOf, type Positions, partOf, positionsOf } from "./positions.ts";
import { type TableFormat, type TableShape, writeTable } from "./table-file.ts";
import type { Terminal } from "./terminal.ts";

const formats: readonly TableFormat[] = ["npy", "csv", "json"];
const parts = ["cos", "sin"] as const;
/** 4 MiB of floats, so that progress moves. */
const blockFloats = 2 ** 20;

export const table: Command = {
  name: "table",
  summary: "compute the table of an encoding, correctly rounded, as .npy, .csv or .json",
  usage: "--preset=NAME|--config=FILE --positions=FROM:TO [--width=N] [-o FILE]",
  options: {
    preset: { type: "string", value: "NAME", doc: "a preset; see posenc presets" },
    spec: {
      type: "string",
      value: "TEXT",
      doc: 'instead of a preset: fields such as "method=sine&dModel=64"',
    },
    config: { type: "string", value: "FILE", doc: "instead of a preset: a model's config.json" },
    layer: { type: "string", value: "KIND", doc: "the kind of layer of the config, if it has several" },
    positions: { type: "string", value: "FROM:TO", doc: "from FROM to TO − 1, or a list such as 0,1,500" },
    width: { type: "string", value: "N", doc: "dModel, the width of an additive encoding" },
    part: { type: "string", value: "cos|sin", doc: "one half of a rotary table" },
    output: { type: "string", short: "o", value: "FILE", doc: "the file; its ending chooses the format" },
    format: { type: "string", value: "FORMAT", doc: "npy, csv or json, if the file name has no ending" },
  },
  more: [
    "A row of an additive encoding has dModel channels. A row of a rotary encoding has the cosines of all pairs, then the sines.",
    "Without a file, CSV is written to standard output.",
  ],
  examples: [
    "posenc table --preset=attention-is-all-you-need --width=512 --positions=0:5000 -o table.npy",
    "posenc table --preset=llama-3.1 --positions=131000:131072 --part=cos -o cos.csv",
    "posenc table --config=config.json --layer=full_attention --positions=0:4096 -o cache.npy",
    'posenc table --spec="method=sinusoidal&dModel=8&layout=halves" --positions=0,1,1000000',
  ],
  async run(given, terminal) {
    if (given.files.length > 0)
      throw new UsageError(`${given.files[0]} is not an option; write the file name after -o`);
    const output = given.text("output");
    const format = formatOf(given, output);
    const config = given.text("config");
    const spec = config === undefined ? specOf(given) : await specOfConfig(config, given);
    const positions = given.text("positions");
    const { shape, blocks } = await tableOf(
      spec,
      positions === undefined ? undefined : positionsOf(positions),
      given,
      terminal,
    );
    await writeTable(output, format, shape, blocks, terminal);
    if (output !== undefined)
      await report(given, terminal, {
        file: output,
        format,
        shape: [shape.rows, shape.width],
        spec: formatSpec(spec),
      });
    return exit.done;
  },
};

async function report(given: Given, terminal: Terminal, written: Answers["table"]): Promise<void> {
  terminal.endProgress();
  if (given.flag("json")) await terminal.json(written);
  else await terminal.line(`${written.file}: ${written.shape.join(" × ")} float32`);
}

function formatOf(given: Given, output: string | undefined): TableFormat {
  const ending = output === undefined ? "" : extname(output).slice(1).toLowerCase();
  const name = given.text("format") ?? (ending || (given.flag("json") ? "json" : "csv"));
  const format = formats.find((known) => known === name);
  if (format !== undefined) return format;
  throw new UsageError(`unknown format ${JSON.stringify(name)}; allowed are ${formats.join(", ")}`);
}

/** The rotation of a kind of layer. */
async function specOfConfig(path: string, given: Given): Promise<Spec> {
  if (given.text("preset") !== undefined || given.text("spec") !== undefined)
    throw new UsageError("give one of --preset, --spec and --config");
  const specs = await configSpecs(path);
  const kinds = Object.keys(specs);
  const wanted = given.text("layer") ?? (kinds.length === 1 ? kinds[0] : undefined);
  const listed = `--layer=${kinds.join(" or --layer=")}`;
  if (wanted === undefined) throw new UsageError(`the config has several kinds of layers: give ${listed}`);
  const spec = Object.hasOwn(specs, wanted) ? specs[wanted] : undefined;
  if (spec === undefined)
    throw new UsageError(
      `the config has no layers of the kind ${JSON.stringify(wanted.slice(0, 40))}: give ${listed}`,
    );
  return spec;
}

function specOf(given: Given): Spec {
  const [preset, text, width] = ["preset", "spec", "width"].map((name) => given.text(name));
  if ((preset === undefined) === (text === undefined))
    throw new UsageError("pass one of --preset, --spec and --config");
  if (preset !== undefined && !Object.hasOwn(presets, preset))
    throw new UsageError(`unknown preset ${JSON.stringify(preset)}${hint(preset, Object.keys(presets), 3)}`);
  const wide = width === undefined ? "" : `&dModel=${encodeURIComponent(width)}`;
  const { spec, notes } = parseSpec(
    `${preset === undefined ? text : `preset=${encodeURIComponent(preset)}`}${wide}`,
  );
  // A link may leave the width out; here it would be a guess.
  if ("dModel" in spec && !/(^|&)dModel=/.test(`${text ?? ""}${wide}`) && !fixesWidth(preset))
    throw new UsageError("pass --width, the number of channels in a row");
  if (notes.length > 0) throw new UsageError(`the spec was not understood completely: ${notes.join("; ")}`);
  return spec as Spec;
}

function fixesWidth(preset: string | undefined): boolean {
  const known = preset === undefined ? undefined : presets[preset as keyof typeof presets];
  return known !== undefined && !(known.open as readonly string[]).includes("dModel");
}

interface Table {
  shape: TableShape;
  blocks: Iterable<Float32Array>;
}

async function tableOf(
  spec: Spec,
  positions: Positions | undefined,
  given: Given,
  terminal: Terminal,
): Promise<Table> {
  const { family } = methods[checkSpec(spec as ResolvedSpec).method];
  if (family === "bias")
    throw new UsageError(
      "a bias cannot be written as a table of positions: it depends on heads, queries and keys",
    );
  const part = given.text("part");
  if (part !== undefined && (family !== "rotary" || !parts.includes(part as "cos")))
    throw new UsageError("--part must be cos or sin, and needs a rotary encoding");
  const pe = await load();
  if (family === "rotary") {
    if (positions === undefined) throw new UsageError("pass --positions, such as --positions=0:5000");
    return rotaryBlocks(pe, spec, positions, part as "cos" | undefined, terminal);
  }
  return additiveBlocks(pe, spec as AdditiveSpec, positions, terminal);
}

function rotaryBlocks(
  pe: Posenc,
  spec: Spec,
  positions: Positions,
  part: "cos" | "sin" | undefined,
  terminal: Terminal,
): Table {
  const pairs = pe.rotaryTable(spec, { length: 1 }).cos.length;
  const width = part === undefined ? 2 * pairs : pairs;
  const rows = countOf(positions);
  const step = Math.max(1, Math.floor(blockFloats / width));
  function* blocks() {
    for (let from = 0; from < rows; from += step) {
      terminal.progress(from / rows);
      const to = Math.min(rows, from + step);
      const { cos, sin } = pe.rotaryTable(spec, partOf(positions, from, to));
      yield part === undefined ? sideBySide(cos, sin, pairs) : { cos, sin }[part];
    }
  }
  return { shape: { rows, width }, blocks: blocks() };
}

function sideBySide(cos: Float32Array, sin: Float32Array, pairs: number): Float32Array {
  const both = new Float32Array(2 * cos.length);
  for (let at = 0; at < cos.length; at += pairs) {
    both.set(cos.subarray(at, at + pairs), 2 * at);
    both.set(sin.subarray(at, at + pairs), 2 * at + pairs);
  }
  return both;
}

function additiveBlocks(
  pe: Posenc,
  spec: AdditiveSpec,
  positions: Positions | undefined,
  terminal: Terminal,
): Table {
  const { dModel } = checkSpec(spec as never) as unknown as { dModel?: number };
  if (positions === undefined || dModel === undefined) return wholeTable(pe, spec, positions);
  const rows = countOf(positions);
  const step = Math.max(1, Math.floor(blockFloats / dModel));
  function* blocks() {
    for (const { first, table } of pe.blocks(spec, { ...positions, rows: step })) {
      terminal.progress(first / rows);
      yield table;
    }
  }
  return { shape: { rows, width: dModel }, blocks: blocks() };
}

/** Grids have their own rows. */
function wholeTable(pe: Posenc, spec: AdditiveSpec, positions: Positions | undefined): Table {
  const values = pe.encode(spec, { ...positions });
  const { dModel } = checkSpec(spec as never) as unknown as { dModel?: number };
  const rows = positions === undefined ? values.length / (dModel ?? values.length) : countOf(positions);
  return { shape: { rows, width: rows === 0 ? 0 : values.length / rows }, blocks: [values] };
}
