/** What one engine computes for a kind of layer, and how far that is from the exact angles. */
import { frequenciesOf } from "../../api/rotary/rule.ts";
import { type Answer, type Engine, exactAnswer, type Question } from "./answer.ts";
import type { CacheInfo, dtypes, EngineColumn, ScoreDifference } from "./comparison.ts";
import { scoresBetween } from "./largest-score.ts";
import { phasesAt } from "./phases.ts";
import type { Reading } from "./reading.ts";
import { effectsOf, isTold, verdictOf } from "./verdict.ts";

/** Longer texts are not looked at, in tokens. */
export const longest = 2 ** 24;

/** How to compare. */
export interface Settings {
  dtype: (typeof dtypes)[number];
  epsilon: number;
}

export function columnOf(engine: Engine, reading: Reading, settings: Settings): EngineColumn {
  const exact = exactAnswer(reading);
  const answer = engine.answer(reading, exact);
  const { name, version } = engine;
  const facts = [...answer.facts];
  if (answer.refused !== undefined)
    return { ...nothing(name, version), verdict: `${engine.title} (${version}) ${answer.refused}.`, facts };
  const { served: length } = reading;
  const known = <T>(question: Question, value: T) => (answer.unknown.has(question) ? null : value);
  const measured = measure(answer, exact, reading, settings);
  const { differsFrom, largest } = measured;
  const found = {
    who: `${engine.title} (${version})`,
    answer,
    exact,
    reading,
    frequenciesAt: (tokens: number) => bothAt(tokens, answer, exact),
    differsFrom,
    largest,
    length,
    epsilon: settings.epsilon,
  };
  const effects = effectsOf(found);
  const frequencies = frequenciesOf(answer.ruleFor(length), length);
  return {
    engine: name,
    version,
    serves: true,
    base: known("base", answer.base),
    width: known("width", answer.width),
    pairing: known("pairing", answer.pairing),
    frequencies: known("frequencies", frequencies),
    attentionFactor: known("attentionFactor", answer.attentionFactor),
    queryScale: known("queryScale", answer.queryScale),
    softmaxScale: known("softmaxScale", answer.softmaxScale),
    window: known("window", answer.window),
    softcap: known("softcap", answer.softcap),
    sinks: known("sinks", answer.sinks),
    list: answer.list,
    order: answer.order,
    cache: cacheOf(answer, settings.dtype),
    ignored: [...answer.ignored],
    unknown: [...answer.unknown],
    otherLayers: [...answer.otherLayers],
    differsFrom: known("frequencies", differsFrom),
    phases: known("frequencies", measured.phases),
    scores: answer.unknown.has("attentionFactor") ? null : known("frequencies", measured.scores),
    differs: effects.length > 0,
    known: isTold(answer.unknown),
    verdict: verdictOf(found, effects),
    facts,
  };
}

const nothing = (engine: string, version: string): EngineColumn => ({
  engine,
  version,
  serves: false,
  base: null,
  width: null,
  pairing: null,
  frequencies: null,
  attentionFactor: null,
  queryScale: null,
  softmaxScale: null,
  window: null,
  softcap: null,
  sinks: null,
  list: null,
  order: null,
  cache: null,
  ignored: [],
  unknown: [],
  otherLayers: [],
  differsFrom: null,
  phases: null,
  scores: null,
  differs: false,
  known: false,
  verdict: "",
  facts: [],
});

/** The bits of a significand, the leading one included. */
const precisions = { bfloat16: 8, float16: 11, float32: 24 };

function cacheOf({ cache, attentionFactor }: Answer, dtype: (typeof dtypes)[number]): CacheInfo {
  if (cache === "none") return { dtype: "none", error: 0 };
  const own = cache === "model" ? dtype : "float32";
  // Entries are below the attention factor; their spacing is that of the numbers just below it.
  let top = 1;
  while (top < attentionFactor) top *= 2;
  return { dtype: own, error: top * 2 ** -(precisions[own] + 1) };
}

interface Measured {
  phases: number[];
  largest: number;
  differsFrom: number | null;
  scores: ScoreDifference[];
}

function measure(answer: Answer, exact: Answer, reading: Reading, { epsilon }: Settings): Measured {
  const { served: length } = reading;
  const phases = differenceAt(length, length, answer, exact);
  return {
    phases,
    largest: phases.reduce((most, difference) => Math.max(most, Math.abs(difference)), 0),
    differsFrom: differsFrom(answer, exact, reading, epsilon),
    scores: scoresBetween(answer, exact, reading),
  };
}

/** The frequencies of an engine and the exact ones, for texts of this many tokens. */
const bothAt = (tokens: number, answer: Answer, exact: Answer): [number[], number[]] => [
  frequenciesOf(answer.ruleFor(tokens), tokens),
  frequenciesOf(exact.ruleFor(tokens), tokens),
];

/** Pairs that one of both does not have count as still. */
function differenceAt(position: number, tokens: number, answer: Answer, exact: Answer): number[] {
  const own = phasesAt(position, answer.ruleFor(tokens), answer.order, tokens);
  const right = phasesAt(position, exact.ruleFor(tokens), "exact", tokens);
  const pairs = Math.max(own.length, right.length);
  return Array.from({ length: pairs }, (_, pair) => (own[pair] ?? 0) - (right[pair] ?? 0));
}

function differsFrom(answer: Answer, exact: Answer, { spec }: Reading, epsilon: number): number | null {
  const differs = (tokens: number) => {
    const [own, right] = bothAt(tokens, answer, exact);
    const pairs = Math.max(own.length, right.length);
    for (let pair = 0; pair < pairs; pair++)
      if ((tokens - 1) * Math.abs((own[pair] ?? 0) - (right[pair] ?? 0)) > epsilon) return true;
    return false;
  };
  const { scaling } = spec;
  const changes = "originalLength" in scaling ? [0, 1, 2].map((more) => scaling.originalLength + more) : [];
  const doublings = Array.from({ length: 25 }, (_, k) => 2 ** k);
  const looked = [...doublings, ...changes].filter((n) => n <= longest).sort((a, b) => a - b);
  const found = looked.findIndex(differs);
  if (found < 0) return null;
  let [low, high] = [looked[found - 1] ?? 1, looked[found]!];
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (differs(middle)) high = middle;
    else low = middle;
  }
  return high;
}
