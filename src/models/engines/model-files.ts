/** What an engine does with a model type beside the rule: known only if its file for that type was read, or the engine was run on it. */
import {
  type Answer,
  based,
  citing,
  type EngineFact,
  leavingOpen,
  otherwise,
  type Question,
} from "./answer.ts";
import type { Reading } from "./reading.ts";

/** What is known beside the rotation: a question whose answer is the class's own, or a window that the engine does not have. */
type ModelFact = "pairing" | "window" | "no-window" | "softmaxScale" | "softcap" | "sinks";

/** What is known about each model type that was read or run. */
export type ModelFiles = ReadonlyMap<string, ReadonlySet<string>>;

/**
 * Makes the table of an engine.
 *
 * @param types Model types by what is known of them: `{ "window sinks": "gpt_oss" }`. A type may stand in several lists.
 */
export function modelFiles(types: Readonly<Partial<Record<string, string>>>): ModelFiles {
  const files = new Map<string, Set<string>>();
  for (const [facts, names] of Object.entries(types)) {
    for (const name of names!.split(/\s+/)) {
      const known = files.get(name) ?? new Set();
      for (const fact of facts.split(" ")) known.add(fact);
      files.set(name, known);
    }
  }
  return files;
}

const all: readonly Question[] = [
  "base",
  "width",
  "pairing",
  "frequencies",
  "attentionFactor",
  "queryScale",
  "softmaxScale",
  "window",
  "softcap",
  "sinks",
];

/** Leaves everything open for a type whose file was neither read nor run. */
export function unread(answer: Answer, { modelType }: Reading): Answer {
  const type = modelType === null ? "models without a type that posenc knows" : modelType;
  return { ...leavingOpen(answer, ...all), unread: type };
}

/**
 * The answer of an engine with one base for all layers. transformers' OLMo 3 takes the base of its class in layers with a window.
 *
 * @param fact where it was read; left out if it was not
 */
export function withOneBase(answer: Answer, reading: Reading, fact?: EngineFact): Answer {
  const { modelType, file, layer, nested } = reading;
  const base = file.number("rope_theta");
  if (modelType !== "olmo3" || nested || base === undefined || !layer.kind.startsWith("sliding"))
    return answer;
  if (fact !== undefined) return based(citing(answer, fact), base, "in layers with a window, too");
  return base === answer.base ? answer : leavingOpen(answer, "base", "frequencies");
}

/** The scale that attention has if a class does not set one: 1/√headDim, up to the rounding of float64. */
const isUsual = (scale: number, headDim: number) => Math.abs(scale * Math.sqrt(headDim) - 1) < 1e-12;

/** The answer with what the engine's file of the model type does, or with everything open if that file is not known. */
export function withModelFile(answer: Answer, reading: Reading, files: ModelFiles): Answer {
  const known = files.get(reading.modelType ?? "");
  if (known === undefined) return unread(answer, reading);
  const knows = (fact: ModelFact) => known.has(fact);
  const { softmaxScale, window, softcap, sinks } = answer;
  const headDim = reading.layer.headDim ?? reading.spec.headDim;
  const isOddScale = softmaxScale !== null && !isUsual(softmaxScale, headDim);
  const open: Question[] = [];
  if (isOddScale && !knows("softmaxScale")) open.push("softmaxScale");
  if (window !== null && !knows("window") && !knows("no-window")) open.push("window");
  if (softcap !== null && !knows("softcap")) open.push("softcap");
  if (sinks && !knows("sinks")) open.push("sinks");
  const own = leavingOpen(answer, ...open);
  if (window === null || !knows("no-window")) return own;
  return otherwise(own, "has no window for this type", { window: null });
}

/** The answer without the pairing, unless the type's file is known to decide it as the class does. */
export const withPairing = (answer: Answer, { modelType }: Reading, files: ModelFiles): Answer =>
  files.get(modelType ?? "")?.has("pairing") ? answer : leavingOpen(answer, "pairing");
