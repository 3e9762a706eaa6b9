import type { Schedule } from "./schedule.ts";

/** The factor of most published configurations. */
const USUAL = 2;

export const dynamic: Schedule<"dynamic"> = {
  title: "dynamic NTK",
  stretched: ({ trained }) => ({ factor: USUAL, originalLength: trained }),
  base: ({ scaling: { factor, originalLength }, currentLength }) =>
    `s, L, n = ${factor}, ${originalLength}, ${currentLength}
base = base * (s * max(n, L) / L - (s - 1)) ** (d / (d - 2))`,
};
