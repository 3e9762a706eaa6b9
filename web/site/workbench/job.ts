/** What the page asks of its worker, and what it gets. */
import type { Movable, MovableOptions } from "posenc/atlas";
import type { Diagnosis } from "posenc/diagnose";
import type { Comparison } from "posenc/engines";
import type { WeightPairing } from "posenc/files";
import type { ProbeOptions, ProbePlan } from "posenc/probe";
import type { ProbeFacts } from "../probe/facts.ts";

/** What a reader knows of the numbers. */
export interface Known {
  /** What a single array is; empty if that is not known. */
  readonly as: string;
  /** A preset, or the fields of a spec; empty if that is not known. */
  readonly expected: string;
  /** How engines are compared; empty texts for the defaults. */
  readonly length: string;
  readonly dtype: string;
  /** Names of one or two engines with a comma between them; empty for all. */
  readonly engines: string;
}

export const NOTHING_KNOWN: Known = { as: "", expected: "", length: "", dtype: "", engines: "" };

export type Task =
  | {
      readonly task: "files";
      readonly files: readonly File[];
      readonly known: Known;
      /** Of the probe that was made last. */
      readonly plan?: ProbePlan | undefined;
    }
  | { readonly task: "piece"; readonly piece: number }
  | { readonly task: "move"; readonly config: string; readonly options: MovableOptions }
  | { readonly task: "probe"; readonly config: string; readonly options: ProbeOptions }
  /** Of the weights that were looked at before. */
  | { readonly task: "pairing"; readonly tensor: string; readonly shape: Shape }
  | {
      readonly task: "permute";
      readonly tensor: string;
      readonly shape: Shape;
      readonly to: "halves" | "interleaved";
    };

/** The channels of a projection. */
export interface Shape {
  readonly heads: number;
  readonly keyHeads: number;
  readonly headDim: number;
  readonly rotaryDim: number;
}

/** A file with weights beside its config. */
export interface Weights {
  readonly tensors: number;
  readonly types: readonly string[];
  /** Queries and keys. */
  readonly projections: readonly string[];
  /** Null if the config does not tell. */
  readonly shape: Shape | null;
}

export interface ConfigResult {
  readonly kind: "config";
  /** The file in few words. */
  readonly what: string;
  /** The config as text, for figures. */
  readonly config: string;
  readonly recipe: readonly string[];
  readonly comparison: Comparison;
  readonly weights: Weights | null;
}

export interface NumbersResult {
  readonly kind: "numbers";
  readonly what: string;
  readonly diagnosis: Diagnosis;
}

/** An engine's answers to a probe. */
export interface AnswersResult {
  readonly kind: "answers";
  readonly what: string;
  readonly facts: ProbeFacts;
}

export type Result = ConfigResult | NumbersResult | AnswersResult;

export type Answer =
  | { readonly is: "progress"; readonly doing: string }
  | { readonly is: "result"; readonly result: Result; readonly ms: number }
  | { readonly is: "moves"; readonly moves: Movable }
  | { readonly is: "pairing"; readonly tensor: string; readonly pairing: WeightPairing }
  | {
      readonly is: "probe";
      readonly plan: ProbePlan;
      /** Names of the files in the archive. */
      readonly files: readonly string[];
      readonly content: Blob;
    }
  | { readonly is: "file"; readonly name: string; readonly content: Blob }
  | { readonly is: "fault"; readonly sentence: string };

// A short input in the fragment of the page's address: `#input?text=…&expected=…`. Strangers write links, too.

/** What a link may hold, in characters as the address has them. */
export const LONGEST = 6000;

const START = "#input?";

export interface Linked extends Known {
  readonly text: string;
}

/** The fragment; undefined if it would be too long. */
export function fragmentOf({ text, ...known }: Linked): string | undefined {
  const fields = Object.entries({ text, ...known }).filter(([, value]) => value !== "");
  const fragment = `${START}${new URLSearchParams(fields)}`;
  return fragment.length <= LONGEST ? fragment : undefined;
}

/** The input of a fragment; undefined if it has none. */
export function inputOf(fragment: string): Linked | undefined {
  if (!fragment.startsWith(START) || fragment.length > LONGEST) return undefined;
  const fields = new URLSearchParams(fragment.slice(START.length));
  const text = fields.get("text");
  if (text === null) return undefined;
  const of = (name: keyof Known) => fields.get(name) ?? "";
  return {
    text,
    ...{
      as: of("as"),
      expected: of("expected"),
      length: of("length"),
      dtype: of("dtype"),
      engines: of("engines"),
    },
  };
}

/** The museum's piece of a fragment such as `#museum?piece=3`. */
export function pieceOf(fragment: string): number | undefined {
  const [, digits] = /^#museum\?piece=(\d{1,3})$/.exec(fragment) ?? [];
  return digits === undefined ? undefined : Number(digits);
}
