/** Two engines side by side: how far apart their phases and scores are. */
import { checkNumber, checkWord, readOptions, wrongType } from "../../api/arguments/check.ts";
import { failure, rangeError } from "../../api/arguments/errors.ts";
import { checkPairing, type GivenPairing } from "../../api/rotary/pairing.ts";
import { frequenciesOf } from "../../api/rotary/rule.ts";
import { type Answer, type Engine, exactAnswer } from "./answer.ts";
import { longest } from "./column.ts";
import type { ScoreDifference } from "./comparison.ts";
import { factorAt, scoresBetween } from "./largest-score.ts";
import { list } from "./list.ts";
import { type PhaseOrder, type PhaseSteps, phasesAt, phasesInto, stepsOf } from "./phases.ts";
import { type Reading, readConfig } from "./reading.ts";

/** One of the two engines. */
export interface ParitySide {
  /** Its name; `posenc` for the exact angles. */
  readonly engine: string;
  /** Its name and its version for people. */
  readonly title: string;
  /** Number of channels that are rotated. */
  readonly width: number;
  /** Which channels form a pair; null if it is not known. */
  readonly pairing: "halves" | "interleaved" | null;
  /** The factor of cosines and sines. */
  readonly attentionFactor: number;
  /** The factor of queries at a distance. */
  readonly queryScaleAt: (distance: number) => number;
  /** Radians per position in a text of `length` tokens, before rounding. */
  readonly frequencies: readonly number[];
  /** The same before the rule for longer texts. */
  readonly plain: readonly number[];
  /** The order of operations of an angle. */
  readonly order: PhaseOrder;
  /** The arithmetic of its angles in a text of `length` tokens. */
  readonly steps: PhaseSteps;
  /** Its angles at a position in a text of this many tokens. */
  readonly phasesAt: (position: number, tokens: number) => number[];
}

/** Two engines on the same config. */
export interface Parity {
  /** The kind of layers that is compared. */
  readonly kind: string;
  /** All kinds of layers that rotate. */
  readonly kinds: readonly string[];
  /** Tokens. */
  readonly length: number;
  /** Channels of a head. */
  readonly headDim: number;
  /** Number of pairs; one that an engine does not have stands still there. */
  readonly pairs: number;
  /** The two engines, in the order of the option. */
  readonly sides: readonly [ParitySide, ParitySide];
  /** The differences of phase at a position, less whole turns: −π to π, one for each pair. */
  readonly at: (position: number) => Float64Array;
  /** The mean of their sizes at the positions from `from` up to, and without, `to`. */
  readonly mean: (from: number, to: number) => Float64Array;
  /** The largest differences of scores in texts of 2^9 … 2^20 tokens, against the second engine. */
  readonly scores: readonly ScoreDifference[];
}

/** Options of {@link parity}. */
export interface ParityOptions {
  /** Names of two engines, as `engines` has them, or `posenc`. */
  engines: readonly string[];
  /** The length that engines are asked to serve, in tokens: 1 to 2^24. Default: the length in the file, or 131072. */
  length?: number | undefined;
  /** The kind of layers, as the file names it. Default: the first one that rotates. */
  kind?: string | undefined;
  /** Which channels form a pair, if neither the file nor its type tells. */
  pairing?: GivenPairing | undefined;
}

const posenc: Engine = {
  name: "posenc",
  title: "posenc",
  version: "exact",
  facts: {},
  answer: (_, exact) => exact,
};
const all = [posenc, ...list];
const TURN = 2 * Math.PI;

/**
 * Compares the phases of two engines position by position, in the order of their float32 operations.
 *
 * @param config The text of a config.json, or the object that it stands for.
 * @param options The two engines, and others. See each.
 * @returns The two rotations; their differences at a position; and exact means over positions, which take as long as there are.
 * @throws TypeError for a config that is no JSON object, and for options of another type; RangeError for names and numbers out of
 * range, and for a config without a rotation; Error with the code `unsupported` if an engine does not serve the model, or if its
 * angles are not known.
 * @example
 * parity({ model_type: "gpt_oss" }, { engines: ["vllm@ffdc985", "posenc"] }).at(4096)[12].toFixed(2); // "0.90"
 */
