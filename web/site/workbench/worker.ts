/** Reads files and looks at them, beside the page, so that it stays free. */

import { movable, recipe } from "posenc/atlas";
import { type Diagnosis, diagnose, fileNumbers, museum } from "posenc/diagnose";
import { type CompareOptions, compare } from "posenc/engines";
import {
  type GgufFile,
  ggufConfig,
  pairingOfWeights,
  projectionsOf,
  type ReadFile,
  readFile,
  type SafetensorsFile,
  weightsConfig,
} from "posenc/files";
import { modelPositions } from "posenc/spec";
import { formatCount } from "../../plot/numbers.ts";
import { npyHeader } from "../../plot/picture.ts";
import { spoken } from "../nodes.ts";
import { answersIn, configsCompared, type NamedFile, probeArchive, together } from "./files.ts";
import type { Answer, ConfigResult, Known, Result, Shape, Task, Weights } from "./job.ts";

type WeightsFile = GgufFile | SafetensorsFile;

/** The last file with weights, of which more can be asked. */
let last: WeightsFile | undefined;

const say = (answer: Answer): void => postMessage(answer);
const doing = (what: string): void => say({ is: "progress", doing: what });

self.addEventListener("message", ({ data }: MessageEvent<Task>) => {
  answer(data).catch((error: Error) => say({ is: "fault", sentence: spoken(error.message) }));
});

async function answer(task: Task): Promise<void> {
  const start = performance.now();
  switch (task.task) {
    case "files": {
      doing("Reading the file …");
      const result = (await answersIn(task.files, task.plan)) ?? (await lookAt(task.files, task.known));
      return say({ is: "result", result, ms: performance.now() - start });
    }
    case "piece":
      return say({ is: "result", result: pieceOf(task.piece), ms: performance.now() - start });
    case "move":
      return say({ is: "moves", moves: movable(task.config, task.options) });
    case "probe":
      return say({ is: "probe", ...(await probeArchive(task.config, task.options)) });
    case "pairing": {
      const { tensor, shape } = task;
      doing(`Reading ${tensor} …`);
      const { values } = await weightsFile().read(tensor);
      return say({ is: "pairing", tensor, pairing: pairingOfWeights(values, shapeOf(tensor, shape)) });
    }
    case "permute":
      return permute(task);
  }
}

async function lookAt(files: readonly File[], known: Known): Promise<Result> {
  const read = await Promise.all(files.map((file) => readFile(file, { name: file.name })));
  const weights = read.find((file) => file.kind === "safetensors" || file.kind === "gguf");
  const [first] = read;
  if (weights !== undefined) return ofWeights(weights as WeightsFile, read, known);
  if (first === undefined) throw new Error("no file was given");
  if (read.length > 1) {
    const named = read.map((each, n) => ({ name: files[n]?.name ?? "", read: each }));
    return ofSeveral(named, known);
  }
  const numbers = first.kind === "config" ? await numbersOf(first, known).catch(() => undefined) : undefined;
  if (first.kind === "config" && numbers === undefined)
    return ofConfig("config.json", first.text, null, optionsOf(known));
  const given = numbers ?? (await numbersOf(first, known));
  doing("Comparing with what is known …");
  return { kind: "numbers", what: whatIs(first), diagnosis: diagnosed(given, known) };
}

async function ofSeveral(files: readonly NamedFile[], known: Known): Promise<Result> {
  const [a, b] = files;
  if (a?.read.kind === "config" && b?.read.kind === "config" && files.length === 2) {
    const [ofA, ofB] = [a.read.text, b.read.text].map((text) => recipe(modelPositions(text)));
    const first = ofConfig(`${a.name} and ${b.name}`, a.read.text, null, optionsOf(known));
    const { verdict, recipe: sentences } = configsCompared([a, b], [ofA ?? [], ofB ?? []]);
    return { ...first, recipe: sentences, comparison: { ...first.comparison, verdict } };
  }
  const { what, numbers, expected } = await together(
    files,
    known.as === "" ? undefined : (known.as as "table"),
  );
  doing("Comparing with what is known …");
  if (expected === undefined || known.expected.trim() !== "")
    return { kind: "numbers", what, diagnosis: diagnosed(numbers, known) };
  return { kind: "numbers", what, diagnosis: diagnose(numbers, { expected }) };
}

const numbersOf = (file: ReadFile, { as }: Known) =>
  fileNumbers(file, as === "" ? {} : { as: as as "table" });

