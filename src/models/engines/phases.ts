/** The angle of each pair at a position, in the order of operations of each engine. */
import { logarithm, power } from "../../api/rotary/elementary.ts";
import { baseOf, frequenciesOf, type Of, type RopeRule, type Schedule } from "../../api/rotary/rule.ts";
import { rampOf } from "../../api/rotary/scaling/yarn.ts";

/**
 * The order of operations of an angle.
 *
 *   exact     position · f in float64
 *   torch     float32(position) · float32(f), where f is computed operation by operation in float32
 *   divided   float32(position / s) · float32(f), for the linear rule
 *   chain     float32: θ = position, θ ← θ · base^(−2/d) from pair to pair; then the rule, applied to θ
 *   powers    float32: position · (base^(−2/d))^i; then the rule
 *   mlx       float32(float32(position · 1/s) · float32(f)), f = 2^(−i/(d/2) · log2 base), or 1 / float32(1 / f)
 *
 * A power in float32 is taken as correctly rounded; that of a C library or of a GPU may differ in its last bit or two.
 */
export type PhaseOrder = "exact" | "torch" | "divided" | "chain" | "powers" | "mlx";

const f32 = Math.fround;

/**
 * How an engine computes its angles, step by step, as data. The numbers and the result of each step are float32, except in
 * `exact`:
 *
 *   exact   position · numbers[i] in float64
 *   t       float32(position), then divided by `over` or multiplied by `times`
 *   start   t · numbers[i], or for `chain` t, t · numbers[0], t · numbers[0] · numbers[0], … from pair to pair
 *   then    the rule of YaRN and others where it is applied to the angle
 */
export interface PhaseSteps {
  /** The first steps; see above. */
  readonly start: "exact" | "product" | "chain";
  /** Number of pairs. */
  readonly pairs: number;
  /** What positions are divided by. */
  readonly over?: number;
  /** What positions are multiplied by. */
  readonly times?: number;
  /** One for each pair; for `chain` the ratio of two neighbours alone. */
  readonly numbers: readonly number[];
  /** What is done to each angle. */
  readonly then?: AfterPhase;
  /** Pairs that are not rotated. */
  readonly still: readonly number[];
}

/** Each angle is multiplied by a number, or divided by one of a list, or a blend of itself and of `slow` times itself. */
export type AfterPhase =
  | { readonly times: number }
  | { readonly over: readonly number[] }
  | { readonly slow: number; readonly kept: readonly number[] };

/** The steps of a rule in a text of this many tokens. */
export const stepsOf = (rule: RopeRule, order: PhaseOrder, tokens: number): PhaseSteps => {
  const steps = stepsIn[order](rule, tokens);
  const pairs = steps.pairs ?? steps.numbers.length;
  return { ...steps, pairs, still: rule.still ?? [] };
};

/** Writes the phases at a position into a list, in radians and not reduced. */
export function phasesInto(out: Float64Array, position: number, steps: PhaseSteps): void {
  const { start, pairs, over, times, numbers, then, still } = steps;
  if (start === "exact") for (let pair = 0; pair < pairs; pair++) out[pair] = position * numbers[pair]!;
  else {
    let t = f32(position);
    if (over !== undefined) t = f32(t / over);
    if (times !== undefined) t = f32(times * t);
    const ratio = numbers[0]!;
    for (let pair = 0; pair < pairs; pair++) {
      out[pair] = start === "chain" ? t : f32(t * numbers[pair]!);
      if (start === "chain") t = f32(t * ratio);
    }
  }
  if (then !== undefined) finish(out, pairs, then);
  for (const pair of still) out[pair] = 0;
}

function finish(out: Float64Array, pairs: number, then: AfterPhase): void {
  for (let pair = 0; pair < pairs; pair++) {
    const theta = out[pair]!;
    if ("times" in then) out[pair] = f32(then.times * theta);
    else if ("over" in then) out[pair] = f32(theta / then.over[pair]!);
    else {
      const kept = then.kept[pair]!;
      const slow = f32(f32(then.slow * theta) * f32(1 - kept));
      out[pair] = f32(slow + f32(theta * kept));
    }
  }
}

/** The phases at a position in a text of this many tokens, in radians and not reduced. */
export function phasesAt(position: number, rule: RopeRule, order: PhaseOrder, tokens: number): number[] {
  const steps = stepsOf(rule, order, tokens);
  const phases = new Float64Array(steps.pairs);
  phasesInto(phases, position, steps);
  return [...phases];
}

type Steps = (rule: RopeRule, tokens: number) => Omit<PhaseSteps, "pairs" | "still"> & { pairs?: number };

const stepsIn: Record<PhaseOrder, Steps> = {
  exact: (rule, tokens) => ({ start: "exact", numbers: frequenciesOf(rule, tokens) }),
  torch: (rule, tokens) => ({ start: "product", numbers: torchFrequencies(rule, tokens) }),
  divided: (rule, tokens) => ({
    start: "product",
    over: f32(linearOf(rule)),
    numbers: torchFrequencies({ ...rule, schedule: { type: "none" } }, tokens),
  }),
  chain: (rule) => ({
    start: "chain",
    pairs: rule.width / 2,
    numbers: [ggmlScale(rule)],
    ...ggmlRule(rule),
  }),
  powers: (rule) => ({
    start: "product",
    numbers: Array.from({ length: rule.width / 2 }, (_, pair) => f32(power(ggmlScale(rule), pair))),
    ...ggmlRule(rule),
  }),
  mlx(rule, tokens) {
    const { base, width, schedule } = rule;
    const times = f32(1 / linearOf(rule));
    if (!byBase.includes(schedule.type)) {
      const numbers = frequenciesOf(rule, tokens).map((f) => (f === 0 ? 0 : f32(1 / f32(1 / f))));
      return { start: "product", times, numbers };
    }
    const log2 = f32(logarithm(baseOf(base, { width, tokens }, schedule)) / Math.LN2);
    const numbers = Array.from({ length: width / 2 }, (_, pair) => {
      const exponent = f32(-f32(pair / (width / 2)) * log2);
      return f32(power(2, exponent));
    });
    return { start: "product", times, numbers };
  },
};

