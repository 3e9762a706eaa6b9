/** `posenc probe`: makes a checkpoint that shows an engine's rotation, and reads the engine's answers. */

import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { counted } from "../api/arguments/counted.ts";
import {
  makeProbe,
  type ProbeAnswers,
  type ProbePlan,
  type ProbeResult,
  readProbe,
} from "../entries/probe.ts";
import { type Command, exit, type Given, UsageError } from "./command.ts";
import { readConfig, readText } from "./local-file.ts";
import { sizeText } from "./number-text.ts";
import type { Terminal } from "./terminal.ts";
import { saidBytes, writeWhole } from "./whole-file.ts";

/** Answers to 8192 tokens have some 200 MB as JSON. */
const mostAnswers = 2 ** 29;

export const probe: Command = {
  name: "probe",
  summary: "make a small checkpoint that shows an engine's rotation, and read its answers",
  usage: "make <config.json> -o FOLDER | read <answers.json> --plan=FOLDER/probe.json",
  options: {
    output: { type: "string", short: "o", value: "FOLDER", doc: "where make writes the checkpoint" },
    layers: {
      type: "string",
      value: "N",
      doc: "layers of the checkpoint, 1 to 8; default: as many as show each kind",
    },
    length: { type: "string", value: "TOKENS", doc: "tokens of the prompt; default: 1024" },
    format: {
      type: "string",
      value: "safetensors|gguf",
      doc: "safetensors, for an engine's converter (default), or gguf, for llama.cpp without one",
    },
    top: {
      type: "string",
      value: "N",
      doc: "log-probabilities that the engine gives at each position, 3 to 20; makes several prompts; default: all",
    },
    plan: { type: "string", value: "FILE", doc: "the probe.json that make wrote" },
  },
  more: [
    'The answers are {"tokens": [ids], "logprobs": [[natural logarithms of all probabilities after each token]]}.',
    'With --top there are several prompts, and the answers are a list of these, with rows such as {"17": -0.3, "40": -1.2}.',
    "python FOLDER/run.py transformers (or mlx, or onnx) runs the probe, and writes FOLDER/answers.json; with --format=gguf node FOLDER/run.mjs does, in llama.cpp.",
    "The prompt is in probe.json. The exit code is 1 if the engine differs from the config, 2 if it cannot be told.",
  ],
  examples: [
    "posenc probe make config.json -o probe",
    "posenc probe make config.json -o probe --format=gguf",
    "posenc probe read answers.json --plan=probe/probe.json",
  ],
  async run(given, terminal) {
    const [what, path, more] = given.files;
    if (path === undefined || more !== undefined || (what !== "make" && what !== "read"))
      throw new UsageError("say make and a config.json, or read and a file of answers");
    return what === "make" ? make(path, given, terminal) : read(path, given, terminal);
  },
};

async function make(path: string, given: Given, terminal: Terminal): Promise<number> {
  const folder = given.text("output");
  if (folder === undefined) throw new UsageError("name a folder for the checkpoint: -o FOLDER");
  const numberOf = (name: string) => (given.text(name) === undefined ? undefined : Number(given.text(name)));
  const { files, plan } = makeProbe(await readConfig(path), {
    layers: numberOf("layers"),
    length: numberOf("length"),
    format: given.text("format") as "gguf" | undefined,
    top: numberOf("top"),
  });
  await mkdir(folder, { recursive: true });
  const size = Object.values(files).reduce((sum, bytes) => sum + bytes.length, 0);
  if (size >= saidBytes) terminal.announce(`${folder}: ${sizeText(size)} are written`);
  for (const [name, bytes] of Object.entries(files)) await writeWhole(join(folder, name), [bytes]);
  await terminal.line(
    `${folder}: ${counted(plan.layers, "layer")}, heads of ${plan.headDim} channels, ${counted(plan.prompts?.length ?? 1, "prompt")} of ${plan.prompt.length} tokens`,
  );
  return exit.done;
}

async function read(path: string, given: Given, terminal: Terminal): Promise<number> {
  const plan = given.text("plan");
  if (plan === undefined) throw new UsageError("name the plan of the probe: --plan=FOLDER/probe.json");
  const made = jsonOf(await readConfig(plan), plan) as ProbePlan;
  const text = await readText(path, mostAnswers, `${path} has more than 512 MiB, which no answers have`);
  const answers = jsonOf(text, path) as ProbeAnswers | ProbeAnswers[];
  const result = readProbe(made, answers);
  await (given.flag("json") ? terminal.json(result) : print(result, terminal));
  if (!result.same) return exit.differs;
  return result.known ? exit.done : exit.notUnderstood;
}

function jsonOf(text: string, path: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new UsageError(`${path} is not JSON; it may be cut`);
  }
}

async function print({ layers, verdict }: ProbeResult, terminal: Terminal): Promise<void> {
  for (const {
    layer,
    rotates,
    pairing,
    width,
    frequencies,
    scale,
    window,
    sink,
    differences,
    unknown,
  } of layers) {
    const seen = `${window === null ? "" : `, window ${window}`}${sink === null ? "" : `, sinks ${sink.toPrecision(3)}`}`;
    const turning = `${pairing}, ${width} channels turn, frequencies ${frequencies[0]?.toPrecision(6)} … ${frequencies.at(-1)?.toPrecision(4)}`;
    await terminal.line(
      `layer ${layer}: ${rotates ? turning : "no rotation"}, scale · factor² ${scale.toPrecision(5)}${seen}`,
    );
    for (const text of differences) await terminal.line(`  ${terminal.paint("yellow", "≠")} ${text}`);
    for (const text of unknown) await terminal.line(`  ${terminal.paint("dim", "not told")}  ${text}`);
  }
  await terminal.line(verdict);
}
