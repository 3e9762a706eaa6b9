import type { Schedule } from "./schedule.ts";

export const ntk: Schedule<"ntk"> = {
  title: "NTK-aware",
  stretched: (_, factor) => ({ factor }),
  base: ({ scaling: { factor } }) => `base = base * ${factor} ** (d / (d - 2))`,
};
