import type { StartOptions } from "posenc/lab";

/** The smallest model of the lab that tests of its answers and refusals train. */
export const tiny: StartOptions = {
  encoding: "rope",
  task: "reverse",
  batch: 4,
  model: { width: 8, heads: 2, layers: 2, hidden: 8 },
};
