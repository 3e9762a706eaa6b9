import type { Schedule } from "./schedule.ts";

export const yarn: Schedule<"yarn"> = {
  title: "YaRN",
  stretched: ({ trained }, factor) => ({
    factor,
    originalLength: trained,
    betaFast: 32,
    betaSlow: 1,
    truncate: true,
  }),
  // A ramp of no length gets the length in the published code: a thousandth of a pair.
  frequency({ scaling: { factor, originalLength, betaFast, betaSlow, truncate } }) {
    const whole = truncate ? "\nlow, high = math.floor(low), math.ceil(high)" : "";
    return `s, L = ${factor}, ${originalLength}
low, high = (d * math.log(L / (2 * math.pi * turns)) / (2 * math.log(base)) for turns in (${betaFast}, ${betaSlow}))${whole}
low, high = max(low, 0), min(high, d - 1)
scaled = ((i - low) / (high - low or 0.001)).clip(0, 1)
frequency = scaled * frequency / s + (1 - scaled) * frequency`;
  },
  attentionFactor({ scaling: { attentionFactor, factor, mscale, mscaleAllDim } }) {
    if (attentionFactor !== undefined) return String(attentionFactor);
    const term = (by: number) => `(0.1 * ${by} * math.log(${factor}) + 1)`;
    return mscale && mscaleAllDim ? `${term(mscale)} / ${term(mscaleAllDim)}` : term(1);
  },
};
