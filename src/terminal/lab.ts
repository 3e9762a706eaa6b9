/** `posenc lab`: trains a model for each encoding and seed, and measures how well they read longer texts. */
import { cpus } from "node:os";
import { hint } from "../api/arguments/hints.ts";
import { version } from "../entries/full.node.ts";
import {
  type Lab,
  type LabEncoding,
  type LabMethod,
  type LabScaling,
  type LengthResult,
  labMethods,
  load,
  type TaskName,
  taskNames,
  tasks,
} from "../entries/lab.node.ts";
import type { Answers } from "./answers.ts";
import { type Command, exit, type Given, UsageError } from "./command.ts";
import type { Terminal } from "./terminal.ts";
import { writeWhole } from "./whole-file.ts";

/** The settings of a run. */
interface Plan {
  encodings: LabMethod[];
  task: TaskName;
  seeds: number;
  steps: number;
  width: number;
  /** How the frequencies of rotary encodings are stretched after training. */
  stretch: { type: (typeof stretches)[number]; factor: number } | null;
}

/** One model that was trained. */
interface Trained {
  encoding: LabMethod;
  seed: number;
  loss: number;
  /** Seconds. */
  time: number;
  lengths: Tested[];
  /** With stretched frequencies; null without a rule, and for encodings that do not rotate. */
  stretched: Tested[] | null;
}

type Tested = Pick<LengthResult, "length" | "accuracy" | "exact">;

/** The rules that `<pe-race>` offers. */
const stretches = ["linear", "ntk", "yarn"] as const;
const rotary: readonly LabMethod[] = ["rope", "rope-half", "rope-alternate"];

/** Test lengths, as multiples of the longest trained length. */
const multiples = [1, 2, 4, 8];

export const lab: Command = {
  name: "lab",
  summary: "train small transformers with several encodings, and test them on longer sequences",
  usage: "--encodings=LIST --task=NAME [--seeds=N] [--steps=N] [-o FILE]",
  options: {
    encodings: { type: "string", value: "LIST", doc: `of ${labMethods.join(", ")}` },
    task: { type: "string", value: "NAME", doc: `one of ${taskNames.join(", ")}` },
    seeds: { type: "string", value: "N", doc: "models for each encoding, with seeds 1 to N; default 1" },
    steps: { type: "string", value: "N", doc: "training steps; default 2000" },
    width: { type: "string", value: "N", doc: "channels of the model; default 32" },
    stretch: {
      type: "string",
      value: "RULE",
      doc: `test rotary models again with stretched frequencies: ${stretches.join(", ")}`,
    },
    factor: { type: "string", value: "F", doc: "how much they are stretched, from 1 to 64; default 4" },
    output: { type: "string", short: "o", value: "FILE", doc: "the results as JSON" },
  },
  more: [
    "Accuracy is the share of right words, when all words before each one are given.",
    "The same seed gives the same numbers on every machine.",
  ],
  examples: [
    "posenc lab --encodings=none,alibi,rope --task=reverse --seeds=5 -o results.json",
    "posenc lab --encodings=rope --task=induction --steps=4000 --stretch=yarn --factor=4",
  ],
  async run(given, terminal) {
    if (given.files.length > 0)
      throw new UsageError(`${given.files[0]} is not an option; write the file name after -o`);
    const plan = planOf(given);
    const trained = await trainAll(await load(), plan, terminal);
    terminal.endProgress();
    const output = given.text("output");
    const report = reportOf(plan, trained);
    if (output !== undefined) await writeWhole(output, [`${JSON.stringify(report, undefined, 2)}\n`]);
    if (given.flag("json")) await terminal.json(report);
    else await table(plan, trained, terminal);
    return exit.done;
  },
};

function planOf(given: Given): Plan {
  const task = given.text("task");
  const encodings = given.text("encodings");
  if (task === undefined) throw new UsageError(`pass --task, one of ${taskNames.join(", ")}`);
  if (encodings === undefined) throw new UsageError("pass --encodings, such as --encodings=none,alibi,rope");
  return {
    encodings: encodings.split(",").map((name) => known("encoding", name, labMethods)),
    task: known("task", task, taskNames),
    seeds: countOf(given, "seeds", 1, 1000),
    steps: countOf(given, "steps", 2000, 1e6),
    width: countOf(given, "width", 32, 256),
    stretch: stretchOf(given),
  };
}

