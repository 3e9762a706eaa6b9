/** The tensors of a file with weights, and the pairing of their rows. */
import { counted } from "../api/arguments/counted.ts";
import {
  type GgufFile,
  pairingOfWeights,
  projectionsOf,
  type SafetensorsFile,
  type WeightPairing,
} from "../entries/files.ts";
import type { ModelPositions } from "../entries/full.node.ts";
import { sizeText } from "./number-text.ts";
import type { Terminal } from "./terminal.ts";

type Weights = GgufFile | SafetensorsFile;

export interface WeightsReport {
  tensors: {
    count: number;
    bytes: number;
    /** Number of tensors of each type. */
    types: Readonly<Record<string, number>>;
  };
  /** The pairing that llama.cpp takes for a .gguf file; null for others. */
  filePairing: "halves" | "interleaved" | null;
  /** With `--weights`: the projections that were read, or a sentence about the failure. */
  projections: readonly (({ name: string } & WeightPairing) | { name: string | null; fault: string })[];
}

export async function weightsReport(
  file: Weights,
  model: ModelPositions,
  filePairing: WeightsReport["filePairing"],
  wanted: boolean,
): Promise<WeightsReport> {
  const types = new Map<string, number>(); // an object would have a "constructor" already
  let bytes = 0;
  for (const tensor of file.tensors.values()) {
    types.set(tensor.type, (types.get(tensor.type) ?? 0) + 1);
    bytes += tensor.bytes;
  }
  const projections = wanted ? await pairingsOf(file, model) : [];
  return {
    tensors: { count: file.tensors.size, bytes, types: Object.fromEntries(types) },
    filePairing,
    projections,
  };
}

async function pairingsOf(file: Weights, model: ModelPositions): Promise<WeightsReport["projections"]> {
  const names = projectionsOf(file).filter((name) => /q(_proj)?\.weight$/.test(name));
  const name = names[Math.floor(names.length / 2)]; // of a middle layer
  if (name === undefined) return [{ name: null, fault: "no query projection was found in the file" }];
  const layer = model.layers.find(({ rotary }) => rotary !== null && rotary !== "unknown");
  const reports = [];
  for (const [projection, heads] of [
    [name, layer?.heads],
    [name.replace(/q(_proj)?\.weight$/, "k$1.weight"), layer?.keyHeads ?? layer?.heads],
  ] as const) {
    reports.push(await projectionOf(file, projection, heads, layer?.headDim, layer));
  }
  return reports;
}

async function projectionOf(
  file: Weights,
  name: string,
  heads: number | null | undefined,
  headWidth: number | null | undefined,
  layer: ModelPositions["layers"][number] | undefined,
): Promise<WeightsReport["projections"][number]> {
  if (!heads || !headWidth)
    return { name, fault: "the number of heads and their width are not known; pass the config" };
  try {
    const { values } = await file.read(name);
    const rotary = layer?.rotary;
    const rotaryDim = typeof rotary === "object" && rotary !== null ? rotary.rotaryDim : headWidth;
    return { name, ...pairingOfWeights(values, { heads, headWidth, rotaryDim }) };
  } catch (error) {
    return { name, fault: (error as Error).message };
  }
}

export async function printWeights(
  { tensors, filePairing, projections }: WeightsReport,
  terminal: Terminal,
): Promise<void> {
  const types = Object.entries(tensors.types).map(([type, count]) => `${count} ${type}`);
  await terminal.line(
    `  ${counted(tensors.count, "tensor")}, ${sizeText(tensors.bytes)}: ${types.join(", ")}`,
  );
  if (filePairing !== null) await terminal.line(`  Pairing of this architecture's weights: ${filePairing}.`);
  for (const projection of projections) {
    const text = "fault" in projection ? `not read: ${projection.fault}` : projection.verdict;
    await terminal.line(`  ${projection.name ?? "projections"}: ${text}`);
  }
}
