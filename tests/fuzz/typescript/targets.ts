/** What is fuzzed: how the n-th input is made, and what its answer must keep. */
import { movable, recipe } from "posenc/atlas";
import { diagnose } from "posenc/diagnose";
import { compare } from "posenc/engines";
import { ggufConfig, projectionsOf, type ReadFile, readFile, readTable, weightsConfig } from "posenc/files";
import { modelPositions, specFromConfig } from "posenc/spec";
import { wrongError, wrongSentenceIn, wrongSizeIn } from "./answers.ts";
import { configFor, jsonFor } from "./configs.ts";
import { damaged, damagedText } from "./damage.ts";
import { ggufFor, npyFor, npzFor, safetensorsFor } from "./files.ts";
import { answerTo, type WrongCase, wrongCase } from "./mistakes.ts";
import { Random } from "./random.ts";
import type { Case } from "./specs.ts";
import { answerToRight, partCase, rightCase } from "./tables.ts";
import { textFor } from "./texts.ts";

export interface Target {
  /** How many inputs the long run takes. */
  readonly inputs: number;
  make(random: Random, input: number): unknown;
  /** What is wrong with the answer to an input; `count` adds the answer to the figures of the run. */
  faultOf(input: never, count: (answer: string) => void): Promise<string | undefined>;
}

/** `compare` computes tables; it gets one config in so many. */
const compared = 1000;
/** Specs and moves come from the reading that `modelPositions` gives, and take twice its time: this share of the configs. */
const derived = 0.25;

export const targets: Record<string, Target> = {
  configs: {
    inputs: 1_000_000,
    make: (random, input) => ({
      config: configFor(random, input),
      derives: random.chance(derived),
      compares: input % compared === 0,
    }),
    async faultOf({ config, derives, compares }: { config: object; derives: boolean; compares: boolean }) {
      return faultOfConfig(config, derives) ?? (compares ? faultOfComparison(config) : undefined);
    },
  },
  npy: file("x.npy", npyFor),
  npz: file("x.npz", npzFor),
  safetensors: file("x.safetensors", safetensorsFor),
  gguf: file("x.gguf", ggufFor),
  json: file("config.json", (random, input) =>
    new TextEncoder().encode(damagedText(random, jsonFor(random, input))),
  ),
  "right-tables": {
    inputs: 20_000,
    make: (random) => rightCase(random),
    async faultOf(right: Case, count) {
      const { fault, isNamed } = answerToRight(right);
      count(isNamed ? "named" : "not named");
      return fault;
    },
  },
  "part-tables": {
    inputs: 5000,
    make: (random) => partCase(random),
    async faultOf(right: Case, count) {
      count(diagnose(right.given).is === null ? "not named" : "named");
      return answerToRight(right).fault;
    },
  },
  "wrong-tables": {
    inputs: 20_000,
    make: (random) => wrongCase(random),
    async faultOf(wrong: WrongCase, count) {
      const answer = answerTo(wrong);
      count(answer);
      return answer === "passed" ? `${JSON.stringify(wrong.spec)}: ${wrong.says} passed` : undefined;
    },
  },
  texts: {
    inputs: 100_000,
    make: (random) => damagedText(random, textFor(random)),
    faultOf: (text: string) => ownErrorsOnly(async () => wrongTable(readTable(text))),
  },
};

/** The contents of an object never cause an error: what was not understood is listed. */
function faultOfConfig(config: object, isDerived = true): string | undefined {
  try {
    return wrongModel(config, isDerived);
  } catch (error) {
    return `the contents of a config threw ${(error as Error).stack}`;
  }
}

function wrongModel(config: object | string, isDerived = true): string | undefined {
  const model = modelPositions(config);
  const fault = wrongSizeIn(model) ?? wrongSentenceIn(recipe(model));
  if (fault !== undefined || !isDerived) return fault;
  movable(config, { from: 9, to: 4 });
  return wrongSizeIn(specFromConfig(config).layers, "specs");
}

