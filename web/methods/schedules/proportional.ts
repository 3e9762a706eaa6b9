import type { Schedule } from "./schedule.ts";

/** Share of rotated pairs in Gemma 4. */
const SHARE = 0.25;

export const proportional: Schedule<"proportional"> = {
  title: "p-RoPE",
  stretched: () => ({ partialRotaryFactor: SHARE, factor: 1 }),
  frequency({ scaling: { partialRotaryFactor, factor }, rotaryDim }) {
    const rotated = Math.floor((partialRotaryFactor * rotaryDim) / 2);
    return `frequency = (i < ${rotated}) * frequency / ${factor}`;
  },
};
