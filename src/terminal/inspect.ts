/** `posenc inspect`: what a file says about positions, or the numbers it holds. */
import { access } from "node:fs/promises";
import { dirname, join } from "node:path";
import {
  type GgufFile,
  ggufConfig,
  type readFile,
  type SafetensorsFile,
  weightsConfig,
} from "../entries/files.ts";
import { modelPositions } from "../entries/full.node.ts";
import { arrayReport, arraysReport, type Report, tableReport } from "./array-report.ts";
import { type Command, exit, type Given } from "./command.ts";
import { readConfig, withOnlyFile } from "./local-file.ts";
import { type ModelReport, modelReport, printModel } from "./model-report.ts";
import type { Terminal } from "./terminal.ts";
import { printWeights, type WeightsReport, weightsReport } from "./weights-report.ts";

export const inspect: Command = {
  name: "inspect",
  summary: "show what a config.json, .gguf or .safetensors file does with positions, or what an array holds",
  usage: "<file> [--config=FILE] [--weights]",
  options: {
    config: {
      type: "string",
      value: "FILE",
      doc: "the config.json of a .safetensors file; default: in the same folder",
    },
    weights: { type: "boolean", doc: "read one query and one key projection, and find their pairing" },
  },
  more: [
    "Other files: .npy, .npz, CSV, JSON lists, and text as NumPy and PyTorch print it.",
    "The exit code is 2 if a field about positions was not understood.",
  ],
  examples: [
    "posenc inspect config.json",
    "posenc inspect model-Q4_K_M.gguf --json",
    "posenc inspect model.safetensors --weights",
    "cat config.json | posenc inspect -",
  ],
  run: (given, terminal) =>
    withOnlyFile(given, terminal, (file, place) => inspectFile(file, { ...place, given, terminal })),
};

interface Call {
  path: string;
  name: string;
  given: Given;
  terminal: Terminal;
}

type Head = { version: 1; file: string | null; kind: string };
type Seen = Head & ModelReport & Partial<WeightsReport>;

async function inspectFile(file: Awaited<ReturnType<typeof readFile>>, call: Call): Promise<number> {
  const { name } = call;
  const head: Head = { version: 1, file: name || null, kind: file.kind };
  switch (file.kind) {
    case "config":
      return showModel(call, { ...head, ...modelReport(modelPositions(file.text)) });
    case "gguf":
      return showModel(call, { ...head, ...(await ofGguf(call, file)) });
    case "safetensors":
      return showModel(call, { ...head, ...(await ofSafetensors(call, file)) });
    case "array":
      return showNumbers(call, head, arrayReport(file));
    case "arrays":
      return showNumbers(call, head, arraysReport(file));
    case "table":
      return showNumbers(call, head, tableReport(file));
  }
}

async function showNumbers<Data extends object>(
  { name, given, terminal }: Call,
  head: Head,
  { data, print }: Report<Data>,
): Promise<number> {
  await (given.flag("json") ? terminal.json({ ...head, ...data }) : print(name, terminal));
  return exit.done;
}

async function showModel({ name, given, terminal }: Call, report: Seen): Promise<number> {
  if (given.flag("json")) await terminal.json(report);
  else {
    await terminal.line(
      `${terminal.paint("bold", name || "-")}: ${report.kind}, ${report.modelType ?? "unknown model type"}`,
    );
    await printModel(report, terminal);
    if (report.tensors !== undefined) await printWeights(report as Required<Seen>, terminal);
  }
  return report.unknown.length === 0 ? exit.done : exit.notUnderstood;
}

async function ofGguf({ given }: Call, file: GgufFile): Promise<ModelReport & WeightsReport> {
  const { config, pairing, unknown, notes } = await ggufConfig(file);
  const model = modelPositions(config, pairing === null ? {} : { pairing });
  const weights = await weightsReport(file, model, pairing, given.flag("weights"));
  return { ...modelReport(model, { unknown, notes }), ...weights };
}

async function ofSafetensors(call: Call, file: SafetensorsFile): Promise<ModelReport & WeightsReport> {
  const text = await configBeside(call);
  const { config, unknown, notes } = weightsConfig(file, text ?? {});
  const model = modelPositions(config);
  const weights = await weightsReport(file, model, null, call.given.flag("weights"));
  const missing =
    text === undefined ? ["there is no config.json in the file's folder; pass it with --config"] : [];
  return { ...modelReport(model, { unknown, notes: [...missing, ...notes] }), ...weights };
}

async function configBeside({ path, given }: Call): Promise<string | undefined> {
  const named = given.text("config");
  if (named !== undefined) return readConfig(named);
  if (path === "-") return undefined;
  const beside = join(dirname(path), "config.json");
  const isThere = await access(beside).then(
    () => true,
    () => false,
  );
  return isThere ? readConfig(beside) : undefined;
}
