/** `posenc diagnose`: what numbers of positions follow, and what is wrong with them. */
import { type Diagnosis, diagnose, type ToDiagnose } from "../api/diagnose.ts";
import type { NpyFile, NpzFile, readFile } from "../api/files.ts";
import { parseSpec, presets, type Spec } from "../api/full.node.ts";
import { type Command, exit, type Given, UsageError } from "./command.ts";
import { withOnlyFile } from "./local-file.ts";
import { positionsOf } from "./positions.ts";
import type { Terminal } from "./terminal.ts";

/** What a single array may be. */
const kinds = ["table", "frequencies", "slopes", "bias", "positionIds"] as const;

export const diagnosis: Command = {
  name: "diagnose",
  summary: "say which convention a table, a cache or vectors follow, and what is wrong with them",
  usage: "<file> [--as=KIND] [--expected=PRESET] [--positions=FROM:TO]",
  options: {
    as: {
      type: "string",
      value: "KIND",
      doc: `${kinds.join(", ")}; default: table, or frequencies for a single row`,
    },
    expected: {
      type: "string",
      value: "PRESET",
      doc: "what they should follow: a preset, or fields of a spec",
    },
    positions: { type: "string", value: "FROM:TO", doc: "the positions of the rows; default: from 0 on" },
  },
  more: [
    "Files: .npy, CSV, JSON lists, and text as NumPy and PyTorch print it; a .npz has arrays by the names",
    "table, cos and sin, before and after, positions, frequencies, slopes, bias, positionIds, mask.",
    "The exit code is 1 if something is wrong, 2 if it cannot be told.",
  ],
  examples: [
    "posenc diagnose table.npy",
    "posenc diagnose cache.npz --expected=llama-3.1",
    "posenc diagnose printed.txt --as=slopes",
  ],
  run(given, terminal) {
    return withOnlyFile(given, terminal, async (file) => {
      const numbers = await numbersOf(file, given);
      const found = diagnose({ ...numbers, ...positions(given) } as ToDiagnose, {
        expected: expectedOf(given),
      });
      await (given.flag("json") ? terminal.json(found) : print(found, terminal));
      if (found.findings.some(({ severity }) => severity === "fault")) return exit.differs;
      return found.is === null && found.findings.length === 0 ? exit.notUnderstood : exit.done;
    });
  },
};

const positions = (given: Given) => {
  const text = given.text("positions");
  if (text === undefined) return {};
  const range = positionsOf(text);
  if ("positions" in range) return range;
  return { positions: Array.from({ length: range.length }, (_, i) => range.start + i) };
};

function expectedOf(given: Given): Spec | undefined {
  const text = given.text("expected");
  if (text === undefined) return undefined;
  if (Object.hasOwn(presets, text)) return { preset: text } as Spec;
  const { spec, notes } = parseSpec(text);
  if (notes.length === 0) return spec as Spec;
  throw new UsageError(`--expected is neither a preset nor a spec: ${notes.join("; ")}`);
}

/** Numbers in the words of `diagnose`. */
async function numbersOf(file: Awaited<ReturnType<typeof readFile>>, given: Given): Promise<object> {
  switch (file.kind) {
    case "array":
      return { [kindOf(given, file.shape.length)]: nested(file) };
    case "table": {
      const { rows } = file;
      const kind = kindOf(given, rows.length === 1 ? 1 : 2);
      const isList = kind === "frequencies" || kind === "slopes";
      return { [kind]: isList ? rows.flat() : rows };
    }
    case "arrays":
      return ofArrays(file);
    default:
      throw new UsageError(`the file has no numbers but ${file.kind}; see posenc inspect`);
  }
}

function kindOf(given: Given, axes: number): (typeof kinds)[number] {
  const text = given.text("as");
  if (text === undefined) return axes === 1 ? "frequencies" : "table";
  const kind = kinds.find((word) => word === text);
  if (kind === undefined)
    throw new UsageError(`--as must be one of ${kinds.join(", ")}; got ${text.slice(0, 40)}`);
  return kind;
}

/** What the arrays of a .npz file may be called. */
const arrayNames: readonly string[] = [...kinds, "cos", "sin", "before", "after", "positions", "mask"];

async function ofArrays({ arrays, read }: NpzFile): Promise<object> {
  const strange = [...arrays.keys()].find((name) => !arrayNames.includes(name));
  if (strange !== undefined)
    throw new UsageError(
      `the file has an array ${JSON.stringify(strange)}; its arrays may be called ${arrayNames.join(", ")}`,
    );
  const entries = [];
  for (const name of arrays.keys()) entries.push([name, nested(await read(name))]);
  return Object.fromEntries(entries);
}

/** The numbers as lists in lists. */
function nested({ shape, values }: NpyFile): unknown {
  const numbers = Array.from(values as ArrayLike<number | bigint>, Number);
  const within = (from: number, [count = 0, ...rest]: readonly number[]): unknown[] => {
    if (rest.length === 0) return numbers.slice(from, from + count);
    const each = rest.reduce((a, b) => a * b, 1);
    return Array.from({ length: count }, (_, i) => within(from + i * each, rest));
  };
  return within(0, shape.length === 0 ? [1] : shape);
}

async function print({ verdict, models, findings }: Diagnosis, terminal: Terminal): Promise<void> {
  await terminal.line(terminal.paint("bold", verdict));
  if (models.length > 0) await terminal.line(`  The same numbers: ${models.join(", ")}`);
  for (const { name, severity, evidence, confidence, look } of findings) {
    const colour = severity === "fault" ? "yellow" : "dim";
    await terminal.line(`  ${terminal.paint(colour, name)}  confidence ${confidence}`);
    for (const { what, value, unit } of evidence)
      await terminal.line(`    ${what}: ${value}${unit ? ` ${unit}` : ""}`);
    await terminal.line(`    ${look}`);
  }
}
