/** The options of `start`, checked and with all defaults. */
import { activationKinds, normKinds, type Optimiser, type TrainingModel } from "../../bindings/lab.ts";
import { word } from "../../bindings/slots.ts";
import { checkFlag, checkNumber, checkWord, readOptions } from "../arguments/check.ts";
import { rangeError } from "../arguments/errors.ts";
import { checkList } from "../arguments/numbers.ts";
import {
  checkEncoding,
  type EncodingPlace,
  kindOf,
  type LabEncoding,
  type ResolvedEncoding,
  rowsOf,
} from "./encoding.ts";
import { type TaskName, taskNames, tasks } from "./tasks.ts";

/** The sizes of a model. */
export interface LabModel {
  /** Layers, up to 4. Default 2. */
  layers?: number;
  /** Channels, up to 256. Default 32. */
  width?: number;
  /** Heads, which divide the width. Default 4. */
  heads?: number;
  /** Channels of the feed-forward part, up to 1024. Default: four times the width. */
  hidden?: number;
  /** Default "layer". */
  norm?: "layer" | "rms";
  /** Default "gelu". */
  activation?: "gelu" | "swiglu";
  /** Whether a token sees only itself and earlier tokens. Default true: otherwise a model sees the answers of most tasks. */
  causal?: boolean;
  /** How many tokens back a token sees, itself included; 0 for all. Default 0. */
  window?: number;
}

/** How weights change: AdamW. */
export interface LabOptimiser {
  /** The learning rate after the warm-up. Default 0.006. */
  rate?: number;
  /** Default 0.9. */
  beta1?: number;
  /** Default 0.98. */
  beta2?: number;
  /** Default 1e-8. */
  epsilon?: number;
  /** Weight decay, of matrices. Default 0.01. */
  decay?: number;
  /** The largest norm of a gradient; 0 for any. Default 1. */
  clip?: number;
  /** Steps in which the rate grows to its full size. Default 100. */
  warmup?: number;
  /** The step in which the rate has fallen to its end, on a cosine; 0 if it does not fall. Default 0. */
  steps?: number;
  /** The rate at the end, as a share of the full rate. Default 0.02. */
  end?: number;
}

/** Options of `start`. */
export interface StartOptions {
  encoding: LabEncoding;
  /** The task; with `lengths`, the shortest and the longest length to train on. */
  task: TaskName | { name: TaskName; lengths?: readonly [number, number] };
  model?: LabModel;
  optimiser?: LabOptimiser;
  /** Sequences in a step. Default 32. */
  batch?: number;
  /** An integer; the same seed gives the same bits in every browser. Default 0. */
  seed?: number;
}

export interface Resolved {
  encoding: ResolvedEncoding;
  task: { name: TaskName; lengths: readonly [number, number] };
  model: Required<LabModel>;
  optimiser: Required<LabOptimiser>;
  batch: number;
  seed: number;
}

/** Most tokens in a training sequence. */
const mostTokens = 1024;

const optionNames = ["encoding", "task", "model", "optimiser", "batch", "seed"] as const;

export function checkStart(options: unknown): Resolved {
  const given = readOptions("options", options, optionNames);
  const model = checkModel(given.model ?? {});
  const task = checkTask(given.task);
  const encoding = checkEncoding(given.encoding, placeOf({ model, task }));
  if (encoding.method === "fox" && !model.causal) {
    const text = "causal must be true for fox, whose gates forget what came before; got false";
    throw rangeError(text, { code: "range", param: "causal", value: false });
  }
  return {
    encoding,
    task,
    model,
    optimiser: checkOptimiser(given.optimiser ?? {}),
    batch: checkNumber("batch", given.batch, { from: 1, to: 1024, integer: true, default: 32 }),
    seed: checkNumber("seed", given.seed, {
      from: 0,
      to: Number.MAX_SAFE_INTEGER,
      integer: true,
      default: 0,
    }),
  };
}

function checkTask(value: unknown): Resolved["task"] {
  const given = typeof value === "object" ? readOptions("task", value, ["name", "lengths"]) : { name: value };
  const name = checkWord("task", given.name, taskNames);
  const task = tasks[name];
  if (given.lengths === undefined) return { name, lengths: task.lengths };
  const list = checkList("lengths", given.lengths);
  if (list.count !== 2) {
    const text = `lengths must have 2 numbers, from and to; got ${list.count}`;
    throw rangeError(text, { code: "length", param: "lengths", value: list.count });
  }
  const [from, to] = list.read({ from: task.shortest, to: mostTokens, integer: true }) as unknown as [
    number,
    number,
  ];
  checkNumber("lengths[1]", to, { from, to: mostTokens });
  if (task.tokens(to) > mostTokens) throw tooLong("lengths[1]", to, task.tokens(to), mostTokens);
  return { name, lengths: [from, to] };
}

