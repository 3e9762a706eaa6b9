import type { Schedule } from "./schedule.ts";

export const linear: Schedule<"linear"> = {
  title: "linear",
  stretched: (_, factor) => ({ factor }),
  frequency: ({ scaling: { factor } }) => `frequency = frequency / ${factor}`,
};
