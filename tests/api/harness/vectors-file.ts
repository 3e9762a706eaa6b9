/** The published reference vectors, as a user of the package finds them. */
import { readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import type { ResolvedSpec, Spec } from "posenc/full";

const folder = dirname(createRequire(import.meta.url).resolve("posenc/vectors/rope.json"));

// biome-ignore lint/suspicious/noExplicitAny: what a case holds depends on its method
export type Case = { given: Spec; spec: ResolvedSpec } & Record<string, any>;

interface VectorFile {
  method: string;
  presets: Record<string, { title: string; source: string; cases: { given: Spec; case: number }[] }>;
  cases: Omit<Case, "given">[];
}

const files: VectorFile[] = readdirSync(folder).map((name) =>
  JSON.parse(readFileSync(join(folder, name), "utf8")),
);

/** The vectors of a preset. */
export interface PresetVectors {
  preset: string;
  title: string;
  source: string;
  method: string;
  cases: Case[];
}

export const vectors: readonly PresetVectors[] = files.flatMap(({ method, presets, cases: all }) =>
  Object.entries(presets).map(([preset, { title, source, cases }]) => ({
    preset,
    title,
    source,
    method,
    cases: cases.map(({ given, case: index }) => ({ given, ...all[index] }) as Case),
  })),
);

export const readVectors = (name: string): PresetVectors => vectors.find(({ preset }) => preset === name)!;