/** Tokens of the longest sequences trained. */
export const trainedTokens = ({ name, lengths }: Resolved["task"]): number => tasks[name].tokens(lengths[1]);

/** The sizes that an encoding's fields depend on. */
export const placeOf = ({ model, task }: Pick<Resolved, "model" | "task">): EncodingPlace => ({
  headDim: model.width / model.heads,
  trained: trainedTokens(task),
});

export function tooLong(param: string, value: number, tokens: number, most: number) {
  const text = `${param} ${value} makes sequences of ${tokens} tokens; the limit is ${most}. Use a shorter length`;
  return rangeError(text, { code: "range", param, value });
}

function checkModel(value: unknown): Required<LabModel> {
  const given = readOptions("model", value, [
    "layers",
    "width",
    "heads",
    "hidden",
    "norm",
    "activation",
    "causal",
    "window",
  ]);
  const count = (name: "layers" | "width" | "heads" | "hidden", to: number, otherwise: number) =>
    checkNumber(name, given[name], { from: 1, to, integer: true, default: otherwise });
  const width = checkNumber("width", given.width, {
    from: 4,
    to: 256,
    integer: true,
    even: true,
    default: 32,
  });
  const heads = count("heads", 16, 4);
  if (width % (2 * heads) !== 0) {
    const text = `width must be a multiple of twice the heads, ${2 * heads}; got ${width}`;
    throw rangeError(text, { code: "range", param: "width", value: width });
  }
  return {
    layers: count("layers", 4, 2),
    width,
    heads,
    hidden: count("hidden", 1024, 4 * width),
    norm: checkWord("norm", given.norm, normKinds, "layer"),
    activation: checkWord("activation", given.activation, activationKinds, "gelu"),
    causal: checkFlag("causal", given.causal, true),
    window: checkNumber("window", given.window, { from: 0, to: mostTokens, integer: true, default: 0 }),
  };
}

const optimiserRules = {
  rate: { from: 0, to: 10, default: 0.006 },
  beta1: { from: 0, to: 0.9999, default: 0.9 },
  beta2: { from: 0, to: 0.99999, default: 0.98 },
  epsilon: { from: 1e-12, to: 1, default: 1e-8 },
  decay: { from: 0, to: 10, default: 0.01 },
  clip: { from: 0, to: 1e6, default: 1 },
  warmup: { from: 0, to: 1e6, integer: true, default: 100 },
  steps: { from: 0, to: 1e9, integer: true, default: 0 },
  end: { from: 0, to: 1, default: 0.02 },
} as const;

function checkOptimiser(value: unknown): Required<LabOptimiser> {
  const names = Object.keys(optimiserRules) as (keyof typeof optimiserRules)[];
  const given = readOptions("optimiser", value, names);
  const checked = Object.fromEntries(
    names.map((name) => [name, checkNumber(name, given[name], optimiserRules[name])]),
  );
  const { warmup, steps } = checked as Required<LabOptimiser>;
  if (steps !== 0) checkNumber("steps", steps, { ...optimiserRules.steps, from: warmup + 1 });
  return checked as Required<LabOptimiser>;
}

/** Rows of the learned table: given by the encoding, or enough for eight times the longest length. */
function learnedRows({ encoding, task }: Resolved): number {
  if (encoding.positions > 0) return encoding.positions;
  return Math.min(mostTokens, tasks[task.name].tokens(8 * task.lengths[1]));
}

/** The model as the kernels take it. */
export function modelOf(options: Resolved): TrainingModel {
  const { encoding, model } = options;
  const { norm, activation, ...sizes } = model;
  return {
    ...sizes,
    vocabulary: tasks[options.task.name].vocabulary,
    positions: rowsOf(encoding, learnedRows(options)),
    scalesQueries: encoding.queryScale !== undefined,
    movesValues: encoding.values === true,
    position: kindOf(encoding),
    norm: word(normKinds, norm),
    activation: word(activationKinds, activation),
  };
}

/** The optimiser as the kernels take it. */
export function optimiserOf({ optimiser }: Resolved): Optimiser {
  const { rate, ...others } = optimiser;
  return { peak: rate, ...others };
}