function faultOfComparison(config: object): string | undefined {
  try {
    const { layers, verdict } = compare(config);
    return (
      wrongSizeIn(layers.map(({ exact, headDim, count }) => ({ headDim, count, width: exact.width }))) ??
      wrongSentenceIn([verdict])
    );
  } catch (error) {
    return wrongError(error);
  }
}

/** Errors that a file may cause are no faults, if they are the package's own. */
async function ownErrorsOnly(faultOf: () => Promise<string | undefined>): Promise<string | undefined> {
  try {
    return await faultOf();
  } catch (error) {
    return wrongError(error);
  }
}

function wrongTable({ rows, count, roundingOf }: ReturnType<typeof readTable>): string | undefined {
  const width = rows[0]?.length ?? 0;
  if (width === 0 || count < rows.length) return `${rows.length} of ${count} rows with ${width} numbers`;
  if (rows.some((row) => row.length !== width || row.some(Number.isNaN))) return "rows differ, or hold NaN";
  const rounding = roundingOf(rows[0]![0]!);
  return rounding >= 0 ? undefined : `a rounding of ${rounding}`;
}

function file(name: string, make: (random: Random, input: number) => Uint8Array<ArrayBuffer>): Target {
  return {
    inputs: 100_000,
    make: (random, input) => damaged(random, make(random, input)),
    faultOf: (bytes: Uint8Array<ArrayBuffer>) => faultOfFile(bytes, name),
  };
}

/** Reads all that a file has, and counts what is asked of it. */
async function faultOfFile(bytes: Uint8Array<ArrayBuffer>, name: string): Promise<string | undefined> {
  let [asked, reads] = [0, 0];
  const source = {
    size: bytes.length,
    slice(from: number, to: number) {
      asked += to - from;
      reads++;
      return bytes.slice(from, to);
    },
  };
  const fault = await ownErrorsOnly(async () => wrongFile(await readFile(source, { name })));
  // A tensor may be read by itself and for the config, and slices of 64 KiB reach beyond what is needed.
  const [most, mostReads] = [16 * bytes.length + 2 ** 18, bytes.length / 4 + 64];
  if (asked > most || reads > mostReads)
    return `${reads} reads of ${asked} bytes from a file of ${bytes.length}`;
  return fault;
}

async function wrongFile(file: ReadFile): Promise<string | undefined> {
  switch (file.kind) {
    case "config":
      return wrongModel(file.text); // a text that is not JSON is refused
    case "table":
      return wrongTable(file);
    case "array":
      return wrongArray(file);
    case "arrays":
      return firstFault([...file.arrays.keys()], async (name) => wrongArray(await file.read(name)));
    default: {
      const fault = await firstFault([...file.tensors.keys()], async (name) =>
        wrongArray(await file.read(name)),
      );
      if (fault !== undefined || projectionsOf(file).length > file.tensors.size)
        return fault ?? "too many projections";
      const { config } = file.kind === "gguf" ? await ggufConfig(file) : weightsConfig(file);
      return wrongSizeIn(config) ?? faultOfConfig(config);
    }
  }
}

async function firstFault(names: readonly string[], faultOf: (name: string) => Promise<string | undefined>) {
  for (const name of names) {
    const fault = await ownErrorsOnly(() => faultOf(name));
    if (fault !== undefined) return fault;
  }
  return undefined;
}

function wrongArray({
  shape,
  values,
}: {
  shape: readonly number[];
  values: ArrayLike<number>;
}): string | undefined {
  const count = shape.reduce((a, b) => a * b, 1);
  const isShape = shape.every((size) => Number.isSafeInteger(size) && size >= 0);
  return isShape && values.length === count
    ? undefined
    : `${values.length} values of shape (${shape.join(", ")})`;
}

/** The n-th input of a target. */
export const inputOf = (target: Target, seed: number, input: number): unknown =>
  target.make(new Random(seed, input), input);
