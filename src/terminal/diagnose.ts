/** `posenc diagnose`: the convention of given numbers, and what is wrong with them. */
import {
  type Diagnosis,
  diagnose,
  type FileNumbersOptions,
  fileNumbers,
  type ToDiagnose,
} from "../entries/diagnose.ts";
import { type Command, exit, type Given } from "./command.ts";
import { withOnlyFile } from "./local-file.ts";
import { listOf, positionsOf } from "./positions.ts";
import type { Terminal } from "./terminal.ts";

export const diagnosis: Command = {
  name: "diagnose",
  summary: "find the convention of a table, cache or vectors, and what is wrong with them",
  usage: "<file> [--as=KIND] [--expected=PRESET] [--positions=FROM:TO]",
  options: {
    as: {
      type: "string",
      value: "KIND",
      doc: "table, frequencies, slopes, bias, positionIds; default: table, or frequencies for a single row",
    },
    expected: {
      type: "string",
      value: "PRESET",
      doc: "what the numbers should be: a preset, or fields of a spec",
    },
    positions: { type: "string", value: "FROM:TO", doc: "the positions of the rows; default: 0, 1, 2, …" },
  },
  more: [
    "Files: .npy, CSV, JSON lists, and text as NumPy and PyTorch print it. Arrays in a .npz or a JSON object are",
    "named table, cos and sin, before and after, positions, frequencies, slopes, bias, positionIds, mask.",
    "The exit code is 1 if something is wrong, 2 if the convention cannot be found.",
  ],
  examples: [
    "posenc diagnose table.npy",
    "posenc diagnose cache.npz --expected=llama-3.1",
    "posenc diagnose printed.txt --as=slopes",
  ],
  run(given, terminal) {
    return withOnlyFile(given, terminal, async (file) => {
      const as = given.text("as") as FileNumbersOptions["as"];
      const numbers = await fileNumbers(file, as === undefined ? {} : { as });
      const found = diagnose({ ...numbers, ...positions(given) } as ToDiagnose, {
        expected: given.text("expected"),
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
  return { positions: listOf(positionsOf(text)) };
};

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
