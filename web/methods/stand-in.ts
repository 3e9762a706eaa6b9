import type { BiasOptions } from "../../src/entries/encodings.ts";
import { literal } from "./code.ts";
import type { Sample } from "./uniforms.ts";

/** Numbers that stand in for learned ones. */

export interface StandIn {
  /** Name of the random numbers, which are uniform from −1 to 1. */
  readonly random: string;
  /** `"heads"` is the number of heads. */
  readonly shape: readonly (number | "heads")[];
  /** Whether learned numbers are above 0. If so, random ones are mapped to (0, 1], exactly in float32. */
  readonly isPositive?: boolean;
  /** The simplest numbers, for one head. */
  readonly plain?: readonly number[] | readonly (readonly number[])[];
}

/** By the name of the API's option; options can be nested. */
export interface StandIns {
  readonly [option: string]: StandIn | StandIns;
}

const isStandIn = (one: StandIn | StandIns): one is StandIn => typeof one.random === "string";

/** Options of the API that take learned numbers. */
export type LearnedOptions = Pick<BiasOptions, "table" | "r1" | "r2" | "perceptron">;

function options(standIns: StandIns, numbers: (standIn: StandIn) => Float32Array): LearnedOptions {
  const entries = Object.entries(standIns);
  return Object.fromEntries(
    entries.map(([name, one]) => [name, isStandIn(one) ? numbers(one) : options(one, numbers)]),
  );
}

/** Random numbers as options of the API. */
export function randomOptions(standIns: StandIns, sample: Sample, heads = 1): LearnedOptions {
  return options(standIns, ({ random, shape, isPositive }) => {
    const count = shape.reduce<number>((product, side) => product * (side === "heads" ? heads : side), 1);
    const values = sample(random, count);
    return isPositive ? values.map((u) => (1 - u) / 2) : values;
  });
}

/** Plain numbers as options of the API. */
export const plainOptions = (standIns: StandIns): LearnedOptions =>
  options(standIns, ({ plain = [] }) => Float32Array.from(plain.flat()));

/** Random numbers as options in JavaScript, by a function `sample` of a name and a count. */
export function randomJavaScript(standIns: StandIns): string[] {
  const write = ({ random, shape, isPositive }: StandIn) =>
    `sample("${random}", ${shape.join(" * ")})${isPositive ? ".map((u) => (1 - u) / 2)" : ""}`;
  return Object.entries(standIns).map(([name, one]) =>
    isStandIn(one) ? `${name}: ${write(one)}` : `${name}: { ${randomJavaScript(one).join(", ")} }`,
  );
}

/** Plain numbers as options in JavaScript. */
export const plainJavaScript = (standIns: StandIns): string[] =>
  Object.entries(plainOptions(standIns)).map(([name, value]) => `${name}: ${literal(value)}`);

/** Random numbers as variables in Python, by a function `sample` of a name and a shape. */
export const randomPython = (standIns: StandIns): string =>
  variables(standIns, ({ random, shape, isPositive }) => {
    const sampled = `sample("${random}", ${shape.join(", ")})`;
    return isPositive ? `(1 - ${sampled}) / 2` : sampled;
  });

/** Plain numbers as variables in Python. */
export const plainPython = (standIns: StandIns): string =>
  variables(standIns, ({ plain }) => `xp.asarray(${pythonList(plain)}, dtype=xp.float64)  # learned`);

const pythonList = (list: StandIn["plain"]): string => JSON.stringify(list).replaceAll(",", ", ");

/** A line of Python for each stand-in, with its name in snake_case. */
function variables(standIns: StandIns, write: (standIn: StandIn) => string): string {
  const lines = Object.entries(standIns).map(([name, one]) =>
    isStandIn(one)
      ? `${name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)} = ${write(one)}\n`
      : variables(one, write),
  );
  return lines.join("");
}
