import { type Parity, parity } from "../../../src/entries/engines.ts";
import { refusal } from "../definition/refusal.ts";

/** The drawn data: two engines on one config, and the means of their differences of phase as far as they are computed. */

export const VIEWS = ["phase", "score", "wavelengths"] as const;
export type View = (typeof VIEWS)[number];

/** Stretches of positions, each with one mean. */
export const CELLS = 256;

export interface ParityState {
  readonly config: string;
  readonly engine: string;
  readonly reference: string;
  readonly length: number;
  readonly kind: string;
  readonly view: View;
}

export interface ParityShown {
  readonly view: View;
  /** The config and settings of the comparison, as text; the same text gives the same numbers. */
  readonly key: string;
  readonly model: string;
  readonly parity: Parity;
  /** (pairs, CELLS) means of the size of the difference, radians. */
  readonly means: Float64Array;
  /** The first cells, which are computed. */
  readonly done: number;
}

export function parityShown(state: ParityState, before: ParityShown | undefined): ParityShown {
  const { config, engine, reference, length, kind, view } = state;
  const key = JSON.stringify([config, engine, reference, length, kind]);
  if (before?.key === key) return { ...before, view };
  const compared = compare(state);
  const means = new Float64Array(compared.pairs * CELLS);
  return { view, key, model: modelOf(config), parity: compared, means, done: 0 };
}

/** The text of a config, or one for the defaults of a type. */
const configOf = (config: string): string =>
  config.trimStart().startsWith("{") ? config : JSON.stringify({ model_type: config.trim() });

/** The name of the model's type, or nothing if the text does not tell. */
function modelOf(config: string): string {
  if (!config.trimStart().startsWith("{")) return config.trim();
  return /"model_type"\s*:\s*"([\w.-]{1,40})"/.exec(config)?.[1] ?? "the config";
}

function compare({ config, engine, reference, length, kind }: ParityState): Parity {
  const engines = [engine, reference];
  try {
    return parity(configOf(config), { engines, length, ...(kind === "" ? {} : { kind }) });
  } catch (error) {
    const { param, message, value } = error as { param?: string; message: string; value?: unknown };
    if (param === "kind") throw refusal("kind", message.replace(/^kind must be |; got .*$/g, ""), value);
    throw error;
  }
}

/** The first position of a cell. One cell past the last, it is the length. */
export const startOf = ({ parity: { length } }: ParityShown, cell: number): number =>
  Math.floor((cell * length) / CELLS);

/** The means of a cell, one for each pair. */
export const meansIn = (shown: ParityShown, cell: number): Float64Array =>
  shown.parity.mean(startOf(shown, cell), startOf(shown, cell + 1));

/** Computes cells until all are done or the time is over. */
export function advance(shown: ParityShown, time: number): ParityShown {
  const { means, parity: compared } = shown;
  const end = performance.now() + time;
  let { done } = shown;
  while (done < CELLS) {
    const own = meansIn(shown, done);
    for (let pair = 0; pair < compared.pairs; pair++) means[pair * CELLS + done] = own[pair]!;
    done++;
    if (performance.now() > end) break;
  }
  return { ...shown, done };
}

/** What a rule for longer texts does with a pair. */
export type Band = "kept" | "blended" | "scaled" | "still";

export interface Wave {
  /** Tokens per turn; infinite for a pair that stands still. */
  readonly wavelength: number;
  readonly band: Band;
}

/** A relative difference larger than rounding. */
const LEAST = 1e-9;

/** The wavelengths of one of the two engines. A pair is scaled if the rule slows down no pair more. */
export function wavesOf({ parity: { sides, pairs } }: ParityShown, side: 0 | 1): Wave[] {
  const { frequencies, plain } = sides[side];
  const ratios = frequencies.map((f, pair) => (plain[pair] ? f / plain[pair] : 0));
  const slowest = Math.min(...ratios.filter((ratio) => ratio > 0));
  return Array.from({ length: pairs }, (_, pair) => {
    const frequency = frequencies[pair] ?? 0;
    const ratio = ratios[pair] ?? 0;
    if (frequency === 0) return { wavelength: Number.POSITIVE_INFINITY, band: "still" };
    const isKept = Math.abs(ratio - 1) < LEAST;
    const band = isKept ? "kept" : ratio < slowest * (1 + LEAST) ? "scaled" : "blended";
    return { wavelength: (2 * Math.PI) / frequency, band };
  });
}
