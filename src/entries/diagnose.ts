/** posenc/diagnose: what a table, a cache, slopes, a bias, positions or vectors follow, and what is wrong with them. Without WebAssembly. */

export type { ErrorCode, PosencError } from "../api/arguments/errors.ts";
export type { Numbers } from "../api/arguments/numbers.ts";
export type { Spec } from "../api/spec.ts";
export type { Convention } from "../models/diagnose/compare-rows.ts";
export { type ComparedRows, type CompareOptions, compareRows } from "../models/diagnose/compare-rows.ts";
export { diagnose } from "../models/diagnose/diagnose.ts";
export type { Diagnosis } from "../models/diagnose/findings/diagnosis.ts";
export {
  type Evidence,
  evidenceText,
  type Finding,
  type FindingName,
  findingNames,
} from "../models/diagnose/findings/findings.ts";
export type {
  BiasToDiagnose,
  CacheToDiagnose,
  DiagnoseOptions,
  FrequenciesToDiagnose,
  PositionsToDiagnose,
  SlopesToDiagnose,
  TableToDiagnose,
  ToDiagnose,
  VectorsToDiagnose,
} from "../models/diagnose/input/inputs.ts";
export type { Rows } from "../models/diagnose/input/read.ts";
export {
  type FileNumbersOptions,
  fileNumbers,
  type NamedFile,
  type NumbersOfTwo,
  numbersOfTwo,
} from "../models/diagnose/input/two-files.ts";
export { type MuseumPiece, museum } from "../models/diagnose/museum.ts";
export type { MuseumNumbers } from "../models/diagnose/museum-makers.ts";
