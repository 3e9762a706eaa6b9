/** posenc/files: readers of arrays, weights, tables and configs, by slices of a file. Without WebAssembly. */

export type { ErrorCode, PosencError } from "../api/arguments/errors.ts";
export type { ElementType, Values } from "../models/files/elements.ts";
export { type GgufFile, type GgufValue, readGguf, type SkippedList } from "../models/files/gguf.ts";
export { type FileConfig, ggufConfig } from "../models/files/gguf-config.ts";
export { type NpyFile, readNpy } from "../models/files/npy.ts";
export { type ArrayEntry, type NpzFile, readNpz } from "../models/files/npz.ts";
export {
  type PairingEvidence,
  type PairingOptions,
  pairingOfWeights,
  projectionsOf,
  type WeightPairing,
} from "../models/files/pairing-of-weights.ts";
export { type ConfigFile, type ReadFile, type ReadFileOptions, readFile } from "../models/files/read-file.ts";
export type { NumberArray, RowOptions } from "../models/files/rows.ts";
export { readSafetensors, type SafetensorsFile } from "../models/files/safetensors.ts";
export type { ByteSource, FileSource } from "../models/files/source.ts";
export type { TensorInfo } from "../models/files/tensors.ts";
export { readTable, type TextOptions, type TextTable } from "../models/files/text-table.ts";
export { weightsConfig } from "../models/files/weights-config.ts";
