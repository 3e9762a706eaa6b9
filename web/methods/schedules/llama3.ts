import type { Schedule } from "./schedule.ts";

export const llama3: Schedule<"llama3"> = {
  title: "Llama 3",
  stretched: ({ trained }, factor) => ({
    factor,
    originalLength: trained,
    lowFreqFactor: 1,
    highFreqFactor: 4,
  }),
  frequency: ({ scaling: { factor, originalLength, lowFreqFactor, highFreqFactor } }) =>
    `s, L, low, high = ${factor}, ${originalLength}, ${lowFreqFactor}, ${highFreqFactor}
kept = ((L * frequency / (2 * math.pi) - low) / (high - low)).clip(0, 1)
frequency = (1 - kept) * frequency / s + kept * frequency`,
};