function stretchOf(given: Given): Plan["stretch"] {
  const [rule, text = "4"] = [given.text("stretch"), given.text("factor")];
  if (rule === undefined && given.text("factor") !== undefined)
    throw new UsageError(`--factor needs --stretch, one of ${stretches.join(", ")}`);
  if (rule === undefined) return null;
  const factor = Number(text);
  if (!/^\d+(\.\d+)?$/.test(text) || factor < 1 || factor > 64)
    throw new UsageError(`--factor must be a number from 1 to 64; got ${JSON.stringify(text.slice(0, 40))}`);
  return { type: known("stretch", rule, stretches), factor };
}

function known<Name extends string>(what: string, name: string, names: readonly Name[]): Name {
  if (names.includes(name as Name)) return name as Name;
  const shown = JSON.stringify(name.slice(0, 40));
  throw new UsageError(
    `unknown ${what} ${shown}${hint(name, names, 3) || `; allowed are ${names.join(", ")}`}`,
  );
}

function countOf(given: Given, name: string, otherwise: number, most: number): number {
  const text = given.text(name);
  if (text === undefined) return otherwise;
  const value = Number(text);
  if (/^\d+$/.test(text) && value >= 1 && value <= most) return value;
  throw new UsageError(
    `--${name} must be an integer from 1 to ${most}; got ${JSON.stringify(text.slice(0, 40))}`,
  );
}

async function trainAll(lab: Lab, plan: Plan, terminal: Terminal): Promise<Trained[]> {
  const trained: Trained[] = [];
  const models = plan.encodings.length * plan.seeds;
  for (let seed = 1; seed <= plan.seeds; seed++)
    for (const encoding of plan.encodings) {
      const share = (done: number) => terminal.progress((trained.length + done) / models);
      trained.push(await trainOne(lab, plan, { encoding, seed }, share));
    }
  return trained;
}

async function trainOne(
  lab: Lab,
  { task, steps, width, stretch }: Plan,
  { encoding, seed }: { encoding: LabMethod; seed: number },
  progress: (done: number) => void,
): Promise<Trained> {
  const started = performance.now();
  const optimiser = { warmup: Math.min(100, Math.floor(steps / 4)), steps }; // as in <pe-race>
  const model = lab.start({ encoding, task, seed, model: { width }, optimiser });
  const { loss } = await model.train({ steps, onProgress: ({ step }) => progress(step / steps) });
  const [, longest] = model.options.task.lengths;
  const lengths = multiples
    .map((times) => times * longest)
    .filter((length) => tasks[task].tokens(length) <= 1024);
  const tested = (rule?: LabEncoding) =>
    model
      .evaluate({ lengths, ...(rule && { encoding: rule }) })
      .map(({ length, accuracy, exact }) => ({ length, accuracy, exact }));
  const results = tested();
  const stretched =
    stretch && rotary.includes(encoding)
      ? tested({ method: encoding, scaling: stretch as LabScaling } as LabEncoding)
      : null;
  model.free();
  return {
    encoding,
    seed,
    loss,
    time: Math.round(performance.now() - started) / 1000,
    lengths: results,
    stretched,
  };
}

/** The results, with the machine and the settings. */
function reportOf(plan: Plan, results: readonly Trained[]): Answers["lab"] {
  const machine = { processor: cpus()[0]?.model ?? "not known", node: process.version };
  return { version, date: new Date().toISOString().slice(0, 10), machine, ...plan, results };
}

async function table(
  { encodings, task, stretch }: Plan,
  trained: readonly Trained[],
  terminal: Terminal,
): Promise<void> {
  const lengths = trained[0]!.lengths.map(({ length }) => `${length}`);
  await terminal.line(terminal.paint("bold", `${task}: accuracy at length`));
  const named = stretch === null ? 10 : 22;
  const line = (name: string, cells: readonly string[]) =>
    terminal.line([name.padEnd(named), ...cells.map((cell) => cell.padStart(13))].join(""));
  const row = (name: string, tests: readonly (readonly Tested[])[]) =>
    line(
      name,
      lengths.map((_, i) => spread(tests.map((all) => all[i]!.accuracy))),
    );
  await line("", lengths);
  for (const encoding of encodings) {
    const models = trained.filter((one) => one.encoding === encoding);
    await row(
      encoding,
      models.map((one) => one.lengths),
    );
    const stretched = models.flatMap((one) => (one.stretched ? [one.stretched] : []));
    if (stretch && stretched.length > 0)
      await row(`${encoding}, ${stretch.type} ${stretch.factor}`, stretched);
  }
}

/** The mean and, for several numbers, the standard deviation. */
function spread(values: readonly number[]): string {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  if (values.length === 1) return mean.toFixed(3);
  const square = values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (values.length - 1);
  return `${mean.toFixed(3)}±${Math.sqrt(square).toFixed(3)}`;
}
