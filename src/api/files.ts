/** posenc/files: readers of arrays, weights, tables and configs, by slices of a file. Without WebAssembly. */

export type { ErrorCode, PosencError } from "./arguments/errors.ts";
export type { ElementType, Values } from "./files/elements.ts";
export { type GgufFile, type GgufValue, readGguf, type SkippedList } from "./files/gguf.ts";
export { type FileConfig, ggufConfig } from "./files/gguf-config.ts";
export { type NpyFile, readNpy } from "./files/npy.ts";
export { type ArrayEntry, type NpzFile, readNpz } from "./files/npz.ts";
export {
  type PairingEvidence,
  type PairingOptions,
  pairingOfWeights,
  type WeightPairing,
} from "./files/pairing-of-weights.ts";
export { projectionsOf } from "./files/projections.ts";
export { type ConfigFile, type ReadFile, type ReadFileOptions, readFile } from "./files/read-file.ts";
export type { NumberArray, RowOptions } from "./files/rows.ts";
export { readSafetensors, type SafetensorsFile } from "./files/safetensors.ts";
export type { ByteSource, FileSource } from "./files/source.ts";
export type { TensorInfo } from "./files/tensors.ts";
export { readTable, type TextOptions, type TextTable } from "./files/text-table.ts";
export { weightsConfig } from "./files/weights-config.ts";
