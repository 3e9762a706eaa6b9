/** The rotation of a layer, from its scores. */
import { median } from "./answers.ts";
import { fitPair, type PairFit, pairsOf } from "./fit.ts";
import type { LayerScores } from "./scores.ts";

/** A layer as an engine computes it. */
export interface ProbeLayer {
  /** Number of the layer, from 0. */
  layer: number;
  /** Whether queries and keys are rotated. */
  rotates: boolean;
  /** Which channels form a pair; null without a rotation. */
  pairing: "halves" | "interleaved" | null;
  /** Channels that turn by more than the noise. Slower pairs at the end of the head look like channels that are not rotated. */
  width: number;
  /** Radians per position, one for each pair; NaN for a pair that a short window hides. */
  frequencies: number[];
  /** How far each frequency may be off, by the noise of the answers. */
  errors: number[];
  /** How far phases are from growing evenly with the distance: the root mean square of the worst pair, in radians. */
  rest: number;
  /** Softmax scale times the square of the attention factor. */
  scale: number;
  /** The softmax scale alone, from channels that do not rotate; null if all channels rotate, which shows only the product. */
  softmaxScale: number | null;
  /** Tokens that a query sees, itself included; null if it sees all of the prompt. */
  window: number | null;
  /** The logit in the denominator of the softmax; null if there is none, or a norm after the attention hides it. */
  sink: number | null;
}

export function readLayer(scores: LayerScores, layer: number, product: number): ProbeLayer {
  const { headDim, length, window, sink } = scores;
  const spans = Array.from({ length: headDim }, (_, c) => spanOf(scores, c));
  const quiet = median(spans.map(({ noise }) => noise));
  // A channel moves if its scores spread by more than their noise, and by more than the rounding of float16.
  const moving = spans.map(({ spread }) => spread > Math.max(2e-4, 12 * quiet));
  const last = moving.lastIndexOf(true);
  const common = { layer, window, sink };
  const still = (channels: number[]) => median(channels.map((c) => spans[c]!.mean)) / product;
  const all = Array.from({ length: headDim }, (_, c) => c);
  if (last < 0) {
    const softmaxScale = still(all);
    return {
      ...common,
      rotates: false,
      pairing: null,
      width: 0,
      frequencies: [],
      errors: [],
      rest: 0,
      scale: softmaxScale,
      softmaxScale,
    };
  }
  const { pairing, width: tried, fits } = bestOf(scores, last);
  const reach = Math.min(length, window ?? length);
  // Slower pairs at the end look like channels that are not rotated.
  let turning = fits.length;
  while (turning > 0 && Math.abs(fits[turning - 1]!.frequency) <= fits[turning - 1]!.error + 2e-5 / reach)
    turning--;
  const width = pairing === "halves" ? tried : 2 * turning;
  const rest = Math.max(0, ...fits.map((fit) => fit.rest).filter((value) => !Number.isNaN(value)));
  const amplitude = median(fits.map((fit) => fit.amplitude));
  const own = { frequencies: fits.map((fit) => fit.frequency), errors: fits.map((fit) => fit.error) };
  // Interleaved pairs at the end may turn too slowly to be seen: their channels do not tell the scale.
  const isPartial = pairing === "halves" && width < headDim;
  const softmaxScale = isPartial ? still(all.slice(width)) : null;
  return { ...common, rotates: true, pairing, width, ...own, rest, scale: amplitude / product, softmaxScale };
}

/** The spread of a channel's scores over all distances, their mean, and the noise between neighbours. */
function spanOf({ at, distancesOf }: LayerScores, c: number) {
  const { from, to } = distancesOf(c);
  let [low, high, sum, count] = [Infinity, -Infinity, 0, 0];
  const steps: number[] = [];
  for (let r = from; r <= to; r++) {
    const score = at(r, c);
    if (Number.isNaN(score)) continue;
    [low, high, sum, count] = [Math.min(low, score), Math.max(high, score), sum + score, count + 1];
    if (r - 2 >= from) steps.push(Math.abs(score - 2 * at(r - 1, c) + at(r - 2, c)));
  }
  return { spread: high - low, mean: sum / count, noise: median(steps) };
}

/** Tries both pairings and the usual widths, and takes the one in which pairs keep their length best. */
function bestOf(scores: LayerScores, last: number) {
  const { headDim } = scores;
  const least = last + 1 + ((last + 1) % 2);
  const usual = [headDim, (3 * headDim) / 4, headDim / 2, headDim / 4].filter(
    (w) => w >= least && w % 2 === 0,
  );
  const candidates: { pairing: "halves" | "interleaved"; width: number; fits: PairFit[]; spread: number }[] =
    [];
  for (const pairing of ["halves", "interleaved"] as const) {
    for (const width of new Set([...usual, least])) {
      const fits = pairsOf(width, pairing).map(([x, y]) => fitPair(scores, x, y));
      const seen = fits.filter((fit) => !Number.isNaN(fit.frequency));
      const spread = seen.reduce((sum, fit) => sum + fit.spread, 0) / seen.length;
      candidates.push({ pairing, width, fits, spread });
    }
  }
  const best = candidates.reduce((a, b) => (b.spread < 0.7 * a.spread ? b : a));
  return best;
}
