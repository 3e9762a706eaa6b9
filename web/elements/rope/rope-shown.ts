import type { Posenc, ResolvedSpec } from "../../../src/entries/encodings.ts";
import { atAnyPosition } from "../../methods/rope.ts";
import {
  type Lengths,
  SCHEDULES,
  type ScheduleName,
  scheduleOf,
  stretched,
} from "../../methods/schedules.ts";
import { type Hand, shownPairs } from "../../plot/dial-grid.ts";

/** The rotary encoding of a model under each rule that scales frequencies for longer texts. */

export type RopeSpec = ResolvedSpec<"rope">;

/** The first row shows the model without scaling. */
const PLAIN = "none" satisfies ScheduleName;

interface RuledSpec {
  readonly rule: ScheduleName;
  /** The title of the rule, with its factor. */
  readonly label: string;
  /** Whether it is the model's own rule, with the model's numbers. */
  readonly isOwn: boolean;
  readonly spec: RopeSpec;
}

export function trainedLength({ scaling }: RopeSpec): number | undefined {
  return "originalLength" in scaling ? scaling.originalLength : undefined;
}

/**
 * The model with its own rule, and with other rules that stretch its trained length to the context. LongRoPE's divisors
 * were found by a search for one model, so only that model has them.
 */
export function ruledSpecs(spec: RopeSpec, compared: readonly ScheduleName[], lengths: Lengths): RuledSpec[] {
  const own = spec.scaling.type;
  const shown = SCHEDULES.filter((rule) => rule === own || rule === PLAIN || compared.includes(rule));
  return shown.flatMap((rule) => {
    const scaling = rule === own ? spec.scaling : stretched(rule, lengths);
    const allowed = rule === PLAIN || rule === own || !spec.restartSections;
    if (scaling === undefined || !allowed) return [];
    const { title } = scheduleOf({ type: rule });
    const factor = "factor" in scaling ? scaling.factor : 1;
    const label = factor === 1 ? title : `${title} × ${brief(factor)}`;
    const ruled = { ...spec, scaling, currentLength: lengths.context };
    return [{ rule, label, isOwn: rule === own && rule !== PLAIN, spec: ruled }];
  });
}

const brief = (factor: number): string => String(Number(factor.toPrecision(3)));

/** Whether a pair takes all angles in texts of the trained length, all that the context needs, or fewer. */
type Fate = "finished" | "seen" | "unseen";

/** Relative rounding error of the product of a frequency and a length. */
const ROUNDING = 1e-9;

/**
 * The fate of a pair.
 * @param plain - its frequency in training, radians per token
 * @param scaled - its frequency under a rule
 */
function fateOf(plain: number, scaled: number, { trained, context }: Lengths): Fate {
  if (plain * trained >= 2 * Math.PI) return "finished";
  return scaled * context <= plain * trained * (1 + ROUNDING) ? "seen" : "unseen";
}

// The numbers of the two pictures of a rotary encoding.

/** One pair of channels of a query and a key with the same content. */
export interface RotatedPair {
  readonly pair: number;
  /** Radians per token; negative in a spec whose pairs turn backward. */
  readonly frequency: number;
  readonly query: Hand;
  readonly key: Hand;
}

export interface RotatedPairs {
  readonly pairs: readonly RotatedPair[];
  /** Inner product of query and key; each pair adds at most 1. */
  readonly score: number;
}

/** All pairs of a query and a key that are equal before the rotation by their positions. */
function rotatedPairs(pe: Posenc, spec: RopeSpec, query: number, key: number): RotatedPairs {
  const frequencies = pe.frequencies(spec);
  const { cos, sin } = pe.rotaryTable(atAnyPosition(spec), { positions: [query, key] });
  const factor = pe.attentionFactor(spec);
  const hand = (row: number, pair: number): Hand => ({
    cosine: (cos[row * frequencies.length + pair] as number) / factor,
    sine: (sin[row * frequencies.length + pair] as number) / factor,
  });
  const sign = spec.direction === "backward" ? -1 : 1;
  const pairs = Array.from(frequencies, (frequency, pair) => ({
    pair,
    frequency: sign * frequency,
    query: hand(0, pair),
    key: hand(1, pair),
  }));
  const products = pairs.map(({ query: q, key: k }) => q.cosine * k.cosine + q.sine * k.sine);
  return { pairs, score: products.reduce((sum, product) => sum + product, 0) };
}

/** The pairs under one rule. */
export interface RuledPairs extends Omit<RuledSpec, "spec"> {
  /** Tokens per turn; infinite for pairs that do not rotate. */
  readonly wavelengths: readonly number[];
  readonly fates: readonly Fate[];
  /** Turns in the context. */
  readonly turns: readonly number[];
}

/** All pairs under all rules; the first row is without scaling. */
function ruledPairs(
  pe: Posenc,
  spec: RopeSpec,
  compared: readonly ScheduleName[],
  lengths: Lengths,
): RuledPairs[] {
  const plain = pe.frequencies({ ...spec, scaling: { type: "none" } });
  return ruledSpecs(spec, compared, lengths).map(({ spec: ruled, ...rule }) => {
    const frequencies = [...pe.frequencies(ruled)];
    return {
      ...rule,
      wavelengths: frequencies.map((frequency) => (2 * Math.PI) / frequency),
      fates: frequencies.map((frequency, pair) => fateOf(plain[pair] as number, frequency, lengths)),
      turns: frequencies.map((frequency) => (frequency * lengths.context) / (2 * Math.PI)),
    };
  });
}

/** The drawn data: the hands of some pairs, or the wavelengths of all pairs under several rules. */

export interface AnglesShown extends RotatedPairs {
  readonly view: "angles";
  readonly spec: RopeSpec;
  readonly query: number;
  readonly key: number;
  /** Indices of the pairs with a dial. */
  readonly dials: readonly number[];
  readonly lengths: Lengths;
}

export interface WavelengthsShown {
  readonly view: "wavelengths";
  readonly specs: readonly RopeSpec[];
  readonly rows: readonly RuledPairs[];
  readonly lengths: Lengths;
}

export type RopeShown = AnglesShown | WavelengthsShown;

export function anglesOf(
  pe: Posenc,
  spec: RopeSpec,
  query: number,
  key: number,
  lengths: Lengths,
): AnglesShown {
  const rotated = rotatedPairs(pe, spec, query, key);
  return { view: "angles", spec, query, key, dials: shownPairs(rotated.pairs.length), lengths, ...rotated };
}

export function wavelengthsOf(
  pe: Posenc,
  spec: RopeSpec,
  compared: readonly ScheduleName[],
  lengths: Lengths,
): WavelengthsShown {
  const specs = ruledSpecs(spec, compared, lengths).map(({ spec: ruled }) => ruled);
  return { view: "wavelengths", specs, rows: ruledPairs(pe, spec, compared, lengths), lengths };
}
