import { compare, type LayerComparison } from "posenc/engines";
import type { ProbePlan } from "posenc/probe";
import { modelPositions } from "posenc/spec";

/** What the config of a probe says of a layer; undefined for a layer that it does not rotate. */
export type Wanted = LayerComparison["exact"] | undefined;

/** What the config says of each layer of a probe, and what an engine's source says of the config, in a sentence. */
export function wantedOf({ config, prompt, layers }: ProbePlan, engine: string) {
  const kinds = compare(config, { engines: [engine], length: prompt.length, dtype: "float32" }).layers;
  const columns = new Map(kinds.map(({ kind, exact }) => [kind, exact]));
  const wanted = modelPositions(config)
    .layers.slice(0, layers)
    .map(({ kind, rotary }): Wanted => (rotary === null ? undefined : columns.get(kind)));
  const read = new Set(kinds.flatMap(({ engines }) => engines.map(({ verdict }) => verdict)));
  return { wanted, read: [...read].join(" ") };
}