export function parity(config: string | object, options: ParityOptions): Parity {
  const given = readOptions("options", options, ["engines", "length", "kind", "pairing"]);
  const chosen = chosenOf(given.engines);
  const length =
    given.length === undefined
      ? undefined
      : checkNumber("length", given.length, { from: 1, to: longest, integer: true });
  const pairing = given.pairing === undefined ? undefined : checkPairing("pairing", given.pairing);
  const { readings } = readConfig(config, { pairing, length, otherwise: 131_072 });
  const reading = ofKind(readings, given.kind);
  const answers = chosen.map((engine) => answerOf(engine, reading)) as [Answer, Answer];
  const sides = answers.map((answer, i) => sideOf(chosen[i]!, answer, reading)) as [ParitySide, ParitySide];
  const { layer, spec, served } = reading;
  return {
    kind: layer.kind,
    kinds: readings.map((each) => each.layer.kind),
    length: served,
    headDim: Math.max(layer.headDim ?? spec.headDim, ...sides.map(({ width }) => width)),
    sides,
    ...differences(sides),
    scores: scoresBetween(answers[0], answers[1], reading),
  };
}

function chosenOf(given: unknown): readonly [Engine, Engine] {
  if (!Array.isArray(given)) throw wrongType("engines", "an array of two names", given);
  const names = all.map(({ name }) => name);
  const [a, b, ...more] = given.map((name, i) => {
    const word = checkWord(`engines[${i}]`, name, names);
    return all.find((engine) => engine.name === word)!;
  });
  if (a !== undefined && b !== undefined && more.length === 0) return [a, b];
  const text = `engines must have two names; got ${given.length}`;
  throw rangeError(text, { code: "length", param: "engines", value: given });
}

function ofKind(readings: readonly Reading[], kind: unknown): Reading {
  const [first] = readings;
  if (first === undefined) {
    const text = "config has no layer with a rotation that is understood";
    throw rangeError(text, { code: "unsupported", param: "config", value: undefined });
  }
  if (kind === undefined) return first;
  const kinds = readings.map(({ layer }) => layer.kind);
  const word = checkWord("kind", kind, kinds);
  return readings.find(({ layer }) => layer.kind === word)!;
}

function answerOf(engine: Engine, reading: Reading): Answer {
  const answer = engine.answer(reading, exactAnswer(reading));
  const who = `${engine.title} (${engine.version})`;
  const details = { code: "unsupported", param: "engines", value: engine.name } as const;
  if (answer.refused !== undefined) throw failure(`${who} ${answer.refused}`, details);
  const open = (["base", "width", "frequencies"] as const).filter((question) => answer.unknown.has(question));
  if (open.length === 0) return answer;
  throw failure(`of ${who} is not known, because its source was not read: ${open.join(", ")}`, details);
}

function sideOf({ name, title, version }: Engine, answer: Answer, { served }: Reading): ParitySide {
  const rule = answer.ruleFor(served);
  const { still: _, ...plain } = { ...rule, schedule: { type: "none" } as const };
  return {
    engine: name,
    title: `${title} (${version})`,
    width: answer.width,
    pairing: answer.unknown.has("pairing") ? null : answer.pairing,
    attentionFactor: answer.attentionFactor,
    queryScaleAt: (distance) => factorAt(answer.queryScale, distance),
    frequencies: frequenciesOf(rule, served),
    plain: frequenciesOf(plain, served),
    order: answer.order,
    steps: stepsOf(rule, answer.order, served),
    phasesAt: (position, tokens) => phasesAt(position, answer.ruleFor(tokens), answer.order, tokens),
  };
}

/** Adding it rounds to a whole number, halves to even, which is faster than Math.round. */
const ROUNDER = 1.5 * 2 ** 52;

/** An angle less whole turns, −1/2 to 1/2 turns. */
function partOfTurn(angle: number): number {
  const turns = angle / TURN;
  return turns - (turns + ROUNDER - ROUNDER);
}

function differences([a, b]: readonly [ParitySide, ParitySide]): Pick<Parity, "pairs" | "at" | "mean"> {
  const pairs = Math.max(a.steps.pairs, b.steps.pairs);
  const [own, other] = [new Float64Array(pairs), new Float64Array(pairs)];
  const move = (position: number) => {
    phasesInto(own, position, a.steps);
    phasesInto(other, position, b.steps);
  };
  return {
    pairs,
    at(position) {
      move(checkNumber("position", position, { from: 0, to: longest, integer: true }));
      return Float64Array.from({ length: pairs }, (_, pair) => TURN * partOfTurn(own[pair]! - other[pair]!));
    },
    mean(first, last) {
      const whole = { from: 0, to: longest, integer: true };
      const from = checkNumber("from", first, whole);
      const to = checkNumber("to", last, { ...whole, from: from + 1 });
      const sums = new Float64Array(pairs);
      for (let position = from; position < to; position++) {
        move(position);
        for (let pair = 0; pair < pairs; pair++)
          sums[pair]! += Math.abs(partOfTurn(own[pair]! - other[pair]!));
      }
      return sums.map((sum) => (TURN * sum) / (to - from));
    },
  };
}