function diagnosed(numbers: Awaited<ReturnType<typeof fileNumbers>>, known: Known): Diagnosis {
  const expected = known.expected.trim();
  return diagnose(numbers, expected === "" ? {} : { expected });
}

function whatIs(file: ReadFile): string {
  if (file.kind === "array") return `${file.shape.join(" × ") || "One"} ${file.dtype}`;
  if (file.kind === "table") return `${file.count} × ${file.rows[0]?.length ?? 0} numbers of a text`;
  return file.kind === "arrays"
    ? `${formatCount(file.arrays.size, "array")}: ${[...file.arrays.keys()].join(", ")}`
    : "JSON";
}

/** How a reader wants engines to be compared. */
function optionsOf({ length, dtype, engines }: Known): CompareOptions {
  return {
    ...(length === "" ? {} : { length: Number(length) }),
    ...(dtype === "" ? {} : { dtype: dtype as NonNullable<CompareOptions["dtype"]> }),
    ...(engines === "" ? {} : { engines: engines.split(",") }),
  };
}

function ofConfig(
  what: string,
  config: string,
  weights: Weights | null,
  options: CompareOptions,
): ConfigResult {
  doing("Comparing engines …");
  const { pairing } = options;
  const model = modelPositions(config, pairing === undefined ? {} : { pairing });
  const comparison = compare(config, options);
  return { kind: "config", what, config, recipe: recipe(model), comparison, weights };
}

async function ofWeights(file: WeightsFile, all: readonly ReadFile[], known: Known): Promise<ConfigResult> {
  last = file;
  const beside = all.find((each) => each.kind === "config");
  const found =
    file.kind === "gguf"
      ? await ggufConfig(file)
      : weightsConfig(file, beside?.kind === "config" ? beside.text : {});
  const config = JSON.stringify(found.config);
  const model = modelPositions(config, found.pairing === null ? {} : { pairing: found.pairing });
  const layer = model.layers.find(({ rotary }) => typeof rotary === "object" && rotary !== null);
  const rotary = layer?.rotary;
  const shape =
    layer?.heads && layer.headDim && typeof rotary === "object" && rotary !== null
      ? {
          heads: layer.heads,
          keyHeads: layer.keyHeads ?? layer.heads,
          headDim: layer.headDim,
          rotaryDim: rotary.rotaryDim,
        }
      : null;
  const types = new Set([...file.tensors.values()].map(({ type }) => type));
  const projections = projectionsOf(file);
  const weights: Weights = { tensors: file.tensors.size, types: [...types], projections, shape };
  const pairing = found.pairing === null ? {} : { pairing: found.pairing };
  const result = ofConfig(`.${file.kind}`, config, weights, { ...optionsOf(known), ...pairing });
  const missing =
    file.kind === "safetensors" && beside === undefined
      ? [
          "Drop the config.json together with the .safetensors file: the weights alone do not tell the rotation.",
        ]
      : [];
  const notes = [...missing, ...found.notes, ...result.comparison.notes];
  const unknown = [...found.unknown, ...result.comparison.unknown];
  return { ...result, comparison: { ...result.comparison, notes, unknown } };
}

function pieceOf(index: number): Result {
  const piece = museum[index];
  if (piece === undefined) throw new Error(`the museum has ${museum.length} pieces`);
  const options = piece.expected === undefined ? {} : { expected: piece.expected };
  return { kind: "numbers", what: piece.title, diagnosis: diagnose(piece.make() as never, options) };
}

function weightsFile(): WeightsFile {
  if (last === undefined) throw new Error("drop the file again: its weights are no longer open");
  return last;
}

const isKey = (tensor: string): boolean => /k(_proj)?\.weight$/.test(tensor);

const shapeOf = (tensor: string, { heads, keyHeads, headDim, rotaryDim }: Shape) => ({
  heads: isKey(tensor) ? keyHeads : heads,
  headWidth: headDim,
  rotaryDim,
});

async function permute({ tensor, shape, to }: Task & { task: "permute" }): Promise<void> {
  doing(`Permuting ${tensor} …`);
  const { values, shape: size } = await weightsFile().read(tensor);
  const { load } = await import("posenc/full");
  const pe = await load();
  const x = values instanceof Float32Array ? values : Float32Array.from(values);
  const columns = size.slice(1).reduce((a, b) => a * b, 1);
  const { headDim, rotaryDim } = shape;
  const permuted = pe.permutePairing(x, { headDim, rotaryDim, to, columns });
  const content = new Blob([npyHeader(size), permuted], { type: "application/octet-stream" });
  say({ is: "file", name: `${tensor}.${to}.npy`, content });
}
