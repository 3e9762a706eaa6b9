/** `posenc diagnose`: what numbers of positions follow, and what is wrong with them. */
import { access } from "node:fs/promises";
import {
  type Diagnosis,
  diagnose,
  evidenceText,
  type FileNumbersOptions,
  fileNumbers,
  numbersOfTwo,
  type ToDiagnose,
} from "../entries/diagnose.ts";
import type { Answers } from "./answers.ts";
import { type Command, exit, type Given, UsageError } from "./command.ts";
import { type LocalFile, withFiles } from "./local-file.ts";
import { listOf, positionsOf } from "./positions.ts";
import type { Terminal } from "./terminal.ts";

export const diagnosis: Command = {
  name: "diagnose",
  summary:
    "compare a table, a cache or vectors with what you expect, entry by entry, or name what they follow",
  usage: "<file> [<file>] [--expected=WHAT] [--as=KIND] [--positions=FROM:TO] [--allow=bf16]",
  options: {
    expected: {
      type: "string",
      value: "WHAT",
      doc: "a config.json, a preset, a model type, fields of a spec, or a file with the same numbers",
    },
    as: {
      type: "string",
      value: "KIND",
      doc: "table, cos, sin, frequencies, slopes, bias, positionIds; default: table, or frequencies for one row",
    },
    positions: { type: "string", value: "FROM:TO", doc: "the positions of the rows; default: from 0 on" },
    order: { type: "string", value: "ORDER", doc: "the axes of vectors: heads-first or tokens-first" },
    allow: { type: "string", value: "TYPE", doc: "bf16 or fp16: differences of its rounding count as equal" },
  },
  more: [
    "Files: .npy, .npz, .safetensors, CSV, JSON, and text as NumPy and PyTorch print it. Arrays of a file have the names",
    "table, cos and sin, before and after, positions, frequencies, slopes, bias, positionIds, mask.",
    "Two files are cosines and sines, or vectors before and after, by their names; else the second one is expected.",
    "The exit code is 0 if the numbers are equal or a known convention, 1 if something differs, 2 if it cannot be told.",
  ],
  examples: [
    "posenc diagnose cache.npz --expected=config.json",
    "posenc diagnose cos.npy sin.npy --expected=llama-3.1 --allow=bf16",
    "posenc diagnose table.npy",
    "posenc diagnose printed.txt --as=slopes",
  ],
  run(given, terminal) {
    return withFiles(given.files, terminal, async (files) => {
      const { numbers, other } = await numbersOf(files, given);
      const text = given.text("expected");
      const expected = text === undefined ? other : await expectedOf(text, numbers, terminal);
      const found = diagnose({ ...numbers, ...placed(given) } as ToDiagnose, {
        ...(expected !== undefined && { expected }),
        ...(allowOf(given) !== undefined && { allow: allowOf(given) }),
      });
      await (given.flag("json")
        ? terminal.json(found satisfies Answers["diagnose"])
        : print(found, terminal));
      return codeOf(found);
    });
  },
};

function codeOf({ findings, is, comparison }: Diagnosis): number {
  if (findings.some(({ severity }) => severity === "fault")) return exit.differs;
  if (comparison?.equal) return exit.done;
  return is === null && findings.length === 0 ? exit.notUnderstood : exit.done;
}

interface Numbers {
  readonly numbers: ToDiagnose;
  /** What the second file says is expected. */
  readonly other?: object | string | undefined;
}

async function numbersOf(files: readonly LocalFile[], given: Given): Promise<Numbers> {
  const [first, second] = files as [LocalFile, LocalFile | undefined];
  const as = given.text("as") as FileNumbersOptions["as"];
  const options = as === undefined ? {} : { as };
  if (second === undefined) return { numbers: await fileNumbers(first.file, options) };
  const { numbers, expected } = await numbersOfTwo([first, second], options);
  if (expected === undefined || given.text("expected") === undefined) return { numbers, other: expected };
  throw new UsageError(
    `${first.name} and ${second.name} are not cosines and sines, nor vectors before and after, by their names, so the second file is what is expected: leave out that file or --expected`,
  );
}

/** A file of this name, or words. */
async function expectedOf(text: string, numbers: ToDiagnose, terminal: Terminal): Promise<string | object> {
  const isThere = await access(text).then(
    () => true,
    () => false,
  );
  if (!isThere) {
    if (!/\.(json|npy|npz|safetensors|csv|txt)$/i.test(text)) return text;
    throw new UsageError(`--expected=${text}: there is no file of this name`);
  }
  let found: string | object = text;
  await withFiles([text], terminal, async ([read]) => {
    const { file } = read!;
    const [kind] = Object.keys(numbers) as [FileNumbersOptions["as"]];
    found = file.kind === "config" ? file.text : await fileNumbers(file, { as: kind });
    return exit.done;
  });
  return found;
}

const shorts: Readonly<Record<string, "bfloat16" | "float16">> = {
  bf16: "bfloat16",
  bfloat16: "bfloat16",
  fp16: "float16",
  f16: "float16",
  float16: "float16",
};

function allowOf(given: Given): "bfloat16" | "float16" | undefined {
  const text = given.text("allow");
  if (text === undefined) return undefined;
  if (Object.hasOwn(shorts, text)) return shorts[text];
  throw new UsageError(`--allow is bf16 or fp16; got ${text.slice(0, 40)}`);
}

const placed = (given: Given) => {
  const order = given.text("order");
  const text = given.text("positions");
  const own = order === undefined ? {} : { order };
  if (text === undefined) return own;
  return { ...own, positions: listOf(positionsOf(text)) };
};

async function print({ verdict, models, findings }: Diagnosis, terminal: Terminal): Promise<void> {
  await terminal.line(terminal.paint("bold", verdict));
  if (models.length > 0) await terminal.line(`  The same numbers: ${models.join(", ")}`);
  for (const { name, severity, evidence, confidence, look } of findings) {
    const colour = severity === "fault" ? "yellow" : "dim";
    await terminal.line(`  ${terminal.paint(colour, name)}  ${Math.round(100 * confidence)} % sure`);
    for (const number of evidence) await terminal.line(`    ${evidenceText(number)}`);
    await terminal.line(`    Check ${look}`);
  }
}
