/** Cosines and sines of a cache that follow different rules, so that they rotate nothing. */
import { type Diagnosis, diagnosisOf } from "./diagnosis.ts";
import { draft } from "./findings.ts";
import { fitFrequencies } from "./free-fit.ts";
import { type Claim, isEnough, lengthOf, type Phases } from "./phases.ts";
import { rotaryClaims } from "./rotary-claims.ts";
import type { RotaryExpectation } from "./rotation.ts";

/** Frequencies, and a number that is added to positions. */
interface Rule {
  readonly claim: Claim;
  readonly offset: number;
}

const OFFSETS = [0, 1, -1, 2];

/** At most this many claims are tried: what is expected, and usual bases. */
const MOST_CLAIMS = 60;

/** The error of a phase in float32. */
const PHASE = 2 ** -21;

/** Says so if cosines follow one rule, and sines another one. */
export function diagnoseParts(
  phases: Phases,
  expectation: RotaryExpectation,
  subject: string,
): Diagnosis | undefined {
  const { bases, ...fit } = fitFrequencies(phases);
  const context = { ...expectation, ...fit, bases, pairs: phases.pairs, length: lengthOf(phases) };
  const claims = rotaryClaims(context)
    .filter(({ axes, spread = 0 }) => axes === undefined && spread === 0)
    .sort((a, b) => a.cost - b.cost)
    .slice(0, MOST_CLAIMS);
  const rules = claims.flatMap((claim) => OFFSETS.map((offset) => ({ claim, offset })));
  rules.sort((a, b) => Math.abs(a.offset) - Math.abs(b.offset));
  const cosine = rules.find((rule) => isOf(phases, phases.cos, rule, Math.cos));
  const sine = cosine && rules.find((rule) => isOf(phases, phases.sin, rule, Math.sin));
  if (cosine === undefined || sine === undefined || cosine === sine) return undefined;
  if (!isEnough(phases, cosine.claim.factor)) return undefined;
  const faults = [
    draft(
      "parts-differ",
      ["offset of cosines", cosine.offset, "positions"],
      ["offset of sines", sine.offset, "positions"],
    ),
    draft("norm-changed", ["largest breach of cos² + sin² = 1", breachOf(phases, cosine.claim.factor)]),
  ];
  const says = `has ${textOf(cosine, "cosines")} and ${textOf(sine, "sines")}`;
  return diagnosisOf({ is: null, faults, confidence: 0.9, subject, says });
}

function isOf(
  { rows, pairs, error, positions }: Phases,
  values: Float64Array,
  { claim, offset }: Rule,
  part: (phase: number) => number,
): boolean {
  const { frequencies, factor, sign = 1 } = claim;
  for (let row = 0; row < rows; row++)
    for (let pair = 0; pair < pairs; pair++) {
      const at = row * pairs + pair;
      const phase = sign * (positions[0]![row]! + offset) * frequencies[pair]!;
      const allowed = error[at]! + factor * (2 ** -24 + PHASE * Math.abs(phase));
      if (Math.abs(values[at]! - factor * part(phase)) > allowed) return false;
    }
  return true;
}

function breachOf({ cos, sin }: Phases, factor: number): number {
  let most = 0;
  for (let at = 0; at < cos.length; at++)
    most = Math.max(most, Math.abs((cos[at]! ** 2 + sin[at]! ** 2) / factor ** 2 - 1));
  return most;
}

function textOf({ claim, offset }: Rule, what: string): string {
  const { is } = claim;
  const fields = typeof is === "object" && is !== null ? is : {};
  const name = typeof is === "string" ? is : "base" in fields ? `base ${fields.base}` : "a rule of its own";
  const place = offset === 0 ? "" : ` at positions ${offset > 0 ? "+" : "−"} ${Math.abs(offset)}`;
  return `${what} of ${name}${place}`;
}
