/** The published reference vectors, as a user of the package finds them. */
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import type { ResolvedSpec, Spec } from "posenc/full";

export const vectorFolder = dirname(createRequire(import.meta.url).resolve("posenc/vectors/index.json"));

// biome-ignore lint/suspicious/noExplicitAny: what a case holds depends on its method
export type Case = { given: Spec; spec: ResolvedSpec } & Record<string, any>;

export interface VectorFile {
  preset: string;
  title: string;
  source: string;
  method: string;
  family: string;
  cases: Case[];
}

export const readVectors = (name: string): VectorFile =>
  JSON.parse(readFileSync(join(vectorFolder, `${name}.json`), "utf8"));