const ggmlScale = ({ base, width }: RopeRule): number => f32(power(f32(base), f32(-2 / width)));

/** Rules that MLX hands to its kernel as a base and a scale; for the others it hands over a list of periods. */
const byBase: readonly string[] = ["none", "linear", "dynamic"];

const linears: { readonly [Type in Schedule["type"]]?: (schedule: Of<Type>) => number } = {
  linear: ({ factor }) => factor,
};

/** What positions are divided by in engines that do so for the linear rule. */
const linearOf = ({ schedule }: RopeRule): number =>
  (linears[schedule.type] as ((schedule: Schedule) => number) | undefined)?.(schedule) ?? 1;

/** The frequencies in float32, rounded after each operation, as PyTorch engines compute them. */
function torchFrequencies(rule: RopeRule, tokens: number): number[] {
  const { base, width, schedule, places } = rule;
  if (places) return places.map(({ index, of }) => f32(1 / torchPlain(base, 2 * of)[index]!));
  const periods = torchPlain(baseOf(base, { width, tokens }, schedule), width);
  const scale = torchScalers[schedule.type] as TorchScaler<Schedule> | undefined;
  return scale === undefined ? periods.map((t) => f32(1 / t)) : scale(periods, schedule, rule);
}

type TorchScaler<S> = (periods: readonly number[], schedule: S, rule: RopeRule) => number[];

const torchScalers: { readonly [Type in Schedule["type"]]?: TorchScaler<Of<Type>> } = {
  linear: (periods, { factor }) => periods.map((t) => f32(f32(1 / t) / f32(factor))),
  divided: (periods, { divisors }) => periods.map((t, pair) => f32(1 / f32(f32(divisors[pair]!) * t))),
  yarn: torchYarn,
  llama3: (periods, schedule) => periods.map((t) => torchLlama3(f32(1 / t), schedule)),
  proportional: (periods, { partialRotaryFactor, factor }) =>
    periods.map((t, pair) =>
      pair < Math.floor(partialRotaryFactor * periods.length) ? f32(f32(1 / t) / f32(factor)) : 0,
    ),
};

const torchPlain = (base: number, width: number): number[] =>
  Array.from({ length: width / 2 }, (_, pair) => f32(power(f32(base), f32((2 * pair) / width))));

function torchYarn(periods: readonly number[], schedule: Of<"yarn">, { base, width }: RopeRule): number[] {
  const [low, top] = rampOf(schedule, base, width);
  const high = low === top ? top + 0.001 : top;
  return periods.map((t, pair) => {
    const ramp = Math.min(Math.max(f32(f32(pair - f32(low)) / f32(high - low)), 0), 1);
    const kept = f32(1 - ramp);
    const slow = f32(1 / f32(f32(schedule.factor) * t));
    return f32(f32(slow * f32(1 - kept)) + f32(f32(1 / t) * kept));
  });
}

function torchLlama3(f: number, { factor, originalLength, lowFreqFactor, highFreqFactor }: Of<"llama3">) {
  const wavelength = f32((2 * Math.PI) / f);
  if (wavelength < f32(originalLength / highFreqFactor)) return f;
  const slow = f32(f / f32(factor));
  if (wavelength > f32(originalLength / lowFreqFactor) || lowFreqFactor === highFreqFactor) return slow;
  const turns = f32(f32(originalLength / wavelength) - f32(lowFreqFactor));
  const smooth = f32(turns / f32(highFreqFactor - lowFreqFactor));
  return f32(f32(f32(f32(1 - smooth) * f) / f32(factor)) + f32(smooth * f));
}

/** ggml's rule, which is applied to the angle and not to the frequency. */
const ggmlRule = (rule: RopeRule): { then?: AfterPhase } => {
  const then = (ggmlRules[rule.schedule.type] as GgmlRule<Schedule> | undefined)?.(rule.schedule, rule);
  return then === undefined ? {} : { then };
};

type GgmlRule<S> = (schedule: S, rule: RopeRule) => AfterPhase;

const ggmlRules: { readonly [Type in Schedule["type"]]?: GgmlRule<Of<Type>> } = {
  linear: ({ factor }) => ({ times: f32(1 / factor) }),
  divided: ({ divisors }) => ({ over: divisors.map(f32) }),
  yarn(schedule, { base, width }) {
    const [low, high] = rampOf(schedule, base, width);
    const kept = Array.from({ length: width / 2 }, (_, pair) => {
      const ramp = Math.min(1, Math.max(0, f32((pair - low) / Math.max(f32(0.001), high - low))));
      return f32(1 - ramp);
    });
    return { slow: f32(1 / schedule.factor), kept };
  },
};
