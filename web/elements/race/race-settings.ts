/** What a race trains and tests, from the attributes of its figure. */
import { type LabMethod, labMethods, methods } from "../../../src/api/lab/methods.ts";
import { tasks } from "../../../src/api/lab/tasks.ts";
import type { LabEncoding, StartOptions, TaskName } from "../../../src/entries/lab.ts";
import { refusal } from "../definition/rules.ts";

export const MOST_LANES = 6;

/** What decides every bit of a race. */
export interface RaceSettings {
  /** As the attribute writes them. */
  readonly encodings: readonly string[];
  readonly task: TaskName;
  readonly steps: number;
  readonly seed: number;
  readonly dModel: number;
  readonly layers: number;
  readonly heads: number;
  readonly batch: number;
  readonly rate: number;
}

/** The encodings of an attribute, each once. Throws if one is not known, or if there are too few or too many. */
export function readEncodings(text: string): readonly string[] {
  const names = [...new Set(splitEncodings(text))];
  if (names.length < 1 || names.length > MOST_LANES || !names.every(isKnown)) {
    const known = labMethods.join(", ");
    throw refusal("encodings", `one to ${MOST_LANES} of ${known}, with spaces between them`, text);
  }
  return names;
}

/** Settings from the state of the figure. Throws if they do not fit together. */
export function readSettings(state: Omit<RaceSettings, "encodings"> & { encodings: string }): RaceSettings {
  const { task, steps, seed, dModel, layers, heads, batch, rate } = state;
  if (dModel % (2 * heads) !== 0)
    throw refusal("d-model", `a multiple of twice the heads, ${2 * heads}`, dModel);
  return { encodings: readEncodings(state.encodings), task, steps, seed, dModel, layers, heads, batch, rate };
}

/** Test lengths as multiples of the longest trained length; the last four are also in the table. */
export const MULTIPLES = [1, 2, 4, 8] as const;

/** The lengths of the picture: the lengths of the table, and one between each two. */
export function testLengths(task: TaskName): readonly number[] {
  const [, longest] = tasks[task].lengths;
  const all = [0.5, 1, 1.5, 2, 3, 4, 6, 8].map((times) => Math.round(times * longest));
  return [...new Set(all)].filter((length) => length >= tasks[task].shortest);
}

/** The lengths of the table: 1, 2, 4 and 8 times the longest trained one. */
const tableLengths = (task: TaskName): readonly number[] =>
  MULTIPLES.map((times) => times * tasks[task].lengths[1]);

/** The length of the text that is shown, as a multiple of the longest trained length. */
export const READ = 4;
/** Examples of each length while training goes on, and at its end. */
const FEW = 16;
const MANY = 64;
/** Steps in which the rate grows to its full size, and the rate of the last step as a part of it: as `npx posenc lab` has them. */
const WARM_UP = 100;
const END = 0.02;
/** The most tests of a training, which are the columns of the picture. */
const COLUMNS = 48;

/** What one lane does: training, and the tests on the way. */
export interface Plan {
  readonly start: StartOptions;
  readonly steps: number;
  /** Steps between two tests. */
  readonly interval: number;
  /** Lengths of these tests, and the examples of each. */
  readonly lengths: readonly number[];
  readonly count: number;
  /** Lengths of the test after the last step, and the examples of each. */
  readonly finalLengths: readonly number[];
  readonly finalCount: number;
  /** Length of the one text whose words are shown. */
  readonly readLength: number;
}

/**
 * The plan of a lane.
 * @param isRepeat - whether only the end of the training is of interest, as with further seeds
 */
export function planOf(settings: RaceSettings, encoding: string, seed: number, isRepeat = false): Plan {
  const { task, steps, dModel, layers, heads, batch, rate } = settings;
  const lengths = isRepeat ? [] : testLengths(task);
  return {
    start: {
      encoding: encodingOf(encoding),
      task,
      seed,
      batch,
      model: { width: dModel, layers, heads },
      // The rate rises in the first steps, and falls to the last one on a cosine: without that, few encodings learn all words.
      optimiser: { rate, warmup: Math.min(WARM_UP, Math.floor(steps / 4)), steps, end: END },
    },
    steps,
    interval: isRepeat ? steps : intervalOf(settings, lengths),
    lengths,
    count: FEW,
    finalLengths: tableLengths(task),
    finalCount: MANY,
    readLength: READ * tasks[task].lengths[1],
  };
}

/**
 * Steps between two tests, so that the tests take at most a third of the time. Counted in multiplications, and not in
 * seconds, so that a race has the same columns on every machine. A step costs three times as much as an answer.
 */
function intervalOf({ task, steps, dModel, batch }: RaceSettings, lengths: readonly number[]): number {
  const cost = (length: number) => {
    const tokens = tasks[task].tokens(length);
    return tokens * (12 * dModel + 2 * tokens);
  };
  const [from, to] = tasks[task].lengths;
  const step = 3 * batch * cost((from + to) / 2);
  const test = FEW * lengths.reduce((sum, length) => sum + cost(length), 0);
  return Math.min(steps, Math.max(1, Math.ceil(steps / COLUMNS), Math.ceil((2 * test) / step)));
}

/** The steps after which there is a test, the last step among them. */
export const testSteps = ({ steps, interval }: Pick<Plan, "steps" | "interval">): readonly number[] =>
  Array.from({ length: Math.ceil(steps / interval) }, (_, n) => Math.min(steps, (n + 1) * interval));

// The encoding of a lane, as an attribute writes it: `rope`, or with fields `rope?scaling=yarn&scaling.factor=4&start=3`.

/** The encodings of a text: names with or without fields, with spaces or commas between them. */
const splitEncodings = (text: string): readonly string[] => text.match(/[^\s,?]+(\?\S*)?/g) ?? [];

const partsOf = (encoding: string): [method: string, fields: string] => {
  const [method = "", fields = ""] = encoding.split("?", 2);
  return [method, fields];
};

const isKnown = (encoding: string): boolean => Object.hasOwn(methods, partsOf(encoding)[0]);

export const methodOf = (encoding: string): LabMethod => partsOf(encoding)[0] as LabMethod;

export const isRotary = (encoding: string): boolean => methods[methodOf(encoding)].place === "rotated";

/** A number, a list of numbers, yes or no, or a word. */
function readValue(text: string): unknown {
  if (text === "true" || text === "false") return text === "true";
  const numbers = text.split(",").map(Number);
  if (text === "" || numbers.some(Number.isNaN)) return text;
  return numbers.length === 1 ? numbers[0] : numbers;
}

/** The encoding as posenc/lab takes it, which checks the fields when the lane begins to train. */
export function encodingOf(encoding: string): LabEncoding {
  const [method, text] = partsOf(encoding);
  if (text === "") return method as LabMethod;
  const spec: Record<string, unknown> = { method };
  for (const [name, value] of new URLSearchParams(text)) {
    const [field = "", inner] = name.split(".", 2);
    if (inner === undefined && field !== "scaling") spec[field] = readValue(value);
    else spec[field] = { ...(spec[field] as object | undefined), [inner ?? "type"]: readValue(value) };
  }
  return spec as LabEncoding;
}

/** The name of a lane in words. */
export function titleOf(encoding: string): string {
  const [, fields] = partsOf(encoding);
  const { title } = methods[methodOf(encoding)];
  return fields === "" ? title : `${title} (${fields.replaceAll("=", " ").replaceAll("&", ", ")})`;
}

/** Its name in a picture, where fields do not fit. */
export const shortTitleOf = (encoding: string): string =>
  methods[methodOf(encoding)].title + (encoding.includes("?") ? " …" : "");
