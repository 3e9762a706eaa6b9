import { BIAS_NUMPY, BIAS_TORCH, type BiasLibrary, learnedOptions, pythonBias } from "../bias/bias-code.ts";
import type { BiasSpec } from "../bias/bias-values.ts";
import { type Library, NUMPY, pythonFrequency, pythonHead, TORCH } from "../rope/rope-frequency-code.ts";
import type { NamedArray } from "../share/array-contents.ts";
import {
  type AddedSpec,
  isAdded,
  isTurned,
  plainOf,
  type ScoreSpec,
  type TurnedSpec,
} from "./score-values.ts";

/** Code that makes the numbers of a score by offset, (offsets, columns), ending with `values`. */

interface Shown {
  readonly points: readonly number[];
  readonly key: number;
  readonly heads: number;
}

type Code = NamedArray["code"];

export function scoreCode(spec: ScoreSpec, shown: Shown): Code {
  if (isAdded(spec)) return addedCode(spec, shown);
  return isTurned(spec) ? turnedCode(spec, shown) : biasCode(spec, shown);
}

const pythonOffsets = ({ points }: Shown, { name, doubles }: Library): string =>
  `offset = ${name === "np" ? "np.array" : "torch.tensor"}([${points.join(", ")}]${doubles})[:, None]`;

function addedCode(spec: AddedSpec, shown: Shown): Code {
  const python = (library: Library) => `${pythonHead(library)}
${pythonOffsets(shown, library)}
${spec.method === "sine" ? pythonSines(spec, shown, library) : pythonCosines(spec, library)}
`;
  return {
    numpy: python(NUMPY),
    pytorch: python(TORCH),
    javascript: `import { load } from "posenc/full";

const pe = await load();
const offsets = [${shown.points.join(", ")}];
const values = pe.similarity(${JSON.stringify(plainOf(spec))}, { offsets, position: ${shown.key} });
`,
  };
}

function pythonCosines(spec: AddedSpec & { method: "sinusoidal" }, { name, doubles }: Library): string {
  const pairs = spec.dModel >> 1;
  const size = spec.outputScale === "inverse-sqrt" ? `${spec.dModel} ** -0.5` : spec.outputScale;
  return `i = ${name}.arange(${pairs}${doubles})
frequency = ${spec.scale} * ${spec.base}.0 ** (-i / (${pairs} - ${spec.shift}))
values = (${size}) ** 2 * ${name}.cos(offset * frequency).sum(-1)[:, None]`;
}

function pythonSines({ dModel, base }: AddedSpec, { key }: Shown, { name, doubles }: Library): string {
  return `frequency = ${base}.0 ** (-${name}.arange(${dModel}${doubles}) / ${dModel})
values = (${name}.sin(${key} * frequency) * ${name}.sin((${key} + offset) * frequency)).sum(-1)[:, None]`;
}

function turnedCode(spec: TurnedSpec, shown: Shown): Code {
  const still = spec.headDim - spec.rotaryDim;
  const python = (library: Library) => `${pythonHead(library)}
${pythonOffsets(shown, library)}
${spec.method === "rope" ? pythonFrequency(spec, library) : pythonXpos(spec, library)}
${pythonStretch(spec)}
cosines, unit = size * ${library.name}.cos(offset * frequency), math.sqrt(${spec.headDim})
columns = [
    2 * cosines.sum(-1) + ${still},
    (4 * (cosines ** 2).sum(-1) + ${2 * still}) ** 0.5,
    (2 * (size ** 2 + 0 * cosines).sum(-1) + ${still}) ** 0.5,
]
values = ${library.name}.stack(columns, ${library.columns}) / unit
`;
  return { numpy: python(NUMPY), pytorch: python(TORCH), javascript: javascriptTurned(spec, shown, still) };
}

function pythonXpos({ rotaryDim, base }: TurnedSpec, { name, doubles }: Library): string {
  return `d = ${rotaryDim}
i = ${name}.arange(d // 2${doubles})
frequency = ${base}.0 ** (-2 * i / d)`;
}

/** What a pair's product is multiplied by: the attention factor of query and of key, or xPos's decay. */
function pythonStretch(spec: TurnedSpec): string {
  if (spec.method === "xpos") {
    const { gamma, scaleBase } = spec;
    return `size = ((2 * i / d + ${gamma}) / (1 + ${gamma})) ** (offset / ${scaleBase})`;
  }
  const { scaling } = spec;
  if (!("attentionFactor" in scaling) && scaling.type !== "yarn" && scaling.type !== "longrope")
    return "size = 1.0";
  return `size = (${pythonFactor(scaling)}) ** 2  # of query and of key`;
}

function pythonFactor(scaling: (TurnedSpec & { method: "rope" })["scaling"]): string {
  if (scaling.type === "longrope") {
    const { attentionFactor, factor, originalLength } = scaling;
    return String(attentionFactor ?? `math.sqrt(1 + math.log(${factor}) / math.log(${originalLength}))`);
  }
  if (scaling.type !== "yarn") return "1.0";
  const { attentionFactor, factor, mscale, mscaleAllDim } = scaling;
  if (attentionFactor !== undefined) return String(attentionFactor);
  const term = (by: number) => `(0.1 * ${by} * math.log(${factor}) + 1)`;
  return mscale && mscaleAllDim ? `${term(mscale)} / ${term(mscaleAllDim)}` : term(1);
}

function javascriptTurned(spec: TurnedSpec, { points }: Shown, still: number): string {
  const side = spec.method === "xpos" ? ', side: "query"' : "";
  const exact = spec.method === "xpos" ? spec : { ...spec, precision: "exact" };
  return `import { load } from "posenc/full";

const pe = await load();
const spec = ${JSON.stringify(exact)};
const factor = pe.attentionFactor(spec);
const { cos, sin } = pe.rotaryTable(spec, { positions: [${points.join(", ")}]${side} });
const pairs = ${spec.rotaryDim / 2};
const values = [];
for (let row = 0; row < cos.length; row += pairs) {
  let [mean, spread, other] = [${still}, ${2 * still}, ${still}];
  for (let n = row; n < row + pairs; n++) {
    mean += 2 * factor * cos[n];
    spread += 4 * (factor * cos[n]) ** 2;
    other += 2 * factor ** 2 * (cos[n] ** 2 + sin[n] ** 2);
  }
  values.push(...[mean, Math.sqrt(spread), Math.sqrt(other)].map((sum) => sum / Math.sqrt(${spec.headDim})));
}
`;
}

function biasCode(spec: BiasSpec, shown: Shown): Code {
  const python = (library: Library, words: BiasLibrary) => `${words.head}
${pythonOffsets(shown, library)}
i, j = offset, 0 * offset
heads, columns = ${shown.heads}, []
for head in range(heads):
${pythonBias(spec, words).replace(/^/gm, "    ")}
    columns.append(bias[:, 0])
values = ${library.name}.stack(columns, ${library.columns})
`;
  return {
    numpy: python(NUMPY, BIAS_NUMPY),
    pytorch: python(TORCH, BIAS_TORCH),
    javascript: javascriptBias(spec, shown),
  };
}

function javascriptBias(spec: BiasSpec, { points, heads }: Shown): string {
  const options = [`heads: ${heads}`, "queries: 1", "keys: 1", ...learnedOptions(spec)].join(", ");
  return `import { load } from "posenc/full";

const pe = await load();
const offsets = [${points.join(", ")}];
const options = { ${options} };
const values = offsets.flatMap((offset) => [...pe.bias(${JSON.stringify(spec)}, { ...options, offset })]);
`;
}
