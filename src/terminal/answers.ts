/** What commands print with `--json`, as types. The build makes a JSON schema of each. */
import type { LayerMove } from "../entries/atlas.ts";
import type { Diagnosis } from "../entries/diagnose.ts";
import type { Comparison } from "../entries/engines.ts";
import type { ModelReport } from "./model-report.ts";
import type { TableFormat } from "./table-file.ts";
import type { WeightsReport } from "./weights-report.ts";

/** The answer of each command, by its name; `error` is that of every command. */
export interface Answers {
  inspect: FileAnswer;
  compare: Comparison;
  diagnose: Diagnosis;
  movable: MovableAnswer;
  table: TableAnswer;
  ids: IdsAnswer;
  presets: readonly PresetAnswer[];
  lab: LabAnswer;
  error: ErrorAnswer;
}

interface FileHead {
  version: 1;
  /** Without its folder; null for the standard input. */
  file: string | null;
}

/** By `kind`: what a model does with positions, or the numbers of a file. */
export type FileAnswer = FileHead &
  (
    | ({ kind: "config" } & ModelReport)
    | ({ kind: "gguf" | "safetensors" } & ModelReport & WeightsReport)
    | ({ kind: "array" } & ArrayAnswer)
    | ({ kind: "arrays" } & ArraysAnswer)
    | ({ kind: "table" } & TextAnswer)
  );

/** The finite numbers of an array. */
export interface NumberRange {
  /** The smallest and the largest finite number; null if no number is finite. */
  least: number | null;
  most: number | null;
  /** How many are NaN or infinite. */
  notNumbers: number;
}

export interface ArrayAnswer extends NumberRange {
  /** The type of its numbers, such as `float32`. */
  dtype: string;
  shape: readonly number[];
}

export interface ArraysAnswer {
  arrays: Readonly<Record<string, { dtype: string; shape: readonly number[] }>>;
}

export interface TextAnswer extends NumberRange {
  shape: readonly number[];
  /** The names in the first line; null if it has none. */
  names: readonly string[] | null;
}

/** What `movable` of posenc/atlas gives, with each answer once. */
export interface MovableAnswer extends FileHead {
  from: number;
  to: number;
  /** Positions that the text takes; left out if it was not given. */
  length?: number | undefined;
  precision: string;
  modelType: string | null;
  /** The worst of all layers. */
  move: LayerMove["move"];
  /** The different answers. */
  moves: readonly LayerMove[];
  /** For each layer, its index in `moves`. */
  layers: readonly number[];
  /** Sentences. */
  notes: readonly string[];
}

/** A table that was written to a file. */
export interface TableAnswer {
  file: string;
  format: TableFormat;
  /** Rows and columns. */
  shape: readonly number[];
  /** The spec as text. */
  spec: string;
}

export interface IdsAnswer {
  /** For each axis, the position of each token. */
  positions: readonly (readonly number[])[];
  /** Number of tokens; left out by rules of grids, as the two fields below. */
  count?: number | undefined;
  /** The position of the next token of text. */
  next?: number | undefined;
  /** `next` less the number of tokens. */
  delta?: number | undefined;
}

export interface PresetAnswer {
  name: string;
  title: string;
  method: string;
  /** Fields that the caller must give. */
  open: readonly string[];
  source: string;
}

/** One model that was trained. */
export interface TrainedModel {
  encoding: string;
  seed: number;
  loss: number;
  /** Seconds. */
  time: number;
  lengths: readonly LengthTested[];
  /** With stretched frequencies; null without a rule, and for encodings that do not rotate. */
  stretched: readonly LengthTested[] | null;
}

export interface LengthTested {
  length: number;
  accuracy: number;
  exact: number;
}

export interface LabAnswer {
  /** Of posenc. */
  version: string;
  /** As 2026-11-26. */
  date: string;
  machine: { processor: string; node: string };
  encodings: readonly string[];
  task: string;
  seeds: number;
  steps: number;
  width: number;
  /** The rule that stretches rotary encodings after training; null if none is asked for. */
  stretch: { type: string; factor: number } | null;
  results: readonly TrainedModel[];
}

export interface ErrorAnswer {
  error: {
    /** As `code` of the package's errors; `usage` for a wrong call. */
    code: string;
    /** The option or the field that is wrong; null if there is none. */
    param: string | null;
    message: string;
  };
}
