import { type Code, code, doubles, indented, literal } from "../../methods/code.ts";
import {
  type AdditiveSpec,
  type BiasSpec,
  biasPython,
  isAdditive,
  isRotary,
  learnedOf,
  methodOf,
  type RotarySpec,
} from "../../methods/methods.ts";
import { atAnyPosition } from "../../methods/rope.ts";
import { plainJavaScript, plainPython } from "../../methods/stand-in.ts";
import { exactly, plainOf, type ScoreSpec } from "./score-shown.ts";

/** Code that makes the numbers of a score by offset, (offsets, columns), as its last variable `values`. */

interface ScorePoints {
  readonly points: readonly number[];
  readonly key: number;
  readonly heads: number;
}

export function scoreCode(spec: ScoreSpec, points: ScorePoints): Code {
  if (isAdditive(spec)) return additiveCode(spec, points);
  return isRotary(spec) ? rotaryCode(spec, points) : biasCode(spec, points);
}

const additiveCode = (spec: AdditiveSpec, { points, key }: ScorePoints): Code =>
  code(
    `key = ${key}
offset = ${doubles(points)}[:, None]
${methodOf(spec).product?.(spec)}
values = product[:, None]
`,
    `const offsets = [${points.join(", ")}];
const values = pe.similarity(${literal(plainOf(spec))}, { offsets, position: ${key} });
`,
  );

function rotaryCode(spec: RotarySpec, { points }: ScorePoints): Code {
  const still = spec.headDim - spec.rotaryDim;
  const side = methodOf(spec).hasSides ? ', side: "query"' : "";
  return code(
    `offset = ${doubles(points)}[:, None]
${methodOf(spec).python(spec)}
both = size(offset, "query") * size(0, "key")
cosines = both * xp.cos(offset * frequency)
columns = [
    2 * cosines.sum(-1) + ${still},
    (4 * (cosines ** 2).sum(-1) + ${2 * still}) ** 0.5,
    (2 * (both ** 2 + 0 * cosines).sum(-1) + ${still}) ** 0.5,
]
values = xp.stack(columns, 1) / math.sqrt(${spec.headDim})
`,
    `const spec = ${literal(exactly(atAnyPosition(spec)))};
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
`,
  );
}

function biasCode(spec: BiasSpec, { points, heads }: ScorePoints): Code {
  const learned = learnedOf(spec);
  const options = [`heads: ${heads}`, "queries: 1", "keys: 1", ...plainJavaScript(learned)];
  return code(
    `query = ${doubles(points)}[:, None]
key = 0 * query
heads, columns = ${heads}, []
${plainPython(learned)}for head in range(heads):
${indented(biasPython(spec))}
    columns.append(bias[:, 0])
values = xp.stack(columns, 1)
`,
    `const offsets = [${points.join(", ")}];
const options = { ${options.join(", ")} };
const values = offsets.flatMap((offset) => [...pe.bias(${literal(spec)}, { ...options, offset })]);
`,
  );
}
