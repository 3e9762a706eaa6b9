/** The angle of each pair at a position, in the order of operations of each program. */
import { logarithm, power } from "../rotary/elementary.ts";
import { baseOf, frequenciesOf, type Of, type RopeRule, rampOf, type Schedule } from "../rotary/rule.ts";

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

/** The phases at a position in a text of this many tokens, in radians and not reduced. */
export function phasesAt(position: number, rule: RopeRule, order: PhaseOrder, tokens: number): number[] {
  const phases = phasesIn[order](position, rule, tokens);
  for (const pair of rule.still ?? []) phases[pair] = 0;
  return phases;
}

type Phases = (position: number, rule: RopeRule, tokens: number) => number[];

const exact: Phases = (position, rule, tokens) => frequenciesOf(rule, tokens).map((f) => position * f);

const phasesIn: Record<PhaseOrder, Phases> = {
  exact,
  torch: (position, rule, tokens) => torchFrequencies(rule, tokens).map((f) => f32(f32(position) * f)),
  divided(position, rule, tokens) {
    const t = f32(f32(position) / f32(linearOf(rule)));
    return torchFrequencies({ ...rule, schedule: { type: "none" } }, tokens).map((f) => f32(t * f));
  },
  chain(position, rule) {
    const scale = f32(power(f32(rule.base), f32(-2 / rule.width)));
    let theta = f32(position);
    return Array.from({ length: rule.width / 2 }, (_, pair) => {
      const own = theta;
      theta = f32(theta * scale);
      return ggmlPhase(own, pair, rule);
    });
  },
  powers(position, rule) {
    const scale = f32(power(f32(rule.base), f32(-2 / rule.width)));
    return Array.from({ length: rule.width / 2 }, (_, pair) =>
      ggmlPhase(f32(f32(position) * f32(power(scale, pair))), pair, rule),
    );
  },
  mlx(position, rule, tokens) {
    const { base, width, schedule } = rule;
    const t = f32(f32(1 / linearOf(rule)) * f32(position));
    if (!byBase.includes(schedule.type))
      return frequenciesOf(rule, tokens).map((f) => (f === 0 ? 0 : f32(t * f32(1 / f32(1 / f)))));
    const log2 = f32(logarithm(baseOf(base, { width, tokens }, schedule)) / Math.LN2);
    return Array.from({ length: width / 2 }, (_, pair) => {
      const exponent = f32(-f32(pair / (width / 2)) * log2);
      return f32(t * f32(power(2, exponent)));
    });
  },
};

/** Rules that MLX hands to its kernel as a base and a scale; for the others it hands over a list of periods. */
const byBase: readonly string[] = ["none", "linear", "dynamic"];

const linears: { readonly [Type in Schedule["type"]]?: (schedule: Of<Type>) => number } = {
  linear: ({ factor }) => factor,
};

/** What positions are divided by in programs that do so for the linear rule. */
const linearOf = ({ schedule }: RopeRule): number =>
  (linears[schedule.type] as ((schedule: Schedule) => number) | undefined)?.(schedule) ?? 1;

/** The frequencies in float32, rounded after each operation, as PyTorch programs compute them. */
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
const ggmlPhase = (theta: number, pair: number, rule: RopeRule): number =>
  (ggmlRules[rule.schedule.type] as GgmlRule<Schedule> | undefined)?.(theta, rule.schedule, { pair, rule }) ??
  theta;

type GgmlRule<S> = (theta: number, schedule: S, of: { pair: number; rule: RopeRule }) => number;

const ggmlRules: { readonly [Type in Schedule["type"]]?: GgmlRule<Of<Type>> } = {
  linear: (theta, { factor }) => f32(f32(1 / factor) * theta),
  divided: (theta, { divisors }, { pair }) => f32(theta / f32(divisors[pair]!)),
  yarn(theta, schedule, { pair, rule }) {
    const [low, high] = rampOf(schedule, rule.base, rule.width);
    const ramp = Math.min(1, Math.max(0, f32((pair - low) / Math.max(f32(0.001), high - low))));
    const kept = f32(1 - ramp);
    const slow = f32(f32(1 / schedule.factor) * theta);
    return f32(f32(slow * f32(1 - kept)) + f32(theta * kept));
  },
};
