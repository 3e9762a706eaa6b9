/** The rotations of a config.json, by the kinds of its layers. */
import { type Spec, specFromConfig } from "../entries/full.node.ts";
import { UsageError } from "./command.ts";
import { readConfig } from "./local-file.ts";

/** Cosines and sines do not depend on the pairing, which some configs leave open. */
export async function configSpecs(path: string): Promise<Record<string, Spec>> {
  const { layers, unknown, notes } = specFromConfig(await readConfig(path));
  const specs = Object.entries(layers).map(
    ([kind, spec]) => [kind, { ...spec, pairing: spec.pairing ?? "halves" } as Spec] as const,
  );
  if (specs.length > 0) return Object.fromEntries(specs);
  const why = notes[0] ?? (unknown.length > 0 ? `${unknown[0]} was not understood` : "no layer rotates");
  throw new UsageError(`${path} has no rotation that can be computed: ${why}`);
}
